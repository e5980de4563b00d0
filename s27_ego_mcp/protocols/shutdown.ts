// s16 · protocols/shutdown – what surrounds the end of a mate: a limit, and a letter that need not be read any more.
import { clock } from "../../shared/clock.ts";
import { type MateHandle, reportProblem } from "../team/team.ts";
import { current } from "./core.ts";
import { change, type Protocols, SHUTDOWN_MS } from "./requests.ts";

/** Interrupts a mate that has not ended in time. The function that it gives takes that back. */
export function watch(protocols: Protocols, mate: MateHandle): () => void {
  return clock.after(SHUTDOWN_MS, () => void interrupt(protocols, mate));
}

/** Its turn takes too long. The end of the turn is the end of the mate. */
async function interrupt(protocols: Protocols, mate: MateHandle) {
  await protocols.inOrder(() => expire(protocols, mate)).catch(reportProblem);
  mate.progress.running?.abort("the time for its shutdown is over");
}

/** What comes first counts: its own end, or the end of its time. */
export async function expire(protocols: Protocols, mate: MateHandle) {
  const asked = current(protocols, mate, "shutdown");
  if (asked?.request.state === "pending") await change(protocols, asked, { state: "expired" });
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
