// course/spec/idle · the agents of one test, and whether all of them have nothing left to do.
import { isRead, type Parts } from "./state.ts";

/** The agents of one test. One may be what another waits for. */
export interface Company {
  add(parts: Parts): void;
  /** Something has happened to an agent, or it has done something; `isNews` unless it only said that it is idle. */
  changed(isNews: boolean): void;
  /** Resolves when no agent has anything left to do; never, when one cannot tell. */
  idle(): Promise<void>;
  /** The ms since something has happened. */
  quiet(): number;
}

export function createCompany(): Company {
  const all: Parts[] = [];
  const waiters = new Set<() => void>();
  let news = 0;
  let lastNews = performance.now();

  function until(look: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const waiter = () => {
        if (!look()) return;
        waiters.delete(waiter);
        resolve();
      };
      waiters.add(waiter);
      waiter();
    });
  }

  /**
   * An agent can be asked once it reads the clock. One that has gone does nothing. It is asked again when more
   * answers are held back than it was told, or fewer.
   */
  async function ask(parts: Parts): Promise<void> {
    const { process, control, state, model } = parts;
    const hasGone = () => process.exit() !== undefined;
    await until(() => hasGone() || control.tellsIdle());
    if (hasGone()) return;
    const heldBack = model.heldBack();
    const id = control.askIdle(heldBack);
    const isOld = () => model.heldBack() !== heldBack;
    await until(() => hasGone() || isOld() || (state.idle.includes(id) && isRead(parts)));
    if (isOld()) await ask(parts);
  }

  async function look(): Promise<void> {
    // What one has written without a word another may find: with several, nothing may happen twice.
    const rounds = all.length > 1 ? 2 : 1;
    for (let quiet = 0; quiet < rounds; ) {
      const before = news;
      await Promise.all(all.map(ask));
      quiet = news === before ? quiet + 1 : 0;
    }
  }

  let asking: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  /** One question at a time: else those of waits that are over go on, and an agent that is never idle looks for each. */
  function idle(): Promise<void> {
    if (asking === undefined) {
      asking = look().finally(() => {
        asking = undefined;
      });
      return asking;
    }
    // An answer that is on its way may be older than this question.
    next ??= asking
      .catch(() => {}) // who asked that is told
      .then(() => {
        next = undefined;
        return idle();
      });
    return next;
  }

  return {
    add: (parts) => void all.push(parts),
    changed(isNews) {
      if (isNews) {
        news += 1;
        lastNews = performance.now();
      }
      for (const waiter of [...waiters]) waiter();
    },
    idle,
    quiet: () => performance.now() - lastNews,
  };
}
