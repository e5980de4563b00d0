// practice/reply · what the practice model says next, and how that becomes a message of the API.
import type Anthropic from "@anthropic-ai/sdk";
import type { Fault } from "./faults.ts";

export type MessageRequest = Anthropic.MessageCreateParams;
export type StopReason = Anthropic.StopReason;
export type Usage = Anthropic.Usage;

/** What the practice model says next: made by the brain or by a script; the handler turns it into JSON or SSE. */
export interface Reply {
  /** Text block before the calls. */
  text?: string;
  /** `tool_use` blocks, in order. An id is made when absent. */
  calls?: { name: string; input: unknown; id?: string }[];
  /** Default: `tool_use` with calls, else `end_turn`. `max_tokens` with calls cuts the last call half-way. */
  stop?: StopReason;
  /** Overrides of the estimated counters. */
  usage?: Partial<Usage>;
  /** Wait before the headers, in ms; ends early when the client gives up. */
  delay_ms?: number;
  fault?: Fault;
}

export type ReplyBlock =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: unknown; caller: { type: "direct" } };

/** A message as it goes over the wire: no `citations: null`, no `container: null`, which some clients refuse. */
export interface ReplyMessage {
  id: string;
  type: "message";
  role: "assistant";
  model: string;
  content: ReplyBlock[];
  stop_reason: StopReason | null;
  stop_sequence: string | null;
  stop_details: Anthropic.RefusalStopDetails | null;
  usage: Usage;
}

/** A new id such as `toolu_01…`: random, because a saved conversation outlives the server that named its calls. */
export const newId = (prefix: "req" | "msg" | "toolu"): string =>
  `${prefix}_01${crypto.randomUUID().replaceAll("-", "").slice(0, 22)}`;

/** The blocks of a reply, and, when its last call is cut, the part of that call's JSON that was still said. */
export function blocksOf(reply: Reply): { content: ReplyBlock[]; cutJson?: string } {
  const content: ReplyBlock[] = [];
  if (reply.text) content.push({ type: "text", text: reply.text });
  for (const call of reply.calls ?? []) {
    const { name, input, id = newId("toolu") } = call;
    content.push({ type: "tool_use", id, name, input, caller: { type: "direct" } });
  }
  const last = content.at(-1);
  if (reply.stop !== "max_tokens" || last?.type !== "tool_use") return { content };
  const json = JSON.stringify(last.input) ?? "{}";
  const cutJson = json.slice(0, Math.floor(json.length / 2));
  last.input = wholeEntries(last.input, cutJson);
  return { content, cutJson };
}

/** Why the message ends: as the reply says, else by what it contains. */
export const stopOf = (reply: Reply): StopReason =>
  reply.stop ?? (reply.calls?.length ? "tool_use" : "end_turn");

/** `stop_details` go with a refusal and are null otherwise. */
export const stopDetailsOf = (stop: StopReason): Anthropic.RefusalStopDetails | null =>
  stop === "refusal" ? { type: "refusal", category: null, explanation: null } : null;

function wholeEntries(input: unknown, cutJson: string): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  if (typeof input !== "object" || input === null) return whole;
  for (const [key, value] of Object.entries(input)) {
    const upToHere = JSON.stringify({ ...whole, [key]: value }).slice(0, -1);
    if (upToHere.length > cutJson.length) break;
    whole[key] = value;
  }
  return whole;
}
