// shared/control · what a spec learns from the agent it drives, and the clock it moves.
// The protocol: AGENT_CONTROL is an address. The agent POSTs events to /events and waits for the answer;
// it reads lines of JSON from /clock: first { now }, then { advance, id }.
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Clock } from "./clock.ts";
import { UserError } from "./errors.ts";

export type ControlEvent =
  | { type: "ready" }
  | { type: "turn-start"; source: string }
  | { type: "question"; question: string }
  | { type: "turn-end"; outcome: string }
  | { type: "timer"; due: number }
  | { type: "advanced"; id: number };

export interface Control {
  /** Sends an event to the spec, after all earlier ones, and resolves when the spec has answered. */
  report(event: ControlEvent): Promise<void>;
  close(): void;
}

/**
 * Connects to the spec that drives this agent. `written` is how much stdout has been written so far:
 * from it the spec knows when it has read everything from the pipe.
 */
export async function openControl(
  url: string,
  clock: Clock,
  written: () => number,
): Promise<Control> {
  if (!URL.canParse(url)) throw new UserError(`AGENT_CONTROL=${url} is not a URL: unset it.`);
  const closing = new AbortController();
  let reported = Promise.resolve();

  async function post(event: ControlEvent & { output: number }) {
    await fetch(`${url}/events`, { method: "POST", body: JSON.stringify(event) });
  }

  function report(event: ControlEvent) {
    const withOutput = { ...event, output: written() };
    reported = reported.then(() => post(withOutput));
    return reported;
  }

  const response = await fetch(`${url}/clock`, { signal: closing.signal });
  if (!response.ok || response.body === null) return { report, close: () => closing.abort() };
  const lines = createInterface({ input: Readable.fromWeb(response.body) });
  lines.on("error", () => lines.close()); // the spec has hung up
  const [first] = await once(lines, "line");
  clock.setNow(JSON.parse(first).now);
  clock.onTimer((due) => void report({ type: "timer", due }));
  lines.on("line", (line) => {
    const { advance, id } = JSON.parse(line);
    clock.advance(advance);
    void report({ type: "advanced", id });
  });
  return { report, close: () => closing.abort() };
}
