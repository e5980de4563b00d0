// practice/brain/conversation · finds in a request body what the person said last and what happened since.
import type { Call, Outcome } from "./types.ts";

export interface Turn {
  /** The person's last words; "" when there are none. */
  request: string;
  /** What the person said before, oldest first. */
  earlier: string[];
  /** The calls made since, in order. */
  outcomes: Outcome[];
}

type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Reads the turn out of any value; what does not look like a message is passed over. */
export function readTurn(body: unknown): Turn {
  const messages = listOf(isFields(body) ? body.messages : undefined).filter(isFields);
  const said: string[] = [];
  let last = -1;
  messages.forEach((message, index) => {
    const words = message.role === "user" ? personsWords(message.content) : "";
    if (words === "") return;
    said.push(words);
    last = index;
  });
  const since = last < 0 ? [] : messages.slice(last + 1);
  return { request: said.at(-1) ?? "", earlier: said.slice(0, -1), outcomes: outcomesOf(since) };
}

/** Blocks of one message; a string counts as one text block. */
function blocksOf(content: unknown): Fields[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return listOf(content).filter(isFields);
}

/** A string, or "": String() itself throws on some objects that JSON can make. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textOf(content: unknown): string {
  return blocksOf(content)
    .map((block) => (block.type === "text" ? stringOf(block.text) : ""))
    .join("\n")
    .trim();
}

// What a harness adds for the model stands in tags such as <reminder>; a person's own <h1> does not match.
const ADDED =
  /^[ \t]*<((?:[\w-]*(?:remind|system|context|memor|notif|background|environment|summary|hook|inbox|mail|todo|task|skill|cron)[\w-]*))\b[^>]*>[\s\S]*?<\/\1>[ \t]*$/gim;

function personsWords(content: unknown): string {
  const texts = blocksOf(content).filter((block) => block.type === "text");
  return textOf(
    texts.map((block) => ({ ...block, text: stringOf(block.text).replace(ADDED, "") })),
  );
}

function outcomesOf(messages: Fields[]): Outcome[] {
  const blocks = messages.flatMap((message) => blocksOf(message.content));
  const results = blocks.filter((block) => block.type === "tool_result");
  return blocks
    .filter((block) => block.type === "tool_use")
    .map((use) => {
      const result = results.find((block) => block.tool_use_id === use.id);
      const text = result && textOf(result.content);
      return { call: callOf(use), text, failed: text !== undefined && isFailure(result, text) };
    });
}

function callOf(use: Fields): Call {
  return { name: stringOf(use.name), input: isFields(use.input) ? use.input : {} };
}

function isFailure(result: Fields | undefined, text: string): boolean {
  const lastLine = text.slice(text.lastIndexOf("\n") + 1);
  return (
    result?.is_error === true ||
    /^\[(?:exit code [1-9]\d*|interrupted|stopped after .*)\]$/.test(lastLine)
  );
}
