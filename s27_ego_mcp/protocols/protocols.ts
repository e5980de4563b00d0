// s16 · protocols – requests with a state: a plan that must be approved, a shutdown that is answered.
import { describeError } from "../../shared/errors.ts";
import { localTime } from "../../shared/schedule.ts";
import { note, type TurnInfo } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import type { Mechanism } from "../agent.ts";
import {
  type MateExtra,
  type MateHandle,
  reportProblem,
  type TeamMechanism,
} from "../team/team.ts";
import { type Around, closed } from "./core.ts";
import { isOver, planStatus, waiting, whyNoAnswer, whyNoPlan } from "./plan.ts";
import {
  earlier,
  leftOpen,
  newProtocols,
  type Protocols,
  type Request,
  settle,
  stateOf,
} from "./requests.ts";
import { shutdownStatus, takeBack, watch } from "./shutdown.ts";
import { join, toolsOfLead } from "./tools.ts";
import { titleOf } from "./words.ts";

/** So much of the task of an earlier request is told, in characters. */
const MAX_TASK = 100;

/** What the system prompt of the lead says about requests to a mate. */
export const PROTOCOL_RULE =
  "Use request_plan before a mate changes what is hard to undo: until you approve its plan with review_plan, it can only read. If the person is to decide, show them the plan and end your turn. Use request_shutdown for a mate that has no more work.";

/** What surrounds the core. */
export const AROUND: Around = { stateOf, whyNoPlan, whyNoAnswer, watch, isOver };

/** Requests of the lead to the mates of its team, kept in `cwd`/.requests. */
export function createProtocols(cwd: string, { team }: TeamMechanism): Mechanism {
  const protocols = newProtocols(cwd, team, AROUND);
  team.forMates.push((mate) => forMate(protocols, mate));
  return {
    tools: toolsOfLead(protocols),
    hooks: {
      UserPromptSubmit: ({ context }) => tellOfEarlier(protocols, context.turn),
      PostToolUse: ({ context }) => tellOfEarlier(protocols, context.turn),
      Compacted: () => ({ notes: waiting(protocols) }),
    },
    reads: [{ what: "requests", keys: () => leftOpen(protocols) }],
  };
}

/** What a mate has besides: a note after a summary, its line in the list, and how the letter about its end is taken back. */
function forMate(protocols: Protocols, mate: MateHandle): MateExtra {
  const extra = join(protocols, mate);
  return {
    ...extra,
    hooks: {
      ...extra.hooks,
      Compacted: () => ({ notes: [closed(protocols, mate)].flatMap((words) => words ?? []) }),
    },
    isHeld: () => closed(protocols, mate) !== undefined,
    status() {
      const all = [...planStatus(protocols, mate), ...shutdownStatus(protocols, mate)];
      return all.join(", ") || undefined;
    },
    async left(isStopped) {
      await extra.left?.(isStopped);
      await protocols.inOrder(() => takeBack(protocols, mate));
    },
  };
}

/** Once this program has the team: tells the lead of requests that were still open when an earlier run, and its mates, ended. */
async function tellOfEarlier(protocols: Protocols, turn: TurnInfo): Promise<void> {
  const { team } = protocols;
  if (team.held === undefined || protocols.isTold) return;
  protocols.isTold = true;
  const { own, more, problems } = await earlier(protocols, turn).catch(nothing);
  for (const problem of problems) note(`[requests] ${problem}`, "yellow");
  if (own.length === 0) return;
  team.lead.inbox.put({
    kind: "mail",
    text: [...own.map(lineOf), ...more].join("\n"),
    turn,
    settled: async (isRead) => {
      if (isRead) await settle(protocols, own).catch(reportProblem);
      else note("[requests] No reply came to the earlier requests. The next run tells of them.");
    },
  });
}

const nothing = (error: unknown) => ({ own: [], more: [], problems: [describeError(error)] });

function lineOf(request: Request): string {
  const { to, state, task, createdAt } = request;
  const when = localTime(new Date(createdAt));
  const half = state === "approved" ? " Its work may be half done." : "";
  return `${titleOf(request)}, to an earlier ${to}, ${when}, was ${state} when that program ended, and is void now: ${to} has ended, and no other mate has to do with it.${half} ${oneLine(task, MAX_TASK)}`;
}
