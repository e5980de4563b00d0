// s20 · session/transcript – a conversation as lines that are only ever added. Each names the line before it.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import type { Kept } from "../../shared/keptSessions.ts";
import { readLines } from "../../shared/lineFile.ts";
import { callsIn, isMessage, isPaired, isResult } from "../../shared/messageForm.ts";

type Message = Anthropic.MessageParam;
type Result = Anthropic.ToolResultBlockParam;

const common = {
  id: z.string().regex(/^[0-9a-f]{12}$/),
  /** The line before it. Null for the first line. */
  parent: z.string().nullable(),
  time: z.iso.datetime(),
};
/** What is in a file of a session. The messages of a line count together, or not at all: a torn line is left out. */
const line = z.discriminatedUnion("type", [
  z.object({ ...common, type: z.literal("session"), folder: z.string() }),
  z.object({
    ...common,
    type: z.literal("messages"),
    messages: z.array(z.custom<Message>(isMessage)),
  }),
  z.object({ ...common, type: z.literal("begun"), call: z.string() }),
  z.object({ ...common, type: z.literal("ended"), result: z.custom<Result>(isResult) }),
]);
export type Line = z.infer<typeof line>;

type Without<Each, Key extends keyof Line> = Each extends Line ? Omit<Each, Key> : never;
/** A line as it is made, before it has its place. */
export type Draft = Without<Line, "id" | "parent" | "time">;

/** What was read: the lines from the first one to the newest one, each the parent of the next. */
export interface Transcript extends Kept {
  path: Line[];
}

/** Reads the lines of a session. Throws an Error that begins with "it" when they are no conversation. */
export function readTranscript(text: string): Transcript {
  const { lines, isTorn } = readLines(text, line);
  const [first] = lines;
  if (first?.type !== "session") throw new Error("it does not begin as a session does.");
  const path = pathTo(lines);
  const messages = path.flatMap((one) => (one.type === "messages" ? one.messages : []));
  if (!isPaired(messages)) throw new Error("its tool calls and results do not belong together.");
  return { folder: first.folder, path, messages, isTorn };
}

/** Only a line further up can be a parent, so the path has an end. */
function pathTo(lines: Line[]): Line[] {
  const places = new Map<string, Line>();
  for (const one of lines) {
    const isRoot = one.parent === null && one.type === "session";
    if (places.has(one.id) || !(isRoot || places.has(one.parent ?? "")))
      throw new Error(
        `its line ${one.id} has no place in the conversation: a line before it is missing.`,
      );
    places.set(one.id, one);
  }
  const path: Line[] = [];
  for (let at = lines.at(-1); at; at = places.get(at.parent ?? "")) path.push(at);
  return path.reverse();
}

const LOST =
  "It is not known whether this call has run: the program ended during the call, and its command may still be running. Look at what it may have done before you call it again.";
const NOT_RUN = "By the record, the program ended before this call, so it did not run.";

/** The message with a result for each call that the last message has left open: the real one where it is known. */
export function answersTo({ messages, path }: Transcript): Message[] {
  const calls = callsIn(messages.at(-1));
  if (calls.length === 0) return [];
  const since = path.slice(path.findLastIndex(({ type }) => type === "messages"));
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
