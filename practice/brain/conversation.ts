// practice/brain/conversation · finds in a request body what the person said last and what happened since.
import { type Fields, isFields } from "../json/fields.ts";
import {
  blocksOf,
  isFailure,
  messagesOf,
  personsWords,
  stringOf,
  textOf,
  textsOf,
} from "./blocks.ts";
import { continues, readExtract } from "./history.ts";
import { chosen, numberIn } from "./numbered.ts";
import type { Call, Outcome, Said } from "./types.ts";

export interface Turn {
  /** The person's last words; "" when there are none. */
  request: string;
  /** What the person said before, oldest first. */
  earlier: Said[];
  /** The calls made since, in order. */
  outcomes: Outcome[];
}

/** Reads the turn out of any value; what does not look like a message is passed over. */
export function readTurn(body: unknown): Turn {
  const messages = messagesOf(body);
  const said: Said[] = [];
  let last = -1;
  let summed: Outcome[] = [];
  messages.forEach((message, index) => {
    const words = message.role === "user" ? personsWords(message.content) : "";
    if (words === "") return;
    const { earlier, request, outcomes } = summedUp(message.content, words);
    const before = said.at(-1);
    // The message may also have the results of the calls before it.
    if (before !== undefined)
      Object.assign(before, since(messages.slice(last + 1, index + 1), summed));
    said.push(...earlier.map((request) => ({ request })), { request: byNumber(request, before) });
    summed = outcomes;
    last = index;
  });
  const rest = last < 0 ? [] : messages.slice(last + 1);
  return {
    request: said.at(-1)?.request ?? "",
    earlier: said.slice(0, -1),
    outcomes: since(rest, summed).outcomes,
  };
}

/** What was called and said since a request. */
function since(messages: Fields[], summed: Outcome[]) {
  const answers = messages.filter(({ role }) => role === "assistant");
  return {
    outcomes: [...summed, ...outcomesOf(messages)],
    answer: answers.map(({ content }) => textOf(content)).join("\n"),
  };
}

/** The request that a number stands for, if the answer before offered it, and no tool's result is in that. */
function byNumber(request: string, before: Said | undefined): string {
  const isOwn = before?.outcomes?.length === 0;
  return (isOwn ? chosen(request, before.answer) : undefined) ?? request;
}

/** What an extract of the brain's own says that stands with the request: the words before it, the calls since. */
function summedUp(content: unknown, words: string) {
  const extract = textsOf(content)
    .map(readExtract)
    .find((one) => one !== undefined);
  if (extract === undefined) return { earlier: [], request: words, outcomes: [] };
  const { requests, outcomes } = extract;
  // The extract has what a number stands for.
  const request = numberIn(words) === undefined ? words : (requests.at(-1) ?? words);
  return continues(extract, request)
    ? { earlier: requests.slice(0, -1), request, outcomes }
    : { earlier: requests, request: words, outcomes: [] };
}

function outcomesOf(messages: Fields[]): Outcome[] {
  const blocks = messages.flatMap((message) => blocksOf(message.content));
  const results = blocks.filter((block) => block.type === "tool_result");
  return blocks
    .filter((block) => block.type === "tool_use")
    .map((use) => {
      const result = results.find((block) => block.tool_use_id === use.id);
      const text = result && textOf(result.content);
      const call = callOf(use);
      const failed = text !== undefined && isFailure(result, text, call);
      const other = blocksOf(result?.content).find(({ type }) => type !== "text");
      return { call, text, failed, ...(other && { other: stringOf(other.type) }) };
    });
}

function callOf(use: Fields): Call {
  return { name: stringOf(use.name), input: isFields(use.input) ? use.input : {} };
}
