// practice/brain/tell · the sentences of says.json, with what stands in their slots.

import SAYS from "./says.json" with { type: "json" };
import type { Language } from "./types.ts";

const SLOT = /\{(\w+)\}/g;

/** The language that all sentences are in while a reply is made, where the system prompt asks for one. */
let ordered: Language | undefined;

/** The language of the sentences for a person who writes in this one. */
export const spoken = (language: Language): Language => ordered ?? language;

/** What `work` comes to, with its sentences in this language; undefined: in that of the person. */
export function speaking<T>(language: Language | undefined, work: () => T): T {
  ordered = language;
  try {
    return work();
  } finally {
    ordered = undefined;
  }
}

/** The name of a sentence. */
export type Key = keyof typeof SAYS;

/** A sentence of says.json. */
export function tell(
  language: Language,
  key: Key,
  slots: Readonly<Record<string, string | number | undefined>> = {},
): string {
  return SAYS[key][spoken(language)].replace(SLOT, (_, name: string) => String(slots[name] ?? ""));
}

/** Paragraphs, without those that are empty. */
export const paragraphs = (parts: readonly string[]): string =>
  parts.filter((part) => part !== "").join("\n");

export const listed = (items: readonly string[]): string =>
  items.map((item) => `- ${item}`).join("\n");
