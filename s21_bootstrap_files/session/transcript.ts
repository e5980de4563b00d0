// s20 · session/transcript – a conversation as lines that are only ever added.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import type { Kept } from "../../shared/keptSessions.ts";
import { readLines } from "../../shared/lineFile.ts";
import { callsIn, isMessage, isPaired, isResult } from "../../shared/messageForm.ts";

type Message = Anthropic.MessageParam;
type Result = Anthropic.ToolResultBlockParam;

const common = {
  /** The lines before it. */
  n: z.int().nonnegative(),
  time: z.iso.datetime(),
};
/** What is in a file of a session. The messages of a line count together, or not at all: a torn line is left out. */
const line = z.discriminatedUnion("type", [
  z.object({ ...common, type: z.literal("session"), folder: z.string() }),
  z.object({
    ...common,
    type: z.literal("messages"),
    /** The messages from this one on, counted from 0, are replaced by those of the line. */
    from: z.int().nonnegative(),
    messages: z.array(z.custom<Message>(isMessage)),
  }),
  z.object({ ...common, type: z.literal("begun"), call: z.string() }),
  z.object({ ...common, type: z.literal("ended"), result: z.custom<Result>(isResult) }),
]);
export type Line = z.infer<typeof line>;

type Without<Each, Key extends keyof Line> = Each extends Line ? Omit<Each, Key> : never;
/** A line as it is made, before it has its place. */
export type Draft = Without<Line, "n" | "time">;

/** What was read. */
export interface Transcript extends Kept {
  /** How many lines there are. */
  lines: number;
  /** The lines after the last one with messages: what became of its calls. */
  since: Line[];
}

/** Reads the lines of a session. Throws an Error that begins with "it" when they are no conversation. */
export function readTranscript(text: string): Transcript {
  const { lines, isTorn } = readLines(text, line);
  const [first] = lines;
  if (first?.type !== "session") throw new Error("it does not begin as a session does.");
  const whole = inOrder(lines);
  const messages: Message[] = [];
  for (const one of whole) {
    if (one.type !== "messages") continue;
    if (one.from > messages.length) throw new Error(`it has no message ${messages.length}.`);
    messages.splice(one.from, Number.POSITIVE_INFINITY, ...one.messages);
  }
  if (messages[0]?.role === "assistant") throw new Error("it does not begin with a prompt.");
  if (!isPaired(messages)) throw new Error("its tool calls and results do not belong together.");
  const since = whole.slice(whole.findLastIndex(({ type }) => type === "messages") + 1);
  return { folder: first.folder, lines: whole.length, messages, since, isTorn };
}

/** The lines by their numbers. One that could be written only at the second attempt may be there twice. */
function inOrder(lines: Line[]): Line[] {
  const whole: Line[] = [];
  for (const one of lines) {
    if (one.n !== whole.length && one.n !== whole.length - 1)
      throw new Error(`its line ${one.n} has no place: a line before it is missing, or was added.`);
    whole[one.n] = one;
  }
  return whole;
}

const LOST =
  "It is not known whether this call has run: the program ended during the call, and its command may still be running. Look at what it may have done before you call it again.";
const NOT_RUN = "By the record, the program ended before this call, so it did not run.";

/** The message with a result for each call that the last message has left open: the real one where it is known. */
export function answersTo({ messages, since }: Transcript): Message[] {
  const calls = callsIn(messages.at(-1));
  if (calls.length === 0) return [];
  const begun = new Set(since.map((one) => one.type === "begun" && one.call));
  const ended = new Map(
    since.flatMap((one) => (one.type === "ended" ? [[one.result.tool_use_id, one.result]] : [])),
  );
  const unknown = (id: string): Result => ({
    type: "tool_result",
    tool_use_id: id,
    content: begun.has(id) ? LOST : NOT_RUN,
    is_error: true,
  });
  return [{ role: "user", content: calls.map(({ id }) => ended.get(id) ?? unknown(id)) }];
}
