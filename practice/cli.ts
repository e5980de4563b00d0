// practice/cli · the practice model as a command: options in, a server until it is told to stop.
import { closeSync, openSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { describeExchange } from "./api/describe.ts";
import type { Exchange } from "./api/exchange.ts";
import { createPractice, type PracticeOptions } from "./api/handler.ts";
import { codeOf, listen } from "./api/server.ts";
import { createFaults, type FaultPlan, parseFaults } from "./faults/faultPlan.ts";
import { createScript, parseScript } from "./script/script.ts";

const HELP = `usage: npm run practice -- [--port 8089] [--script replies.json] [--faults faults.json]
                            [--trace requests.jsonl] [--verbose]

  --port N        listen on 127.0.0.1:N; 0 takes a free port (default 8089)
  --script FILE   answer from a script instead of the rule-based model
  --faults FILE   make requests fail as the file says
  --trace FILE    append each request and its reply to FILE, one JSON object per line
  --verbose       print each request as one line
  --help          print this text
`;

/** What the command needs from its surroundings. */
export interface Surroundings {
  print(text: string): void;
  complain(text: string): void;
  /** Ends the server, and its open streams, when aborted. */
  stop: AbortSignal;
}

/** A mistake of the person who typed the command: one line, no stack. */
class Misuse extends Error {}

/** Serves until stopped; gives the exit code: 0, or 2 with one line on what is wrong with the command. */
export async function runCommand(args: string[], surroundings: Surroundings): Promise<number> {
  try {
    await serve(args, surroundings);
    return 0;
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    surroundings.complain(`${error.message}\n`);
    return 2;
  }
}

async function serve(args: string[], { print, complain, stop }: Surroundings): Promise<void> {
  const options = readOptions(args);
  if (options.help) return print(HELP);
  const port = portOf(options.port);
  const reply = options.script === undefined ? undefined : await scriptedReply(options.script);
  const faults = options.faults === undefined ? undefined : await plannedFaults(options.faults);
  const trace = options.trace === undefined ? undefined : openTrace(options.trace);
  try {
    const practice = createPractice({ reply, faults, observe });
    const server = await listen(practice, { port }).catch(misuse);
    print(`listening on ${server.url}\n`);
    await aborted(stop);
    await server.close();
  } finally {
    trace?.close();
  }

  function observe(exchange: Exchange) {
    trace?.write(exchange);
    if (options.verbose) print(`${describeExchange(exchange)}\n`);
    if (exchange.warning !== undefined) complain(`note: ${exchange.warning}\n`);
    if (exchange.hint !== undefined) complain(`hint: ${exchange.hint}\n`);
  }
}

function readOptions(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const files = { script: text, faults: text, trace: text } as const;
  const options = { port: text, ...files, verbose: flag, help: flag } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    return misuse(error);
  }
}

function misuse(error: unknown): never {
  const [line] = (error instanceof Error ? error.message : String(error)).split(/\n|\. To specify/);
  throw new Misuse(line ?? "");
}

function portOf(text = "8089"): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Misuse(`--port ${text}: should be a number from 0 to 65535`);
}

const scriptedReply = async (file: string): Promise<PracticeOptions["reply"]> =>
  createScript(await readChecked("--script", file, parseScript)).reply;

const plannedFaults = async (file: string): Promise<FaultPlan> =>
  createFaults(await readChecked("--faults", file, parseFaults));

async function readChecked<T>(
  option: string,
  file: string,
  parse: (text: string, fileName: string) => T,
): Promise<T> {
  const text = await readFile(file, "utf8").catch((error: unknown) =>
    unusable(option, file, error),
  );
  try {
    return parse(text, file);
  } catch (error) {
    return misuse(error);
  }
}

/** Writes at once, so that a line is there before the client can see the end of its answer. */
function openTrace(file: string) {
  const descriptor = openFile(file);
  return {
    write: (exchange: Exchange) => {
      writeSync(descriptor, `${JSON.stringify(traceLine(exchange))}\n`);
    },
    close: () => closeSync(descriptor),
  };
}

function openFile(file: string): number {
  try {
    return openSync(file, "a", 0o600);
  } catch (error) {
    return unusable("--trace", file, error);
  }
}

function unusable(option: string, file: string, error: unknown): never {
  const reasons: Record<string, string> = {
    ENOENT: "no such file or folder",
    EACCES: "no permission",
    EISDIR: "is a folder",
  };
  throw new Misuse(`${option} ${file}: ${reasons[String(codeOf(error))] ?? error}`);
}

/** Headers are left out, because they hold keys. */
function traceLine({ headers: _, body, reply, usage, error, started, ended, ...rest }: Exchange) {
  const at = new Date(started).toISOString();
  return { at, ms: ended - started, ...rest, request: body, reply, error, usage };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
