// practice/brain/intents/relocate · a file renamed, moved or copied, never over another one.
import { filesOf, pointsBack } from "../clauses.ts";
import { isFolderName } from "../names.ts";
import { relocateCommand } from "../shell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { answered, pick } from "../words.ts";

const move = (clause: Clause, context: PlanContext) => relocate("mv", clause, context);
const copy = (clause: Clause, context: PlanContext) => relocate("cp", clause, context);

export { copy, move };

function relocate(
  verb: "cp" | "mv",
  clause: Clause,
  { language, file, steps }: PlanContext,
): Reading {
  const named = filesOf(clause);
  const isPointed = pointsBack(clause) || steps.some((step) => step.file !== undefined);
  const made = named.length === 1 ? steps.at(-1)?.folder : undefined;
  const pointed = file !== undefined && named.length === 1 && isPointed ? [file] : [];
  const several = made === undefined ? severalInto(clause, named) : undefined;
  if (several !== undefined)
    return {
      kind: "steps",
      steps: several.map((one) =>
        relocateStep(language, verb, one, `${named.at(-1)?.replace(/\/$/, "")}/`),
      ),
    };
  const [from, into, more] = made === undefined ? [...pointed, ...named] : [...named, made];
  if (from === undefined || into === undefined || more !== undefined || from === into)
    return { kind: "decline", reason: giveNames(language) };
  const to = besides(clause, verb, from, into);
  const goal =
    isInside(clause, to) && !to.endsWith("/") && !named.includes(`${to}/`) ? `${to}/` : to;
  return {
    kind: "steps",
    steps: [relocateStep(language, verb, from, made === undefined ? goal : to)],
  };
}

/** "Move a.txt and b.txt into docs": each of the files, where only the last name is a folder's. */
function severalInto({ text, tokens }: Clause, named: string[]): string[] | undefined {
  const [folder, ...files] = named.toReversed();
  const place = tokens.findLast(({ role }) => role === "name");
  const isTo = /\b(?:to|into|in|inside)\s+(?:the\s+)?(?:folder\s+|directory\s+)?$/i.test(
    text.slice(0, place?.start),
  );
  const isPlain =
    files.length > 1 && new Set(files).size === files.length && !files.some(isFolderName);
  return folder !== undefined && isFolderName(folder) && isTo && isPlain
    ? files.toReversed()
    : undefined;
}

const INSIDE =
  /^\s*(?:(?:という|って(?:いう)?|の)?(?:フォルダ|ディレクトリ)|文件夹|目录|里|中|下|の(?:中|下)[にへ])/;

/** A new name leaves a file in its folder. */
const RENAMES = /\brename\b|改名|重命名|名前|ファイル名|リネーム/i;

function besides(clause: Clause, verb: "cp" | "mv", from: string, to: string): string {
  const isName =
    verb === "mv" && RENAMES.test(clause.text) && !to.includes("/") && !isFolderName(to);
  return isName ? `${from.slice(0, from.lastIndexOf("/") + 1)}${to}` : to;
}

/** Whether it is to go into a folder: without one of the name nothing is to be called so instead. */
function isInside({ text, tokens }: Clause, to: string): boolean {
  const place = tokens.find(({ span }) => span?.text === to);
  return place !== undefined && isFolderName(to) && INSIDE.test(text.slice(place.end));
}

function relocateStep(language: Language, verb: "cp" | "mv", from: string, to: string): Step {
  const copies = verb === "cp";
  const done = copies
    ? pick(
        language,
        `Copied ${from} to ${to}.`,
        `已把 ${from} 复制到 ${to}。`,
        `${from} を ${to} にコピーしました。`,
      )
    : pick(
        language,
        `Moved ${from} to ${to}.`,
        `已把 ${from} 移到 ${to}。`,
        `${from} を ${to} に移しました。`,
      );
  return {
    rule: copies ? "copy-file" : "move-file",
    task: `${verb} ${from} ${to}`,
    ...(isFolderName(to) ? {} : { file: to }),
    ...(copies ? { source: from } : {}),
    call: (offer) => offer.shell?.(relocateCommand(verb, from, to)),
    say: (result) => answered(language, done, result),
    problem: (result) => (result.includes(" -> ") ? undefined : isThere(language, from, to)),
  };
}

function isThere(language: Language, from: string, to: string): string {
  return pick(
    language,
    `${from} stays where it is: ${to} is there already, or a file of that name is in it. Nothing was replaced.`,
    `${from} 没有动：${to} 已经存在，或里面已有同名文件。没有覆盖任何东西。`,
    `${from} はそのままです。${to} がすでにあるか、その中に同じ名前のファイルがあります。何も上書きしていません。`,
  );
}

function giveNames(language: Language): string {
  return pick(
    language,
    "Name two files, the second after 'to': Rename a.txt to b.txt, or copy a.txt to b.txt.",
    "请写出两个文件名，例如：把 a.txt 改名为 b.txt，或者把 a.txt 复制到 b.txt。",
    "ファイル名を二つ書いてください。例：a.txt を b.txt に名前変更して、または a.txt を b.txt にコピーして。",
  );
}
