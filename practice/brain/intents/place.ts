// practice/brain/intents/place · the biggest and the smallest file, and how big one is.
import { filesOf, says } from "../clauses.ts";
import { isFolderName } from "../names.ts";
import { quotePath } from "../shell.ts";
import type { Clause, Intent, Language, PlanContext, Reading, Step } from "../types.ts";
import { answered, pick, quoted } from "../words.ts";

/** The biggest or the smallest file below this folder. */
export const biggest: Intent = (clause, { language }) => extreme(clause, language, false);
export const smallest: Intent = (clause, { language }) => extreme(clause, language, true);

/** Of the files by their time, not by their size. */
const NEWEST = /\b(?:newest|latest|(?:most )?recent(?:ly)?)\b|最新|新しい|最近|最后(?:修改|改)/i;
const OLDEST = /\boldest\b|最旧|最老|最早|古い/i;

function extreme(clause: Clause, language: Language, isSmall: boolean): Reading | undefined {
  const [folder, more] = filesOf(clause);
  if (more !== undefined || (folder !== undefined && !isFolderName(folder))) return undefined;
  const place = folder === undefined ? "" : ` ${quotePath(folder)}`;
  if (says(clause, OLDEST)) return byTime(language, place, true);
  if (says(clause, NEWEST)) return byTime(language, place, false);
  const name = isSmall
    ? pick(language, "smallest file", "最小的文件", "一番小さいファイル")
    : pick(language, "biggest file", "最大的文件", "一番大きいファイル");
  const step: Step = {
    rule: isSmall ? "find-smallest" : "find-biggest",
    task: pick(language, `find the ${name}`, `查找${name}`, `${name}の検索`),
    call: (offer) => offer.shell?.(`ls -lR${place}`),
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

/** The file of a folder that was changed last, or longest ago. */
function byTime(language: Language, place: string, isOld: boolean): Reading {
  const name = isOld
    ? pick(language, "oldest file", "最旧的文件", "一番古いファイル")
    : pick(language, "newest file", "最新的文件", "一番新しいファイル");
  const step: Step = {
    rule: isOld ? "find-oldest" : "find-newest",
    task: pick(language, `find the ${name}`, `查找${name}`, `${name}の検索`),
    call: (offer) => offer.shell?.(`ls -lt${isOld ? "r" : ""}${place}`),
    say: (result) => {
      const [first] = sizesIn(result);
      if (first === undefined) return answered(language, "", result);
      const line = quoted(language, first.line);
      return pick(
        language,
        `By the time of its last change, the ${name} there is ${first.path}:${line}`,
        `按最后修改时间，${name}是 ${first.path}：${line}`,
        `最終更新の時刻で${name}は ${first.path} です：${line}`,
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
