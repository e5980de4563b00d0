// practice/brain/rows/among · a row that needs an id the person did not say: the list first, then the only entry that fits.
import type { Clause, Language, Outcome, PlanContext, Step } from "../types.ts";
import { pick, quoted } from "../words.ts";
import { callOf, type Slots, said, stepOf } from "./call.ts";
import { closest, type Entry, entriesIn, fitting, type Wanted, wantedIn } from "./listed.ts";
import type { Among, IntentRow } from "./row.ts";

/** The steps for a row; without an id in the slots the entry is looked for by the words of the clause. */
export function stepsOf(
  row: IntentRow,
  slots: Slots,
  clause: Clause,
  context: PlanContext,
): Step[] {
  const { among, intent = row.rule } = row;
  if (among === undefined || slots.id !== undefined) return [stepOf(row, slots, context.language)];
  const wanted = wantedIn(clause, intent, context.learned);
  const chosen = (done: Outcome[]) => chosenOf(among, wanted, done);
  const rows = (one: Entry | undefined) =>
    one !== undefined && among.before?.of.test(one.line) ? [among.before.row, row] : [row];
  const name = wanted.needed.join(/[a-z]/.test(wanted.needed.join("")) ? " " : "");
  const later = (at: number): Step => ({
    ...stepOf(row, { ...slots, id: name }, context.language),
    call(offer, done) {
      if (done.length === 0) return callOf(row, { id: "?" }, offer);
      const one = chosen(done);
      const next = rows(one)[at];
      return one && next && callOf(next, { id: one.id }, offer);
    },
    say(result, done, call) {
      const next = rows(chosen(done))[at] ?? row;
      return said(next, { tool: call?.name ?? "" }, context.language, result);
    },
  });
  const list: Step = {
    ...stepOf(among.list, {}, context.language),
    say: (result, done) => (chosen(done) ? "" : whichOne(context.language, result)),
  };
  return [list, later(0), ...(among.before === undefined ? [] : [later(1)])];
}

function chosenOf({ not, isLoose }: Among, wanted: Wanted, [list]: Outcome[]): Entry | undefined {
  const entries = entriesIn(list?.text ?? "").filter(({ line }) => not?.test(line) !== true);
  const fit = fitting(wanted, entries);
  const [one, more] = isLoose === true && fit.length > 1 ? closest(wanted, fit) : fit;
  return more === undefined ? one : undefined;
}

function whichOne(language: Language, list: string): string {
  return pick(
    language,
    `I did nothing: your words do not name exactly one of these:${quoted(language, list)}\nSay it again with its id, or with more of its words.`,
    `我什么也没做：从你的话里不能确定是下面的哪一个：${quoted(language, list)}\n请写出它的 id，或者多写几个它的词。`,
    `何もしていません。次のどれのことか、一つに決められません：${quoted(language, list)}\nID か、その言葉をもう少し書いてください。`,
  );
}
