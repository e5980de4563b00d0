// practice/brain/tell · the sentences of says.json, with what stands in their slots.

import SAYS from "./says.json" with { type: "json" };
import type { Language } from "./types.ts";

const SLOT = /\{(\w+)\}/g;

/** A sentence of says.json in the language of the person. */
export function tell(
  language: Language,
  key: keyof typeof SAYS,
  slots: Readonly<Record<string, string | number | undefined>> = {},
): string {
  return SAYS[key][language].replace(SLOT, (_, name: string) => String(slots[name] ?? ""));
}

/** Paragraphs, without those that are empty. */
export const paragraphs = (parts: readonly string[]): string =>
  parts.filter((part) => part !== "").join("\n");

export const listed = (items: readonly string[]): string =>
  items.map((item) => `- ${item}`).join("\n");
