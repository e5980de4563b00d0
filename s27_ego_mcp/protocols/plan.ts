// s16 · protocols/plan – what surrounds a plan: its versions, its hour, and what is said of it.
import { LEAD, MAILBOXES, type MateHandle, unreadOf } from "../team/team.ts";
import { current } from "./core.ts";
import { change, type Open, type Protocols, type Request, stateOf } from "./requests.ts";
import { LAST_ONE, MAX_VERSIONS, titleOf } from "./words.ts";

/** Why a mate can send no plan now: it has sent enough of them, or the lead has not read the last one. */
export async function whyNoPlan(
  protocols: Protocols,
  { request }: Open,
): Promise<string | undefined> {
  const { id, state, version } = request;
  if (version >= MAX_VERSIONS) return `${titleOf(request)}: ${LAST_ONE}`;
  if (state === "pending" && (await isUnread(protocols, id)))
    return `${titleOf(request)}, is with lead, and not read yet. End your turn.`;
  return undefined;
}

/** Why an answer to a plan that waits for one comes too late, or too early. */
export async function whyNoAnswer(protocols: Protocols, open: Open): Promise<string | undefined> {
  const { request } = open;
  if (stateOf(request) === "expired") {
    await change(protocols, open, { state: "expired" });
    return `${titleOf(request)}, has expired: the files may have changed since. Ask again with request_plan.`;
  }
  if (await isUnread(protocols, request.id))
    return "There is a version that you have not read. It comes as mail.";
  return undefined;
}

/** The lead answers what it has read. A version that came meanwhile is still in its mailbox. */
async function isUnread({ team }: Protocols, id: string): Promise<boolean> {
  const { values } = await unreadOf(team.mailboxes, team.lead);
  return values.some(({ request, type }) => request === id && type === "plan");
}

/**
 * At the end of the program a plan without an answer stays as it is, and so does one whose work was stopped: the next
 * lead hears of them.
 */
export const isOver = ({ team }: Protocols, { state }: Request, isStopped: boolean): boolean =>
  (state === "approved" && !isStopped) || !team.isEnding;

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
