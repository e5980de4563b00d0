// s16 · protocols/core – a request to one mate, the answer that belongs to it, a gate that waits for it, an orderly end.
import type { HookEvents } from "../hooks.ts";
import { LEAD, type MateHandle, reportProblem, send } from "../team/team.ts";
import { type Effect, effectOf } from "../tools.ts";
import { add, change, type Open, type Protocols, type Request } from "./requests.ts";
import {
  answerText,
  closedText,
  endText,
  planText,
  titleOf,
  UNCHANGED,
  wantedText,
} from "./words.ts";

/** What surrounds the core. */
export interface Around {
  /** The state of a request as it is now: time may have changed it. */
  stateOf(request: Request): Request["state"];
  /** Why a mate can send no plan for this request now. */
  whyNoPlan(protocols: Protocols, open: Open): Promise<string | undefined>;
  /** Why an answer to this plan does not count, although it is the newest and waits for one. */
  whyNoAnswer(protocols: Protocols, open: Open): Promise<string | undefined>;
  /** Called when a mate is to end. The function that it returns is called when the mate has ended. */
  watch(protocols: Protocols, mate: MateHandle): () => void;
  /** Whether the plan of a mate that has left is settled. */
  isOver(protocols: Protocols, plan: Request, isStopped: boolean): boolean;
}

/** What a mate may do while a plan is wanted of it. A tool that does not say its effect counts as writing. */
const READING: (Effect | undefined)[] = ["reads", "own", "tells", "releases"];
/** What a mate that is to end may do: say what became of its task (s17). */
const TO_END: (Effect | undefined)[] = ["completes", "releases"];

/** The request that counts: the newest to this mate. A later mate of the same name is another one. */
export function current({ open }: Protocols, mate: MateHandle, type: Request["type"]) {
  return [...open.values()].findLast((one) => one.mate === mate && one.request.type === type);
}

/** Asks a mate for a plan. What was approved before is void. */
export async function requestPlan(protocols: Protocols, mate: MateHandle, task: string) {
  const before = current(protocols, mate, "plan");
  const request = await add(protocols, mate, { type: "plan", state: "wanted", task }); // now the gate is closed
  if (before) await change(protocols, before, { state: "void" });
  await tell(protocols, request, "plan_request", wantedText(request));
  return `${mate.name} is asked for a plan, ${request.id}. Until you approve it, ${mate.name} can only read. The plan comes as mail; end your turn.`;
}

/** A mate sends a plan. It is a new version, so what was said to an earlier one does not count any more. */
export async function submitPlan(protocols: Protocols, mate: MateHandle, plan: string) {
  const open = current(protocols, mate, "plan");
  if (open === undefined) throw new Error("No plan is wanted of you. Do your job.");
  const why = await protocols.around.whyNoPlan(protocols, open);
  if (why !== undefined) throw new Error(why);
  const version = open.request.version + 1;
  const request = await change(protocols, open, { state: "wanted", version });
  const letter = { type: "plan", request: request.id, content: planText(request, plan) } as const;
  const { id } = await send(protocols.team, { ...letter, from: mate.name, to: LEAD });
  await change(protocols, { request, mate, letter: id }, { state: "pending" });
  return `${titleOf(request)}, is with lead. End your turn now; the answer begins a new one.`;
}

export interface Review {
  request_id: string;
  approve: boolean;
  feedback?: string | undefined;
}

/** The lead's answer to a plan. One that is late, comes twice or is to something else changes nothing. */
export async function reviewPlan(protocols: Protocols, review: Review): Promise<string> {
  const open = protocols.open.get(review.request_id);
  const why = await whyNot(protocols, open, review.request_id);
  if (open === undefined || why !== undefined) throw new Error(`${UNCHANGED} ${why}`);
  const state = review.approve ? "approved" : "rejected";
  const request = await change(protocols, open, { state });
  await tell(protocols, request, "plan_review", answerText(request, review.feedback));
  return `${titleOf(request)}, is ${state}, and ${open.mate.name} is told. What comes of it comes as mail.`;
}

/** Why an answer does not count: it has to be for the newest plan of a mate that is here, and one that waits. */
async function whyNot(protocols: Protocols, open: Open | undefined, id: string) {
  if (open === undefined) return `This team has no request ${id}. list_teammates shows them.`;
  const { request, mate } = open;
  if (request.type !== "plan") return `${id} is a shutdown. The mate answers it by its end.`;
  if (mate.progress.isLeaving) return `${mate.name} has left the team, or is about to.`;
  if (current(protocols, mate, "plan") !== open)
    return `There is a newer request to ${mate.name}. list_teammates shows it.`;
  if (request.state === "wanted") return `${mate.name} has not sent a plan yet. It comes as mail.`;
  if (request.state !== "pending")
    return `${titleOf(request)}, is ${request.state} already. For another plan use request_plan.`;
  return protocols.around.whyNoAnswer(protocols, open);
}

/** The answer counts as soon as it is recorded. When the mate does not hear of it, the lead does. */
async function tell(
  { team }: Protocols,
  request: Request,
  type: "plan_request" | "plan_review" | "shutdown_request",
  content: string,
): Promise<void> {
  const { id, to, state } = request;
  await send(team, { type, request: id, from: LEAD, to, content }).catch((error: Error) => {
    throw new Error(`${titleOf(request)}, is ${state}, but ${to} was not told: ${error.message}`);
  });
}

/** Why a mate can only read, and what it is to do; undefined when no plan is wanted of it, or its plan is approved. */
export function closed(protocols: Protocols, mate: MateHandle): string | undefined {
  const request = current(protocols, mate, "plan")?.request;
  if (request === undefined || request.state === "approved") return undefined;
  return closedText({ ...request, state: protocols.around.stateOf(request) });
}

/** The gate, before each call of a mate: when it is to end, it begins nothing; when a plan is wanted of it, it only reads. */
export function gate(
  protocols: Protocols,
  mate: MateHandle,
  { call, context }: HookEvents["PreToolUse"],
): { denied: string } | undefined {
  const effect = effectOf(call, context);
  const end = current(protocols, mate, "shutdown")?.request;
  if (end && !TO_END.includes(effect))
    return { denied: `${call.name} did not run. ${endText(end)}` };
  const said = closed(protocols, mate);
  if (said === undefined || READING.includes(effect)) return undefined;
  return { denied: `${call.name} is refused and did not run. ${said}` };
}

/** Asks a mate to end. One that waits ends at once; one that works may say its last words. */
export async function requestShutdown(protocols: Protocols, mate: MateHandle): Promise<string> {
  const request = await add(protocols, mate, { type: "shutdown", state: "pending", task: "" });
  if (mate.progress.running)
    await tell(protocols, request, "shutdown_request", endText(request)).catch(reportProblem);
  void end(protocols, mate, request);
  return `${mate.name} is asked to end, ${request.id}. When it has ended, that comes as mail.`;
}

async function end(protocols: Protocols, mate: MateHandle, { id }: Request): Promise<void> {
  const ended = protocols.around.watch(protocols, mate);
  const content = `Shutdown ${id}: ${mate.name} has ended.`;
  await mate.dismiss({ type: "shutdown_response", request: id, content }); // after the turn that runs
  ended();
}

/** A mate has left, or the program ends: what was asked of it can be answered no more. */
export async function left(protocols: Protocols, mate: MateHandle, isStopped: boolean) {
  const end = current(protocols, mate, "shutdown");
  if (end?.request.state === "pending") await change(protocols, end, { state: "approved" });
  const plan = current(protocols, mate, "plan");
  if (plan && protocols.around.isOver(protocols, plan.request, isStopped))
    await change(protocols, plan, { state: "void" });
}
