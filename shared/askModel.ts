// shared/askModel · one question to the model, outside the conversation.
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import type { z } from "zod";
import { client, MODEL } from "./client.ts";
import { textOf } from "./messages.ts";

/** A question to the model, as one request outside the conversation. */
export interface Question {
  /** What it is about, in one word; the request carries it as `side:<name>`. */
  name: string;
  system: string;
  text: string;
  /** The longest answer, in tokens. */
  maxTokens: number;
  /** The schema of an answer that must be JSON; `readAnswer` reads such an answer. */
  schema?: z.ZodType;
}

/** How many brackets of an answer are tried as the beginning of its value; each try reads to the end of the answer. */
const MAX_BEGINNINGS = 200;

/** Asks a question; a mechanism takes this function as a parameter, so that later chapters can replace it. */
export type AskModel = (question: Question, signal: AbortSignal) => Promise<string>;

/** Options for code that retries failed calls itself. */
export interface Manner {
  model?: string;
  /** How often the SDK itself retries; default two. */
  maxRetries?: number;
  /** Called for every event of the stream. */
  onEvent?(): void;
}

/**
 * The model's answer, trimmed. Throws what the call throws, an abort included, and an Error for an
 * answer that is empty, refused or cut. `metadata.user_id` is the only field the API has for telling requests apart.
 */
export async function askModel(
  question: Question,
  signal: AbortSignal,
  { model = MODEL, maxRetries, onEvent = () => {} }: Manner = {},
): Promise<string> {
  const { name, system, text, maxTokens, schema } = question;
  const body = {
    model,
    system,
    messages: [{ role: "user" as const, content: text }],
    max_tokens: maxTokens,
    metadata: { user_id: `side:${name}` },
    ...(schema === undefined ? {} : { output_config: { format: formatOf(schema) } }),
  };
  const options = { signal, ...(maxRetries === undefined ? {} : { maxRetries }) };
  const stream = client.messages.stream(body, options).on("streamEvent", onEvent);
  const { content, stop_reason: end } = await stream.finalMessage();
  if (end === "refusal" || end === "max_tokens")
    throw new Error(`The model gave no whole answer to the question for a ${name} (${end}).`);
  const answer = textOf({ role: "assistant", content });
  if (answer === "") throw new Error(`The model had no answer to the question for a ${name}.`);
  return answer;
}

/** Without its `parse`, because the SDK would throw where an endpoint ignores the format and adds words. */
function formatOf(schema: z.ZodType) {
  const format = zodOutputFormat(schema);
  return { type: format.type, schema: format.schema };
}

/**
 * Reads an answer that must be JSON: the first JSON value in it that fits the schema, because not every
 * endpoint keeps to the format that was asked for. Throws an Error when there is none.
 */
export function readAnswer<Answer>(schema: z.ZodType<Answer>, text: string): Answer {
  for (const { index } of [...text.matchAll(/[[{]/g)].slice(0, MAX_BEGINNINGS)) {
    const end = endOfValue(text, index);
    const value = end === undefined ? undefined : parsed(text.slice(index, end));
    const checked = schema.safeParse(value);
    if (checked.success) return checked.data;
  }
  throw new Error("The answer is not in the form that was asked for.");
}

/** The position after the bracket that closes the one at `start`; brackets in strings do not count. */
function endOfValue(text: string, start: number): number | undefined {
  const marks = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]/gs;
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === "[" || mark[0] === "{") depth++;
    if (mark[0] === "]" || mark[0] === "}") depth--;
    if (depth === 0) return marks.lastIndex;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not this one
  }
}
