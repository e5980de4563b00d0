// s16 · protocols/words – what a mate and the lead are told about a request.
import type { Request } from "./requests.ts";

/** So many plans a mate can send for a request. Two agents that do not agree could go on for ever. */
export const MAX_VERSIONS = 10;
export const UNCHANGED = "Nothing has changed.";

export const titleOf = ({ id, type, version }: Request) =>
  type === "plan" ? `Plan ${id}, version ${version}` : `Shutdown ${id}`;

export const wantedText = ({ id, task }: Request) =>
  `Plan ${id} is wanted before you change anything: ${task}\nSend it with submit_plan. Until lead approves it, you can only read.`;

export const planText = (request: Request, plan: string) =>
  `${titleOf(request)}, for: ${request.task}\n${plan}\nAnswer with review_plan.`;

export const endText = (request: Request) =>
  `${titleOf(request)}: begin nothing new. Say now what is done and what is not.`;

export const LAST_ONE =
  "That was the last version. Write to lead what is in the way, and end your turn.";

const nextOf = ({ version }: Request) =>
  version < MAX_VERSIONS ? "Send a better one with submit_plan." : LAST_ONE;

export function answerText(request: Request, feedback: string | undefined): string {
  const title = titleOf(request);
  if (request.state === "rejected")
    return `${title}, is rejected: ${feedback ?? "no reason was given"}\n${nextOf(request)}`;
  const more = feedback === undefined ? "" : `\nlead adds: ${feedback}`;
  return `${title}, is approved. Do it now: ${request.task}${more}`;
}

/** What a mate is told that can only read. */
export function closedText(request: Request): string {
  if (request.version === 0) return wantedText(request);
  const next =
    request.state === "pending"
      ? "Until lead has answered, you can only read. End your turn; the answer begins a new one."
      : `${nextOf(request)} Until lead approves it, you can only read.`;
  return `${titleOf(request)}, is ${request.state}, for: ${request.task}\n${next}`;
}
