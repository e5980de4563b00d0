// shared/control · what a spec learns from the agent it drives, and the clock it moves.
// The protocol: AGENT_CONTROL is an address. The agent POSTs events to /events and waits for the answer;
// it reads lines of JSON from /clock: first { now }, then { advance, id }. With /clock?idle there are also lines
// { idle, unanswered }, which ask it to tell when it has nothing left to do but to wait for so many answers. With
// { now, isMoved: true }, what waits for long waits until the clock is moved; without it, also real time is enough.
import { openChannel } from "#host/control.ts";
import type { Clock } from "./clock.ts";
import { UserError } from "./errors.ts";
import { beginRequest, whenIdle } from "./idle.ts";

export type ControlEvent =
  | { type: "ready" }
  | { type: "turn-start"; source: string }
  | { type: "question"; question: string; id: number }
  | { type: "turn-end"; outcome: string }
  | { type: "timer"; due: number }
  | { type: "advanced"; id: number }
  | { type: "idle"; id: number };

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
  const channel = await openChannel(url);
  let reported = Promise.resolve();

  function report(event: ControlEvent) {
    const withOutput = JSON.stringify({ ...event, output: written() });
    const answered = beginRequest(); // what comes after the answer is still to be done
    reported = reported.then(() => channel.post(withOutput)).finally(answered);
    return reported;
  }

  if (channel.first === undefined) return { report, close: channel.close };
  const { now, isMoved } = JSON.parse(channel.first);
  clock.setNow(now);
  clock.onTimer((due) => void report({ type: "timer", due }), isMoved === true);
  let asking = new AbortController();
  /** A question takes the place of the one before, which nobody waits for any more: two would keep each other busy. */
  const tellWhenIdle = (id: number, unanswered: number) => {
    asking.abort();
    asking = new AbortController();
    return whenIdle(unanswered, asking.signal).then(
      () => report({ type: "idle", id }),
      () => {}, // it ends first
    );
  };
  channel.onLine((line) => {
    const { advance, id, idle, unanswered = 0 } = JSON.parse(line);
    if (idle !== undefined) return void tellWhenIdle(idle, unanswered);
    clock.advance(advance);
    void report({ type: "advanced", id });
  });
  const close = () => {
    asking.abort();
    channel.close();
  };
  return { report, close };
}
