// practice/brain/record · what an extract of a conversation holds, and how it grows entry by entry.
import { isFields } from "../json/fields.ts";
import { isFailure } from "./blocks.ts";
import type { Call, Outcome } from "./types.ts";

/** What an extract holds. */
export interface Extract {
  /** The person's last requests, oldest first; long ones are cut. */
  requests: string[];
  /** The calls before the last request, by tool. */
  before: Map<string, number>;
  /** The calls since; long inputs and results are cut. */
  outcomes: Outcome[];
  /** What was said to the last request at the end of its turn; undefined while it goes on. */
  answer: string | undefined;
  /** Whether something is missing right behind the last outcome. */
  gap: boolean;
}

const INPUT_LETTERS = 400;
const LEFT_OUT = "[Result left out of the extract]";

export const empty = (): Extract => ({
  requests: [],
  before: new Map(),
  outcomes: [],
  answer: undefined,
  gap: false,
});

/** Whether a step would make this call; the inputs of an extract are cut. */
export function isSameCall(one: Call | undefined, other: Call): boolean {
  return one?.name === other.name && shortInput(one.input) === shortInput(other.input);
}

/** A call that an extract had no room for. */
export function goneOutcome(name: string): Outcome {
  return { call: { name, input: {} }, text: LEFT_OUT, failed: false };
}

/** A call, the result of the first call that has none, the words of an answer, or a gap. */
export function add(extract: Extract, kind: string, text: string): void {
  const { outcomes, gap } = extract;
  const name = /^call (.+)$/.exec(kind)?.[1];
  if (name !== undefined)
    outcomes.push({
      call: callOf(name, text),
      text: undefined,
      failed: false,
      ...(gap && { gap }),
    });
  extract.gap = kind === "gap" || (gap && name === undefined);
  extract.answer = kind === "assistant" ? text : undefined;
  const open = outcomes.filter((outcome) => outcome.text === undefined);
  if (kind === "gap") for (const outcome of open) outcome.text = LEFT_OUT;
  const [first] = open;
  if (first === undefined || !kind.endsWith("result")) return;
  first.text = text;
  first.failed = kind === "error result" || isFailure(undefined, text, first.call);
}

function callOf(name: string, json: string): Call {
  const input = parse(json);
  return { name, input: isFields(input) ? input : {} };
}

/** The value of a JSON text; undefined when it is none. */
export function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** An input whose long texts are cut; the names are what counts. */
export function shortInput(input: Call["input"]): string {
  const short = Object.entries(input).map(([key, value]) => {
    const text = typeof value === "string" ? cut(value, 100, "…") : value;
    return [key, JSON.stringify(text).length > INPUT_LETTERS ? "…" : text];
  });
  const text = escaped(Object.fromEntries(short));
  return text.length > INPUT_LETTERS ? "{}" : text;
}

/** No tag can begin in it, and no line end of any kind. */
export function escaped(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

export function cut(text: string, most: number, end: string): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}${end}`;
}
