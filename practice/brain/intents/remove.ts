// practice/brain/intents/remove · files deleted or emptied, only ones that are named.

import { filesOf, pointsBack, says } from "../clauses.ts";
import { isFolderName } from "../names.ts";
import { quotePath } from "../shell.ts";
import { tell } from "../tell.ts";
import type { Clause, PlanContext, Reading, Step } from "../types.ts";
import { answered } from "../words.ts";
import { soughtIn } from "./search.ts";
import { writeStep } from "./writeStep.ts";

const FILES = /\bfiles?\b|\beverything\b|文件|ファイル|[\uE000-\uF8FF].*[\uE000-\uF8FF]/i;

const LINE = /\blines?\b|行/i;

/** "Delete all files in notes": what the shell finds there by this pattern, and no folder. */
export function clear(clause: Clause, context: PlanContext): Reading | undefined {
  // Lines of a file are not the file.
  if (LINE.test(clause.text)) return { kind: "decline", reason: "" };
  const { language } = context;
  const sought = FILES.test(clause.text) ? soughtIn(clause) : undefined;
  const folder = sought?.folder?.replace(/\/+$/, "");
  if (sought === undefined || folder === undefined) return undefined;
  const isInside = !/^(?:\.|\/|~|$)/.test(folder) && /^\*(?:\.\w+)?$/.test(sought.pattern);
  if (!isInside) return { kind: "decline", reason: "" };
  const shown = `${folder}/${sought.pattern}`;
  const step: Step = {
    rule: "delete-files",
    task: tell(language, "deleteAll", { shown }),
    call: (offer) => offer.shell?.(`rm ${quotePath(folder)}/${sought.pattern}`),
    say: (result) => answered(language, tell(language, "deletedAll", { shown }), result),
  };
  return { kind: "steps", steps: [step] };
}

const EVERY = /\b(?:all|every|everything|anything)\b|所有|全部|一切|すべて|全て|全部|ぜんぶ/i;

/** What was copied, and nothing is copied. */
const ORIGINAL =
  /\b(?:original|old one|source)\b|原来|原先|原件|原文件|原本|旧的|老的|元の|元ファイル|オリジナル/i;

/** Deletes only what is named, one file a step. */
export function remove(clause: Clause, context: PlanContext): Reading | undefined {
  const { language, file: mentioned } = context;
  if (EVERY.test(clause.text)) return undefined;
  const named = filesOf(clause);
  // What "it" means is never a folder.
  const isPointed =
    !says(clause, ORIGINAL) &&
    mentioned !== undefined &&
    !isFolderName(mentioned) &&
    pointsBack(clause);
  const files = named.length > 0 || !isPointed ? named : [mentioned];
  const steps = files.map(
    (file): Step => ({
      rule: "delete-file",
      task: tell(language, "deleteFile", { file }),
      file,
      call: (offer) => offer.shell?.(`rm ${quotePath(file)}`),
      say: (result) => answered(language, tell(language, "deletedFile", { file }), result),
    }),
  );
  return steps.length === 0 ? undefined : { kind: "steps", steps };
}

/** "Empty a.txt": the file stays, and nothing in it. */
export function emptied(clause: Clause, context: PlanContext): Reading | undefined {
  const [file = pointsBack(clause) ? context.file : undefined, more] = filesOf(clause);
  return file === undefined || more !== undefined
    ? undefined
    : { kind: "steps", steps: [writeStep(context.language, file, "")] };
}
