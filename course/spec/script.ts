// course/spec/script · the words a spec writes the model's replies with.
import type { FaultKind } from "../../practice/faults/faults.ts";
import type { MessageRequest, Reply } from "../../practice/protocol/reply.ts";

/** A reply of the scripted model. */
export interface SpecReply extends Reply {
  /** Starts a script of its own, for the conversation whose first message contains this. */
  for?: string;
  /** May stay unused. */
  atMost?: true;
  /** The model calls, on purpose, what the agent does not offer. */
  isMistaken?: true;
}

/** The replies of a spec, in order; or, where their number is open, what to reply to a request of the conversation. */
export type SpecScript =
  | readonly (SpecReply | readonly SpecReply[])[]
  | ((request: MessageRequest) => SpecReply | Promise<SpecReply>);

type Call = readonly [name: string, input: unknown];

/** The model says this and calls nothing. */
export const says = (text: string): SpecReply => ({ text });

/** The model calls a tool, or several at once: `calls("bash", {…})`, `calls(["bash", {…}], ["glob", {…}])`. */
export function calls(name: string, input: unknown): SpecReply;
export function calls(...list: Call[]): SpecReply;
export function calls(...list: [string, unknown] | Call[]): SpecReply {
  const pairs: readonly Call[] = isOne(list) ? [list] : list;
  return { calls: pairs.map(([name, input]) => ({ name, input })) };
}

const isOne = (list: [string, unknown] | Call[]): list is [string, unknown] =>
  typeof list[0] === "string";

/** A reply that ends at max_tokens: in the middle of a call, or after some text. */
export function cut(text: string): SpecReply;
export function cut(name: string, input: unknown): SpecReply;
export function cut(first: string, input?: unknown): SpecReply {
  const reply = input === undefined ? says(first) : calls(first, input);
  return { ...reply, stop: "max_tokens" };
}

/** The model calls a tool that there is not, or an input that is wrong: the promise is about just that. */
export const mistaken = (reply: SpecReply): SpecReply => ({ ...reply, isMistaken: true });

/** The request fails in this way; what the agent sends next takes the next reply. */
export const fault = (
  kind: FaultKind,
  options: Omit<NonNullable<Reply["fault"]>, "kind"> = {},
): SpecReply => ({ fault: { kind, ...options } });

/** The replies of another conversation (a subagent's): the one whose first message contains `text`. */
export function conversation(text: string, ...replies: SpecReply[]): SpecReply[] {
  return replies.map((reply, index) => (index === 0 ? { ...reply, for: text } : reply));
}

/** Replies that may stay unused. */
export const atMost = (...replies: SpecReply[]): SpecReply[] =>
  replies.map((reply) => ({ ...reply, atMost: true }));
