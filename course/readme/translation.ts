// course/readme/translation · a translation says all that the English says, in its own language.
import type { Fault } from "../base/fault.ts";
import { plainLines } from "./code.ts";
import type { Block, Readme } from "./parse.ts";
import type { ReadmeFile } from "./rules.ts";
import { movedParts, sha256, stampOf } from "./stamp.ts";

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;
const FEWEST_WORDS = 8;
const FEWEST_SIGNS = 20;

/** What is wrong with a translation, beside its English file. */
export function translationFaults(one: ReadmeFile, english: ReadmeFile): Fault[] {
  return [
    ...headingFaults(one, english),
    ...blockFaults(one, english),
    ...proseFaults(one),
    ...stampFaults(one, english),
  ];
}

function headingFaults({ file, readme }: ReadmeFile, english: ReadmeFile): Fault[] {
  const levels = english.readme.headings.map(({ level }) => level);
  const own = readme.headings.map(({ level }) => level);
  const wrong = levels.findIndex((level, at) => own[at] !== level);
  if (wrong < 0 && own.length === levels.length) return [];
  const at = wrong < 0 ? levels.length : wrong;
  const line = readme.headings[at]?.line ?? readme.lines.length;
  const heading = english.readme.headings[at];
  const says = heading
    ? `should have the heading for "${heading.text}" of ${english.file} here`
    : `has a heading that ${english.file} does not have`;
  return [{ file, line, says, mend: `translate ${english.file} whole` }];
}

function blockFaults({ file, readme }: ReadmeFile, english: ReadmeFile): Fault[] {
  const mend = `translate the block of ${english.file}; code stays as it is`;
  const wanted = english.readme.blocks;
  const faults = wanted.flatMap((block, at): Fault[] => {
    const own = readme.blocks[at];
    const says = own ? wrongBlock(own, block) : "is missing at the end";
    if (says === undefined) return [];
    const line = own?.line ?? readme.lines.length;
    const from = `${block.language} block of ${english.file}:${block.line}`;
    return [{ file, line, says: `the ${from} ${says}`, mend }];
  });
  const extra = readme.blocks[wanted.length];
  if (faults.length > 0) return faults.slice(0, 1); // one missing block shifts all that follow
  if (!extra) return [];
  return [{ file, line: extra.line, says: `has a block that ${english.file} does not have`, mend }];
}

function wrongBlock(own: Block, english: Block): string | undefined {
  const { language, info } = english;
  if (own.language !== language || own.info !== info) {
    return `is called "${`${language} ${info}`.trim()}", not "${`${own.language} ${own.info}`.trim()}"`;
  }
  if (language === "ts" || language === "json") {
    const [one, other] = [own.lines, english.lines].map((lines) => plainLines(lines).join("\n"));
    return one === other ? undefined : "is code, and differs";
  }
  if (language === "console") return wrongSession(own, english);
  if (own.lines.length !== english.lines.length) return "has another number of lines";
  const isTold =
    language === "mermaid" && /[a-z]{3} [a-z]{2}/i.test(english.lines.slice(1).join(" "));
  return isTold && !CJK.test(own.lines.join("")) ? "is not translated" : undefined;
}

/** What is typed is in the language of the README, command words and paths apart. */
function wrongSession(own: Block, english: Block): string | undefined {
  const typed = typedIn(english);
  if (typedIn(own).length !== typed.length) return "has another number of typed lines";
  const isTold = typed.some((text) => /^[A-Z]\w* |^\w+ \w+ \w+/.test(text));
  return isTold && !typedIn(own).some((text) => CJK.test(text)) ? "is not translated" : undefined;
}

const typedIn = ({ lines }: Block): string[] =>
  lines.flatMap(
    (line) =>
      /^(?:2 ?)?(?:s\d\d(?:\.\d)? >>|\$ npm start s?\d+(?:\.\d)?) (.*)$/.exec(line)?.[1] ?? [],
  );

function proseFaults({ file, language, readme }: ReadmeFile): Fault[] {
  return readme.prose.flatMap(({ words, line }) => {
    const says = wrongProse(words, language);
    return says === undefined ? [] : [{ file, line, says, mend: `translate ${file}:${line}` }];
  });
}

function wrongProse(text: string, language: string): string | undefined {
  const words = text.match(/[A-Za-z]{2,}/g)?.length ?? 0;
  if (!CJK.test(text)) return words >= FEWEST_WORDS ? "is not translated" : undefined;
  const kana = text.match(KANA)?.length ?? 0;
  const han = text.match(HAN)?.length ?? 0;
  if (language === "zh" && kana > 2) return "is Japanese, not Chinese";
  if (language === "ja" && kana === 0 && han >= FEWEST_SIGNS) return "is Chinese, not Japanese";
  return undefined;
}

function stampFaults({ file, text, readme }: ReadmeFile, english: ReadmeFile): Fault[] {
  const stamp = stampOf(text);
  const line = Math.max(1, readme.lines.length - 1);
  const translated = `npm run course -- check --translated ${file}`;
  if (!stamp) {
    const says = "does not end with <!-- of: … -->, which says what it was translated from";
    return [
      { file, line, says, mend: `${translated}   (when it says all that ${english.file} says)` },
    ];
  }
  if (stamp.of === sha256(english.text)) return [];
  const moved = movedParts(stamp, english.text);
  if (moved.length === 0) return []; // only generated text moved: so does the stamp, when it is written
  const says = `${english.file} has moved: ${moved.join(", ")}`;
  return [
    { file, line: lineOf(moved[0], english, readme), says, mend: `translate, then: ${translated}` },
  ];
}

/** Where the translation of a moved section begins: sections stand in the same order. */
function lineOf(name: string | undefined, english: ReadmeFile, readme: Readme): number {
  const at = english.readme.headings.findIndex(({ text }) => text === name);
  return readme.headings[at]?.line ?? 1;
}
