// practice/protocol/reply · what the practice model says next, and how that becomes a message of the API.
import type Anthropic from "@anthropic-ai/sdk";
import type { Fault } from "../faults/faults.ts";

export type MessageRequest = Anthropic.MessageCreateParams;
export type StopReason = Anthropic.StopReason;
export type Usage = Anthropic.Usage;
/** The counters as they are sent: counters without a value are left out. */
export type ReplyUsage = Omit<Usage, "server_tool_use" | "inference_geo"> &
  Partial<Pick<Usage, "server_tool_use" | "inference_geo">>;

/** What the practice model says next: made by the brain or by a script; the handler turns it into JSON or SSE. */
export interface Reply {
  /** Thinking block before everything else; left out when the request says `thinking: disabled`. */
  thinking?: string;
  /** Text block before the calls. */
  text?: string;
  /** `tool_use` blocks, in order. An id is made when absent. */
  calls?: { name: string; input: unknown; id?: string }[];
  /** Default: `tool_use` with calls, else `end_turn`. `max_tokens` with calls cuts the last call half-way. */
  stop?: StopReason;
  /** Goes with `stop: "refusal"`. */
  refusal?: Partial<Omit<Anthropic.RefusalStopDetails, "type">>;
  /** Overrides of the estimated counters. */
  usage?: Partial<Usage>;
  /** Wait before the headers, in ms; ends early when the client gives up. */
  delay_ms?: number;
  fault?: Fault;
}

interface ToolCall {
  id: string;
  name: string;
  input: unknown;
  caller: { type: "direct" };
}

export type ReplyBlock =
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "text"; text: string }
  | ({ type: "tool_use" } & ToolCall)
  | ({ type: "server_tool_use" } & ToolCall);

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
  usage: ReplyUsage;
  /** Only when the request asked for it. */
  diagnostics?: Anthropic.Messages.Diagnostics;
}

/** A new id such as `toolu_01…`: random, because a saved conversation outlives the server that named its calls. */
export const newId = (prefix: "req" | "msg" | "toolu" | "srvtoolu"): string =>
  `${prefix}_01${crypto.randomUUID().replaceAll("-", "").slice(0, 22)}`;
