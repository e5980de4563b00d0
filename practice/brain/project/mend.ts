// practice/brain/project/mend · the one plain mistake that a rule looks for: a bound that is off by one, in what a failing test imports.
import { quote, quotePath } from "../shell.ts";
import { tell } from "../tell.ts";
import type { Language, Step } from "../types.ts";

/** One line of a file put in the place of another. */
export interface Edit {
  file: string;
  /** Counted from 1. */
  line: number;
  old: string;
  next: string;
}

const BOUND = / ([<>])(=?) /;
const IMPORT = /(?:from |require\()"(\.{1,2}\/[^"]+)"/g;

/** The files that a test imports, as paths from where the test is run. */
export function importsOf(test: string, text: string, files: readonly string[]): string[] {
  const folder = test.split("/").slice(0, -1);
  const paths = [...text.matchAll(IMPORT)].map(([, path = ""]) => {
    const up = path.split("/").filter((part) => part === "..").length;
    const down = path.split("/").filter((part) => !/^\.{1,2}$/.test(part));
    return [...folder.slice(0, folder.length - up), ...down].join("/");
  });
  return paths.filter((path) => files.includes(path));
}

/** Each comparison the other way at its bound. */
export function boundsIn(file: string, text: string): Edit[] {
  const lines = text.split("\n");
  return lines.flatMap((old, at) => {
    const isOnce = lines.indexOf(old) === lines.lastIndexOf(old);
    const next = old.replace(BOUND, (_, sign, same) => ` ${sign}${same === "" ? "=" : ""} `);
    return next === old || !isOnce ? [] : [{ file, line: at + 1, old, next }];
  });
}

/** Lines first that hold a number of the test. */
export function nearestFirst(edits: readonly Edit[], test: string): Edit[] {
  const numbers: string[] = test.replace(/"[^"]*"/g, "").match(/\d+/g) ?? [];
  const isFar = ({ old }: Edit) => !(old.match(/\d+/g) ?? []).some((one) => numbers.includes(one));
  return edits.toSorted((one, other) => Number(isFar(one)) - Number(isFar(other)));
}

export const takenBack = (edit: Edit): Edit => ({ ...edit, old: edit.next, next: edit.old });

export const editStep = (language: Language, { file, line, old, next }: Edit): Step => ({
  rule: "edit-file",
  task: tell(language, "change", { file }),
  file,
  call: (offer) => offer.edit?.(file, old, next, true) ?? offer.shell?.(command(file, line, next)),
  say: () => "",
});

const command = (file: string, line: number, next: string): string => {
  const [bound = "", sign, same] = BOUND.exec(next) ?? [];
  const before = ` ${sign}${same === "" ? "=" : ""} `;
  return `perl -pi -e ${quote(`s/${before}/${bound}/ if $. == ${line}`)} ${quotePath(file)}`;
};
