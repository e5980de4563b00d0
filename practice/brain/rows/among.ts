// practice/brain/rows/among · a row that needs an id the person did not say: the list first, then the only entry that fits.

import { tell } from "../tell.ts";
import type { Clause, Outcome, PlanContext, Step } from "../types.ts";
import { quoted } from "../words.ts";
import { callOf, type Slots, said, stepOf } from "./call.ts";
import { type Entry, entriesIn, wantedIn } from "./listed.ts";
import type { Among, IntentRow } from "./row.ts";

/** The steps for a row; without an id in the slots the entry is looked for by the words of the clause. */
export function stepsOf(
  row: IntentRow,
  slots: Slots,
  clause: Clause,
  context: PlanContext,
): Step[] {
  const { among, intent = row.rule } = row;
  const { language } = context;
  if (among === undefined || slots.id !== undefined) return [stepOf(row, slots, language)];
  const wanted = wantedIn(clause, intent, context.book);
  const called = (rule: string) => context.rows.find((one) => one.rule === rule) ?? row;
  const chosen = ([list]: Outcome[]) => chosenOf(among, wanted, list?.text ?? "");
  const { before } = among;
  const rows = (one: Entry | undefined) =>
    one && before && new RegExp(before.of).test(one.line) ? [called(before.row), row] : [row];
  const name = wanted.join(/[a-z]/.test(wanted.join("")) ? " " : "");
  const later = (at: number): Step => ({
    ...stepOf(row, { ...slots, id: name }, language),
    call(offer, done) {
      if (done.length === 0) return callOf(row, { id: "?" }, offer);
      const one = chosen(done);
      const next = rows(one)[at];
      return one && next && callOf(next, { id: one.id }, offer);
    },
    say(result, done, call) {
      const next = rows(chosen(done))[at] ?? row;
      return said(next, { tool: call?.name ?? "" }, language, result);
    },
  });
  const list: Step = {
    ...stepOf(called(among.list), {}, language),
    say: (result, done) =>
      chosen(done) ? "" : tell(language, "whichOne", { list: quoted(language, result) }),
  };
  return [list, later(0), ...(before === undefined ? [] : [later(1)])];
}

/** The only entry that has all the words. */
function chosenOf({ not = "^$" }: Among, wanted: string[], list: string): Entry | undefined {
  const [one, more] = entriesIn(list).filter(
    ({ line, words }) =>
      !new RegExp(not).test(line) && wanted.every((word) => words.includes(word)),
  );
  return more === undefined ? one : undefined;
}
