// s27 · ego/words – how memories and times are said in a reply, and what AGENTS.md says about the tools.
import { inWords } from "../../shared/schedule.ts";
import { oneLine, withInvisible } from "../../shared/text.ts";
import type { Memory } from "../recall/recall.ts";
import { wordFor } from "./desires.ts";

const MAX_CONTENT = 80;
const MAX_THOUGHT = 220;

/** A memory as one line: how long ago, what, and how it felt. What is in it ends no line. */
export function lineOf(memory: Memory, now: number, content = shortened(memory)): string {
  const { emotion, intensity, createdAt, isPrivate } = memory;
  const mark = isPrivate ? `${PRIVATE} ` : "";
  return `[${agoOf(now - createdAt)}] ${mark}${content} (${emotion}, ${wordFor(intensity)})`;
}

const shortened = ({ content }: Memory) => plain(content, MAX_CONTENT);

/** What comes from elsewhere ends no line, and hides nothing in it; what was hidden is longer when it is shown. */
export const plain = (text: string, most: number): string =>
  oneLine(withInvisible(oneLine(text, most)), most);

const PRIVATE = "(private)";

/** Lines without the words of private memories: for the screen, and for what is kept of it. */
export const withoutPrivate = (lines: string): string =>
  lines.replaceAll(/^(.*?\(private\)) .*$/gm, "$1 …");

/** A time after now is of a clock that was wrong. */
const agoOf = (ms: number) => {
  const words = inWords(Math.max(0, ms));
  return words === "" ? "just now" : `${words} ago`;
};

/** Of a long thought, its end: that is where it came to. */
export function tail(content: string): string {
  const line = plain(content, Number.MAX_SAFE_INTEGER);
  return line.length > MAX_THOUGHT ? `…${line.slice(-MAX_THOUGHT).toWellFormed()}` : line;
}

/** The server's instructions: all that a prompt has to say about the tools. The replies say the rest, when it is needed. */
export const RULES = `Session start: wake_up → introspect → remember.
Heartbeat: feel_desires → (introspect) → act, or HEARTBEAT_OK.
Before an answer that matters: consider_them → (am_i_being_genuine).
After something has happened: remember.`;

/** The client may say what time it is. Our own does: a spec moves its clock, and two clocks would disagree. */
export const NOW = "course.coding-agents/now";
