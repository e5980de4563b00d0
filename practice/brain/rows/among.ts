// practice/brain/rows/among · a row that needs an id the person did not say: the list first, then the only entry that fits.

import { hanNumber } from "../numbers.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, Outcome, PlanContext, Step } from "../types.ts";
import { quoted } from "../words.ts";
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
  const wanted = wantedIn(clause, intent, context.book);
  const place = placeOf(clause, wanted);
  const chosen = (done: Outcome[]) =>
    place === undefined ? chosenOf(among, wanted, done) : entryAt(among, place, done);
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

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const PLACE =
  /第\s*(?<han>[一二三四五六七八九十]+|\d+)\s*[个条项件]|\b(?<word>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\b|(?<ja>[一二三四五六七八九十]|\d+)(?:つ目|番目|個目|件目)/i;
const COUNT = /^(?:[一二三四五六七八九十第つ番個件目个条项]|\d+|\w+(?:st|nd|rd|th))$/;

/** "The second one": its place in the list, counted from 1, where no other words name it. */
function placeOf({ text }: Clause, { needed }: Wanted): number | undefined {
  const { han, word, ja } = PLACE.exec(text)?.groups ?? {};
  const isAll = needed.every((one) => COUNT.test(one));
  if (!isAll) return undefined;
  if (word !== undefined) return 1 + ORDINALS.indexOf(word.toLowerCase());
  const number = han ?? ja;
  return number === undefined ? undefined : Number(number) || hanNumber(number);
}

/** Counted as the list shows them; undefined where the row is not meant for that one. */
function entryAt({ not }: Among, place: number, [list]: Outcome[]): Entry | undefined {
  const entry = entriesIn(list?.text ?? "")[place - 1];
  return entry !== undefined && not?.test(entry.line) === true ? undefined : entry;
}

function chosenOf({ not, isLoose }: Among, wanted: Wanted, [list]: Outcome[]): Entry | undefined {
  const entries = entriesIn(list?.text ?? "").filter(({ line }) => not?.test(line) !== true);
  const fit = fitting(wanted, entries);
  const [one, more] = isLoose === true && fit.length > 1 ? closest(wanted, fit) : fit;
  return more === undefined ? one : undefined;
}

/** What is said where the words name none of a list, or several. */
export function whichOne(language: Language, list: string): string {
  return tell(language, "whichOne", { list: quoted(language, list) });
}
