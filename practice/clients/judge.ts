// practice/clients/judge · whether a client did its task: by what went over the wire, and what its answer says.
import type { Exchange } from "../api/exchange.ts";
import { type Fields, isFields, listOf } from "../json/fields.ts";
import type { Ended } from "./processGroup.ts";

/** What the answer must say, none of which is in the prompt. */
export interface Task {
  prompt: string;
  files: Record<string, string>;
  expected: readonly string[];
}

/** Why a client failed; undefined when it did its task. */
export function faultOf(
  task: Task,
  exchanges: readonly Exchange[],
  ended: Ended,
): string | undefined {
  const asked = messagesOf(exchanges);
  const refused = exchanges.find(({ status, path }) => status >= 400 && path.startsWith("/v1/"));
  if (refused) return `${refused.status} ${refused.error?.error.message ?? refused.path}`;
  if (ended.late) return "it was not done in time";
  if (ended.code === undefined) return `it was killed, or could not be started: ${lastLine(ended)}`;
  if (ended.code !== 0) return `exit code ${ended.code}: ${lastLine(ended)}`;
  if (asked.length === 0) return "no request came";
  if (!asked.some(({ body }) => blocksOf(body).some(({ type }) => type === "tool_result")))
    return "no tool result was sent";
  if (thinks(asked) && !returnsThinking(asked)) return "thinking was asked for and not sent back";
  const missing = task.expected.find((text) => !ended.stdout.includes(text));
  return missing === undefined ? undefined : `the answer does not say ${JSON.stringify(missing)}`;
}

/** What a client did, in a few words. */
export function deedsOf(exchanges: readonly Exchange[]): string {
  const asked = messagesOf(exchanges);
  const calls = asked.flatMap(({ reply }) =>
    (reply?.content ?? []).flatMap((block) => (block.type === "tool_use" ? [block.name] : [])),
  );
  const read = asked.reduce((sum, { usage }) => sum + (usage?.cache_read_input_tokens ?? 0), 0);
  const streamed = asked.filter(({ body }) => isFields(body) && body.stream === true).length;
  const thought = returnsThinking(asked) ? "thinking sent back" : "no thinking";
  const called = calls.length > 0 ? `called ${calls.join(", ")}` : "called nothing";
  return `${asked.length} requests, ${streamed} streamed; ${called}; ${thought}; ${read} tokens read from the cache`;
}

const messagesOf = (exchanges: readonly Exchange[]): Exchange[] =>
  exchanges.filter(({ method, path }) => method === "POST" && path === "/v1/messages");

const blocksOf = (body: unknown): Fields[] =>
  listOf(isFields(body) ? body.messages : [])
    .flatMap((message) => (isFields(message) ? listOf(message.content) : []))
    .filter(isFields);

const thinks = (asked: Exchange[]): boolean =>
  asked.some(({ reply }) => reply?.content.some(({ type }) => type === "thinking"));

const returnsThinking = (asked: Exchange[]): boolean =>
  asked.some(({ body }) => blocksOf(body).some(({ type }) => type === "thinking"));

const lastLine = ({ stdout, stderr }: Ended): string =>
  `${stdout}\n${stderr}`.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
