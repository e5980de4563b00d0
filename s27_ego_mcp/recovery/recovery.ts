// s11 · recovery – the model call, and what the agent does when it fails.
import type Anthropic from "@anthropic-ai/sdk";
import { type AskModel, askModel as askOnce } from "../../shared/askModel.ts";
import { note } from "../../shared/terminal.ts";
import type { ToolContext } from "../tools.ts";
import { callOnce, watched } from "./attempt.ts";
import { isTooLong } from "./failure.ts";
import { unlessRefused } from "./refused.ts";
import { orNothing, wholeReply } from "./reply.ts";
import { type Choice, withRetries } from "./retry.ts";

const MAX_TRIES = 10;
const SIDE_TRIES = 3;

const warn = (text: string) => note(text, "yellow");

/** What the loop sends. `messages` is the history itself, not a copy, because room may have to be made in it. */
export interface ModelRequest {
  system: Anthropic.TextBlockParam[];
  messages: Anthropic.MessageParam[];
  tools: Anthropic.Tool[];
}

export interface Recovery {
  /** Gives a whole reply. Throws when a failure cannot be repaired, and when the call is aborted. */
  callModel(request: ModelRequest, context: ToolContext): Promise<Anthropic.Message>;
  /** The same, with fewer tries, for a question that is not part of the conversation. */
  askModel: AskModel;
}

/** All agents of a session share one. */
export function createRecovery(): Recovery {
  const choice: Choice = { fallback: undefined, isUseless: false };
  return {
    callModel: (request, context) => callModel(choice, request, context),
    askModel: (question, signal) =>
      withRetries(
        choice,
        (model) =>
          watched(signal, (watch, onEvent) =>
            askOnce(question, watch, { model, maxRetries: 0, onEvent }),
          ),
        SIDE_TRIES,
        signal,
      ),
  };
}

/** When the request or the reply does not fit into the window, room is made, and the model is called once more. */
async function callModel(choice: Choice, request: ModelRequest, context: ToolContext) {
  const { messages } = request;
  const reply = await unlessTooLong(askForWhole(choice, request, context));
  if (reply && reply.stop_reason !== "model_context_window_exceeded") return reply;
  const what = reply === undefined ? "[too long] the request does" : "[window] the reply does";
  warn(`${what} not fit into the window; making room, then trying once more`);
  await context.agent.hooks.emit("ContextOverflow", { messages, context });
  if (reply === undefined) return onceMore(choice, request, context);
  const copy = { ...request, messages: [...messages] }; // if the model declines this call, the history keeps its messages
  return (await orNothing(askForWhole(choice, copy, context), context.signal)) ?? reply;
}

/** If the request still does not fit, it is treated as any other that is refused: with it, every later one would be too long. */
function onceMore(choice: Choice, request: ModelRequest, context: ToolContext) {
  return unlessRefused(asking(choice, request, context), request.messages, { isLast: true });
}

function askForWhole(choice: Choice, request: ModelRequest, context: ToolContext) {
  return unlessRefused(asking(choice, request, context), request.messages);
}

/** Asks with the messages that it gets: the history of the request, or another form of it. */
function asking(choice: Choice, request: ModelRequest, { agent, signal }: ToolContext) {
  const ask = (messages: Anthropic.MessageParam[], max_tokens: number) =>
    withRetries(
      choice,
      (model) => callOnce({ ...request, messages, model, max_tokens }, agent, signal),
      MAX_TRIES,
      signal,
    );
  return (messages: Anthropic.MessageParam[]) => wholeReply(ask, messages, signal);
}

/** The reply, or undefined when the request does not fit into the window. */
async function unlessTooLong(call: Promise<Anthropic.Message>) {
  try {
    return await call;
  } catch (error) {
    if (isTooLong(error)) return undefined;
    throw error;
  }
}
