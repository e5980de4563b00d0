// practice/brain/intents/remove · files deleted or emptied, only ones that are named.
import { filesOf, pointsBack } from "../clauses.ts";
import { quotePath } from "../shell.ts";
import type { Clause, PlanContext, Reading, Step } from "../types.ts";
import { answered, pick } from "../words.ts";
import { soughtIn } from "./search.ts";
import { writeStep } from "./writeStep.ts";

const FILES = /\bfiles?\b|\beverything\b|文件|ファイル|[\uE000-\uF8FF].*[\uE000-\uF8FF]/i;

/** "Delete all files in notes": what the shell finds there by this pattern, and no folder. */
export function clear(clause: Clause, { language }: PlanContext): Reading | undefined {
  const sought = FILES.test(clause.text) ? soughtIn(clause) : undefined;
  const folder = sought?.folder?.replace(/\/+$/, "");
  if (sought === undefined || folder === undefined) return undefined;
  const isInside = !/^(?:\.|\/|~|$)/.test(folder) && /^\*(?:\.\w+)?$/.test(sought.pattern);
  if (!isInside) return { kind: "decline", reason: "" };
  const shown = `${folder}/${sought.pattern}`;
  const step: Step = {
    rule: "delete-files",
    task: pick(language, `delete ${shown}`, `删除 ${shown}`, `${shown} の削除`),
    call: (offer) => offer.shell?.(`rm ${quotePath(folder)}/${sought.pattern}`),
    say: (result) =>
      answered(
        language,
        pick(language, `Deleted ${shown}.`, `已删除 ${shown}。`, `${shown} を削除しました。`),
        result,
      ),
  };
  return { kind: "steps", steps: [step] };
}

const EVERY = /\b(?:all|every|everything|anything)\b|所有|全部|一切|すべて|全て|全部|ぜんぶ/i;

/** Deletes only what is named, one file a step. */
export function remove(clause: Clause, context: PlanContext): Reading | undefined {
  const { language, file: mentioned } = context;
  if (EVERY.test(clause.text)) return undefined;
  const named = filesOf(clause);
  const files =
    named.length > 0 || mentioned === undefined || !pointsBack(clause) ? named : [mentioned];
  const steps = files.map(
    (file): Step => ({
      rule: "delete-file",
      task: pick(language, `delete ${file}`, `删除 ${file}`, `${file} の削除`),
      file,
      call: (offer) => offer.shell?.(`rm ${quotePath(file)}`),
      say: (result) =>
        answered(
          language,
          pick(language, `Deleted ${file}.`, `已删除 ${file}。`, `${file} を削除しました。`),
          result,
        ),
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
