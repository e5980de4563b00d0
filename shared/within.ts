// shared/within · how long we wait for somebody.
import { clock } from "./clock.ts";
import { beginRequest } from "./idle.ts";

export interface Limit {
  signal: AbortSignal;
  /** A sign of life: the wait begins anew, up to a maximum. */
  again(): void;
  /** True when the time was up. */
  isOver(): boolean;
}

/** Gives `work` a signal that is aborted after `ms`, or when the turn is. It never waits longer than `most` in all. */
export async function within<Result>(
  { ms, most = ms, signal }: { ms: number; most?: number; signal: AbortSignal },
  work: (limit: Limit) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const over = () => late.abort(new Error("no answer in time"));
  let cancel = clock.after(ms, over);
  const cancelMost = clock.after(most, over);
  const answered = beginRequest(); // a program that waits for an answer is not idle
  try {
    return await work({
      signal: AbortSignal.any([signal, late.signal]),
      isOver: () => late.signal.aborted,
      again() {
        cancel();
        cancel = clock.after(ms, over);
      },
    });
  } finally {
    cancel();
    cancelMost();
    answered();
  }
}
