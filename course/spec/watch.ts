// course/spec/watch · waiting for a state of the agent, without polling and without sleeping.
import { SpecBroken } from "./errors.ts";

/** Waits until the watched thing is in some state. */
export interface Watch {
  /** Says that something changed: every waiter looks again. */
  changed(): void;
  /**
   * Resolves with the first value of `look` that is not undefined; rejects with what it throws.
   * Rejects with SpecBroken after `within` ms, a safety net that no agent, right or wrong, should reach.
   */
  until<Value>(what: string, look: () => Value | undefined, within?: number): Promise<Value>;
}

/** The safety net of a wait in ms, the same for all, or by what is waited for. */
export type Limit = number | ((what: string) => number);

/** A watch; `limit` is its safety net, `situation` is quoted when it is reached. */
export function createWatch(limit: Limit, situation: () => string): Watch {
  const waiters = new Set<() => void>();
  const limitFor = (what: string) => (typeof limit === "number" ? limit : limit(what));

  function until<Value>(what: string, look: () => Value | undefined, within = limitFor(what)) {
    return new Promise<Value>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        waiters.delete(waiter);
      };
      const waiter = () => {
        try {
          const value = look();
          if (value === undefined) return;
          stop();
          resolve(value);
        } catch (error) {
          stop();
          reject(error);
        }
      };
      const timer = setTimeout(() => {
        stop();
        reject(new SpecBroken(`Waited ${within / 1000} s for ${what}.\n${situation()}`));
      }, within);
      waiters.add(waiter);
      waiter();
    });
  }

  return {
    changed() {
      for (const waiter of [...waiters]) waiter();
    },
    until,
  };
}
