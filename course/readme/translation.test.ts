// course/readme/translation · what a translation leaves out, or leaves in English, is found.
import { expect, test } from "vitest";
import type { Language } from "../base/languages.ts";
import { readmeFile } from "./rules.ts";
import { stamped, stampOf } from "./stamp.ts";
import { translationFaults } from "./translation.ts";

const ENGLISH = `# Title

A paragraph that goes on for more than eight English words.

\`\`\`json
{ "a": 1 }
\`\`\`

## The idea

\`\`\`mermaid
flowchart LR
  a -- what is asked --> b
\`\`\`

- One item of a list with quite a few words in it.

\`\`\`console session=a fixture=bottle
$ npx tsx s01_one/code.ts
s01 >> What files are here?
…
s01 >> /exit
\`\`\`

\`\`\`console session=b
s01 >> q
\`\`\`

### More

| a cell | another cell that has words, one two three four five |
`;

const CHINESE = ENGLISH.replace(
  "A paragraph that goes on for more than eight English words.",
  "这一段是中文的。",
)
  .replace("what is asked", "问的内容")
  .replace("One item of a list with quite a few words in it.", "列表中的一项。")
  .replace("What files are here?", "这里有哪些文件?")
  .replace("another cell that has words, one two three four five", "另一格");

function faultsOf(text: string, language: Language = "zh", english = ENGLISH) {
  const faults = translationFaults(
    readmeFile("README.zh.md", language, text),
    readmeFile("README.md", "en", english),
  );
  return faults.map(({ line, says }) => `${line} ${says}`);
}

const good = stamped(CHINESE, ENGLISH);

test("a whole translation passes", () => {
  expect(faultsOf(good)).toEqual([]);
});

test.each([
  [
    "a paragraph in English",
    "这一段是中文的。",
    "Nobody has translated these eight English words so far.",
    "3 is not translated",
  ],
  [
    "an item in English",
    "列表中的一项。",
    "One item of a list with quite a few words in it.",
    "16 is not translated",
  ],
  [
    "a row in English",
    "另一格",
    "another cell that has words, one two three four five",
    "31 is not translated",
  ],
  [
    "a paragraph in Japanese",
    "这一段是中文的。",
    "この段落は日本語です。",
    "3 is Japanese, not Chinese",
  ],
  [
    "a session in English",
    "这里有哪些文件?",
    "What files are here?",
    "18 the console block of README.md:18 is not translated",
  ],
  [
    "a session with a line less",
    "s01 >> /exit\n",
    "",
    "18 the console block of README.md:18 has another number of typed lines",
  ],
  [
    "a session of another name",
    "session=a",
    "session=c",
    '18 the console block of README.md:18 is called "console session=a fixture=bottle", not "console session=c fixture=bottle"',
  ],
  [
    "a picture in English",
    "问的内容",
    "what is asked",
    "11 the mermaid block of README.md:11 is not translated",
  ],
  [
    "a picture with a line more",
    "flowchart LR",
    "flowchart LR\n  c --> d",
    "11 the mermaid block of README.md:11 has another number of lines",
  ],
  [
    "code that was touched",
    '{ "a": 1 }',
    '{ "甲": 1 }',
    "5 the json block of README.md:5 is code, and differs",
  ],
  [
    "a heading left out",
    "### More\n",
    "",
    '34 should have the heading for "More" of README.md here',
  ],
  [
    "a heading too many",
    "### More\n",
    "### 甲\n\n### 乙\n",
    "31 has a heading that README.md does not have",
  ],
  [
    "a block too many",
    "### More",
    "```text\n甲\n```\n\n### More",
    "29 has a block that README.md does not have",
  ],
])("%s is found", (_, from, to, says) => {
  expect(good).toContain(from);
  expect(faultsOf(good.replace(from, to))).toEqual([says]);
});

test("a request behind npm start is in the language of the README", () => {
  const block = (request: string) =>
    `\`\`\`console session=a\n$ npm start s02 ${request}\n\`\`\`\n`;
  const english = block("Read the file README.md");
  const says = "1 the console block of README.md:1 is not translated";
  expect(faultsOf(stamped(english, english), "zh", english)).toEqual([says]);
  expect(faultsOf(stamped(block("读 README.md"), english), "zh", english)).toEqual([]);
});

test("Chinese in the place of Japanese is found", () => {
  const long = "这一段文字完全是用中文写成的,没有任何日文假名,所以不对。";
  expect(faultsOf(good.replace("这一段是中文的。", long), "ja")).toEqual([
    "3 is Chinese, not Japanese",
  ]);
});

test("a translation without a stamp is found", () => {
  const says = "does not end with <!-- of: … -->, which says what it was translated from";
  expect(faultsOf(CHINESE)).toEqual([`31 ${says}`]);
  expect(faultsOf(`${good}\n一句话。\n`)).toEqual([`36 ${says}`]);
});

test("a stamp names the English sections that moved", () => {
  const moved = ENGLISH.replace("- One item", "- An item");
  expect(faultsOf(good, "zh", moved)).toEqual(["9 README.md has moved: The idea"]);
  const both = moved.replace("A paragraph", "The paragraph");
  expect(faultsOf(good, "zh", both)).toEqual(["1 README.md has moved: the beginning, The idea"]);
});

test("a stamp replaces the one before it", () => {
  const again = stamped(good, `${ENGLISH}More.\n`);
  expect(again.match(/<!-- of:/g)?.length).toBe(1);
  expect(again.match(/<!-- sections:/g)?.length).toBe(1);
  expect(stampOf(again)?.parts.length).toBe(2);
  expect(again).toMatch(/\n<!-- of: [0-9a-f]{64} -->\n$/);
});
