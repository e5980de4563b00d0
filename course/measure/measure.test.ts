// course/measure/measure · the table has each figure, a verdict that follows from it, and a reason where a claim does not hold.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { once as measureOnce } from "../../shared/once.ts";
import { ROOT } from "../base/root.ts";
import { type Case, cutShare, type Row, savedCase, verdictOf } from "./row.ts";
import { rows } from "./rows.ts";
import { tableOf } from "./table.ts";

const row = (cases: Case[], why = ""): Row => ({
  id: "X1",
  claim: "half as many words as before, or fewer, in each text that is longer than this",
  by: "prompt",
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
  const nearly = savedCase("nearly", { before: 10_000, now: 403 }, 96);
  expect(nearly).toEqual({ when: "nearly", figure: "10,000 → 403, −95.9 %", isMet: false });
  expect(savedCase("just", { before: 100, now: 4, unit: " s" }, 96)).toEqual({
    when: "just",
    figure: "100 s → 4 s, −96.0 %",
    isMet: true,
  });
  expect(cutShare(89.99)).toBe("89.9");
});

test("the table has the claim, the cases, the verdict, how it was measured, and why", () => {
  const text = tableOf([row([met, missed], "the text is long.")]);
  expect(text).toMatchInlineSnapshot(`
    "claim                        measured                  result

    X1 half as many words as     a long text  10 → 4  yes  holds only if
    before, or fewer, in each    a short one   4 → 3  no
    text that is longer than
    this
    (prompt)

    X1   Words, counted.
         holds only if: the text is long."
  `);
});

/** All rows, measured once: the agents really run. */
const measured = measureOnce(rows);

const rowOf = async (id: string) => (await measured()).find((one) => one.id === id) ?? row([]);

/** What came out in a case of a row. */
const figureOf = async (id: string, when: string) =>
  (await rowOf(id)).cases.find((one) => one.when === when)?.figure ?? "no such case";

test("what is measured: each row has its figures in the table, and a reason unless it holds", async () => {
  const all = await measured();
  const lines = tableOf(all).split("\n");
  expect(all.map(({ id }) => id)).toEqual(["M51", "M52", "P39", "P20", "P50", "P51", "P52"]);
  for (const one of all) {
    if (verdictOf(one) !== "holds") expect(one.why, one.id).not.toBe("");
    for (const { when, figure, isMet } of one.cases) {
      expect(figure).not.toMatch(/NaN|Infinity/);
      const line = lines.find(
        (text) => text.includes(`  ${when}  `) && text.includes(`  ${figure}  `),
      );
      expect(line, when).toMatch(isMet ? / {2}yes( |$)/ : / {2}no( |$)/);
    }
  }
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
  });
});

test("files in the prompt save three calls before the useful one, or none with a model that reads none", async () => {
  expect(await figureOf("M51", "it reads one file after the other")).toBe("4 → 1, −75.0 %");
  expect(await figureOf("M51", "it reads none of them")).toMatch(/^1 → 1,/);
});

test("they save three round trips of five, or one of three when all are read in one reply", async () => {
  expect(await figureOf("M52", "it reads one file after the other")).toBe("10 s → 4 s, −60.0 %");
  expect(await figureOf("M52", "it reads all three in one reply")).toBe("6 s → 4 s, −33.3 %");
  expect(await figureOf("M52", "it reads none of them")).toMatch(/^4 s → 4 s,/);
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

test("the list of skills grows with each skill, by a line", async () => {
  const [one = 0, ten = 0] = numbersIn(await figureOf("P20", "1 skill → 10 skills"));
  const [, hundred = 0] = numbersIn(await figureOf("P20", "1 skill → 100 skills"));
  expect(ten).toBeGreaterThan(one);
  expect((hundred - ten) / 90 / ((ten - one) / 9)).toBeCloseTo(1, 1);
});

test("the prompt is 80 % smaller by its skills, and a request with its tools is not", async () => {
  for (const { when, isMet } of (await rowOf("P50")).cases)
    expect(isMet, when).toBe(when.endsWith("the system prompt"));
});

test("twenty calls read more than 90 % from the cache, and nothing with a clock at the front", async () => {
  expect(Number.parseFloat(await figureOf("P51", "20 calls, no clock"))).toBeGreaterThan(90);
  expect(Number.parseFloat(await figureOf("P51", "2 calls, no clock"))).toBeLessThan(90);
  expect(await figureOf("P51", "20 calls, a clock at the front")).toBe("0.0 %");
  expect(await figureOf("P51", "20 calls, a clock in the newest message")).toBe(
    await figureOf("P51", "20 calls, no clock"),
  );
});

const numbersIn = (figure: string) =>
  (figure.match(/[\d,]+/g) ?? []).map((text) => Number(text.replaceAll(",", "")));

test.skipIf(process.platform === "win32")(
  "Ctrl-C is answered with one line, and the folder of the agent is gone",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "measure-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const agents = () => readdirSync(folder).filter((name) => name.startsWith("spec-"));
    const child = spawn(process.execPath, ["--import", "tsx", "course/measure/main.ts"], {
      ...{ cwd: ROOT, env: { ...process.env, TMPDIR: folder } },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk;
    });
    const closed = once(child, "close");
    while (agents().length === 0 && child.exitCode === null) await pause(20);
    child.kill("SIGINT");
    expect(await closed).toEqual([130, null]);
    expect(errors).toBe("Interrupted.\n");
    expect(agents()).toEqual([]);
  },
);
