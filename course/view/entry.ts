// course/view/entry · what one line of a trace says. The file is not trusted: each text is made plain and short here.
import { z } from "zod";
import { asWords } from "../../shared/messages.ts";
import { clean } from "../../shared/screen.ts";
import { oneLine } from "../../shared/text.ts";

/** A model call: its request, and how it ended. Times in ms. */
export interface Exchange {
  kind: "exchange";
  from: number;
  ms: number;
  /** The name of the agent; "" for the lead, for subagents, and in a trace of an earlier version. */
  agent: string;
  /** The name of a side question. */
  side: string | undefined;
  /** How many messages it sent, the words of the first, and what is new in the last. */
  messages: number;
  first: string;
  prompt: string;
  /** The tool results in the last message. */
  results: { id: string; isError: boolean }[];
  text: string;
  calls: ToolCall[];
  stop: string;
  usage: Usage | undefined;
  /** Why there is no whole reply. */
  error: string | undefined;
}

export interface ToolCall {
  id: string;
  name: string;
  /** The input in one line. */
  input: string;
  /** If the call starts another agent: the first words of that one, and its name if it gets one. */
  starts: { prompt: string; name: string } | undefined;
}

/** Tokens: `input` is everything that was sent, `cached` the part of it from the cache. */
export interface Usage {
  input: number;
  cached: number;
  output: number;
}

/** What agents did that no request says. */
export interface Told {
  kind: "told";
  at: number;
  agent: string;
  text: string;
}

/** "unknown" is JSON of another kind. */
export type Entry = Exchange | Told | { kind: "unknown" } | { kind: "broken" };

const MAX_TEXT = 200;
const MAX_NAME = 40;
/** Words by which a conversation is known again. */
const MAX_WORDS = 20_000;

/** A text as one line without anything that could control the terminal. */
const plain = (text: string, max = MAX_TEXT) => oneLine(clean(text.slice(0, MAX_WORDS)), max);

/** The name of an agent as the view shows it. A name of which nothing can be shown is "?". */
export const plainName = (name: string): string =>
  name === "" ? "" : plain(name, MAX_NAME).replaceAll(" ", "_") || "?";

const text = z.string().catch("");
/** Milliseconds or tokens. What is larger is no such number. */
const count = z.number().nonnegative().max(1e12).transform(Math.round).catch(0);
const block = z.object({
  type: text,
  text,
  id: text,
  name: text,
  input: z.record(z.string(), z.unknown()).catch({}),
  tool_use_id: text,
  is_error: z.boolean().catch(false),
});
const textBlock = (said: string) => block.parse({ type: "text", text: said });
const blocks = z
  .union([z.string().transform((said) => [textBlock(said)]), z.array(block)])
  .catch([]);
const message = z.object({ content: blocks }).catch({ content: [] });

const exchange = z.object({
  ms: count,
  agent: text,
  request: z.object({
    messages: z.array(z.unknown()).catch([]),
    metadata: z.object({ user_id: text }).catch({ user_id: "" }),
  }),
  reply: z.object({ content: blocks, stop_reason: text }).optional().catch(undefined),
  usage: z
    .object({
      input_tokens: count,
      cache_creation_input_tokens: count,
      cache_read_input_tokens: count,
      output_tokens: count,
    })
    .optional()
    .catch(undefined),
  error: z.string().optional().catch(undefined),
});

const time = z.object({ time: z.string().transform(Date.parse).pipe(z.number()) });
const told = z.object({ agent: text, event: z.string() });

/** Reads a line. Never throws: what cannot be read, such as JSON that is nested too deeply, is "broken". */
export function readEntry(line: string): Entry {
  try {
    return entryOf(JSON.parse(line));
  } catch {
    return { kind: "broken" };
  }
}

function entryOf(value: unknown): Entry {
  const when = time.safeParse(value);
  if (!when.success) return { kind: "unknown" };
  const call = exchange.safeParse(value);
  if (call.success) return exchangeOf(when.data.time, call.data);
  const event = told.safeParse(value);
  if (!event.success) return { kind: "unknown" };
  const agent = plainName(event.data.agent);
  return { kind: "told", at: when.data.time, agent, text: plain(event.data.event) };
}

function exchangeOf(from: number, line: z.infer<typeof exchange>): Exchange {
  const { ms, request, reply, usage, error } = line;
  const { messages, metadata } = request;
  const last = message.parse(messages.at(-1)).content;
  const said = reply?.content ?? [];
  return {
    kind: "exchange",
    ...{ from, ms, agent: plainName(line.agent), side: sideOf(metadata.user_id) },
    messages: messages.length,
    first: wordsOf(message.parse(messages[0]).content),
    prompt: promptOf(last),
    results: last.filter(isResult).map((one) => ({ id: one.tool_use_id, isError: one.is_error })),
    text: plain(textOf(said)),
    calls: said.filter(({ type }) => type === "tool_use").map(callOf),
    stop: plain(reply?.stop_reason ?? ""),
    usage: usage && usageOf(usage),
    error: reply === undefined || error !== undefined ? plain(error ?? "no reply") : undefined,
  };
}

type Block = z.infer<typeof block>;

const isResult = ({ type }: Block) => type === "tool_result";

function sideOf(id: string): string | undefined {
  return id.startsWith("side:") ? plainName(id.slice("side:".length)) || "?" : undefined;
}

const textOf = (content: Block[]) =>
  content.flatMap(({ type, text }) => (type === "text" ? text : [])).join("\n");

const NOTE = /<note kind="([^"]*)">[\s\S]*?<\/note>/g;

/** What was written into a message, without the notes of the program. */
const wordsOf = (content: Block[]) =>
  textOf(content).slice(0, MAX_WORDS).replaceAll(NOTE, "").trim();

/** What begins a turn: the words of a message, or else the kinds of its notes. A message with results begins none. */
function promptOf(content: Block[]): string {
  if (content.some(isResult)) return "";
  const kinds = [...textOf(content).slice(0, MAX_WORDS).matchAll(NOTE)].map(([, kind]) => kind);
  return plain(wordsOf(content)) || plain([...new Set(kinds)].map((kind) => `(${kind})`).join(" "));
}

function callOf({ id, name, input }: Block): ToolCall {
  const values = Object.values(input).map((value) =>
    typeof value === "string" ? value : JSON.stringify(value),
  );
  const shown = values.map((value) => value.slice(0, MAX_TEXT)).join(" ");
  return { id, name: plain(name, MAX_NAME), input: plain(shown), starts: startOf(name, input) };
}

/** Two tools start an agent: `task` of s06, and `spawn_teammate` of s15. */
function startOf(name: string, input: Block["input"]): ToolCall["starts"] {
  const isTask = name === "task";
  const prompt = isTask ? input.description : input.prompt;
  if (typeof prompt !== "string" || !(isTask || name === "spawn_teammate")) return undefined;
  const mate = !isTask && typeof input.name === "string" ? input.name : "";
  const words = wordsOf([textBlock(asWords(prompt))]);
  return { prompt: words, name: plainName(mate) };
}

function usageOf(usage: NonNullable<z.infer<typeof exchange>["usage"]>): Usage {
  const cached = usage.cache_read_input_tokens;
  const input = usage.input_tokens + usage.cache_creation_input_tokens + cached;
  return { input, cached, output: usage.output_tokens };
}
