// site/host/sleep · how commands of the page's shell sleep: by the agent's clock, or until a program outside wakes them.
import { clock } from "../../shared/clock.ts";
import { link } from "./link.ts";

const sleepers = new Map<number, () => void>();
const counter = { sleepers: 0 };
/** Whether commands are woken from outside; else they sleep by the clock, which the page can move. */
export const pace = { isOutside: false };

/** What `sleep` is in a script. When that is stopped, it sleeps no more, and nothing comes after it. */
export const sleepIn =
  (script: number, signal?: AbortSignal) =>
  (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = pace.isOutside ? untilWoken(script, ms, resolve) : clock.after(ms, resolve);
      signal?.addEventListener("abort", wake, { once: true });
    });

/** Gives what ends the sleep without going on. */
function untilWoken(script: number, ms: number, resolve: () => void): () => void {
  const id = ++counter.sleepers;
  const forget = () => {
    if (sleepers.delete(id)) link.post({ type: "awake", id });
  };
  sleepers.set(id, () => {
    forget();
    resolve();
  });
  link.post({ type: "sleep", id, ms, script });
  return forget;
}

export const wake = (id: number): void => sleepers.get(id)?.();
