// course/measure/measure · each claim has its figures, a verdict that follows from them, and a reason where it does not hold.
import { expect, test } from "vitest";
import { once } from "../../shared/once.ts";
import { beatRows } from "./beats.ts";
import { cacheRows } from "./cache.ts";
import { egoRows } from "./ego.ts";
import { fileRows } from "./files.ts";
import { type Case, cutShare, type Row, savedCase, textOf, verdictOf } from "./row.ts";
import { skillRows } from "./skills.ts";

const row = (cases: Case[], why = ""): Row => ({
  id: "X1",
  claim: "half as many words as before, or fewer",
  cases,
  how: "Words, counted.",
  why,
});
const met: Case = { when: "a long text", figure: "10 → 4", isMet: true };
const missed: Case = { when: "a short one", figure: "4 → 3", isMet: false };

test("a verdict follows from the cases: all, some, none, or nothing to go by", () => {
  expect(verdictOf(row([met, met]))).toBe("holds");
  expect(verdictOf(row([met, missed]))).toBe("holds only if");
  expect(verdictOf(row([missed, missed]))).toBe("does not hold");
  expect(verdictOf(row([]))).toBe("not measured");
});

test("a saving that is a little less than claimed is not rounded up to it", () => {
  const nearly = savedCase("nearly", [10_000, 403], 96);
  expect(nearly).toEqual({ when: "nearly", figure: "10,000 → 403, −95.9 %", isMet: false });
  expect(savedCase("just", [100, 4], 96)).toEqual({
    when: "just",
    figure: "100 → 4, −96.0 %",
    isMet: true,
  });
  expect(cutShare(89.99)).toBe("89.9");
});

test("a claim is told with its verdict, its cases, how it was measured, and why", () => {
  expect(textOf([row([met, missed], "the text is long.")])).toMatchInlineSnapshot(`
    "X1  half as many words as before, or fewer: holds only if
         a long text  10 → 4  yes
         a short one   4 → 3  no
         Words, counted.
         holds only if: the text is long."
  `);
});

/** All rows, measured once: the agents really run. */
const measured = once(async () => [
  ...(await fileRows()),
  ...(await skillRows()),
  ...(await cacheRows()),
  ...(await beatRows()),
  ...(await egoRows()),
]);

const rowOf = async (id: string) => (await measured()).find((one) => one.id === id) ?? row([]);

/** What came out in a case of a row. */
const figureOf = async (id: string, when: string) =>
  (await rowOf(id)).cases.find((one) => one.when === when)?.figure ?? "no such case";

test("each point is there, with figures that are numbers", async () => {
  const all = await measured();
  expect(all.map(({ id }) => id)).toEqual([
    ...["M51", "M52", "P39", "P20", "P50", "P51", "P52"],
    ...["N3", "N33", "N34", "E22", "E30", "E34"],
  ]);
  expect(textOf(all)).not.toMatch(/NaN|Infinity/);
});

test("each claim comes out as its reason says: one that turns needs another reason", async () => {
  const all = await measured();
  expect(Object.fromEntries(all.map((one) => [one.id, verdictOf(one)]))).toEqual({
    M51: "holds only if",
    M52: "holds only if",
    P39: "holds only if",
    P20: "does not hold",
    P50: "holds only if",
    P51: "holds only if",
    P52: "not measured",
    N3: "holds only if",
    N33: "holds only if",
    N34: "holds only if",
    E22: "holds only if",
    E30: "holds only if",
    E34: "holds",
  });
});

test("files in the prompt save three calls before the useful one, or none with a model that reads none", async () => {
  expect(await figureOf("M51", "it reads one file after the other")).toBe("4 → 1, −75.0 %");
  expect(await figureOf("M51", "it reads none of them")).toMatch(/^1 → 1,/);
});

test("they save three round trips of five, or one of three when all are read in one reply", async () => {
  expect(await figureOf("M52", "it reads one file after the other")).toBe("5 → 2, −60.0 %");
  expect(await figureOf("M52", "it reads all three in one reply")).toBe("3 → 2, −33.3 %");
  expect(await figureOf("M52", "it reads none of them")).toMatch(/^2 → 2,/);
});

test("ten manuals of skills/ are more than 10,000 tokens, and their list is less than 500", async () => {
  const [before = 0, now = 0] = numbersIn(await figureOf("P39", "10 skills, the list of s22"));
  expect(before).toBeGreaterThan(10_000);
  expect(now).toBeGreaterThan(0);
  expect(now).toBeLessThan(500);
});

test("a list in place of manuals saves 96 % by the design's own sizes, and one manual that is read takes more than the list", async () => {
  expect(await figureOf("P39", "the design's own sizes")).toBe("1,500 → 50, −96.6 %");
  const [, list = 0] = numbersIn(await figureOf("P39", "5 skills, the list of s22"));
  const [, withOne = 0] = numbersIn(await figureOf("P39", "5 skills, one of them read"));
  expect(list).toBeGreaterThan(0);
  expect(withOne).toBeGreaterThan(2 * list);
});

test("the list of skills grows with each skill, by a line, up to fifty", async () => {
  const [one = 0, ten = 0] = numbersIn(await figureOf("P20", "1 skill → 10 skills"));
  const [, fifty = 0] = numbersIn(await figureOf("P20", "1 skill → 50 skills"));
  const [, hundred = 0] = numbersIn(await figureOf("P20", "1 skill → 100 skills"));
  expect(ten).toBeGreaterThan(one);
  expect((fifty - ten) / 40 / ((ten - one) / 9)).toBeCloseTo(1, 1);
  expect(hundred / fifty).toBeCloseTo(1, 1);
});

test("the prompt is 80 % smaller by its skills, and a request with its tools is not", async () => {
  for (const { when, isMet } of (await rowOf("P50")).cases)
    expect(isMet, when).toBe(when.endsWith("the system prompt"));
});

test("twenty calls read more than 90 % from the cache, and nothing with a clock at the front", async () => {
  expect(Number.parseFloat(await figureOf("P51", "20 calls, no clock"))).toBeGreaterThan(90);
  expect(Number.parseFloat(await figureOf("P51", "2 calls, no clock"))).toBeLessThan(90);
  expect(await figureOf("P51", "20 calls, a clock at the front")).toBe("0.0 %");
  expect(
    Number.parseFloat(await figureOf("P51", "20 calls, a clock in the newest message")),
  ).toBeGreaterThan(90);
});

test("a day with nothing on the list sends nothing; asking a model each half hour sends 48 requests", async () => {
  expect(await figureOf("N33", "nothing is on the list")).toBe("0 requests, 0 tokens");
  expect(await figureOf("N33", "a task each half hour, HEARTBEAT_OK each time")).toMatch(
    /^48 requests, [1-9]\d,\d{3} tokens$/,
  );
});

test("a file within the chapter's limit loses no word, a longer one does", async () => {
  expect(await figureOf("N3", "19,000 characters")).toBe("0 of 2,375 words dropped");
  const [dropped = 0, all = 0] = numbersIn(await figureOf("N3", "65,536 characters"));
  expect(dropped).toBeGreaterThan(all / 2);
});

test("what the tools of s27 cost before the first word, and what association brings back", async () => {
  expect(await figureOf("E22", "tired, by recall")).toBe("brings exhausted");
  expect(await figureOf("E22", "tired, by search")).toBe("does not");
  const [own = 0] = numbersIn(await figureOf("E30", "15 tools of s27"));
  expect(own).toBeGreaterThan(500);
  expect(own).toBeLessThanOrEqual(1500);
  const [all = 0] = numbersIn(await figureOf("E34", "s27"));
  expect(all).toBeGreaterThan(own);
});

const numbersIn = (figure: string) =>
  (figure.match(/[\d,]+/g) ?? []).map((text) => Number(text.replaceAll(",", "")));
