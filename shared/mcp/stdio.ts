// shared/mcp/stdio · messages to and from a server that we start: a line of JSON each, over its stdin and stdout.
import type { Transport } from "@modelcontextprotocol/client";
import { type Companion, startCompanion } from "../companion.ts";
import type { Entry } from "./entry.ts";
import type { Sdk } from "./sdk.ts";

/** A longer message ends the connection; over HTTP, only the answer. */
export const MAX_MESSAGE = 10_000_000;
/** Why such a connection has ended. */
export const TOO_LONG = "it has sent a message of more than 10 MB";

/** `stderr` and `pid` tell the client what kind of transport this is. */
export interface Stdio extends Transport {
  stderr: null;
  pid: number | null;
  /** How its program has ended and what it said last; "" while it runs. */
  howEnded(): string;
  /** Ends its program at once, with all that it has started. */
  kill(): void;
}

/**
 * The client's own transport leaves the server in our process group, where Ctrl-C reaches it, and leaves behind what
 * the server has started. This one gives it a session of its own.
 */
export function createStdio(
  entry: Extract<Entry, { command: string }>,
  cwd: string,
  sdk: Sdk,
): Stdio {
  const buffer = new sdk.ReadBuffer({ maxBufferSize: MAX_MESSAGE });
  let companion: Companion | undefined;
  let how = "";
  let why = "";

  const transport: Stdio = {
    stderr: null,
    pid: null,
    howEnded: () => how,
    async start() {
      companion = await startCompanion({ cwd, ...entry, onOutput: read, onEnd });
      transport.pid = companion.pid;
    },
    send: async (message) => companion?.write(sdk.serializeMessage(message)),
    close: async () => companion?.stop(),
    kill: () => void companion?.stop(0),
  };

  function onEnd(end: string) {
    const words = companion?.lastWords() ?? "";
    const last = words === "" ? "" : `; its last words: ${words}`;
    how = `${why || end}${last}`;
    transport.onclose?.();
  }

  function read(bytes: Buffer) {
    try {
      buffer.append(bytes);
    } catch {
      why = TOO_LONG;
      void companion?.stop();
    }
    for (let more = true; more; ) more = pass();
  }

  /** Passes a message on. What is no JSON, such as a line that the server logs, is skipped by the buffer. */
  function pass(): boolean {
    try {
      const message = buffer.readMessage();
      if (message) transport.onmessage?.(message);
      return message !== null;
    } catch (error) {
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
      return true;
    }
  }

  return transport;
}
