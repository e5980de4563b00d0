// course/spec/control · the loopback server an agent reports to and takes its clock from.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parseRecord } from "../base/json.ts";
import { say } from "../base/say.ts";
import { openOnLoopback } from "./loopback.ts";

export type Outcome = "done" | "failed" | "interrupted";

/** What an agent reports; `output` = how many bytes it has written to its stdout so far. */
export type ControlEvent = { output: number } & (
  | { type: "ready" }
  | { type: "turn-start"; source: string }
  | { type: "question"; question: string; id?: unknown }
  | { type: "turn-end"; outcome: Outcome }
  | { type: "timer"; due: number }
  | { type: "advanced"; id: number }
  | { type: "idle"; id: number }
);

/** The spec's end of the control protocol. */
export interface Control {
  url: string;
  /** Whether the agent takes its clock from here. */
  hasClock(): boolean;
  /** The time on the agent's clock, in ms since the epoch. */
  now(): number;
  /** Sends the agent's clock ahead by `ms`; gives the id that its "advanced" will carry. */
  advance(ms: number): number;
  /** Whether the agent can tell when it has nothing left to do. */
  tellsIdle(): boolean;
  /** Asks the agent to tell that once; so many answers are held back meanwhile. Gives the id that its "idle" will carry. */
  askIdle(unanswered: number): number;
  close(): Promise<void>;
}

interface Listeners {
  event(event: ControlEvent): void;
  /** Reports an event that the protocol does not have, with a message. */
  misuse(problem: string): void;
}

const OUTCOMES: readonly string[] = ["done", "failed", "interrupted"] satisfies Outcome[];

/** Starts the control server on loopback; the agent's clock begins at `start` (ms since the epoch). */
export async function startControl(start: number, listeners: Listeners): Promise<Control> {
  const clock = createClockLine(start);
  const server = createServer((request, response) => {
    if (request.url === "/clock") return clock.open(response, false);
    if (request.url === "/clock?idle") return clock.open(response, true);
    readText(request).then(
      (text) => answer(text, response, listeners, clock.now()),
      (error) => listeners.misuse(say`An event broke off: ${error}`),
    );
  });
  return { ...clock, ...(await openOnLoopback(server)) };
}

function createClockLine(start: number) {
  const opened = performance.now();
  let line: ServerResponse | undefined;
  let ahead = 0;
  let ids = 0;
  let isTelling = false;
  const send = (words: object) => line?.write(`${JSON.stringify(words)}\n`);
  const now = () => start + ahead + Math.round(performance.now() - opened);
  return {
    now,
    hasClock: () => line !== undefined,
    open(response: ServerResponse, tells: boolean) {
      line = response;
      isTelling = tells;
      response.on("error", () => {});
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      send({ now: now(), isMoved: true });
    },
    advance(ms: number) {
      ahead += ms;
      ids += 1;
      send({ advance: ms, id: ids });
      return ids;
    },
    tellsIdle: () => isTelling,
    askIdle(unanswered: number) {
      ids += 1;
      send({ idle: ids, unanswered });
      return ids;
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function answer(text: string, response: ServerResponse, listeners: Listeners, now: number) {
  const event = parseEvent(text);
  const problem =
    event === undefined
      ? say`The agent posted something that is not an event of the protocol: ${text}`
      : timeProblem(event, now);
  if (event === undefined || problem !== undefined) {
    listeners.misuse(problem ?? "");
    response.writeHead(400, { "content-type": "text/plain" }).end(`${problem}\n`);
    return;
  }
  listeners.event(event);
  response.writeHead(204).end();
}

/** A due time must be in ms since 1970: one in seconds, or a length of time, would never come or be long past. */
function timeProblem(event: ControlEvent, now: number): string | undefined {
  if (event.type !== "timer" || event.due > now / 100) return undefined;
  const isSeconds = event.due > now / 10_000;
  const mistake = isSeconds ? say`is a time in seconds` : say`is no time of this century`;
  return say`The agent posted a timer whose "due" ${mistake}: ${event.due}. It must be milliseconds since 1970 on the agent's own clock, such as ${now}.`;
}

function parseEvent(text: string): ControlEvent | undefined {
  const given = parseRecord(text);
  const output = given?.output;
  if (given === undefined || typeof output !== "number") return undefined;
  const { type, question, outcome, due, id, source } = given;
  if (type === "ready") return { type, output };
  if (type === "turn-start" && typeof source === "string") return { type, source, output };
  if (type === "question" && typeof question === "string") return { type, question, id, output };
  if (type === "turn-end" && isOutcome(outcome)) return { type, outcome, output };
  if (type === "timer" && typeof due === "number") return { type, due, output };
  if ((type === "advanced" || type === "idle") && typeof id === "number")
    return { type, id, output };
  return undefined;
}

const isOutcome = (value: unknown): value is Outcome =>
  typeof value === "string" && OUTCOMES.includes(value);
