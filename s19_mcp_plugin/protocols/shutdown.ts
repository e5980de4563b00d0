// s16 · protocols/shutdown – a mate ends when its running tool has ended, and the lead hears of it.
import { clock } from "../../shared/clock.ts";
import type { HookEvents } from "../hooks.ts";
import { LEAD, type MateHandle, reportProblem, send } from "../team/team.ts";
import { type Effect, effectOf } from "../tools.ts";
import { add, change, current, type Protocols, type Request } from "./requests.ts";

/** Longer than the two minutes that a command can take. */
const SHUTDOWN_MS = 150_000;

/** Asks a mate to end. One that waits ends at once; one that works may say its last words. */
export async function requestShutdown(protocols: Protocols, mate: MateHandle): Promise<string> {
  const draft = { type: "shutdown", state: "pending", task: "", lasts: SHUTDOWN_MS } as const;
  const request = await add(protocols, mate, draft);
  if (mate.progress.running) await ask(protocols, request).catch(reportProblem);
  void end(protocols, mate, request);
  return `${mate.name} is asked to end, ${request.id}. When it has ended, that comes as mail.`;
}

const ASKED = "begin nothing new. Say now what is done and what is not.";

const ask = ({ team }: Protocols, { id, to }: Request) =>
  send(team, {
    from: LEAD,
    to,
    type: "shutdown_request",
    request: id,
    content: `Shutdown ${id}: ${ASKED}`,
  });

async function end(protocols: Protocols, mate: MateHandle, { id }: Request) {
  const cancel = clock.after(SHUTDOWN_MS, () => void interrupt(protocols, mate));
  const content = `Shutdown ${id}: ${mate.name} has ended.`;
  await mate.dismiss({ type: "shutdown_response", request: id, content });
  cancel();
}

/** Its turn takes too long. The end of the turn is the end of the mate. */
async function interrupt(protocols: Protocols, mate: MateHandle) {
  await protocols.inOrder(() => answer(protocols, mate, "expired")).catch(reportProblem);
  mate.progress.running?.abort("the time for its shutdown is over");
}

/** How a mate has ended: by itself, or because its time was over. What comes first counts. */
export async function answer(
  protocols: Protocols,
  mate: MateHandle,
  state: "approved" | "expired",
) {
  const asked = current(protocols, mate, "shutdown");
  if (asked?.request.state === "pending") await change(protocols, asked, { state });
}

/** A mate that ends in its last model call does not read that it is to end. That is no mail for which the lead must look. */
export async function takeBack({ team: { mailboxes } }: Protocols, { name }: MateHandle) {
  const { values } = await mailboxes.unread(name);
  for (const letter of values)
    if (letter.type === "shutdown_request") await mailboxes.markRead(letter);
}

/** In the list of mates. */
export function shutdownStatus(protocols: Protocols, mate: MateHandle): string[] {
  const asked = current(protocols, mate, "shutdown");
  return asked ? [`ends by shutdown ${asked.request.id}`] : [];
}

/** So an agent that works on a task says whether it is done (s12). Nothing is begun with it. */
const TO_END: (Effect | undefined)[] = ["completes", "releases"];

/** From the request on, a mate that works begins no other tool. */
export function refuse(
  protocols: Protocols,
  mate: MateHandle,
  { call, context }: HookEvents["PreToolUse"],
): { denied: string } | undefined {
  const asked = current(protocols, mate, "shutdown");
  if (asked === undefined || TO_END.includes(effectOf(call, context))) return undefined;
  return { denied: `${call.name} did not run. Shutdown ${asked.request.id}: ${ASKED}` };
}
