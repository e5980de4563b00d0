// s11 · recovery/retry – repeats a call that failed for a passing reason, and changes the model after several overloads.
import { configure, MODEL } from "../../shared/client.ts";
import { clock } from "../../shared/clock.ts";
import { note } from "../../shared/terminal.ts";
import { delayBefore, isUnknown, readFailure, triesFor } from "./failure.ts";

const OVERLOADS = 3;
const UNUSABLE = 3;

/** Which model is called. All agents share one choice: an overloaded model is overloaded for each of them. */
export interface Choice {
  /** The fallback model, once it has replaced the first one; undefined before. */
  fallback: string | undefined;
  /** True when the fallback model turned out to be unusable. */
  isUseless: boolean;
}

/** Runs a call until it succeeds. The model is read again for each try, since it may have changed. */
export async function withRetries<Result>(
  choice: Choice,
  run: (model: string) => Promise<Result>,
  maxTries: number,
  signal: AbortSignal,
): Promise<Result> {
  let overloads = 0;
  let unusable = 0;
  for (let tried = 1; ; tried++) {
    const model = modelOf(choice);
    try {
      return await run(model);
    } catch (error) {
      if (signal.aborted) throw error;
      if (isUnknown(error) && stepBack(choice, model)) continue;
      const failure = readFailure(error);
      if (failure === undefined) throw error;
      overloads = failure.isOverload ? overloads + 1 : 0;
      if (overloads >= OVERLOADS) stepIn(choice);
      if (modelOf(choice) !== model) continue; // this agent or another one has changed the model
      const tries = Math.min(maxTries, triesFor(error));
      unusable = failure.isUnusable ? unusable + 1 : 0;
      if (tried >= tries || unusable >= UNUSABLE) throw error;
      const wait = failure.wait ?? delayBefore(tried);
      const seconds = (wait / 1000).toFixed(1);
      note(`[retry ${tried}/${tries - 1}] ${failure.reason}; again in ${seconds} s`, "yellow");
      await clock.sleep(wait, signal);
    }
  }
}

const modelOf = ({ fallback }: Choice) => fallback ?? MODEL;

/** From now on the fallback model answers, if there is one. */
function stepIn(choice: Choice) {
  const { fallback: other, model } = configure();
  const isPossible = other !== undefined && other !== model && !choice.isUseless;
  if (!isPossible || choice.fallback !== undefined) return;
  const words = `${MODEL} is overloaded; ${other} answers for the rest of this session`;
  note(`[fallback] ${words}`, "yellow");
  choice.fallback = other;
}

/** Gives up the fallback model when it is the unknown one. True when another try with the first model makes sense. */
function stepBack(choice: Choice, model: string): boolean {
  if (model === MODEL) return false;
  if (model !== choice.fallback) return true; // another agent has already changed back
  const words = `${model} cannot be used; check FALLBACK_MODEL_ID. Back to ${MODEL}`;
  note(`[fallback] ${words}`, "yellow");
  choice.fallback = undefined;
  choice.isUseless = true;
  return true;
}
