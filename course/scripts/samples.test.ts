import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FIXTURES } from "../base/root.ts";
import { FIXED_DATE } from "../spec/folder.ts";

/** A copy of the kiosk. */
let kiosk = "";

beforeEach(() => {
  kiosk = mkdtempSync(join(tmpdir(), "kiosk-"));
  cpSync(join(FIXTURES, "kiosk"), kiosk, { recursive: true });
});
afterEach(() => rmSync(kiosk, { recursive: true }));

const read = (file: string) => readFileSync(join(kiosk, file), "utf8");

function node(args: string[], env: Record<string, string> = {}) {
  const options = {
    cwd: kiosk,
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  } as const;
  return spawnSync(process.execPath, args, options);
}

/** The kiosk's own tests, as its package.json runs them. */
function runTests() {
  const [, ...args] = JSON.parse(read("package.json")).scripts.test.split(" ");
  const { status, stdout } = node(args);
  const count = (what: string) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, "m").exec(stdout)?.[1]);
  return { status, stdout, passed: count("pass"), failed: count("fail") };
}

test("one test of the kiosk fails, and says what it expected; a sign more, and none does", () => {
  const before = runTests();
  expect(before).toMatchObject({ status: 1, passed: 9, failed: 1 });
  expect(before.stdout).toContain("test at test/price.test.js:24:1\n✖ five buns are 10% off");
  expect(before.stdout).toContain("500 !== 450");
  const price = read("src/price.js");
  expect(price.split("count > 5")).toHaveLength(2);
  writeFileSync(join(kiosk, "src/price.js"), price.replace("count > 5", "count >= 5"));
  expect(runTests()).toMatchObject({ status: 0, passed: 10, failed: 0 });
});

test("the kiosk's receipts are the same in every time zone", () => {
  const receipts = ["UTC", "Asia/Tokyo", "America/Los_Angeles"].map(
    (TZ) => node(["kiosk.js", "3"], { TZ, LANG: "de_DE.UTF-8" }).stdout,
  );
  expect(new Set(receipts).size).toBe(1);
  expect(receipts[0]).toMatch(/^Kiosk by the lake {6}17:20\n/);
  expect(receipts[0]).toMatch(/^Change {18}0\.05$/m);
});

test("no test of the kiosk knows the function coins, which the receipts need", () => {
  const tests = ["menu", "price", "receipt"].map((name) => read(`test/${name}.test.js`)).join("");
  const sources = ["menu", "money", "price", "receipt"].map((name) => read(`src/${name}.js`));
  const exported = sources.flatMap((source) =>
    [...source.matchAll(/^export function (\w+)/gm)].map(([, name = ""]) => name),
  );
  expect(exported.filter((name) => !new RegExp(`\\b${name}\\b`).test(tests))).toEqual(["coins"]);
});

test("a sample's commit has the date of the sessions", () => {
  const script = readFileSync(join(import.meta.dirname, "samples.mjs"), "utf8");
  expect(script).toContain(`const DATE = "${FIXED_DATE}";`);
});
