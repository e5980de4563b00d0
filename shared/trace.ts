// shared/trace · with TRACE=file.jsonl, every request and its reply, and what agents write to each other, one JSON object per line.
import { appendFileSync, closeSync, constants, openSync } from "node:fs";
import type Anthropic from "@anthropic-ai/sdk";
import { UserError } from "./errors.ts";
import { isLink } from "./plainFiles.ts";
import { currentLabel, note } from "./screen.ts";

export interface Trace {
  /** Remembers a request; the returned function writes the line when the reply is complete or has failed. */
  begin(
    request: unknown,
  ): (reply: Anthropic.Message | undefined, failure: Error | undefined) => void;
  /** Writes what goes from agent to agent, because no request says it. */
  event(text: string): void;
}

/**
 * Opens a trace. A line is `{ time, ms, agent, request, reply, usage, error }`, ms = request to end of reply, or
 * `{ time, agent, event }`. `agent` is the name in the label of what runs (shared/screen); the lead has none.
 * Written synchronously, so that the trace is complete after a crash.
 * Throws a UserError when the file cannot be written.
 */
export function openTrace(path: string): Trace {
  append(path, "");
  let works = true;

  /** A disk that fills up later must not end the session: one warning, then tracing stops. */
  function write(line: object) {
    try {
      if (works) append(path, `${JSON.stringify(line)}\n`);
    } catch (error) {
      works = false;
      note(error instanceof Error ? error.message : String(error), "red");
    }
  }

  return {
    begin(request) {
      const time = new Date();
      const started = performance.now();
      const agent = agentNow();
      const sent = structuredClone(request);
      return (reply, failure) => {
        const ms = Math.round(performance.now() - started);
        const { usage } = reply ?? {};
        const told = canBeWritten(reply) ? reply : undefined;
        write({ time, ms, agent, request: sent, reply: told, usage, error: failure?.message });
      };
    },
    event: (event) => write({ time: new Date(), agent: agentNow(), event }),
  };
}

/** A call's input is read as JSON when somebody looks at it, and it may be none. */
function canBeWritten(reply: Anthropic.Message | undefined): boolean {
  try {
    JSON.stringify(reply);
    return true;
  } catch {
    return false;
  }
}

/** "[ben] " is the label of ben. */
function agentNow(): string | undefined {
  return (
    currentLabel()
      .trim()
      .replace(/^\[(.*)\]$/, "$1") || undefined
  );
}

const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants;
/** A folder may bring a link of this name that leads to any file of the person, or a pipe that nobody reads. */
const FLAGS = O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_WRONLY;

function append(path: string, text: string) {
  try {
    if (isLink(path)) throw new Error("it is a link");
    const file = openSync(path, FLAGS, 0o600);
    try {
      appendFileSync(file, text);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(
      `TRACE=${path} cannot be written (${reason}): name another file, or unset it.`,
    );
  }
}
