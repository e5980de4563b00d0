// s11 · third draft – a call that falls silent is ended, and a reply that was cut off is asked for again.
import { type Anthropic, AnthropicError, APIError } from "@anthropic-ai/sdk";
import { type AskModel, askModel } from "../../shared/askModel.ts";
import { client, MODEL } from "../../shared/client.ts";
import { clock } from "../../shared/clock.ts";
import { note } from "../../shared/terminal.ts";
import { withCacheMarks } from "../prompt.ts";
import type { ToolContext } from "../tools.ts";

const MAX_TRIES = 10;

type ModelRequest = Pick<Anthropic.MessageStreamParams, "system" | "messages" | "tools">;

export interface Recovery {
  callModel(request: ModelRequest, context: ToolContext): Promise<Anthropic.Message>;
  askModel: AskModel;
}

export const createRecovery = (): Recovery => ({
  async callModel(request, context) {
    const ask = (limit: number) =>
      withRetries(() => callOnce(request, limit, context), context.signal);
    const reply = await ask(8000);
    if (reply.stop_reason !== "max_tokens") return reply;
    note("[max_tokens] cut off at 8000 tokens; asked again with 64000", "yellow");
    return ask(64_000);
  },
  askModel: (question, signal) =>
    withRetries(() => askModel(question, signal, { maxRetries: 0 }), signal),
});

async function withRetries<Result>(run: () => Promise<Result>, signal: AbortSignal) {
  for (let tried = 1; ; tried++) {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted || !mayPass(error) || tried >= MAX_TRIES) throw error;
      const wait = waitIn(error) || delayBefore(tried);
      const when = `again in ${(wait / 1000).toFixed(1)} s`;
      note(`[retry ${tried}/${MAX_TRIES - 1}] ${reasonOf(error)}; ${when}`, "yellow");
      await clock.sleep(wait, signal);
    }
  }
}

function mayPass(error: unknown): error is AnthropicError {
  if (!(error instanceof APIError) || error.status === undefined)
    return error instanceof AnthropicError; // no connection, or a reply that broke off
  return error.status >= 500 || [408, 409, 429].includes(error.status);
}

function waitIn(error: AnthropicError): number {
  const headers = error instanceof APIError ? error.headers : undefined;
  const asked = headers?.get("retry-after-ms") ?? Number(headers?.get("retry-after")) * 1000;
  return Math.min(Number(asked), 60_000);
}

const delayBefore = (tried: number) =>
  Math.min(500 * 2 ** (tried - 1), 32_000) * (1 + Math.random() / 4);

const reasonOf = (error: AnthropicError) =>
  (error instanceof APIError && [error.type, error.status].filter(Boolean).join(" ")) ||
  error.message;

async function callOnce(request: ModelRequest, limit: number, { agent, signal }: ToolContext) {
  const messages = withCacheMarks(request.messages);
  const body = { ...request, messages, model: MODEL, max_tokens: limit };
  let said = 0;
  const stream = client.messages.stream(body, { signal, maxRetries: 0 }).on("text", (text) => {
    said += text.length;
    agent.say(text);
  });
  let cancel = () => {};
  const onEvent = () => {
    cancel();
    cancel = clock.after(180_000, () => stream.abort());
  };
  onEvent();
  stream.on("streamEvent", onEvent);
  try {
    return await stream.finalMessage();
  } catch (error) {
    if (said > 0 && !signal.aborted)
      agent.say(`\n[broken off] the ${said} characters above do not count\n`);
    if (!stream.aborted || signal.aborted) throw error;
    throw new AnthropicError("The model sent nothing for 180 s.");
  } finally {
    cancel();
  }
}
