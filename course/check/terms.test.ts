// course/check/terms · what is wrong with docs/terms.yml is found; the glossary is made from it.
import { expect, test } from "vitest";
import { writeAll } from "../generate/generated.ts";
import { TERMS } from "../readme/terms.ts";
import { type Plant, testPlants, useToy } from "./plant.ts";
import { stamp, type Toy } from "./toy.ts";

const TABLE = `# terms
groups:
  - en: Pages
    zh: 页面
    ja: ページ
    terms:
      - in: [s02]
        en:
          term: page
          says: what is read.
        zh:
          term: 文字
          says: 读的东西。
          not: [(?<!超)文本]
        ja:
          term: 文章
          says: 読むもの。
      - in: [s01, course]
        en:
          term: paragraph
          says: a part of a page.
          not: ['\\bpara\\b']
        zh:
          term: 这一段
          says: 页面的一部分。
        ja:
          term: 段落
          says: ページの一部。
phrases:
  en:
    - { not: '\\bwhoever\\b', instead: name the actor }
`;

/** Pages of the glossary, by hand but for what is between the marks. */
function addGlossary(toy: Toy) {
  toy.write(TERMS, TABLE);
  const marks = "<!-- terms -->\n<!-- /terms -->\n";
  toy.write("docs/glossary/README.md", `# Glossary\n\n${marks}`);
  toy.write("docs/glossary/README.zh.md", `# 术语表\n\n${marks}`);
  toy.write("docs/glossary/README.ja.md", `# 用語集\n\n${marks}`);
  stamp(toy, "docs/glossary/");
}

/** The table with another text in the place of a part of it. */
const edited = (from: string, to: string) => (toy: Toy) => {
  toy.write(TERMS, TABLE);
  toy.edit(TERMS, from, to);
};

const MEND = "mend docs/terms.yml";

const PLANTS: Plant[] = [
  ["a table that is not YAML", edited("zh: 页面", "zh: ["), "at line ", MEND],
  ["an empty table", (toy) => toy.write(TERMS, ""), "docs/terms.yml:1  the file: Invalid", MEND],
  [
    "a term without a definition",
    edited("          says: a part of a page.\n", ""),
    "groups.0.terms.1.en.says: Invalid input",
    MEND,
  ],
  [
    "a term that is not translated",
    edited("        ja:\n          term: 文章\n          says: 読むもの。\n", ""),
    "groups.0.terms.0.ja: Invalid input",
    MEND,
  ],
  [
    "a pattern that cannot be read",
    edited("(?<!超)文本", "(文本"),
    "groups.0.terms.0.zh.not.0: Invalid regular expression",
    MEND,
  ],
  [
    "a chapter that is no name of one",
    edited("in: [s02]", "in: [s2]"),
    "groups.0.terms.0.in.0: not s01, course or practice",
    MEND,
  ],
  [
    "a chapter that does not exist",
    edited("in: [s02]", "in: [s02, s09]"),
    'docs/terms.yml:10  "page" is introduced in s09, which does not exist',
    "name the chapter that introduces it",
  ],
  [
    "a definition that uses a word that another term forbids",
    edited("says: what is read.", "says: what is read, para by para."),
    "docs/terms.yml:10  para: write paragraph",
    "docs/terms.yml lists the words; write another one",
  ],
  [
    "a word to avoid, in capitals, on a page of a chapter",
    (toy) => {
      toy.write(TERMS, TABLE);
      toy.edit("s03_three/README.md", "This paragraph", "Whoever reads it. This paragraph");
    },
    "s03_three/README.md:5  Whoever: write name the actor",
    "docs/terms.yml lists the words; write another one",
  ],
  [
    "a glossary that is not what the table says",
    addGlossary,
    "docs/glossary/README.ja.md:4  is not what is generated from the code",
    "npm run course -- check --write",
  ],
];

const toyOf = useToy();

testPlants(PLANTS, toyOf);

test("the glossary is written from the table, in each language, with links to chapters", async () => {
  const toy = toyOf();
  addGlossary(toy);
  await writeAll(toy.root);
  expect(toy.read("docs/glossary/README.md")).toContain(
    `## Pages

- <a id="page"></a>**Page**: what is read. ([s02](../../s02_two/README.md))
- <a id="paragraph"></a>**Paragraph**: a part of a page. ([s01](../../s01_one/README.md), [README of the course](../../README.md))
<!-- /terms -->`,
  );
  expect(toy.read("docs/glossary/README.zh.md")).toContain(
    '- <a id="page"></a>**文字**（page）：读的东西。（[s02](../../s02_two/README.zh.md)）\n',
  );
  expect(await toy.faults()).toEqual([]);
});

test("a translation of the glossary is up to date when only the table has moved", async () => {
  const toy = toyOf();
  addGlossary(toy);
  await writeAll(toy.root);
  toy.edit(TERMS, "what is read.", "what somebody reads.");
  await writeAll(toy.root);
  expect(toy.read("docs/glossary/README.md")).toContain("what somebody reads.");
  expect(await toy.faults()).toEqual([]);
});
