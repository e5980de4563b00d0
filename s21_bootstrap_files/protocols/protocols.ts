// s16 · protocols – requests with a state: a plan that must be approved, a shutdown that is answered.
import { z } from "zod";
import { describeError } from "../../shared/errors.ts";
import { localTime } from "../../shared/schedule.ts";
import { note, type TurnInfo } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import type { Mechanism } from "../agent.ts";
import {
  find,
  type MateExtra,
  type MateHandle,
  reportProblem,
  type TeamMechanism,
} from "../team/team.ts";
import { defineTool, harmless, type Tool } from "../tools.ts";
import { closed, gate, planStatus, requestPlan, reviewPlan, submitPlan, waiting } from "./plan.ts";
import {
  change,
  current,
  earlier,
  leftOpen,
  MAX_TEXT,
  newProtocols,
  type Protocols,
  type Request,
  settle,
} from "./requests.ts";
import { answer, refuse, requestShutdown, shutdownStatus, takeBack } from "./shutdown.ts";

/** So much of the task of an earlier request is told, in characters. */
const MAX_TASK = 100;

/** What the system prompt of the lead says about requests to a mate. */
export const PROTOCOL_RULE =
  "Use request_plan before a mate changes what is hard to undo: until you approve its plan with review_plan, it can only read. If the person is to decide, show them the plan and end your turn. Use request_shutdown for a mate that has no more work.";

/** Requests of the lead to the mates of its team, kept in `cwd`/.requests. */
export function createProtocols(cwd: string, { team }: TeamMechanism): Mechanism {
  const protocols = newProtocols(cwd, team);
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

const teammate = z.string().describe("Its name, as list_teammates gives it");
const text = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TEXT, `At most ${MAX_TEXT} characters: write the rest to a file and name it`);

interface Ordered<Input extends z.ZodObject> extends Pick<Tool, "name" | "description" | "effect"> {
  input: Input;
  run(input: z.infer<Input>): Promise<string>;
}

/** A tool for requests. It can do no harm: the calls of a mate are judged one by one. Its changes are made in order. */
const ordered = <Input extends z.ZodObject>(
  { inOrder }: Protocols,
  { run, ...tool }: Ordered<Input>,
): Tool =>
  defineTool({ ...tool, judge: harmless, run: (input) => inOrder(async () => run(input)) });

const toolsOfLead = (protocols: Protocols): Tool[] => [
  ordered(protocols, {
    name: "request_plan",
    description:
      "Ask a mate for a plan. Until you approve it with review_plan, the mate can only read. An earlier approval of its plans is void.",
    input: z.object({ teammate, task: text.describe("What it is to plan, and then to do") }),
    run: async ({ teammate, task }) => requestPlan(protocols, mateOf(protocols, teammate), task),
  }),
  ordered(protocols, {
    name: "review_plan",
    description: "Approve or reject the plan of a mate, as you have read it in your mail.",
    input: z.object({
      request_id: z.string().describe("The id in the mail with the plan, such as req_1a2b3c4d"),
      approve: z.boolean().describe("True: the mate does it now. False: it sends another plan"),
      feedback: text.optional().describe("What is to be different, or what to take care of"),
    }),
    run: (review) => reviewPlan(protocols, review),
  }),
  ordered(protocols, {
    name: "request_shutdown",
    description:
      "Ask a mate to end. Its running tool call ends, it begins no other, and says what is done. Its name is free then.",
    input: z.object({ teammate }),
    run: async ({ teammate }) => requestShutdown(protocols, mateOf(protocols, teammate)),
  }),
];

const toolOfMate = (protocols: Protocols, mate: MateHandle): Tool =>
  ordered(protocols, {
    name: "submit_plan",
    effect: "own",
    description:
      "Send lead the plan that it wants of you: what you are going to change, in which order, and how you check it. Then end your turn.",
    input: z.object({ plan: text.describe("The steps, one in each line") }),
    run: ({ plan }) => submitPlan(protocols, mate, plan),
  });

/** The mate of this name. Throws for a name that no mate has, and for a mate that is leaving. */
function mateOf({ team, mates }: Protocols, name: string): MateHandle {
  const mate = mates.get(find(team, name).name.toLowerCase());
  if (mate === undefined) throw new Error("You are lead. Name a mate.");
  return mate;
}

/** What a mate has: the tool for its plans, and the gate, which comes before the permission. */
function forMate(protocols: Protocols, mate: MateHandle): MateExtra {
  const key = mate.name.toLowerCase();
  protocols.mates.set(key, mate);
  return {
    tools: [toolOfMate(protocols, mate)],
    hooks: {
      PreToolUse: (event) => refuse(protocols, mate, event) ?? gate(protocols, mate, event),
      Compacted: () => ({ notes: [closed(protocols, mate)].flatMap((words) => words ?? []) }),
    },
    isHeld: () => closed(protocols, mate) !== undefined,
    status() {
      const all = [...planStatus(protocols, mate), ...shutdownStatus(protocols, mate)];
      return all.join(", ") || undefined;
    },
    async left(isStopped) {
      protocols.mates.delete(key);
      await protocols.inOrder(() => close(protocols, mate, isStopped));
    },
  };
}

/**
 * A mate has left: its shutdown is done, its plan is void. At the end of the program a plan without an answer stays as it
 * is, and so does one whose work was stopped: the next lead hears of them.
 */
async function close(protocols: Protocols, mate: MateHandle, isStopped: boolean): Promise<void> {
  await answer(protocols, mate, "approved");
  await takeBack(protocols, mate);
  const plan = current(protocols, mate, "plan");
  const isDone = plan?.request.state === "approved" && !isStopped;
  if (plan && (isDone || !protocols.team.isEnding))
    await change(protocols, plan, { state: "void" });
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

function lineOf({ id, type, to, state, version, task, createdAt }: Request): string {
  const what = type === "plan" ? `Plan ${id}, version ${version}` : `Shutdown ${id}`;
  const when = localTime(new Date(createdAt));
  const half = state === "approved" ? " Its work may be half done." : "";
  return `${what}, to an earlier ${to}, ${when}, was ${state} when that program ended, and is void now: ${to} has ended, and no other mate has to do with it.${half} ${oneLine(task, MAX_TASK)}`;
}
