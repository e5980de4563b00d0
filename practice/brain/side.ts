// practice/brain/side · questions beside the conversation: answered with an extract, or the least a schema takes.
import { isFields, listOf } from "../json/fields.ts";
import { fits } from "../json/schema.ts";
import { stringOf, textOf } from "./blocks.ts";
import { languageOf } from "./clauses.ts";
import { extractHead, keyLines } from "./extract.ts";
import { extractConversation } from "./history.ts";
import { answerOfMemory } from "./memorySide.ts";
import { valueFrom } from "./values.ts";

const LETTERS = 4000;
const SIDE = "side:";

/** Whether the request is a side question, by its `metadata.user_id`. */
export function isBeside(body: unknown): boolean {
  return userOf(body).startsWith(SIDE);
}

function userOf(body: unknown): string {
  const metadata = isFields(body) ? body.metadata : undefined;
  return stringOf(isFields(metadata) ? metadata.user_id : undefined);
}

/** The answer to a side question: JSON where a format is asked for, else an extract of the last user text. */
export function answerBeside(body: unknown): string {
  const fields = isFields(body) ? body : {};
  const config = isFields(fields.output_config) ? fields.output_config : {};
  const asked = listOf(fields.messages).findLast(
    (message) => isFields(message) && message.role === "user",
  );
  const text = textOf(isFields(asked) ? asked.content : "");
  if (isFields(config.format))
    return valueFor(config.format.schema, answerOfMemory(userOf(body).slice(SIDE.length), text));
  return extractConversation(text) ?? extractText(text);
}

/** As JSON: the answer where there is one that the schema takes. */
const valueFor = (schema: unknown, answer: unknown): string =>
  JSON.stringify(answer !== undefined && fits(schema, answer) ? answer : valueFrom(schema, ""));

function extractText(text: string): string {
  const head = extractHead(languageOf(text));
  return [head, ...keyLines(text).map((line) => `- ${line}`)].join("\n").slice(0, LETTERS);
}
