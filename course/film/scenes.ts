// course/film/scenes · what a film is made of: what was typed and printed, and the model calls it took.
import type Anthropic from "@anthropic-ai/sdk";
import { layoutOf, type Section } from "../../practice/cache/layout.ts";
import { isRecord } from "../base/json.ts";

/** What a person typed in a session, and all that came of it up to the next typed line. */
export interface Scene {
  /** What stands before the typed text, such as "s14 >> ", or the question that it answers. */
  before: string;
  typed: string;
  /** A shell command, a prompt, an answer, … */
  kind: string;
  /** The printed lines, as the README has them. */
  lines: string[];
  calls: Call[];
}

/** One model call: the tokens of its request, and how its reply can be recognised on the screen. */
export interface Call {
  tokens: Record<Section, number>;
  /** How many of the request's first tokens came from the prompt cache. */
  cached: number;
  tools: number;
  /** How the lines begin that the reply puts on the screen. */
  shows: string[];
}

/** A request and its reply, as a trace has them. */
interface Exchange {
  request: Anthropic.MessageCreateParams;
  reply: Anthropic.Message;
}

/**
 * The model calls of some lines of a trace. Side questions are left out: they are not part of the conversation.
 * `shown` puts the paths in that a README shows, so that a call has the same size on every machine.
 */
export const callsOf = (lines: string[], shown: (text: string) => string): Call[] =>
  lines.flatMap((line) => {
    const real = exchangeOf(line);
    const neutral = exchangeOf(shown(line));
    return real && neutral ? [callOf(real, neutral)] : [];
  });

function exchangeOf(line: string): Exchange | undefined {
  const value: unknown = JSON.parse(line);
  return isExchange(value) && !isSideQuestion(value) ? value : undefined;
}

/** The trace is our own: what has both was complete when it was written. */
const isExchange = (value: unknown): value is Exchange =>
  isRecord(value) && isRecord(value.request) && isRecord(value.reply);

const isSideQuestion = ({ request }: Exchange) =>
  request.metadata?.user_id?.startsWith("side:") === true;

function callOf(real: Exchange, neutral: Exchange): Call {
  const { parts } = layoutOf(neutral.request);
  const sum = (some: typeof parts) => some.reduce((total, { tokens }) => total + tokens, 0);
  const of = (section: Section) => sum(parts.filter((part) => part.section === section));
  return {
    tokens: { tools: of("tools"), system: of("system"), messages: of("messages") },
    cached: sum(parts.slice(0, partsRead(real))),
    tools: neutral.request.tools?.length ?? 0,
    shows: neutral.reply.content.flatMap(beginningsOf),
  };
}

/** The cache gives whole parts of a request. Throws when the reported tokens end within one. */
function partsRead({ request, reply }: Exchange): number {
  const read = reply.usage.cache_read_input_tokens ?? 0;
  const { parts } = layoutOf(request);
  let tokens = 0;
  let count = 0;
  for (; count < parts.length && tokens < read; count++) tokens += parts[count]?.tokens ?? 0;
  if (tokens !== read) throw new Error(`${read} tokens from the cache end within a part`);
  return count;
}

function beginningsOf(block: Anthropic.ContentBlock): string[] {
  if (block.type === "tool_use") return [`> ${block.name}`, `Allow ${block.name}`];
  const line = block.type === "text" ? block.text.trim().split("\n")[0] : undefined;
  return line ? [line] : [];
}
