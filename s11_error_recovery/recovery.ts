// s11 · recovery – the call of the model, and what can be done when it fails.
import type Anthropic from "@anthropic-ai/sdk";
import { type AskModel, askModel as askOnce } from "../shared/askModel.ts";
import { configure, MODEL } from "../shared/client.ts";
import { clock } from "../shared/clock.ts";
import { describeError } from "../shared/errors.ts";
import { withoutBlankText } from "../shared/messages.ts";
import { note } from "../shared/terminal.ts";
import { callOnce, watched } from "./attempt.ts";
import {
  delayBefore,
  goesOn,
  isCut,
  isTooLong,
  isUnknown,
  joined,
  readFailure,
  takeBack,
  throwIfDeclined,
  triesFor,
} from "./failure.ts";
import type { ToolContext } from "./tools.ts";

const MAX_TRIES = 10;
const SIDE_TRIES = 3;
const OVERLOADS = 3;
const USUAL_TOKENS = 8000;
const MORE_TOKENS = 64_000;
const MAX_CONTINUATIONS = 3;
const GO_ON =
  "Your reply was cut off by its limit. Go on exactly where it stopped, and repeat nothing.";
const TOO_LONG =
  "The request does not fit into the window, even with room made for it. It is not kept; send less of it at once.";

/** How long a call is tried, and who hears of it. */
interface Patience {
  maxTries: number;
  tell(text: string): void;
}

const warn = (text: string) => note(text, "yellow");

/** What is asked; `messages` is the history itself, in which room may have to be made. */
export interface ModelRequest {
  system: Anthropic.TextBlockParam[];
  messages: Anthropic.MessageParam[];
  tools: Anthropic.Tool[];
}

export interface Recovery {
  /** A whole reply. Throws what cannot be repaired, and an abort; the history is as it was then. */
  callModel(request: ModelRequest, context: ToolContext): Promise<Anthropic.Message>;
  /** The same care for a question beside the conversation, with less patience. */
  askModel: AskModel;
}

/** One for all agents of a session: a model that is overloaded is overloaded for everybody. */
export function createRecovery(): Recovery {
  let fallback: string | undefined;
  let isUseless = false;

  /** Runs a call until it succeeds. The model is read for each try, since it may have changed. */
  async function withRetries<Result>(
    run: (model: string) => Promise<Result>,
    { maxTries, tell }: Patience,
    signal: AbortSignal,
  ): Promise<Result> {
    let overloads = 0;
    for (let tried = 1; ; tried++) {
      const model = fallback ?? MODEL;
      try {
        return await run(model);
      } catch (error) {
        if (signal.aborted) throw error;
        if (isUnknown(error) && stepBack(model)) continue;
        const failure = readFailure(error);
        if (failure === undefined) throw error;
        overloads = failure.isOverload ? overloads + 1 : 0;
        if (overloads >= OVERLOADS) stepIn();
        if ((fallback ?? MODEL) !== model) continue; // another agent may have found it out, too
        const tries = Math.min(maxTries, triesFor(error));
        if (tried >= tries) throw error;
        const wait = failure.wait ?? delayBefore(tried);
        const seconds = (wait / 1000).toFixed(1);
        tell(`[retry ${tried}/${tries - 1}] ${failure.reason}; again in ${seconds} s`);
        await clock.sleep(wait, signal);
      }
    }
  }

  /** Another model takes over, from now on, if there is one. */
  function stepIn() {
    const { fallback: other, model } = configure();
    if (other === undefined || other === model || fallback !== undefined || isUseless) return;
    warn(`[fallback] ${MODEL} is overloaded; ${other} answers for the rest of this session`);
    fallback = other;
  }

  /** True when it was the other model that nobody knows, and so the first one is asked again. */
  function stepBack(model: string): boolean {
    if (model === MODEL) return false;
    if (model !== fallback) return true; // another agent has found it out
    warn(`[fallback] ${model} cannot be used; check FALLBACK_MODEL_ID. Back to ${MODEL}`);
    [fallback, isUseless] = [undefined, true];
    return true;
  }

  async function callModel(request: ModelRequest, context: ToolContext) {
    const { messages } = request;
    const reply = await orTooLong(wholeReply(request, context));
    if (reply && reply.stop_reason !== "model_context_window_exceeded") return reply;
    const what = reply === undefined ? "[too long] the request does" : "[window] the reply does";
    warn(`${what} not fit into the window; making room, then once more`);
    await context.agent.hooks.emit("ContextOverflow", { messages, context });
    const copy = { ...request, messages: [...messages] }; // a refusal takes nothing away from a reply
    const again = await (reply === undefined
      ? orTooLong(wholeReply(request, context))
      : orNothing(wholeReply(copy, context), context.signal));
    const whole = again ?? reply;
    if (whole !== undefined) return whole;
    takeBack(messages); // else every later request would be too long with it
    throw new Error(TOO_LONG);
  }

  /** A reply that was cut is asked for once more with a higher limit; then it is continued. */
  async function wholeReply(request: ModelRequest, { agent, signal }: ToolContext) {
    const messages = [...request.messages]; // continuations are not the history's business
    const parts: Anthropic.Message[] = [];
    const ask = (max_tokens: number) =>
      withRetries(
        (model) => callOnce({ ...request, messages, model, max_tokens }, agent, signal),
        { maxTries: MAX_TRIES, tell: warn },
        signal,
      );
    let reply: Anthropic.Message = await ask(USUAL_TOKENS);
    if (isCut(reply)) {
      warn(`[max_tokens] cut off at ${USUAL_TOKENS} tokens; asked again with ${MORE_TOKENS}`);
      reply = (await orNothing(ask(MORE_TOKENS), signal)) ?? reply;
    }
    for (let continued = 1; ; continued++) {
      throwIfDeclined(reply, request.messages);
      parts.push(reply);
      const content = withoutBlankText(reply.content);
      if (!goesOn(reply) || content.length === 0) return joined(parts);
      if (continued > MAX_CONTINUATIONS) {
        warn("[max_tokens] still not at its end; it stays as it is");
        return joined(parts);
      }
      messages.push({ role: "assistant", content });
      if (!isCut(reply)) {
        reply = await ask(USUAL_TOKENS);
        continue;
      }
      warn(`[max_tokens] still cut off; continuation ${continued}/${MAX_CONTINUATIONS}`);
      messages.push({ role: "user", content: GO_ON });
      const next = await orNothing(ask(USUAL_TOKENS), signal);
      if (next === undefined) return joined(parts);
      reply = next;
    }
  }

  const askModel: AskModel = (question, signal) =>
    withRetries(
      (model) =>
        watched(signal, (watch, onEvent) =>
          askOnce(question, watch, { model, maxRetries: 0, onEvent }),
        ),
      { maxTries: SIDE_TRIES, tell: () => {} }, // somebody may be typing
      signal,
    );

  return { callModel, askModel };
}

/** The reply, or nothing when there is no room for the request. */
async function orTooLong(call: Promise<Anthropic.Message>): Promise<Anthropic.Message | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isTooLong(error)) return undefined;
    throw error;
  }
}

/** A failure in asking for more takes nothing away from what is there. */
async function orNothing(
  call: Promise<Anthropic.Message>,
  signal: AbortSignal,
): Promise<Anthropic.Message | undefined> {
  try {
    return await call;
  } catch (error) {
    if (signal.aborted) throw error;
    warn(`[cut off] that failed, so what there is has to do. ${describeError(error)}`);
    return undefined;
  }
}
