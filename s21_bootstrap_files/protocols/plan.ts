// s16 · protocols/plan – a plan is asked for, sent, reviewed; until it is approved, its mate can only read.
import type { HookEvents } from "../hooks.ts";
import { LEAD, MAILBOXES, type MateHandle, send, unreadOf } from "../team/team.ts";
import { type Effect, effectOf } from "../tools.ts";
import {
  add,
  change,
  current,
  type Open,
  type Protocols,
  type Request,
  stateOf,
  timeIn,
} from "./requests.ts";

/** A plan that was sent so long ago is not approved any more: the files may have changed since. */
const REVIEW_MS = 60 * 60_000;
/** So many plans a mate can send for a request. Two agents that do not agree could go on for ever. */
const MAX_VERSIONS = 10;
const UNCHANGED = "Nothing has changed.";

/** What a mate may do: read, change its own mail and plan, give a task back (s12). A tool that does not say its effect counts as writing. */
const READING: (Effect | undefined)[] = ["reads", "own", "tells", "releases"];

/** Asks a mate for a plan. What was approved before is void. */
export async function requestPlan(protocols: Protocols, mate: MateHandle, task: string) {
  const before = current(protocols, mate, "plan");
  const draft = { type: "plan", state: "wanted", task, lasts: REVIEW_MS } as const;
  const request = await add(protocols, mate, draft); // from here on the gate is closed
  if (before) await change(protocols, before, { state: "void" });
  await tell(protocols, request, "plan_request", wantedText(request));
  return `${mate.name} is asked for a plan, ${request.id}. Until you approve it, ${mate.name} can only read. The plan comes as mail; end your turn.`;
}

const wantedText = ({ id, task }: Request) =>
  `Plan ${id} is wanted before you change anything: ${task}\nSend it with submit_plan. Until lead approves it, you can only read.`;

/**
 * Takes a plan of a mate. It is a new version, so an approval of an earlier one is void. It can be approved from the
 * moment when it is sent.
 */
export async function submitPlan(protocols: Protocols, mate: MateHandle, plan: string) {
  const open = await submittable(protocols, mate);
  const version = open.request.version + 1;
  const request = await change(protocols, open, { state: "wanted", version });
  const content = `${titleOf(request)}, for: ${request.task}\n${plan}\nAnswer with review_plan.`;
  const draft = { ...letter(request, "plan"), from: mate.name, to: LEAD, content };
  const { id } = await send(protocols.team, draft);
  const sent = { state: "pending", expiresAt: timeIn(REVIEW_MS) } as const;
  await change(protocols, { request, mate, letter: id }, sent);
  return `${titleOf(request)}, is with lead. End your turn now; the answer begins a new one.`;
}

/** The request for which a mate may send a plan. */
async function submittable(protocols: Protocols, mate: MateHandle): Promise<Open> {
  const open = current(protocols, mate, "plan");
  if (open === undefined) throw new Error("No plan is wanted of you. Do your job.");
  const { id, state, version } = open.request;
  if (version >= MAX_VERSIONS) throw new Error(`${titleOf(open.request)}: ${LAST_ONE}`);
  if (state === "pending" && (await isUnread(protocols, id)))
    throw new Error(`${titleOf(open.request)}, is with lead, and not read yet. End your turn.`);
  return open;
}

const LAST_ONE = "That was the last version. Write to lead what is in the way, and end your turn.";

const nextOf = ({ version }: Request) =>
  version < MAX_VERSIONS ? "Send a better one with submit_plan." : LAST_ONE;

const titleOf = ({ id, version }: Request) => `Plan ${id}, version ${version}`;

const letter = ({ id }: Request, type: "plan_request" | "plan" | "plan_review") => ({
  type,
  request: id,
});

export interface Review {
  request_id: string;
  approve: boolean;
  feedback?: string | undefined;
}

/** The lead's answer to a plan. An answer that is late, comes twice or is to something else changes nothing. */
export async function reviewPlan(protocols: Protocols, review: Review): Promise<string> {
  const open = await answerable(protocols, review.request_id);
  const state = review.approve ? "approved" : "rejected";
  const request = await change(protocols, open, { state });
  await tell(protocols, request, "plan_review", answerText(request, review.feedback));
  return `${titleOf(request)}, is ${state}, and ${open.mate.name} is told. What comes of it comes as mail.`;
}

function answerText(request: Request, feedback: string | undefined): string {
  const title = titleOf(request);
  if (request.state === "rejected")
    return `${title}, is rejected: ${feedback ?? "no reason was given"}\n${nextOf(request)}`;
  const more = feedback === undefined ? "" : `\nlead adds: ${feedback}`;
  return `${title}, is approved. Do it now: ${request.task}${more}`;
}

/** The answer counts as soon as it is recorded. When the mate does not hear of it, the lead does. */
async function tell(
  { team }: Protocols,
  request: Request,
  type: "plan_request" | "plan_review",
  content: string,
): Promise<void> {
  await send(team, { ...letter(request, type), from: LEAD, to: request.to, content }).catch(
    (error: Error) => {
      throw new Error(
        `${titleOf(request)}, is ${request.state}, but ${request.to} was not told: ${error.message}`,
      );
    },
  );
}

/** A plan that waits for its review. Throws for anything else, and says what to do instead. */
async function answerable(protocols: Protocols, id: string): Promise<Open> {
  const open = protocols.open.get(id);
  if (open === undefined)
    throw new Error(`${UNCHANGED} This team has no request ${id}. list_teammates shows them.`);
  if (open.request.type !== "plan")
    throw new Error(`${UNCHANGED} ${id} is a shutdown. The mate answers it by its end.`);
  if (stateOf(open.request) !== open.request.state)
    await change(protocols, open, { state: "expired" });
  const why = whyNot(protocols, open);
  if (why !== undefined) throw new Error(`${UNCHANGED} ${why}`);
  if (await isUnread(protocols, id))
    throw new Error(`${UNCHANGED} There is a version that you have not read. It comes as mail.`);
  return open;
}

function whyNot(protocols: Protocols, { request, mate }: Open): string | undefined {
  const { name } = mate;
  if (mate.progress.isLeaving) return `${name} has left the team, or is about to.`;
  if (current(protocols, mate, "plan")?.request.id !== request.id)
    return `There is a newer request to ${name}. list_teammates shows it.`;
  const title = titleOf(request);
  switch (stateOf(request)) {
    case "wanted":
      return `${name} has not sent a plan yet. It comes as mail.`;
    case "pending":
      return undefined;
    case "expired":
      return `${title}, has expired: the files may have changed since. Ask again with request_plan.`;
    default:
      return `${title}, is ${request.state} already. For another plan use request_plan.`;
  }
}

/** The lead answers what it has read. A version that came meanwhile is still in its mailbox. */
async function isUnread({ team }: Protocols, id: string): Promise<boolean> {
  const { values } = await unreadOf(team.mailboxes, team.lead);
  return values.some(({ request, type }) => request === id && type === "plan");
}

/** Refuses what is not known to be reading, until the plan is approved. */
export function gate(
  protocols: Protocols,
  mate: MateHandle,
  { call, context }: HookEvents["PreToolUse"],
): { denied: string } | undefined {
  const said = closed(protocols, mate);
  if (said === undefined || READING.includes(effectOf(call, context))) return undefined;
  return { denied: `${call.name} is refused and did not run. ${said}` };
}

/** Why a mate can only read, and what it is to do; undefined when it is not asked for a plan, or the plan is approved. */
export function closed(protocols: Protocols, mate: MateHandle): string | undefined {
  const request = current(protocols, mate, "plan")?.request;
  if (request === undefined || request.state === "approved") return undefined;
  if (request.version === 0) return wantedText(request);
  const state = stateOf(request);
  const next =
    state === "pending"
      ? "Until lead has answered, you can only read. End your turn; the answer begins a new one."
      : `${nextOf(request)} Until lead approves it, you can only read.`;
  return `${titleOf(request)}, is ${state}, for: ${request.task}\n${next}`;
}

/** What the lead must still know after a summary of its messages: the plans that wait for it, and where they are. */
export function waiting({ open }: Protocols): string[] {
  const isOne = ({ type, state }: Request) => type === "plan" && state === "pending";
  const plans = [...open.values()].filter(({ request }) => isOne(request));
  return plans.map(
    ({ request, letter }) =>
      `${titleOf(request)}, of ${request.to} waits for review_plan. Read it first: ${MAILBOXES}/${LEAD}/read/${letter}.json`,
  );
}

/** In the list of mates. */
export function planStatus(protocols: Protocols, mate: MateHandle): string[] {
  const request = current(protocols, mate, "plan")?.request;
  if (request === undefined) return [];
  const words = `plan ${request.id}, version ${request.version}, ${stateOf(request)}`;
  return request.state === "approved" ? [words] : ["can only read", words];
}
