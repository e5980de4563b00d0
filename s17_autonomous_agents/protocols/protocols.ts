// s16 · protocols – requests with a state: a plan that must be approved, a shutdown that is answered.
import type { Mechanism } from "../agent.ts";
import type { TeamMechanism } from "../team/team.ts";

/** What the system prompt of the lead says about requests to a mate. */
export const PROTOCOL_RULE =
  "Use request_plan before a mate changes what is hard to undo, and request_shutdown for a mate that is not needed any more.";

/** Requests of the lead to the mates of its team, kept in `cwd`/.requests. */
export function createProtocols(_cwd: string, _team: TeamMechanism): Mechanism {
  return {};
}
