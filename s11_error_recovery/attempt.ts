// s11 · attempt – one try of a call: without the SDK's retries, and not for ever.
import type Anthropic from "@anthropic-ai/sdk";
import { client } from "../shared/client.ts";
import { clock } from "../shared/clock.ts";
import { note } from "../shared/terminal.ts";
import type { Agent } from "./loop.ts";

const STALL_MS = 180_000;

export interface Call {
  model: string;
  system: Anthropic.TextBlockParam[];
  messages: Anthropic.MessageParam[];
  tools: Anthropic.Tool[];
  max_tokens: number;
}

/** One try. What it says is shown as it comes; when it breaks off, that is void. */
export async function callOnce(
  body: Call,
  { name, say }: Agent,
  signal: AbortSignal,
): Promise<Anthropic.Message> {
  let said = 0;
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
    if (said > 0 && name === "lead" && !signal.aborted)
      note(`[broken off] the ${said} characters above are void`, "yellow");
    throw error;
  }
}

/** True for the end that the watch below makes. */
export function isStall(error: unknown): error is Error {
  return error instanceof Error && error.cause === "stalled";
}

/**
 * Ends a call of which no part has come for too long. The SDK has no such watch over a stream, and
 * keeps the pings of the server to itself, so they do not count.
 */
export async function watched<Result>(
  signal: AbortSignal,
  run: (signal: AbortSignal, onEvent: () => void) => Promise<Result>,
): Promise<Result> {
  const stalled = new AbortController();
  let last = clock.now();
  let cancel = () => {};
  const look = () => {
    const rest = last + STALL_MS - clock.now();
    if (rest <= 0) stalled.abort();
    else cancel = clock.after(rest, look);
  };
  look();
  try {
    return await run(AbortSignal.any([signal, stalled.signal]), () => {
      last = clock.now();
    });
  } catch (error) {
    if (!stalled.signal.aborted || signal.aborted) throw error;
    throw new Error(`The model said nothing for ${STALL_MS / 1000} s.`, { cause: "stalled" });
  } finally {
    cancel();
  }
}
