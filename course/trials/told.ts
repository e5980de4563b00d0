// course/trials/told · rows that belong together are told together, when the last of them has ended.
import { sumOf } from "../judge/verdicts.ts";
import type { Part } from "../results/tell.ts";
import type { Outcome, Row } from "./row.ts";

/** Rows with what they are called together. */
export interface Group {
  name: string;
  rows: Row[];
}

/** What is to be called for each outcome. Rows of all groups may run at the same time, so the time of a group is what its own rows took. */
export function tellGroups(groups: readonly Group[], tell: (part: Part) => void) {
  const open = groups.map(({ name, rows }) => {
    return { name, left: new Set(rows), outcomes: [] as Outcome[] };
  });
  return (outcome: Outcome): void => {
    const group = open.find(({ left }) => left.delete(outcome.row));
    if (group === undefined) return;
    group.outcomes.push(outcome);
    if (group.left.size === 0) tell(partOf(group.name, group.outcomes));
  };
}

const partOf = (title: string, outcomes: Outcome[]): Part => ({
  title,
  counts: sumOf(outcomes.map(({ counts }) => counts)),
  ms: outcomes.reduce((sum, { ms }) => sum + ms, 0),
  isCached: outcomes.every(({ isCached }) => isCached),
  lines: outcomes.filter(({ counts }) => counts.failed > 0).flatMap(({ lines }) => lines),
});
