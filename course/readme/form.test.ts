import { expect, test } from "vitest";
import { sightFaults, sightOf, wrongSection } from "./form.ts";
import { parseReadme } from "./parse.ts";
import { SECTIONS } from "./sections.ts";

const REST = SECTIONS.en.slice(2);
const page = (...headings: string[]) =>
  parseReadme(["# s02 · x", ...headings.map((text) => `## ${text}\n\nText.`)].join("\n\n"));

test("it has up to six sections between the problem and the finished mechanism", () => {
  const drafts = ["First draft: a cord", "Second draft", "Third draft"];
  for (const some of [[], drafts.slice(0, 1), drafts])
    expect(
      wrongSection(page("The problem", ...some, "The real one", ...REST), "en"),
    ).toBeUndefined();
  expect(
    wrongSection(page("问题", "草稿", "正式版", ...SECTIONS.zh.slice(2)), "zh"),
  ).toBeUndefined();
  const says = (...headings: string[]) => wrongSection(page(...headings), "en")?.says;
  expect(says("The problem", ...drafts, ...drafts, "One more", "The real one", ...REST)).toBe(
    "has 7 sections for drafts; at most 6",
  );
  expect(says("The idea", "The real one", ...REST)).toBe('section "The problem" should stand here');
  expect(says("The problem", ...REST)).toBe('section "The real one" should stand here');
  expect(says("The problem", "The real one", ...REST.slice(1))).toBe(
    'section "What changed" should stand here',
  );
  expect(says("The problem", "The real one", ...REST, "More")).toBe('there is no section "More"');
});

test("a page that shows the core says what this does not do, and has up to six sections before that", () => {
  const grown = [
    "First draft",
    "Second draft",
    "Third draft",
    "Fourth draft",
    "Fifth draft",
    "The core",
  ];
  const says = (...drafts: string[]) =>
    wrongSection(page("The problem", ...drafts, "What it doesn't do yet", ...REST), "en")?.says;
  expect(says(...grown)).toBeUndefined();
  expect(says(...grown, "More")).toBe("has 7 sections for drafts; at most 6");
});

test("what is folded away is not in sight", () => {
  const readme = parseReadme(
    [
      "Two words.",
      "<details><summary>Open me</summary>\n\nHidden away.\n\n```ts a.ts\nconst hidden = 1;\n```\n\n</details>",
      "```ts a.ts\nconst one = 1;\n\nconst two = 2;\n```",
      "These are four words.",
    ].join("\n\n"),
  );
  expect(sightOf(readme)).toEqual({ words: 6, code: 2, boxes: 1, longest: { words: 4, line: 19 } });
});

test("each limit is an alarm, and the code must be seen where there is some", () => {
  const shown = { mustShow: true, hasCore: false };
  const within = { words: 2500, code: 40, boxes: 4, longest: { words: 90, line: 7 } };
  expect(sightFaults("a.md", within, shown)).toEqual([]);
  const beyond = { words: 2501, code: 39, boxes: 5, longest: { words: 91, line: 7 } };
  expect(sightFaults("a.md", beyond, shown).map(({ line, says }) => [line, says])).toEqual([
    [1, "has 2501 words in sight; at most 2500"],
    [1, "has 5 boxes; at most 4"],
    [1, "shows 39 lines of TypeScript; at least 40"],
    [7, "a paragraph of 91 words; at most 90"],
  ]);
  expect(sightFaults("a.md", { ...within, code: 3 }, { ...shown, mustShow: false })).toEqual([]);
  const says = sightFaults("a.md", within, { ...shown, hasCore: true }).map((one) => one.says);
  expect(says).toEqual(["has 2500 words in sight; at most 1900", "has 4 boxes; at most 2"]);
});
