// practice/trials/testSummary · for tests: conversations summed up as a harness does it.

import { think } from "../brain/brain.ts";
import { isFields, listOf } from "../json/fields.ts";
import type { Message } from "./testWorld.ts";

/** A conversation as a harness writes it for the one who sums it up. */
export function rendered(messages: Message[]): string {
  const say = (kind: string, text: unknown) => `${kind}: ${String(text).replaceAll("\n", "\n  ")}`;
  const lines = messages.flatMap(({ role, content }) => {
    if (typeof content === "string") return [say(role === "user" ? "person" : role, content)];
    const blocks = listOf(content).filter(isFields);
    const texts = blocks.filter(({ type }) => type === "text").map(({ text }) => text);
    const said = texts.map((text) => say(role === "user" ? "person" : role, text));
    const rest = blocks.flatMap((block) => {
      if (block.type === "tool_use")
        return [say(`call ${block.name}`, JSON.stringify(block.input))];
      if (block.type !== "tool_result") return [];
      return [say(block.is_error === true ? "error result" : "result", block.content)];
    });
    return [...said, ...rest];
  });
  return `Sum this up.\n\n<conversation>\n${lines.join("\n")}\n</conversation>`;
}

/** What is answered when these messages are to be summed up. */
export function extractOf(messages: Message[]): string {
  return summed(rendered(messages));
}

export function summed(text: string): string {
  const reply = think({
    metadata: { user_id: "side:summary" },
    messages: [{ role: "user", content: [{ type: "text", text }] }],
  });
  if (reply.rule !== "side" || reply.text === undefined) throw new Error("this is no extract");
  return reply.text;
}

/** What stands for these messages afterwards: the person's request, and the summary. */
export function compacted(request: string, summary: string) {
  const json = JSON.stringify({ summary, transcript: "/tmp/transcript.jsonl" });
  return [
    { type: "text", text: request },
    { type: "text", text: `<summary>\n${json}\n</summary>` },
  ];
}
