// s26 · recall/command – /recall shows what a cue finds, and what association makes of it.
import { clock } from "../../shared/clock.ts";
import { type Command, note } from "../../shared/terminal.ts";
import type { Reminder } from "./core.ts";
import type { Memories } from "./memories.ts";
import { lineOf, withoutPrivate } from "./show.ts";

const MOST = 10;

/** The command. It counts no access, so looking changes nothing. */
export const recallCommand = (memories: Memories): Command => ({
  description: "what a cue reminds of, and why; /recall CUE",
  async run(cue) {
    if (cue.trim() === "") return note("What should be recalled? Write /recall CUE.", "yellow");
    const found = await memories.explain(cue);
    if (found.length === 0) return note("It reminds of nothing.");
    const before = found.toSorted((one, other) => other.fit - one.fit);
    note("now  before  words  near  association", "dim");
    for (const [at, one] of found.slice(0, MOST).entries())
      note(
        `${row(at + 1, before.indexOf(one) + 1, one)}  ${withoutPrivate(lineOf(one.memory, clock.now()))}`,
      );
  },
});

function row(now: number, before: number, { places, association }: Reminder): string {
  const [words, near] = places.map((place) => String(place ?? "-"));
  const cells = [
    `${now}`.padStart(3),
    `${before}`.padStart(6),
    words?.padStart(5),
    near?.padStart(4),
  ];
  return [...cells, association.toFixed(2).padStart(11)].join("  ");
}
