// course/build/hintCommand · `course hint s05 2 place`: help with one promise, no more than was asked for.
import { say, spoken } from "../base/say.ts";
import { UsageError, usageOf } from "../base/usage.ts";
import { ownChapter } from "../chapters/list.ts";
import { declarationOf, type Hint, hintsOf, inLanguage } from "./hints.ts";
import { numbered, ownWords, promisesOf } from "./promises.ts";

/** How the command is called, what it does, and more. */
export const HINT_HELP = say`course hint CHAPTER [PROMISE [idea | place | code]]

Helps to build a chapter: without a number it lists the promises, with one it opens a hint.
  idea    what one has to think of (the default)
  place   and where it goes
  code    and the lines of the chapter that keep the promise
Example: npm run course -- hint s05 2 place`;

const USAGE = usageOf(HINT_HELP);
const LEVELS = ["idea", "place", "code"] as const;

/** Runs the command; `print` takes its lines. Returns 0. Throws a UsageError for a promise or a level that does not exist. */
export function hintCommand(args: string[], root: string, print: (line: string) => void): number {
  const [name, number, word = "idea", ...more] = args;
  if (name === undefined || more.length > 0) throw new UsageError(say`Usage: ${USAGE}`);
  const chapter = ownChapter(name, root, process.env.INIT_CWD);
  const promises = promisesOf(chapter);
  if (number === undefined) {
    numbered(chapter).forEach((line) => void print(line));
    print(say`Open a hint: npm run course -- hint ${name} 1`);
    return 0;
  }
  const promise = promises[Number(number) - 1];
  if (promise === undefined)
    throw new UsageError(say`${name} has the promises 1 to ${promises.length}, not ${number}.`);
  const level = LEVELS.findIndex((one) => one === word);
  if (level < 0) throw new UsageError(say`A hint is ${LEVELS.join(", ")}, not ${word}.`);
  const hint = hintsOf(chapter).get(promise);
  print(ownWords(chapter, promise) ?? promise);
  if (hint === undefined)
    print(say`There is no hint for this promise. Its test is in spec.test.ts.`);
  else for (const line of linesOf(hint, level, chapter)) print(line);
  const next = LEVELS[level + 1];
  if (hint && next) print(say`\nMore: npm run course -- hint ${name} ${number} ${next}`);
  return 0;
}

function linesOf(hint: Hint, level: number, chapter: string): string[] {
  const { idea, place, code } = { ...hint, ...inLanguage(hint, spoken()) };
  const shown = code.flatMap((reference) => [
    "",
    reference.replace("#", ": "),
    ...(declarationOf(chapter, reference) ?? []),
  ]);
  return [
    "",
    idea,
    ...(level >= 1 ? ["", say`Where: ${place}`] : []),
    ...(level >= 2 ? shown : []),
  ];
}
