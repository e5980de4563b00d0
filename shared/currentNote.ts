// shared/currentNote · a note that says how things are now: of its kind, the newest one in the conversation counts.
import type Anthropic from "@anthropic-ai/sdk";
import { addNote, asNote, textOf } from "./messages.ts";

type Messages = readonly Anthropic.MessageParam[];

/** A whole note, from the first one on: what looks like a note inside another one is no note. */
const NOTES = /<note kind="([^"]*)">\n[\s\S]*?\n<\/note>/g;

/** The newest note of this kind, in its envelope; undefined when there is none. A model cannot write one. */
export function newestNote(messages: Messages, kind: string): string | undefined {
  const told = messages.findLast((message) => newestIn(message, kind) !== undefined);
  return told && newestIn(told, kind);
}

function newestIn(message: Anthropic.MessageParam, kind: string): string | undefined {
  const text = message.role === "user" ? textOf(message) : "";
  return [...text.matchAll(NOTES)].findLast(([, other]) => other === kind)?.[0];
}

/**
 * Adds a note to the newest message when the newest note of its kind says something else, or is gone: a summary or a
 * declined prompt may have taken it away. Nothing that was sent is changed, so it stays in the cache. Gives whether
 * there is something new.
 */
export function keepTold(messages: Messages, kind: string, text: string): boolean {
  const last = messages.at(-1);
  if (last?.role !== "user" || newestNote(messages, kind) === asNote(kind, text)) return false;
  addNote(last, kind, text);
  return true;
}
