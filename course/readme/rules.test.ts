// course/readme/rules · what a README must not do, planted one by one.
import { type Plant, testPlants, useToy } from "../check/plant.ts";

const WRITE = "npm run course -- check --write";
const README = "s03_three/README.md";
const LOOP = "  for (const tool of";
const EDIT = ["```diff loop.ts", `-${LOOP} tools) {`, `+${LOOP} []) {`, "```"].join("\n");

const READMES: Plant[] = [
  [
    "sections in another order",
    (toy) => toy.edit(README, "## Try it", "## Break it"),
    'README.md:85  section "Try it" should stand here',
    "the sections are: The problem · The real one",
  ],
  [
    "a section too many",
    (toy) => toy.write(README, `${toy.read(README)}\n## More\n`),
    'README.md:127  there is no section "More"',
    "the sections are:",
  ],
  [
    "another chapter's title",
    (toy) => toy.edit(README, "# s03 ·", "# s04 ·"),
    'README.md:1  should begin with "# s03 · " and the mechanism',
    "edit s03_three/README.md",
  ],
  [
    "no word about how long it takes",
    (toy) => toy.edit(README, "*About 10 minutes.*", "A chapter."),
    "README.md:3  does not say below the title how long it takes",
    "begin it like ^\\*About",
  ],
  [
    "a problem without a session of the chapter before",
    (toy) => toy.edit(README, "$ npx tsx s02_two/code.ts", "$ npx tsx s03_three/code.ts"),
    "README.md:7  shows no session of s02 that fails",
    "begin it with a console block that starts s02",
  ],
  [
    "no hints",
    (toy) => toy.edit(README, "<details><summary>1</summary></details>", ""),
    "README.md:95  has no hints in <details>",
    "each in <details>",
  ],
  [
    "an edit that breaks something, and no command that finds it",
    (toy) => toy.edit(README, "## Break it", `## Break it\n\n${EDIT}`),
    "README.md:101  names no command that finds what the edit breaks",
    "name it as `npm run course -- spec s01`",
  ],
  [
    "a question that is missing",
    (toy) => toy.edit(README, "3. C", ""),
    "README.md:105  does not ask three questions and answer them",
    "write three numbered questions",
  ],
  [
    "questions without answers",
    (toy) => toy.edit(README, "<details><summary>!</summary></details>", ""),
    "README.md:105  does not ask three questions and answer them",
    "the answers in <details>",
  ],
  [
    "a claim about real agents without a link",
    (toy) => toy.edit(README, "- [A](https://example.com) (2026)", "- A does the same."),
    "README.md:119  has a claim without a link",
    "give a link and a year",
  ],
  [
    "nothing about real agents",
    (toy) => toy.edit(README, "- [A](https://example.com) (2026)", ""),
    "README.md:115  has a claim without a link",
    "name the agent",
  ],
  [
    "too many words in sight",
    (toy) => toy.edit(README, "## Next", `${"Few words.\n\n".repeat(1250)}## Next`),
    "README.md:1  has 2650 words in sight; at most 2500",
    "shorten it",
  ],
  [
    "no picture",
    (toy) => toy.edit(README, "```mermaid", "```text"),
    'README.md:17  has no mermaid picture in "The real one"',
    "draw the idea",
  ],
  [
    "a picture of another kind",
    (toy) => toy.edit(README, "flowchart LR", "graph LR"),
    "README.md:22  a picture begins with flowchart, sequenceDiagram, stateDiagram-v2",
    "https://mermaid.js.org",
  ],
  [
    "code that is not in the file",
    (toy) => toy.edit(README, "for (const tool of tools) {", "for (const tool of all) {"),
    "README.md:27  is not the next line of loop.ts",
    "copy the lines from the file again",
  ],
  [
    "code of a file that does not exist",
    (toy) => toy.edit(README, "```ts loop.ts", "```ts lop.ts"),
    "README.md:26  names lop.ts, which does not exist",
    "copy the lines from the file again",
  ],
  [
    "an edit that cannot be made in the file",
    (toy) =>
      toy.edit(README, "```ts loop.ts", "```diff loop.ts\n-no such line\n```\n\n```ts loop.ts"),
    "README.md:26  a diff belongs to no place of the file",
    "copy its lines from loop.ts again",
  ],
  [
    "code that names no file",
    (toy) => toy.edit(README, "```ts loop.ts", "```ts"),
    "README.md:26  a ts block names its file: ```ts loop.ts",
    "copy the lines from the file again",
  ],
  [
    "a block of another language",
    (toy) => toy.edit(README, "```ts loop.ts", "```typescript"),
    'README.md:26  a block is ts, diff, text, json, sh, python, console, timeline, mermaid, not "typescript"',
    "copy the lines from the file again",
  ],
  [
    "a block that is not closed",
    (toy) => toy.write(README, `${toy.read(README)}\n\`\`\`text\n`),
    "README.md:127  a block is not closed",
    "close it with ```",
  ],
  [
    "generated text that was edited",
    (toy) => toy.edit(README, "(+1 −1)", "(+1 −2)"),
    "README.md:78  is not what is generated from the code",
    WRITE,
  ],
  [
    "marks that are gone",
    (toy) => toy.edit(README, "<!-- changes -->", ""),
    "README.md:72  has no lines <!-- changes --> and <!-- /changes -->",
    "write both lines, then: npm run course -- check --write",
  ],
  [
    "a link that leads nowhere",
    (toy) => toy.edit(README, "(../README.md)", "(../READMORE.md#top)"),
    "README.md:125  links to ../READMORE.md#top, which does not exist",
    "mend the link",
  ],
  [
    "a link that leads nowhere, in a page of the course's tools",
    (toy) => toy.write("course/spec/README.md", "# course/spec\n\n[judge](../judge/README.md)\n"),
    "course/spec/README.md:3  links to ../judge/README.md, which does not exist",
    "mend the link",
  ],
  [
    "a translation that is missing",
    (toy) => toy.remove("s03_three/README.ja.md"),
    "s03_three/README.ja.md:1  is missing",
    "translate s03_three/README.md",
  ],
  [
    "the root's table of chapters, edited",
    (toy) => toy.edit("README.zh.md", "100.0%", "100%"),
    "README.zh.md:9  is not what is generated from the code",
    WRITE,
  ],
];

testPlants(READMES, useToy());
