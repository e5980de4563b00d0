// s20 · session/transcript – the lines of a file, checked: what is in it may be torn, of another version, or forged.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import type { Kept } from "../../shared/keptSessions.ts";
import { readLines } from "../../shared/lineFile.ts";
import { isMessage, isPaired, isResult } from "../../shared/messageForm.ts";
import { type Conversation, conversationOf, type Line } from "./core.ts";

const common = {
  /** The lines before it. */
  n: z.int().nonnegative(),
  time: z.iso.datetime(),
};
/** What is in a file of a session: the lines of the core, with their place and time, after one that names the folder. */
const line = z.discriminatedUnion("type", [
  z.object({ ...common, type: z.literal("session"), folder: z.string() }),
  z.object({
    ...common,
    type: z.literal("messages"),
    from: z.int().nonnegative(),
    messages: z.array(z.custom<Anthropic.MessageParam>(isMessage)),
  }),
  z.object({ ...common, type: z.literal("begun"), call: z.string() }),
  z.object({
    ...common,
    type: z.literal("ended"),
    result: z.custom<Anthropic.ToolResultBlockParam>(isResult),
  }),
]);
export type Numbered = z.infer<typeof line>;

/** What was read. */
export interface Transcript extends Kept, Conversation {
  /** How many lines there are. */
  lines: number;
}

/** Reads the lines of a session. Throws an Error that begins with "it" when they are no conversation. */
export function readTranscript(text: string): Transcript {
  const { lines, isTorn } = readLines(text, line);
  const [first] = lines;
  if (first?.type !== "session") throw new Error("it does not begin as a session does.");
  const whole = inOrder(lines);
  const own = whole.filter((one) => one.type !== "session");
  checkPlaces(own);
  const conversation = conversationOf(own);
  const { messages } = conversation;
  if (messages[0]?.role === "assistant") throw new Error("it does not begin with a prompt.");
  if (!isPaired(messages)) throw new Error("its tool calls and results do not belong together.");
  return { ...conversation, folder: first.folder, lines: whole.length, isTorn };
}

/** The lines by their numbers. One that could be written only at the second attempt may be there twice. */
function inOrder(lines: Numbered[]): Numbered[] {
  const whole: Numbered[] = [];
  for (const one of lines) {
    if (one.n !== whole.length && one.n !== whole.length - 1)
      throw new Error(`its line ${one.n} has no place: a line before it is missing, or was added.`);
    whole[one.n] = one;
  }
  return whole;
}

/** No line may begin after the end of what is there. */
function checkPlaces(lines: Line[]): void {
  let length = 0;
  for (const one of lines) {
    if (one.type !== "messages") continue;
    if (one.from > length) throw new Error(`it has no message ${length}.`);
    length = one.from + one.messages.length;
  }
}
