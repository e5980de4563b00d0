// s11 · recovery/refused – what the API has refused does not stay in the history: it would be refused in every later request.
import type Anthropic from "@anthropic-ai/sdk";
import { describeError } from "../../shared/errors.ts";
import { hasResults } from "../../shared/messages.ts";
import { plainly } from "../../shared/plainMessages.ts";
import { note } from "../../shared/terminal.ts";
import { Declined, takeBack } from "./decline.ts";
import { isBroken, isRefused, isTooLong } from "./failure.ts";

type Messages = Anthropic.MessageParam[];
type Ask = (messages: Messages) => Promise<Anthropic.Message>;

/**
 * By history: undefined since a request was taken, and its last reply since one was refused. When the next request is
 * refused, too, with the same last reply, that reply may be the reason. So it may when nothing is known: after --resume.
 */
const refusedAfter = new WeakMap<Messages, Anthropic.MessageParam | undefined>();

/** In which forms the history is sent until one is taken. A form is undefined where it would change nothing. */
const FORMS: { without?: string; of(history: Messages): Messages | undefined }[] = [
  { of: (history) => history },
  { without: "pictures and thinking", of: plainly },
  { without: "the last reply", of: withoutReply },
];

const TOO_LONG = "The request does not fit into the window, even after making room.";
const NOT_KEPT =
  "What it added (your prompt, or the contents of tool results) is not kept; send or read less at once, or ask in another way.";

/**
 * Asks with the history in its forms; the first that is not refused becomes the history. When all are, what came after
 * the last reply is taken back, and the error says so. A request that is too long is left to the caller, unless this is
 * the last attempt.
 */
export async function unlessRefused(
  ask: Ask,
  history: Messages,
  { isLast = false } = {},
): Promise<Anthropic.Message> {
  let refusal: unknown;
  for (const { without, of } of FORMS) {
    const messages = of(history);
    if (messages === undefined) continue;
    if (without !== undefined) tell(refusal, without);
    try {
      const reply = await ask(messages);
      become(history, messages);
      refusedAfter.set(history, undefined);
      return reply;
    } catch (error) {
      const isOver = isTooLong(error) ? !isLast : !(isRefused(error) || isBroken(error));
      if (error instanceof Declined) become(history, messages);
      if (isOver) throw error;
      refusal = error;
    }
  }
  if (!isRefused(refusal)) throw refusal;
  refusedAfter.set(history, lastReply(history));
  takeBack(history);
  const words = isTooLong(refusal) ? TOO_LONG : describeError(refusal);
  throw new Error(`${words} ${NOT_KEPT}`, { cause: refusal });
}

function tell(refusal: unknown, without: string) {
  const words = `${describeError(refusal)} Asking once more without ${without}`;
  note(`[refused] ${words}`, "yellow");
}

function become(history: Messages, messages: Messages) {
  if (messages !== history) history.splice(0, history.length, ...messages);
}

const lastReply = (history: Messages) => history.findLast(({ role }) => role === "assistant");

/** Without the last reply and the results of its calls, if an earlier request may have been refused with it. */
function withoutReply(history: Messages): Messages | undefined {
  const reply = lastReply(history);
  const isSound = refusedAfter.has(history) && refusedAfter.get(history) !== reply;
  if (reply === undefined || isSound) return undefined;
  const at = history.indexOf(reply);
  return history.filter((one, place) => place < at || (one !== reply && !hasResults(one)));
}
