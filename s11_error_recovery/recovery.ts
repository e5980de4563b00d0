// s11 · recovery – the call of the model, and what can be done when it fails.
import type Anthropic from "@anthropic-ai/sdk";
import { type AskModel, askModel as askOnce } from "../shared/askModel.ts";
import { configure, MODEL } from "../shared/client.ts";
import { clock } from "../shared/clock.ts";
import { describeError } from "../shared/errors.ts";
import { withoutBlankText } from "../shared/messages.ts";
import { note } from "../shared/terminal.ts";
import { callOnce, watched } from "./attempt.ts";
import { delayBefore, isTooLong, isUnknown, readFailure, triesFor } from "./failure.ts";
import type { ToolContext } from "./tools.ts";

const MAX_TRIES = 10;
const SIDE_TRIES = 3;
const OVERLOADS = 3;
const USUAL_TOKENS = 8000;
const MORE_TOKENS = 64_000;
const MAX_CONTINUATIONS = 3;
const GO_ON =
  "Your reply was cut off by its limit. Go on exactly where it stopped, and repeat nothing.";

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
    if (model !== fallback) return false;
    warn(`[fallback] ${model} cannot be used; check FALLBACK_MODEL_ID. Back to ${MODEL}`);
    [fallback, isUseless] = [undefined, true];
    return true;
  }

  async function callModel(request: ModelRequest, context: ToolContext) {
    try {
      return await wholeReply(request, context);
    } catch (error) {
      if (!isTooLong(error)) throw error;
      warn("[too long] the request does not fit into the window; making room, then once more");
      const { messages } = request;
      await context.agent.hooks.emit("ContextOverflow", { messages, context });
      return wholeReply(request, context);
    }
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
      if (reply.stop_reason === "model_context_window_exceeded")
        warn("[window] the reply came to the end of the window; it may not be whole");
      if (reply.stop_reason === "refusal") throw new Error(declined(reply));
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

const isCut = (reply: Anthropic.Message) => reply.stop_reason === "max_tokens";

/** A call that is cut is the loop's business: it is answered there, and does not run. */
function goesOn(reply: Anthropic.Message): boolean {
  const hasCall = reply.content.some(({ type }) => type === "tool_use");
  return !hasCall && (reply.stop_reason === "pause_turn" || isCut(reply));
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
    warn(`[max_tokens] that failed, so what there is has to do. ${describeError(error)}`);
    return undefined;
  }
}

function declined({ stop_details: details }: Anthropic.Message): string {
  const why = details?.type === "refusal" && details.explanation ? ` (${details.explanation})` : "";
  return `The model declined to answer this${why}. Nothing of it is kept; say it in another way.`;
}

/** One reply of several parts: text goes on where it stopped. */
function joined(parts: Anthropic.Message[]): Anthropic.Message {
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
