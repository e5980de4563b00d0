// practice/brain/intents/remove · files deleted and folders made, only ones that are named.
import { covers, filesOf, has } from "../clauses.ts";
import { quotePath } from "../shell.ts";
import type { Clause, PlanContext, Reading, Step } from "../types.ts";
import { answered, pick } from "../words.ts";
import { speaksOfFile } from "./change.ts";
import { soughtIn } from "./search.ts";

/** "Delete all files in notes": what the shell finds there by this pattern, and no folder. */
export function clear(clause: Clause, { language }: PlanContext): Reading | undefined {
  const sought = has(clause, "delete") ? soughtIn(clause) : undefined;
  const folder = sought?.folder?.replace(/\/+$/, "");
  if (sought === undefined || folder === undefined || !has(clause, "file", "pattern", "kind"))
    return undefined;
  if (!covers(clause, "delete", "name", "file", "all", "kind", "pattern")) return undefined;
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

/** Deletes only what is named, one file a step. */
export function remove(
  clause: Clause,
  { language, file: mentioned, steps: before }: PlanContext,
): Reading | undefined {
  if (!has(clause, "delete") || !covers(clause, "delete", "name", "file", "it")) return undefined;
  const named = filesOf(clause);
  const pointed = has(clause, "it", "file") || speaksOfFile(before);
  const files = named.length > 0 ? named : mentioned !== undefined && pointed ? [mentioned] : [];
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

export function folder(clause: Clause, { language }: PlanContext): Reading | undefined {
  const [name, more] = filesOf(clause);
  if (
    !has(clause, "write") ||
    !has(clause, "folder") ||
    !covers(clause, "write", "folder", "name", "empty")
  )
    return undefined;
  if (name === undefined || more !== undefined || /\.\w+$/.test(name)) return undefined;
  const step: Step = {
    rule: "make-folder",
    task: pick(
      language,
      `make the folder ${name}`,
      `新建目录 ${name}`,
      `ディレクトリ ${name} の作成`,
    ),
    call: (offer) => offer.shell?.(`mkdir -p ${quotePath(name)}`),
    say: (result) =>
      answered(
        language,
        pick(
          language,
          `Made the folder ${name}.`,
          `已新建目录 ${name}。`,
          `ディレクトリ ${name} を作りました。`,
        ),
        result,
      ),
  };
  return { kind: "steps", steps: [step] };
}
