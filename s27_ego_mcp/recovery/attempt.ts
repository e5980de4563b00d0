// s11 · recovery/attempt – one try of a model call: without the retries of the SDK, and with a limit on silence.
import type Anthropic from "@anthropic-ai/sdk";
import { client } from "../../shared/client.ts";
import { clock } from "../../shared/clock.ts";
import type { Agent } from "../loop.ts";
import { withCacheMarks } from "../prompt.ts";

const STALL_MS = 180_000;

export interface Call {
  model: string;
  system: Anthropic.TextBlockParam[];
  messages: Anthropic.MessageParam[];
  tools: Anthropic.Tool[];
  max_tokens: number;
}

/** Calls the model once. Prints the text as it arrives; if the reply breaks off, a line says that the text does not count. */
export async function callOnce(
  call: Call,
  { say }: Agent,
  signal: AbortSignal,
): Promise<Anthropic.Message> {
  let said = 0;
  const body = { ...call, messages: withCacheMarks(call.messages) };
  try {
    return await watched(signal, (watch, onEvent) =>
      client.messages
        .stream(body, { signal: watch, maxRetries: 0 })
        .on("streamEvent", onEvent)
        .on("text", (text) => {
          said += text.length;
          say(text);
        })
        .finalMessage(),
    );
  } catch (error) {
    if (said > 0 && !signal.aborted)
      say(`\n[broken off] the ${said} characters above do not count\n`);
    throw error;
  }
}

/** True for the error that `watched` throws for a silent call. */
export function isStall(error: unknown): error is Error {
  return error instanceof Error && error.cause === "stalled";
}

/**
 * Ends a call when no part of its reply has arrived for three minutes. The SDK has no such limit for a stream, and
 * it does not pass on the pings of the server, so they do not count here.
 */
export async function watched<Result>(
  signal: AbortSignal,
  run: (signal: AbortSignal, onEvent: () => void) => Promise<Result>,
): Promise<Result> {
  const stalled = new AbortController();
  let last = clock.elapsed();
  let cancel = () => {};
  const look = () => {
    const rest = last + STALL_MS - clock.elapsed();
    if (rest <= 0) stalled.abort();
    else cancel = clock.after(rest, look);
  };
  look();
  try {
    return await run(AbortSignal.any([signal, stalled.signal]), () => {
      last = clock.elapsed();
    });
  } catch (error) {
    if (!stalled.signal.aborted || signal.aborted) throw error;
    throw new Error(`The model sent nothing for ${STALL_MS / 1000} s.`, { cause: "stalled" });
  } finally {
    cancel();
  }
}
