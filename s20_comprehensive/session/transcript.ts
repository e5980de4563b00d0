// s20 · session/transcript – a conversation as lines that are only ever added. Each names the line before it.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { blocksOf } from "../../shared/messages.ts";

type Message = Anthropic.MessageParam;
type Result = Anthropic.ToolResultBlockParam;

const common = {
  id: z.string().regex(/^[0-9a-f]{12}$/),
  /** The line before it. Null for the first line. */
  parent: z.string().nullable(),
  time: z.iso.datetime(),
};
/** What is in a file of a session. `back` stands for nothing: it only says where the conversation goes on. */
const line = z.discriminatedUnion("type", [
  z.object({ ...common, type: z.literal("session"), folder: z.string() }),
  z.object({ ...common, type: z.literal("message"), message: z.custom<Message>(isMessage) }),
  z.object({ ...common, type: z.literal("begun"), call: z.string() }),
  z.object({ ...common, type: z.literal("ended"), result: z.custom<Result>(isResult) }),
  z.object({ ...common, type: z.literal("back") }),
]);
export type Line = z.infer<typeof line>;

type Without<Each, Key extends keyof Line> = Each extends Line ? Omit<Each, Key> : never;
/** A line as it is made, before it has its place. */
export type Draft = Without<Line, "id" | "parent" | "time">;

/** What was read from a file. */
export interface Transcript {
  /** The folder that the conversation is about. */
  folder: string;
  /** The lines from the first one to the newest one, each the parent of the next. */
  path: Line[];
  messages: Message[];
  /** True when the last line was not written to its end. */
  isTorn: boolean;
}

/**
 * Reads the lines of a session. Lines that cannot be read are left out, because a crash or a full disk may have torn
 * them. Throws an Error that begins with "it" when what is left is no conversation.
 */
export function readTranscript(text: string): Transcript {
  const texts = text.split("\n");
  const isTorn = texts.pop() !== "";
  const lines = texts.flatMap(parsed);
  const [first] = lines;
  if (first?.type !== "session") throw new Error("it does not begin as a session does.");
  const path = pathTo(lines);
  const messages = messagesOf(path);
  if (!isPaired(messages)) throw new Error("its tool calls and results do not belong together.");
  return { folder: first.folder, path, messages, isTorn };
}

function parsed(text: string): Line[] {
  try {
    return [line.parse(JSON.parse(text))];
  } catch {
    return []; // a line that follows it names it as its parent, and that is found
  }
}

/** Only a line further up can be a parent, so the path has an end. */
function pathTo(lines: Line[]): Line[] {
  const paths = new Map<string, { line: Line; before: string | null }>();
  for (const one of lines) {
    const isRoot = one.parent === null && one.type === "session";
    if (paths.has(one.id) || !(isRoot || paths.has(one.parent ?? "")))
      throw new Error(`its line ${one.id} has no place in the conversation.`);
    paths.set(one.id, { line: one, before: one.parent });
  }
  const path: Line[] = [];
  for (let at = paths.get(lines.at(-1)?.id ?? ""); at; at = paths.get(at.before ?? ""))
    path.push(at.line);
  return path.reverse();
}

export const messagesOf = (path: Line[]): Message[] =>
  path.flatMap((one) => (one.type === "message" ? [one.message] : []));

/** The calls of a message. */
export function callsIn(message: Message | undefined): Anthropic.ToolUseBlockParam[] {
  if (message === undefined) return [];
  return blocksOf(message).flatMap((block) => (block.type === "tool_use" ? [block] : []));
}

/** True when each call but those of the last message has its result in the next message, and no result is without its call. */
function isPaired(messages: Message[]): boolean {
  let open = "";
  for (const message of messages) {
    const results = blocksOf(message).flatMap((block) =>
      isResult(block) ? block.tool_use_id : [],
    );
    if (open !== results.sort().join(" ")) return false;
    const calls = callsIn(message).map(({ id }) => id);
    open = calls.sort().join(" ");
  }
  return true;
}

const LOST =
  "It is not known whether this call has run: the program ended in it. Look at what it may have done before you call it again.";
const NOT_RUN = "The program ended before this call, so it did not run.";

/** A result for each call that the last message has left open: the real one where it is known. Undefined when there is none. */
export function answerTo({ messages, path }: Transcript): Message | undefined {
  const calls = callsIn(messages.at(-1));
  if (calls.length === 0) return undefined;
  const since = path.slice(path.findLastIndex(({ type }) => type === "message"));
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
  return { role: "user", content: calls.map(({ id }) => ended.get(id) ?? unknown(id)) };
}

/** A file is not trusted: a hand, another program or a git pull may have changed it. */
function isMessage(value: unknown): value is Message {
  if (!isObject(value) || (value.role !== "user" && value.role !== "assistant")) return false;
  const { content } = value;
  if (typeof content === "string") return content !== "";
  return Array.isArray(content) && content.length > 0 && content.every(isBlock);
}

function isBlock(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value.type === "text") return typeof value.text === "string";
  if (value.type === "tool_use")
    return typeof value.id === "string" && typeof value.name === "string" && isObject(value.input);
  if (value.type === "tool_result") return isResult(value);
  return typeof value.type === "string";
}

function isResult(value: unknown): value is Result {
  return (
    isObject(value) &&
    value.type === "tool_result" &&
    typeof value.tool_use_id === "string" &&
    ["string", "object", "undefined"].includes(typeof value.content)
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
