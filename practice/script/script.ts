// practice/script/script · a model that replies as a file or a test says.
import { smallestValue } from "../json/schema.ts";
import type { MessageRequest, Reply } from "../protocol/reply.ts";

export { parseScript } from "./scriptFile.ts";

/**
 * A reply; `for` starts the script of another conversation, whose first user text contains these words, and `times`
 * says how many conversations this script may serve, each from its beginning: 1 unless given.
 */
export interface ScriptReply extends Reply {
  for?: string;
  times?: number;
}

export interface Script {
  version: 1;
  replies: ScriptReply[];
  /** Answers to side questions, by the name after `side:` in `metadata.user_id`. */
  side?: Record<string, Reply>;
}

export interface ScriptedModel {
  /** Must not throw: a conversation without a reply left is answered with the fault invalid_request. */
  reply(body: MessageRequest): Reply;
  /** The replies not given yet, in the order of the script. */
  unused(): ScriptReply[];
  /** The last user text of each conversation request that found no reply left. */
  exhausted(): string[];
}

/**
 * Answers conversations in order, each from its own script. A conversation is known by its first message;
 * a new one takes the first unused script that is `for` it. Side questions use up no reply. With `goesOn`, a new
 * conversation without a script goes on with that of the first one: the agent has dropped a prompt that failed.
 */
export function createScript(script: Script, { goesOn = false } = {}): ScriptedModel {
  const replies = script.replies.map((reply) => ({ ...reply }));
  const given = new Set<ScriptReply>();
  const waiting = split(replies).flatMap((own) =>
    Array.from({ length: own[0]?.times ?? 1 }, () => [...own]),
  );
  const conversations = new Map<string, ScriptReply[]>();
  const exhausted: string[] = [];

  function scriptFor(body: MessageRequest): ScriptReply[] {
    const key = firstMessage(body);
    const known = conversations.get(key);
    if (known && (known.length > 0 || !isBeginning(body))) return known;
    const first = textOf(body.messages[0]);
    const index = waiting.findIndex(([reply]) => first.includes(reply?.for ?? ""));
    const [oldest = []] = goesOn ? conversations.values() : [];
    const taken = index < 0 ? (known ?? oldest) : waiting.splice(index, 1).flat();
    conversations.set(key, taken);
    return taken;
  }

  return {
    reply(body) {
      const side = body.metadata?.user_id?.match(/^side:(.*)$/s)?.[1];
      if (side !== undefined) return script.side?.[side] ?? smallestReply(body);
      const next = scriptFor(body).shift();
      if (next) {
        given.add(next);
        return next;
      }
      const last = lastUserText(body);
      exhausted.push(last);
      const message = `The script has no reply left for this conversation. Last user text: "${last}"`;
      return { fault: { kind: "invalid_request", message } };
    },
    unused: () => replies.filter((reply) => !given.has(reply)),
    exhausted: () => [...exhausted],
  };
}

function split(replies: ScriptReply[]): ScriptReply[][] {
  const scripts: ScriptReply[][] = [];
  for (const reply of replies) {
    const current = scripts.at(-1);
    if (current && reply.for === undefined) current.push(reply);
    else scripts.push([reply]);
  }
  return scripts;
}

/** Whether nothing was replied yet: a conversation with the same words as one that has ended begins so. */
const isBeginning = ({ messages }: MessageRequest): boolean =>
  messages.every(({ role }) => role !== "assistant");

function smallestReply(body: MessageRequest): Reply {
  const format = body.output_config?.format;
  return { text: format ? JSON.stringify(smallestValue(format.schema)) : "ok" };
}

/** Canonical: a string is one text block, and cache marks, which move from request to request, do not count. */
function firstMessage(body: MessageRequest): string {
  const first = body.messages[0];
  const content =
    typeof first?.content === "string" ? [{ type: "text", text: first.content }] : first?.content;
  return JSON.stringify([first?.role, content], (key, value) =>
    key === "cache_control" ? undefined : value,
  );
}

type Message = MessageRequest["messages"][number];

function textOf(message: Message | undefined): string {
  if (!message) return "";
  if (typeof message.content === "string") return message.content;
  return message.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

function lastUserText(body: MessageRequest): string {
  const said = body.messages.filter((message) => message.role === "user").map(textOf);
  return said.findLast((text) => text.trim() !== "") ?? "";
}
