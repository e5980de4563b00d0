// practice/brain/intents/place · the biggest and the smallest file, and how big one is.
import { filesOf, says } from "../clauses.ts";
import { quotePath } from "../shell.ts";
import type { Clause, Intent, Language, PlanContext, Reading, Step } from "../types.ts";
import { answered, pick, quoted } from "../words.ts";

/** The biggest or the smallest file below this folder. */
export const biggest: Intent = (clause, context) => bySize(clause, context, false);
export const smallest: Intent = (clause, context) => bySize(clause, context, true);

/** Asked for by their age, not by their size. */
const AGE =
  /\b(?:new(?:est)?|old(?:est)?|latest|recent(?:ly)?|first|last)\b|新|旧|古|最近|最早|最后/i;

const bySize = (clause: Clause, { language }: PlanContext, isSmall: boolean) =>
  says(clause, AGE) ? undefined : extreme(language, isSmall);

function extreme(language: Language, isSmall: boolean): Reading {
  const name = isSmall
    ? pick(language, "smallest file", "最小的文件", "一番小さいファイル")
    : pick(language, "biggest file", "最大的文件", "一番大きいファイル");
  const step: Step = {
    rule: isSmall ? "find-smallest" : "find-biggest",
    task: pick(language, `find the ${name}`, `查找${name}`, `${name}の検索`),
    call: (offer) => offer.shell?.("ls -lR"),
    say: (result) => {
      const [first] = sizesIn(result).toSorted(
        (one, other) => (other.size - one.size) * (isSmall ? -1 : 1),
      );
      if (first === undefined) return answered(language, "", result);
      const line = quoted(language, first.line);
      return pick(
        language,
        `The ${name} here is ${first.path}, with ${first.size} bytes:${line}`,
        `这里${name}是 ${first.path}，${first.size} 字节：${line}`,
        `ここで${name}は ${first.path}、${first.size} バイトです：${line}`,
      );
    },
  };
  return { kind: "steps", steps: [step] };
}

/** The files that `ls -lR` lists, with their paths, but what tools put there. */
function sizesIn(listing: string): { path: string; size: number; line: string }[] {
  let folder = "";
  return listing.split("\n").flatMap((line) => {
    const [, head] = /^(?:\.\/)?(\S.*):$/.exec(line) ?? [];
    if (head !== undefined) folder = head === "." ? "" : `${head}/`;
    const [, size, name] =
      /^-\S+\s+\d+\s+\S+\s+\S+\s+(\d+)\s+\S+\s+\S+\s+\S+ (.+)$/.exec(line) ?? [];
    if (name === undefined || /(?:^|\/)node_modules\//.test(folder)) return [];
    return [{ path: folder + name, size: Number(size), line }];
  });
}

/** "How big is a.txt?" */
export function size(clause: Clause, { language, file }: PlanContext): Reading | undefined {
  const named = filesOf(clause);
  const files = named.length > 0 || file === undefined ? named : [file];
  const steps = files.map((one) => sizeStep(language, one));
  return steps.length === 0 ? undefined : { kind: "steps", steps };
}

function sizeStep(language: Language, file: string): Step {
  return {
    rule: "count-bytes",
    task: pick(language, `measure ${file}`, `查看 ${file} 的大小`, `${file} の大きさの確認`),
    file,
    call: (offer) => offer.shell?.(`wc -c ${quotePath(file)}`),
    say: (result) => {
      const bytes = /^\s*(\d+)/.exec(result)?.[1] ?? "?";
      const text = quoted(language, result);
      return pick(
        language,
        `${file} has ${bytes} bytes:${text}`,
        `${file} 有 ${bytes} 字节：${text}`,
        `${file} は ${bytes} バイトです：${text}`,
      );
    },
  };
}
