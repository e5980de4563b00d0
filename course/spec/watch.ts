// course/spec/watch · waiting for a state of the agent, without polling and without sleeping.
import { say } from "../base/say.ts";
import { SpecBroken, SpecFailure } from "./errors.ts";

/** Waits until the watched thing is in some state. */
export interface Watch {
  /** Says that something changed: every waiter looks again. */
  changed(): void;
  /** The ms since the last sign of life, where that is known; else 0. */
  quiet(): number;
  /** Why nothing that is waited for can come any more; undefined as long as it can. */
  over(): Error | undefined;
  /**
   * Resolves with the first value of `look` that is not undefined; rejects with what it throws.
   * Rejects with SpecBroken after `within` ms, or when nothing has changed for as long as the limit: a safety net that
   * no agent, right or wrong, should reach.
   * When the agents have nothing left to do it rejects, too, or resolves with `atIdle`.
   */
  until<Value>(
    what: string,
    look: () => Value | undefined,
    within?: number,
    atIdle?: Value,
  ): Promise<Value>;
}

/** What is waited for longer than this will perhaps never come, in ms: then the agents are asked whether they are idle. */
const ASK_MS = 200;

/** When a wait is given up although its limit is far: the agent has shown no sign of life for too long. */
export interface Patience {
  /** The ms since the last sign of life. */
  quiet(): number;
  /** After how many of them a wait is given up; a busy machine makes it more. */
  most(): number;
  /** What a wait that was given up after so many seconds rejects with. */
  error(what: string, seconds: number): Error;
  /** Why no wait can come to anything any more; undefined as long as one can. */
  over(): Error | undefined;
}

const neverComes = (what: string, situation: string) =>
  new SpecFailure(say`Waited for ${what}, and the agent has nothing left to do.\n${situation}`);

/** An agent that changes all the time, and never to what is waited for, is given up after so many times the limit. */
const MOST_LIMITS = 4;

/** How often the quiet of an agent is looked at, in ms. */
const LOOK_MS = 100;

/** The safety net of a wait in ms, the same for all, or by what is waited for. */
export type Limit = number | ((what: string) => number);

/** What a watch needs to know of the agent. */
export interface Watched {
  /** Is quoted when a wait is given up. */
  situation(): string;
  /** Resolves when nothing can come any more by itself: no wait lasts longer than that. */
  idle?(): Promise<void>;
  patience?: Patience | undefined;
}

/** A watch; `limit` is its safety net. */
export function createWatch(limit: Limit, { situation, idle, patience }: Watched): Watch {
  const waiters = new Set<() => void>();
  let lastChange = performance.now();
  const limitFor = (what: string) => (typeof limit === "number" ? limit : limit(what));

  function until<Value>(
    what: string,
    look: () => Value | undefined,
    within?: number,
    atIdle?: Value,
  ) {
    const most = within ?? limitFor(what);
    const begun = performance.now();
    return new Promise<Value>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        clearTimeout(asking);
        clearInterval(looking);
        waiters.delete(waiter);
      };
      const giveUp = (error: Error) => {
        stop();
        reject(error);
      };
      const waiter = () => {
        try {
          const over = within === undefined ? patience?.over() : undefined;
          if (over) throw over;
          const value = look();
          if (value === undefined) return;
          stop();
          resolve(value);
        } catch (error) {
          stop();
          reject(error);
        }
      };
      /** On a busy machine a turn of fifty calls takes its time: while something changes, it is waited for. */
      const net = () => {
        const end = Math.min(lastChange, begun + (MOST_LIMITS - 1) * most) + most;
        const rest = within === undefined ? end - performance.now() : 0;
        const words = say`Waited ${most / 1000} s for ${what}.\n${situation()}`;
        if (rest > 0) timer = setTimeout(net, rest);
        else giveUp(patience ? patience.error(what, most / 1000) : new SpecBroken(words));
      };
      let timer = setTimeout(net, most);
      /** Asked only now, so that a wait that is soon over costs nothing. */
      async function askIdle() {
        await idle?.();
        if (waiters.has(waiter)) waiter();
        if (!waiters.has(waiter)) return;
        if (atIdle === undefined) return giveUp(neverComes(what, situation()));
        stop();
        resolve(atIdle);
      }
      const isAsked = idle !== undefined && within === undefined;
      const asking = isAsked
        ? setTimeout(() => void askIdle(), atIdle === undefined ? ASK_MS : 0)
        : undefined;
      const lookAgain = () => {
        waiter();
        const silence = patience?.most() ?? Number.POSITIVE_INFINITY;
        if (patience && waiters.has(waiter) && patience.quiet() >= silence)
          giveUp(patience.error(what, Math.round(silence / 1000)));
      };
      const isPatient = patience !== undefined && within === undefined;
      const looking = isPatient ? setInterval(lookAgain, LOOK_MS) : undefined;
      waiters.add(waiter);
      waiter();
    });
  }

  return {
    changed() {
      lastChange = performance.now();
      for (const waiter of [...waiters]) waiter();
    },
    quiet: () => patience?.quiet() ?? 0,
    over: () => patience?.over(),
    until,
  };
}
