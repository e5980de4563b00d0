// s16 · the core – with nothing around it.
import type { Mechanism } from "../agent.ts";
import { newProtocols } from "../protocols/requests.ts";
import { join, toolsOfLead } from "../protocols/tools.ts";
import type { TeamMechanism } from "../team/team.ts";

export const PROTOCOL_RULE = "Use request_plan before a mate changes what is hard to undo.";

export function createProtocols(cwd: string, { team }: TeamMechanism): Mechanism {
  const protocols = newProtocols(cwd, team, {
    stateOf: ({ state }) => state,
    whyNoPlan: async () => undefined,
    whyNoAnswer: async () => undefined,
    watch: () => () => {},
    isOver: () => true,
  });
  team.forMates.push((mate) => join(protocols, mate));
  return { tools: toolsOfLead(protocols) };
}
