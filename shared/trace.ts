// shared/trace · with TRACE=file.jsonl, every request and its reply, one JSON object per line.
import { appendFileSync } from "node:fs";
import type Anthropic from "@anthropic-ai/sdk";
import { UserError } from "./errors.ts";
import { note } from "./screen.ts";

export interface Trace {
  /** Remembers a request; the returned function writes the line when the reply is complete or has failed. */
  begin(
    request: unknown,
  ): (reply: Anthropic.Message | undefined, failure: Error | undefined) => void;
}

/**
 * Opens a trace. A line is `{ time, ms, request, reply, usage, error }`, ms = request to end of reply.
 * Written synchronously, so that the trace is complete after a crash.
 * Throws a UserError when the file cannot be written.
 */
export function openTrace(path: string): Trace {
  append(path, "");
  let works = true;

  /** A disk that fills up later must not end the session: one warning, then tracing stops. */
  function write(line: string) {
    try {
      if (works) append(path, line);
    } catch (error) {
      works = false;
      note(error instanceof Error ? error.message : String(error), "red");
    }
  }

  return {
    begin(request) {
      const time = new Date();
      const started = performance.now();
      const sent = structuredClone(request);
      return (reply, failure) => {
        const ms = Math.round(performance.now() - started);
        const line = {
          time,
          ms,
          request: sent,
          reply,
          usage: reply?.usage,
          error: failure?.message,
        };
        write(`${JSON.stringify(line)}\n`);
      };
    },
  };
}

function append(path: string, text: string) {
  try {
    appendFileSync(path, text, { mode: 0o600 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(
      `TRACE=${path} cannot be written (${reason}): name another file, or unset it.`,
    );
  }
}
