import { expect, test } from "vitest";
import { grownSections, isGrown, REAL_ONE, sightFaults, sightOf } from "./form.ts";
import { parseReadme } from "./parse.ts";
import { SECTIONS } from "./sections.ts";

const REST = SECTIONS.en.slice(3);
const page = (...headings: string[]) =>
  parseReadme(["# s02 · x", ...headings.map((text) => `## ${text}\n\nText.`)].join("\n\n"));

test("a page with the finished mechanism in a section of its own is of the grown form", () => {
  expect(isGrown(page("The problem", "The real one"), "en")).toBe(true);
  expect(isGrown(page(...SECTIONS.en), "en")).toBe(false);
  expect(isGrown(page("问题", REAL_ONE.zh), "zh")).toBe(true);
});

test("it has up to three drafts between the problem and the finished mechanism", () => {
  const drafts = ["First draft: a cord", "Second draft", "Third draft"];
  for (const some of [[], drafts.slice(0, 1), drafts])
    expect(
      grownSections(page("The problem", ...some, "The real one", ...REST), "en"),
    ).toBeUndefined();
  expect(
    grownSections(page("The problem", ...drafts, "Fourth draft", "The real one", ...REST), "en")
      ?.says,
  ).toBe("has 4 sections for drafts; at most 3");
  expect(grownSections(page("The idea", "The real one", ...REST), "en")?.says).toBe(
    'section "The problem" should be first',
  );
  expect(grownSections(page("The problem", "The real one", ...REST.slice(1)), "en")?.says).toBe(
    'section "What changed" should be here',
  );
  expect(grownSections(page("The problem", "The real one", ...REST, "More"), "en")?.says).toBe(
    'there is no section "More"',
  );
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
  const within = { words: 2500, code: 40, boxes: 4, longest: { words: 90, line: 7 } };
  expect(sightFaults("a.md", within, true)).toEqual([]);
  const beyond = { words: 2501, code: 39, boxes: 5, longest: { words: 91, line: 7 } };
  expect(sightFaults("a.md", beyond, true).map(({ line, says }) => [line, says])).toEqual([
    [1, "has 2501 words in sight; at most 2500"],
    [1, "has 5 boxes; at most 4"],
    [1, "shows 39 lines of TypeScript; at least 40"],
    [7, "a paragraph of 91 words; at most 90"],
  ]);
  expect(sightFaults("a.md", { ...within, code: 3 }, false)).toEqual([]);
});
