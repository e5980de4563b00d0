// course/spec/idle · the agents of one test, and whether all of them have nothing left to do.
import { isRead, type Parts } from "./state.ts";

/** The agents of one test. One may be what another waits for. */
export interface Company {
  add(parts: Parts): void;
  /** Something has happened to an agent, or it has done something; `isNews` unless it only said that it is idle. */
  changed(isNews: boolean): void;
  /** Resolves when no agent has anything left to do; never, when one cannot tell. */
  idle(): Promise<void>;
}

export function createCompany(): Company {
  const all: Parts[] = [];
  const waiters = new Set<() => void>();
  let news = 0;

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

  /** An agent can be asked once it reads the clock. One that has gone does nothing. */
  async function ask(parts: Parts): Promise<void> {
    const { process, control, state } = parts;
    const hasGone = () => process.exit() !== undefined;
    await until(() => hasGone() || control.tellsIdle());
    if (hasGone()) return;
    const id = control.askIdle();
    await until(() => hasGone() || (state.idle.includes(id) && isRead(parts)));
  }

  async function idle(): Promise<void> {
    // What one has written without a word another may find: with several, nothing may happen twice.
    const rounds = all.length > 1 ? 2 : 1;
    for (let quiet = 0; quiet < rounds; ) {
      const before = news;
      await Promise.all(all.map(ask));
      quiet = news === before ? quiet + 1 : 0;
    }
  }

  return {
    add: (parts) => void all.push(parts),
    changed(isNews) {
      if (isNews) news += 1;
      for (const waiter of [...waiters]) waiter();
    },
    idle,
  };
}
