// practice/brain/intents/ended · what is said of commands in the background that have ended.

import { isFields, listOf } from "../../json/fields.ts";
import { messagesOf, stringOf } from "../blocks.ts";
import { tell } from "../tell.ts";
import type { Language } from "../types.ts";
import { quoted, row } from "../words.ts";

const NOTE = /^<note kind="background">\n([\s\S]*)\n<\/note>$/;

/** What is said of commands that have ended, where the last message is a note about them and nothing else. */
export function saidOfEnded(body: unknown, language: Language): string | undefined {
  const messages = messagesOf(body);
  const { role, content } = messages.at(-1) ?? {};
  const blocks =
    typeof content === "string" ? [{ text: content }] : listOf(content).filter(isFields);
  const [text, ...more] = blocks.map((block) => stringOf(block.text));
  const [, json] = NOTE.exec(text ?? "") ?? [];
  if (role !== "user" || json === undefined || more.length > 0) return undefined;
  return newsIn(json)
    .map((news) => sentence(news, language))
    .join("\n\n");
}

function newsIn(json: string) {
  try {
    return listOf(JSON.parse(json)).filter(isFields);
  } catch {
    return [{ id: "?", status: json }];
  }
}

function sentence(news: Record<string, unknown>, language: Language): string {
  const of = (name: string) => stringOf(news[name]);
  const code = typeof news.exit_code === "number" ? [`exit code ${news.exit_code}`] : [];
  const how = row(language, [of("status"), ...code, ...(of("reason") ? [of("reason")] : [])]);
  const end = quoted(language, of("output_ends") || "(no output)");
  return tell(language, "commandEnded", { of: of("id"), how, of2: of("command"), end });
}
