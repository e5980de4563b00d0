// site/page/faults-clock · what a reader does to an agent from outside: faults of the model, and the time.
import type { Wire } from "../host/link.ts";
import type { State } from "./seat-state.ts";

/** The worker counts the requests that fail, and so does its page: the next agent has a new worker. */
export function hearWire(state: State, wire: Wire) {
  state.onWire(wire);
  if (wire.type !== "request" || state.fault.left === 0) return;
  state.fault = { ...state.fault, left: state.fault.left - 1 };
  state.onFault(state.fault.left);
}

/** The next requests fail, so many: those of the agent that runs, or of the next one. */
export function fail(state: State, kind: string, times: number) {
  state.fault = { header: `${kind} x${times}`, left: times };
  sendFault(state);
}

/** Must be called for each new agent, whose worker knows of no fault. */
export function sendFault({ machine, fault: { header, left } }: State) {
  machine?.send({ type: "fault", fault: header, times: left });
}

/** Sends the agent's clock ahead. */
export function advance(state: State, ms: number) {
  state.steps += 1;
  state.machine?.send({ type: "clock", line: JSON.stringify({ advance: ms, id: state.steps }) });
  moved(state, state.ahead + ms);
}

/** Says how far ahead the clock is now. */
export function moved(state: State, ahead: number) {
  state.ahead = ahead;
  state.onAhead(ahead);
}
