// s11 · recovery/reply – a reply that was cut off is asked for again with a higher limit, and then continued.
import type Anthropic from "@anthropic-ai/sdk";
import { describeError } from "../../shared/errors.ts";
import { withoutBlankText } from "../../shared/messages.ts";
import { note } from "../../shared/terminal.ts";
import { throwIfDeclined } from "./decline.ts";

const USUAL_TOKENS = 8000;
const MORE_TOKENS = 64_000;
const MAX_CONTINUATIONS = 3;
const GO_ON =
  "Your reply reached its limit and was cut off. Continue exactly where it stopped, and repeat nothing.";

type Messages = Anthropic.MessageParam[];

/** Asks the model for the next part of the reply. */
export type AskForPart = (messages: Messages, maxTokens: number) => Promise<Anthropic.Message>;

/**
 * A whole reply to `history`, of up to four parts. The history itself does not change, unless the model declines.
 * Throws what the first call throws. When a later one fails, what has arrived is the reply.
 */
export async function wholeReply(
  ask: AskForPart,
  history: Messages,
  signal: AbortSignal,
): Promise<Anthropic.Message> {
  const messages = [...history];
  const parts: Anthropic.Message[] = [];
  let part: Anthropic.Message | undefined = await firstPart(ask, messages, signal);
  while (part !== undefined) {
    throwIfDeclined(part, history);
    parts.push(part);
    const content = withoutBlankText(part.content);
    if (!goesOn(part) || content.length === 0) break;
    if (parts.length > MAX_CONTINUATIONS) {
      warn("[max_tokens] still not complete; the reply is kept as it is");
      break;
    }
    messages.push({ role: "assistant", content });
    part = isCut(part)
      ? await continuation(ask, messages, parts.length, signal)
      : await orNothing(ask(messages, USUAL_TOKENS), signal); // the API paused: it continues when it gets back the part it sent
  }
  return joined(parts);
}

/** A part that is cut off at the usual limit is thrown away, and asked for once more with a higher limit. */
async function firstPart(ask: AskForPart, messages: Messages, signal: AbortSignal) {
  const part = await ask(messages, USUAL_TOKENS);
  if (!isCut(part)) return part;
  warn(`[max_tokens] cut off at ${USUAL_TOKENS} tokens; asked again with ${MORE_TOKENS}`);
  return (await orNothing(ask(messages, MORE_TOKENS), signal)) ?? part;
}

async function continuation(
  ask: AskForPart,
  messages: Messages,
  count: number,
  signal: AbortSignal,
) {
  warn(`[max_tokens] still cut off; continuation ${count}/${MAX_CONTINUATIONS}`);
  messages.push({ role: "user", content: GO_ON });
  return orNothing(ask(messages, USUAL_TOKENS), signal);
}

/** The reply, or undefined when the call failed: then the parts that have arrived must be enough. */
export async function orNothing(
  call: Promise<Anthropic.Message>,
  signal: AbortSignal,
): Promise<Anthropic.Message | undefined> {
  try {
    return await call;
  } catch (error) {
    if (signal.aborted) throw error;
    warn(
      `[cut off] asking again failed, so the part that has arrived is used. ${describeError(error)}`,
    );
    return undefined;
  }
}

const warn = (text: string) => note(text, "yellow");

/** True for a reply that max_tokens cut off. */
const isCut = (reply: Anthropic.Message) => reply.stop_reason === "max_tokens";

/** A reply with a tool call that was cut off is not continued: the loop answers the call without running it. */
function goesOn(reply: Anthropic.Message): boolean {
  const hasCall = reply.content.some(({ type }) => type === "tool_use");
  return !hasCall && (reply.stop_reason === "pause_turn" || isCut(reply));
}

/** Joins several parts to one reply. A text that was cut off and its continuation become one text. */
export function joined(parts: Anthropic.Message[]): Anthropic.Message {
  const content: Anthropic.ContentBlock[] = [];
  for (const block of parts.flatMap((part) => part.content)) {
    const last = content.at(-1);
    if (last?.type === "text" && block.type === "text")
      content[content.length - 1] = { ...last, text: last.text + block.text };
    else content.push(block);
  }
  const last = parts.at(-1);
  if (last === undefined) throw new Error("A reply has at least one part.");
  return { ...last, content };
}
