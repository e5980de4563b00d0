// practice/brain/intents/place · single lines of a file, the biggest and the smallest file, and how big one is.
import { quotePath, sizeCommand } from "../shell.ts";
import type { Language, Plan, Step } from "../types.ts";
import { pick, quoted } from "../words.ts";
import { type Asked, FILE, matches } from "./asked.ts";

const NUMBERS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth".split("|");
const HAN = "一二三四五六七八九十";
const SHOW = "(?:(?:show|give|tell|read|print)(?: me)? |what(?:'s| is) (?:on |in )?)?";
const SHOW_ZH = "(?:显示|看看|读取|给我看|查看|读)?";
const SHOW_JA = "(?:を(?:見せて|表示して|読んで|教えて)(?:ください)?|は(?:何ですか)?)?";
const LINES = [
  `${SHOW}(?:the )?(?<en>${NUMBERS.join("|")}|\\d+(?:st|nd|rd|th)) line (?:of|in|from) ${FILE}`,
  `${SHOW}(?:the )?lines? (?<from>\\d+)(?:(?: to | and | ?- ?| through )(?<to>\\d+))? (?:of|in|from) ${FILE}`,
  `${SHOW_ZH}\\s*${FILE}\\s*(?:的|里|里的|中的)?第?\\s*(?<from>\\d+|[${HAN}])\\s*(?:行?\\s*(?:到|至|-)\\s*第?\\s*(?<to>\\d+|[${HAN}])\\s*)?行(?:是什么|写了什么|的内容)?`,
  `${FILE}\\s*の\\s*(?<from>\\d+|[${HAN}])\\s*(?:行目?)?\\s*(?:から|〜|~|-)\\s*(?<to>\\d+|[${HAN}])\\s*行目?(?:まで)?${SHOW_JA}`,
  `${FILE}\\s*の\\s*(?<from>\\d+|[${HAN}])\\s*行目${SHOW_JA}`,
];

/** "The second line of a.txt", "lines 2 to 5 of a.txt". */
export function line({ words, language }: Asked): Plan | undefined {
  const found = LINES.map((form) => matches(words, form)).find((one) => one !== null);
  const { file, en, from, to } = found?.groups ?? {};
  if (file === undefined) return undefined;
  const first = numberOf(from ?? en ?? "");
  const last = to === undefined ? first : numberOf(to);
  if (!(first >= 1 && first <= last && last <= 10_000)) return undefined;
  const place =
    first === last
      ? pick(
          language,
          `line ${first} of ${file}`,
          `${file} 的第 ${first} 行`,
          `${file} の ${first} 行目`,
        )
      : pick(
          language,
          `lines ${first} to ${last} of ${file}`,
          `${file} 的第 ${first} 到 ${last} 行`,
          `${file} の ${first}～${last} 行目`,
        );
  const step: Step = {
    rule: "read-line",
    task: pick(language, `show ${place}`, `显示${place}`, `${place}の表示`),
    file,
    call: (offer) =>
      offer.shell?.(`sed -n ${first === last ? first : `${first},${last}`}p ${quotePath(file)}`),
    say: (result) =>
      `${pick(language, `Here: ${place}.`, `${place}：`, `${place}：`)}${quoted(language, result)}`,
  };
  return { kind: "steps", language, steps: [step] };
}

function numberOf(said: string): number {
  const word = NUMBERS.indexOf(said.toLowerCase()) + 1;
  return word || (said.length === 1 && HAN.indexOf(said) + 1) || Number.parseInt(said, 10);
}

const END_JA = "ファイル(?:は(?:何|どれ)?(?:ですか)?|を(?:教えて|見せて|探して)(?:ください)?)?";
/** The same question for two words; with the group `size`. */
const FORMS = [
  "(?:(?:what|which)(?:'s| is)|show me|find|tell me)? ?the (?<size>biggest|largest|smallest) file(?: here| in (?:this|the) (?:folder|project|directory))?",
  "(?:which|what) file (?:here )?is (?:the )?(?<size>biggest|largest|smallest)",
  "(?:这里|这个文件夹里|项目里)?最(?<size>[大小])的文件(?:是(?:哪个|什么|哪一个))?",
  "(?:哪个|哪一个)文件最(?<size>[大小])",
  "找出最(?<size>[大小])的文件",
  `(?:ここで)?(?:一番|いちばん|最も)(?<size>大き|小さ)い?な?${END_JA}`,
  `最(?<size>大|小)の${END_JA}`,
];

/** The biggest or the smallest file. */
export function extreme({ words, language }: Asked): Plan | undefined {
  const found = matches(words, ...FORMS);
  if (found === null) return undefined;
  const isSmall = /small|小/i.test(found.groups?.size ?? "");
  const name = isSmall
    ? pick(language, "smallest file", "最小的文件", "一番小さいファイル")
    : pick(language, "biggest file", "最大的文件", "一番大きいファイル");
  const step: Step = {
    rule: isSmall ? "find-smallest" : "find-biggest",
    task: pick(language, `find the ${name}`, `查找${name}`, `${name}の検索`),
    call: (offer) => offer.shell?.(sizeCommand(isSmall)),
    say: (result) =>
      pick(language, `The ${name} here:`, `这里${name}：`, `ここで${name}：`) +
      quoted(language, result),
  };
  return { kind: "steps", language, steps: [step] };
}

/** "How big is a.txt?" */
export function size({ words, language }: Asked): Plan | undefined {
  const found = matches(
    words,
    `how (?:big|large) is ${FILE}`,
    `what(?:'s| is) the (?:file )?size of ${FILE}`,
    `${FILE}\\s*(?:有)?(?:多大|的大小)(?:是多少)?`,
    `${FILE}\\s*の(?:大きさ|サイズ|ファイルサイズ)(?:は(?:いくつ|どれくらい)?(?:ですか)?|を教えて(?:ください)?)?`,
    `${FILE}\\s*はどのくらい(?:の大きさ|大きい)(?:ですか)?`,
  );
  const file = found?.groups?.file;
  if (file === undefined) return undefined;
  return { kind: "steps", language, steps: [sizeStep(language, file)] };
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
