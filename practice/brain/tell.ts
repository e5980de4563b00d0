// practice/brain/tell · the sentences of says.json, with what stands in their slots.

import SAYS from "./says.json" with { type: "json" };
import type { Language } from "./types.ts";
import { filled } from "./words.ts";

export function tell(
  language: Language,
  key: keyof typeof SAYS,
  slots: Readonly<Record<string, string | number>> = {},
): string {
  return filled(SAYS[key][language], slots);
}

/** Paragraphs, without those that are empty. */
export const paragraphs = (parts: readonly string[]): string =>
  parts.filter((part) => part !== "").join("\n");

export const listed = (items: readonly string[]): string =>
  items.map((item) => `- ${item}`).join("\n");

/** Some lines of a source with their numbers, as a quotation. */
export function excerpt(lines: readonly string[], from: number, to: number): string {
  const width = String(to + 1).length;
  const shown = lines.slice(from, to + 1).map((line, at) => {
    const number = String(from + at + 1).padStart(width);
    return `${number}  ${line}`.trimEnd();
  });
  const fence = shown.some((line) => line.includes("```")) ? "~~~~" : "```";
  return `${fence}\n${shown.join("\n")}\n${fence}`;
}
