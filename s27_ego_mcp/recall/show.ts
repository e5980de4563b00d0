// s26 · recall/show – memories as lines: one for each, whatever is in it.
import { oneLine, withInvisible } from "../../shared/text.ts";
import type { Memory } from "./memory.ts";

const UNITS = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
] as const;

/** How long ago something was: "3 days ago". What is yet to come counts as just now. */
export function ago(ms: number): string {
  const [size, unit] = UNITS.find(([one]) => ms >= one) ?? [0, ""];
  if (unit === "") return "just now";
  const count = Math.floor(ms / size);
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/** What is in a memory is data: it ends no line, and nothing in it is invisible. */
export const shortened = (text: string, most: number): string => withInvisible(oneLine(text, most));

/** A memory in a line: its id, its age, its feeling, and its first `most` characters. */
export function lineOf(memory: Memory, now: number, most = 80): string {
  const { id, content, emotion, intensity, createdAt, isPrivate } = memory;
  const feeling = emotion === "neutral" ? "" : ` (${emotion} ${intensity})`;
  const mark = isPrivate ? PRIVATE : "";
  return `${id} [${ago(now - createdAt)}]${feeling}${mark} ${shortened(content, most)}`;
}

const PRIVATE = " (private)";

/** Lines without the words of private memories: for the screen, and for what is kept of it. */
export const withoutPrivate = (lines: string): string =>
  lines.replaceAll(/^(.*?mem_[0-9a-f]{12} \[[^\]]*\](?: \([^)]*\))?? \(private\)) .*$/gm, "$1 …");
