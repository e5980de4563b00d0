// The action for other repositories: what its filter says of verdicts, and that its parts name the same inputs.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { parse } from "yaml";
import { LANGUAGES, readmeName } from "../base/languages.ts";
import { ROOT } from "../base/root.ts";
import { isInstalled } from "../fixtures/elsewhere.ts";

const HERE = import.meta.dirname;
const read = (name: string) => readFileSync(join(HERE, name), "utf8");

/** What jq makes of a value. */
function filtered(program: string, input: unknown, asked = 1): unknown {
  const args = ["-c", "-L", HERE, "--argjson", "asked", String(asked)];
  const { status, stdout, stderr } = spawnSync("jq", [...args, `include "action"; ${program}`], {
    input: JSON.stringify(input),
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout);
}

const needsJq = (context: TestContext) => context.skip(!isInstalled("jq"), "jq is not installed");

/** A chapter of five promises, two of which are the core; those that are named are broken. */
function chapter(name: string, broken: number[], verdict = "failed") {
  const tests = [1, 2, 3, 4, 5].map((number) => ({
    name: `promise ${number}`,
    verdict: broken.includes(number) ? verdict : "passed",
  }));
  const spec = `/course/${name}_chapter`;
  return filtered("chapter([1, 2])", { spec, tests, notJudged: 0 });
}

test("the badge has the chapters from the first on, as far as the core is kept", (context) => {
  needsJq(context);
  const kept = (...chapters: unknown[]) => filtered("kept", chapters);
  expect(kept(chapter("s01", []))).toBe("s01");
  expect(kept(chapter("s01", []), chapter("s02", []))).toBe("s01–s02");
  expect(kept(chapter("s01", []), chapter("s02", [4]))).toBe("s01–s02, core");
  expect(kept(chapter("s01", []), chapter("s02", [1]))).toBe("s01");
  expect(kept(chapter("s01", [5]), chapter("s02", [1]))).toBe("s01, core");
  expect(kept(chapter("s01", [2], "broken"))).toBe("s01: 4 of 5");
});

test("an agent of which nothing could be judged keeps nothing", (context) => {
  needsJq(context);
  const none = chapter("s01", [1, 2, 3, 4, 5], "notJudged");
  expect(none).toMatchObject({ isWhole: false, hasCore: false });
  expect(filtered('passes("core")', [none])).toBe(false);
});

test("the step passes when what must be kept is kept, in every chapter that was asked for", (context) => {
  needsJq(context);
  const chapters = [chapter("s01", []), chapter("s02", [4])];
  const passes = (must: string, asked: number) => filtered(`passes("${must}")`, chapters, asked);
  expect(passes("core", 2)).toBe(true);
  expect(passes("all", 2)).toBe(false);
  expect(passes("core", 3)).toBe(false);
  expect(passes("nothing", 3)).toBe(true);
});

test("the summary has a row for each chapter, and says where it has stopped", (context) => {
  needsJq(context);
  const said = filtered("summary", [chapter("s01", []), chapter("s02", [1, 4])], 3);
  expect(said).toContain("| s01 | 5 of 5 | 2 of 2 | 0 | – |");
  expect(said).toContain("| s02 | 3 of 5 | 1 of 2 | 0 | 1. promise 1 |");
  expect(said).toContain("the core of s02 comes first");
});

test("the action gives its script what that reads, and each page names its inputs", () => {
  const { inputs, runs } = parse(read("action.yml"));
  const env: Record<string, string> = runs.steps[0].env;
  for (const [name, value] of Object.entries(env)) {
    expect(read("action.sh")).toContain(`$${name}`);
    expect(Object.keys(inputs)).toContain(/inputs\.([\w-]+)/.exec(value)?.[1]);
  }
  expect(Object.keys(env)).toHaveLength(Object.keys(inputs).length);
  for (const language of LANGUAGES) {
    const page = readFileSync(join(ROOT, "docs/judge-action", readmeName(language)), "utf8");
    for (const input of Object.keys(inputs)) expect(page).toContain(`\n| \`${input}\` |`);
  }
});
