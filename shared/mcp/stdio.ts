// shared/mcp/stdio · messages to and from a server that we start: a line of JSON each, over its stdin and stdout.
import type { Transport } from "@modelcontextprotocol/client";
import { type Companion, startCompanion } from "../companion.ts";
import { environmentFor } from "./deciding.ts";
import { type Entry, LAST_WORDS } from "./entry.ts";
import { leaveOutLong } from "./long.ts";
import type { Sdk } from "./sdk.ts";

/** A longer message is not read. */
export const MAX_MESSAGE = 10_000_000;
/** A line that is still longer has no end. */
const MAX_LINE = 100_000_000;
/** Why the question that it answers has failed, or the connection has ended. */
export const TOO_LONG = "it has sent a message of more than 10 MB";
/** As long as what a server may leave unread: one that asks without end would be answered without end. */
const UNREAD = "it does not read what it is sent";
/** Lines without a message among them. To look at one takes longer than to write it, and meanwhile nobody hears Ctrl-C. */
const MAX_JUNK = 50_000;
const JUNK = "it writes to its stdout without end, and no message";
const MUTE = "it has closed its stdout";
/** Such as a log, or an answer with more in it than the protocol allows: nobody would hear of it otherwise. */
const ODD = "; it has sent JSON that is no message of the protocol";
const NEWLINE = 10;

/** `stderr` and `pid` tell the client what kind of transport this is. */
export interface Stdio extends Transport {
  stderr: null;
  pid: number | null;
  /** How its program has ended and what it said last; "" while it runs. */
  howEnded(): string;
  /** What it has said last, after a semicolon; "" when it has said nothing. */
  lastWords(): string;
  /** Ends its program at once, with all that it has started. */
  kill(): void;
  /** Ends the connection; `howEnded` says this reason. */
  giveUp(why: string): void;
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
  const buffer = new sdk.ReadBuffer({ maxBufferSize: 2 * MAX_MESSAGE });
  const lines = leaveOutLong({
    max: MAX_MESSAGE,
    forget: () => buffer.clear(),
    onLong(id) {
      const error = { code: -32603, message: TOO_LONG };
      if (id !== undefined) transport.onmessage?.({ jsonrpc: "2.0", id, error });
    },
  });
  let companion: Companion | undefined;
  let how = "";
  let why = "";
  let unread = 0;
  let isKilled = false;
  let junk = 0;
  let odd = "";

  const transport: Stdio = {
    stderr: null,
    pid: null,
    howEnded: () => how,
    lastWords,
    async start() {
      const place = { cwd, ...entry };
      companion = await startCompanion({
        ...place,
        env: { ...environmentFor(entry, place.cwd ?? cwd), ...entry.env },
        onOutput: read,
        onMute: () => giveUp(MUTE),
        onEnd,
      });
      transport.pid = companion.pid;
      if (isKilled) void companion.stop(0);
    },
    send: (message) => write(sdk.serializeMessage(message)),
    close: async () => companion?.stop(),
    kill() {
      isKilled = true; // it may still be starting
      void companion?.stop(0);
    },
    giveUp,
  };

  function onEnd(end: string) {
    how = `${why || end}${lastWords()}`;
    transport.onclose?.();
  }

  function lastWords(): string {
    const words = companion?.lastWords() ?? "";
    return words === "" ? odd : `${LAST_WORDS}${words}${odd}`;
  }

  async function write(text: string) {
    unread += text.length;
    if (unread > MAX_MESSAGE) giveUp(UNREAD);
    await companion?.write(text);
    unread -= text.length;
  }

  function giveUp(reason: string) {
    why ||= reason;
    void companion?.stop();
  }

  function read(bytes: Buffer) {
    junk += bytes.reduce((lines, byte) => lines + Number(byte === NEWLINE), 0);
    if (junk > MAX_JUNK) giveUp(JUNK);
    if (why !== "") return;
    const rest = lines.read(bytes);
    if (lines.size() > MAX_LINE) giveUp(TOO_LONG);
    if (rest.length > 0) buffer.append(rest);
    for (let more = true; more; ) more = pass();
  }

  /** Passes a message on. What is no JSON, such as a line that the server logs, is skipped by the buffer. */
  function pass(): boolean {
    try {
      const message = buffer.readMessage();
      if (message) junk = 0;
      if (message) transport.onmessage?.(message);
      return message !== null;
    } catch (error) {
      odd = ODD;
      transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
      return true;
    }
  }

  return transport;
}
