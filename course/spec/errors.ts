// course/spec/errors · the two ways a spec can end badly, and the words for them.
import { say } from "../base/say.ts";
import type { Stage } from "./elsewhere.ts";

/**
 * How a test of a spec ended: *failed* = a promise was not kept, *broken* = it could not be judged. For agents from
 * elsewhere also: *not judged* = the way it is spoken with cannot show it.
 */
export const VERDICTS = ["passed", "failed", "broken", "not judged", "skipped"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** An expectation about the agent that was not met. */
export class SpecFailure extends Error {
  override name = "SpecFailure";
}

/** The agent crashed, never started or hung, or the harness itself went wrong. */
export class SpecBroken extends Error {
  override name = "SpecBroken";
}

/** An agent from elsewhere shows no sign of life. */
export class Silence extends SpecFailure {}

/** The model has called something that an agent from elsewhere does not offer: nothing more can come of the test. */
export class Lacking extends SpecFailure {}

/** The way an agent is spoken with cannot show what the test is about. */
export class NotJudged extends Error {
  override name = "NotJudged";

  constructor(needs: Stage | "another system") {
    super(
      needs === "another system"
        ? say`on Windows a program cannot send Ctrl-C: use Linux, macOS or WSL`
        : say`needs "${needs}"`,
    );
  }
}

/** Whether an error says that a promise was not kept: ours, or one of `expect`. */
export const isExpectation = (error: unknown): error is Error =>
  error instanceof SpecFailure || (error instanceof Error && error.name === "AssertionError");

/** Quotes a text that was printed; of a long one only its end, and how much came before. */
export function quote(text: string, most = 3000): string {
  const seen = text.trimEnd();
  if (seen === "") return say`  | (nothing)`;
  const left = seen.length - most;
  const shown = left > 0 ? say`(${left} characters before this)\n${seen.slice(-most)}` : seen;
  return shown.replace(/^/gm, "  | ");
}
