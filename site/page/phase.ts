// site/page/phase · what goes on at the machine, and waiting for it to be something else.
import type { Words } from "./words.ts";

export type Phase = keyof Words["phases"];

export interface Phases {
  now(): Phase;
  enter(next: Phase): void;
  /** Resolves when it is one of these. */
  until(...wanted: Phase[]): Promise<void>;
}

/** Begins with "booting"; `changed` hears of each phase. */
export function createPhases(changed: (phase: Phase) => void): Phases {
  const waiting = new Set<() => void>();
  let phase: Phase = "booting";
  return {
    now: () => phase,
    enter(next) {
      phase = next;
      changed(next);
      for (const look of [...waiting]) look();
    },
    until: (...wanted) =>
      new Promise((resolve) => {
        const look = () => {
          if (!wanted.includes(phase)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

/** The phase that an event of an agent begins. */
export function phaseAfter(event: unknown): Phase | undefined {
  if (event === "ready" || event === "turn-end") return "prompt";
  if (event === "turn-start") return "running";
  return event === "question" ? "question" : undefined;
}
