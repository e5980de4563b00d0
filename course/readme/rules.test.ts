// course/readme/rules · what a README must not do, planted one by one.
import { type Plant, testPlants, useToy } from "../check/plant.ts";

const WRITE = "npm run course -- check --write";
const README = "s03_three/README.md";

const READMES: Plant[] = [
  [
    "sections in another order",
    (toy) => toy.edit(README, "## Try it", "## Break it"),
    'README.md:42  section "Try it" should stand here',
    "the sections are: The problem · The idea",
  ],
  [
    "a section too many",
    (toy) => toy.write(README, `${toy.read(README)}\n## More\n`),
    'README.md:68  there is no section "More"',
    "the sections are:",
  ],
  [
    "another chapter's title",
    (toy) => toy.edit(README, "# s03 ·", "# s04 ·"),
    'README.md:1  should begin with "# s03 · " and the mechanism',
    "edit s03_three/README.md",
  ],
  [
    "too many lines outside of <details>",
    (toy) => toy.edit(README, "## Next", `${"\n".repeat(150)}## Next`),
    "README.md:201  has 216 lines outside of <details>; at most 200",
    "shorten it",
  ],
  [
    "no picture",
    (toy) => toy.edit(README, "```mermaid", "```text"),
    'README.md:10  has no mermaid picture in "The idea"',
    "draw the idea",
  ],
  [
    "a picture that cannot be drawn",
    (toy) => toy.edit(README, "agent[agent]", "agent[agent"),
    'README.md:16  "you([you]) -- asks the agent --> agent[agent" cannot be read from "[agent"',
    "https://mermaid.js.org",
  ],
  [
    "code that is not in the file",
    (toy) => toy.edit(README, "for (const tool of tools) {", "for (const tool of all) {"),
    "README.md:24  is not the next line of loop.ts",
    "copy the lines from the file again",
  ],
  [
    "code of a file that does not exist",
    (toy) => toy.edit(README, "```ts loop.ts", "```ts lop.ts"),
    "README.md:23  names lop.ts, which does not exist",
    "copy the lines from the file again",
  ],
  [
    "an edit that cannot be made in the file",
    (toy) =>
      toy.edit(README, "```ts loop.ts", "```diff loop.ts\n-no such line\n```\n\n```ts loop.ts"),
    "README.md:23  a diff belongs to no place of the file",
    "copy its lines from loop.ts again",
  ],
  [
    "code that names no file",
    (toy) => toy.edit(README, "```ts loop.ts", "```ts"),
    "README.md:23  a ts block names its file: ```ts loop.ts",
    "copy the lines from the file again",
  ],
  [
    "a block of another language",
    (toy) => toy.edit(README, "```ts loop.ts", "```typescript"),
    'README.md:23  a block is ts, diff, text, json, console, mermaid, not "typescript"',
    "copy the lines from the file again",
  ],
  [
    "a block that is not closed",
    (toy) => toy.write(README, `${toy.read(README)}\n\`\`\`text\n`),
    "README.md:68  a block is not closed",
    "close it with ```",
  ],
  [
    "generated text that was edited",
    (toy) => toy.edit(README, "(+1 −1)", "(+1 −2)"),
    "README.md:35  is not what is generated from the code",
    WRITE,
  ],
  [
    "marks that are gone",
    (toy) => toy.edit(README, "<!-- changes -->", ""),
    "README.md:29  has no lines <!-- changes --> and <!-- /changes -->",
    "write both lines, then: npm run course -- check --write",
  ],
  [
    "a link that leads nowhere",
    (toy) => toy.edit(README, "(../README.md)", "(../READMORE.md#top)"),
    "README.md:66  links to ../READMORE.md#top, which does not exist",
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
