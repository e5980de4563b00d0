// practice/brain/intents/relocate · a file renamed, moved or copied, never over another one.
import { covers, filesOf, has } from "../clauses.ts";
import { isFolderName } from "../folders.ts";
import { relocateCommand } from "../shell.ts";
import { MARK } from "../spans.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { answered, pick } from "../words.ts";

const TO = new RegExp(
  `\\b(?:to|into|as)\\s+(?:(?:a|the|new|file|folder|name|called|named)\\s+)*${MARK}|(?:为|成|到|叫|至|进)\\s*(?:文件夹|目录)?\\s*${MARK}|${MARK}\\s*(?:という(?:名前|ファイル)?|フォルダー?|ディレクトリ)?\\s*(?:に|へ)`,
);

/** "The name of a.txt" changed. */
const NAME = new RegExp(
  `${MARK}\\s*(?:的(?:名字|名称|文件名)\\s*(?:改|换|更改|修改)(?:成|为)|の(?:名前|ファイル名)を)\\s*${MARK}|\\bchange\\s+the\\s+name\\s+of\\s+${MARK}\\s+to\\s+${MARK}`,
  "i",
);

/** "Rename a.txt to b.txt", "copy it to b.txt": two names, and the word that leads to the second. */
export function relocate(
  clause: Clause,
  { language, file, steps }: PlanContext,
): Reading | undefined {
  const copies = has(clause, "copy");
  const isName = NAME.test(clause.text);
  if (!copies && !has(clause, "move") && !isName) return undefined;
  const named = filesOf(clause);
  const isPointed = has(clause, "it") || steps.some((step) => step.file !== undefined);
  const pointed = file !== undefined && named.length === 1 && isPointed ? [file] : [];
  const [from, to, more] = [...pointed, ...named];
  const naming = isName ? ["replace", "introduce"] : [];
  const known = covers(clause, "copy", "move", "name", "file", "folder", "it", ...naming);
  if (from === undefined || to === undefined || more !== undefined || from === to || !known)
    return { kind: "decline", reason: giveNames(language) };
  if (!TO.test(clause.text)) return { kind: "decline", reason: giveNames(language) };
  return { kind: "steps", steps: [relocateStep(language, copies ? "cp" : "mv", from, to)] };
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
    call: (offer) => offer.shell?.(relocateCommand(verb, from, to)),
    say: (result) => answered(language, done, result),
  };
}

function giveNames(language: Language): string {
  return pick(
    language,
    "Name two files, the second after 'to': Rename a.txt to b.txt, or copy a.txt to b.txt.",
    "请写出两个文件名，例如：把 a.txt 改名为 b.txt，或者把 a.txt 复制到 b.txt。",
    "ファイル名を二つ書いてください。例：a.txt を b.txt に名前変更して、または a.txt を b.txt にコピーして。",
  );
}
