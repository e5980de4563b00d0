// practice/brain/intents/files · files written and deleted, and folders made: only ones that are named.

import { filesOf, pointsBack, says } from "../clauses.ts";
import { isFolderName } from "../names.ts";
import { quotePath, writeCommand } from "../shell.ts";
import { type Key, tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { answered } from "../words.ts";

/** What a step changes, with the sentences for what it is to do and for what it has done. */
interface Change extends Pick<Step, "rule" | "call" | "file"> {
  task: Key;
  done: Key;
  slots?: Readonly<Record<string, string>>;
}

/** A step whose result is quoted as the evidence for what was done. */
export const changeStep = (language: Language, { task, done, slots, ...own }: Change): Step => ({
  ...own,
  task: tell(language, task, slots),
  say: (result) => answered(language, tell(language, done, slots), result),
});

export const writeStep = (language: Language, file: string, content: string): Step =>
  changeStep(language, {
    rule: "write-file",
    task: "write",
    done: "wrote",
    slots: { file },
    file,
    call: (offer) => offer.write?.(file, content) ?? offer.shell?.(writeCommand(file, content)),
  });

/** Several files that are not named, lines of one, or what was copied, where nothing is copied. */
const OTHER =
  /\bfiles (?:in|inside|under|of)\b|里面?的?(?:所有)?文件|の(?:中の)?ファイル|\b(?:all|every|everything|anything|lines?|original|old one|source)\b|所有|全部|一切|行|原来|原先|原件|原文件|原本|旧的|老的|すべて|全て|ぜんぶ|元の|元ファイル|オリジナル/i;

/** Deletes only what is named, one file a step. */
export function remove(clause: Clause, { language, file }: PlanContext): Reading | undefined {
  if (says(clause, OTHER)) return undefined;
  const named = filesOf(clause);
  // What "it" means is never a folder.
  const isPointed = file !== undefined && !isFolderName(file) && pointsBack(clause);
  const files = named.length > 0 || !isPointed ? named : [file];
  const steps = files.map((one) =>
    changeStep(language, {
      rule: "delete-file",
      task: "deleteFile",
      done: "deletedFile",
      slots: { file: one },
      file: one,
      call: (offer) => offer.shell?.(`rm ${quotePath(one)}`),
    }),
  );
  return steps.length === 0 ? undefined : { kind: "steps", steps };
}

/** "Make a folder docs." */
export function folder(clause: Clause, { language }: PlanContext): Reading | undefined {
  const [name, more] = filesOf(clause);
  if (name === undefined || more !== undefined || !isFolderName(name)) return undefined;
  const step = changeStep(language, {
    rule: "make-folder",
    task: "makeFolder",
    done: "madeFolder",
    slots: { name },
    call: (offer) => offer.shell?.(`mkdir -p ${quotePath(name)}`),
  });
  return { kind: "steps", steps: [step] };
}
