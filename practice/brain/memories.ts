// practice/brain/memories · the notes of earlier sessions that a harness puts behind a request.
import { isFields, listOf } from "../json/fields.ts";
import { messagesOf, stringOf, textsOf } from "./blocks.ts";
import { valueBetween } from "./tagged.ts";
import type { Memory } from "./types.ts";

/** Those of the whole conversation, one a source, the last one given; any value is accepted. */
export function readMemories(body: unknown): Memory[] {
  const texts = messagesOf(body)
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) => textsOf(content));
  const given = texts.flatMap((text) => listOf(valueBetween(text, "memories")));
  const memories = new Map<string, Memory>();
  for (const note of given.filter(isFields)) {
    const [source, content] = [stringOf(note.source), stringOf(note.content)];
    if (source !== "" && content !== "") memories.set(source, { source, content });
  }
  return [...memories.values()];
}
