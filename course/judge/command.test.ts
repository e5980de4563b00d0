import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { FIXTURES, ROOT } from "../base/root.ts";
import { coreOf, promisesOf } from "../build/promises.ts";
import { folderWith } from "../fixtures/elsewhere.ts";
import type { SpecTest } from "../spec/report.ts";
import type { runSpecs } from "../spec/run.ts";
import { specCommand } from "./command.ts";
import { firstWrong, reportOf } from "./verdicts.ts";

const passed: SpecTest = { name: "a", verdict: "passed" };
const failed: SpecTest = { name: "b", verdict: "failed", message: "one\ntwo" };
const broken: SpecTest = { name: "c", verdict: "broken", message: "crashed" };
const skipped: SpecTest = { name: "d", verdict: "skipped" };
const inherited: SpecTest = { ...passed, name: "e", inherited: "so it is" };

test("a test is a line, with what was wrong below it, and the counts come last", () => {
  expect(reportOf([passed, failed, inherited, skipped], false)).toMatchObject({
    code: 1,
    lines: [
      "  passed  a",
      "! failed  b",
      "    one",
      "    two",
      "  passed  e (inherited: so it is)",
      "  skipped d",
      "2 passed, 1 failed, 1 skipped",
    ],
  });
});

test("what could not run is called that in its line and in the counts", () => {
  const { lines, code } = reportOf([passed, failed, broken], false);
  expect(lines).toContain("! could not run c");
  expect([code, lines.at(-1)]).toEqual([1, "1 passed, 1 failed, 1 could not run"]);
});

test("with the promises of the spec, each line has the number that --only takes", () => {
  const { lines } = reportOf([failed, passed, inherited], false, ["a", "b", "e"]);
  expect(lines.slice(0, -1)).toEqual([
    "  2 ! failed  b",
    "        one",
    "        two",
    "  1   passed  a",
    "  3   passed  e (inherited: so it is)",
  ]);
  expect(firstWrong([passed, failed], ["a", "b"])[0]).toBe("  2 ! failed  b");
});

test.each([
  ["zh", ["通过 ", "失败 ", "跳过 "], "1 项通过、1 项失败、1 项跳过"],
  ["ja", ["成功 ", "失敗 ", "省略 "], "成功 1 個、失敗 1 個、省略 1 個"],
])("in %s verdicts and counts are in that language", (language, [kept, broke, left], counts) => {
  vi.stubEnv("LC_ALL", `${language}.UTF-8`);
  const { lines } = reportOf([passed, failed, skipped], false);
  vi.unstubAllEnvs();
  const own = [`  ${kept} a`, `! ${broke} b`, "    one", "    two", `  ${left} d`, counts];
  expect(lines).toEqual(own);
});

test("a spec without a test is not a good one", () => {
  expect(reportOf([], false).code).toBe(1);
  expect(reportOf([passed], false).code).toBe(0);
});

test("on the chapter before, what fails is right and what is inherited passes", () => {
  const { lines, code } = reportOf([failed, inherited], true);
  expect([code, lines.at(-1)]).toEqual([0, "2 passed, 0 failed"]);
  expect(lines).not.toContain("    one");
});

test.each([
  ["passes", passed, "It should fail here."],
  ["is broken", broken, "It should fail here."],
  ["is skipped", skipped, "It should fail here."],
  ["is inherited and fails", { ...failed, inherited: "no" }, "It is inherited: it should pass."],
])("on the chapter before, a test that %s is wrong", (_, test, words) => {
  const { lines, code } = reportOf([failed, test], true);
  expect(code).toBe(1);
  expect(lines).toContain(`    ${words}`);
});

test("with --json the same is printed for programs, in English", async () => {
  const printed: string[] = [];
  const toy = join(FIXTURES, "toy-agent");
  const print = (line: string) => void printed.push(line);
  const spoken: unknown[] = [];
  const run: typeof runSpecs = async (_pair, _only, _told, language) => {
    spoken.push(language);
    return { tests: [passed, skipped] };
  };
  vi.stubEnv("LC_ALL", "zh_CN.UTF-8");
  const code = await specCommand(["--json", toy], ROOT, print, run);
  vi.unstubAllEnvs();
  expect(spoken).toEqual(["en"]);
  const counts = { passed: 1, failed: 0, broken: 0, skipped: 1, shouldFail: false };
  expect(code).toBe(0);
  expect(JSON.parse(printed.join("\n"))).toMatchObject({ ...counts, tests: [passed, skipped] });
});

/** What the command prints for a chapter whose promises all pass but those named, and which it asked for. */
async function judged(args: string[], lost: string[] = []) {
  const printed: string[] = [];
  const asked: (string[] | undefined)[] = [];
  const run: typeof runSpecs = async ({ spec }, only) => {
    asked.push(only);
    const names = promisesOf(spec).filter((name) => only?.includes(name) ?? true);
    const verdictOf = (name: string) => (lost.includes(name) ? "failed" : "passed");
    return { tests: names.map((name): SpecTest => ({ name, verdict: verdictOf(name) })) };
  };
  const code = await specCommand(args, ROOT, (line) => void printed.push(line), run);
  return { code, printed, asked };
}

test("--core asks for what the last draft keeps, also of another agent, and nothing else", async () => {
  const chapter = join(ROOT, "s17_autonomous_agents");
  const core = coreOf(chapter) ?? [];
  expect(core.length).toBeGreaterThan(5);
  expect(core).toEqual(promisesOf(chapter).filter((name) => core.includes(name)));
  expect(core).not.toEqual(promisesOf(chapter));
  const { asked, printed } = await judged(["s17", "--core", "--on", "s18"]);
  expect(asked).toEqual([core]);
  expect(printed.at(-1)).toBe(`${core.length} passed, 0 failed`);
});

test("the verdict on all promises counts those of the core apart", async () => {
  const chapter = join(ROOT, "s17_autonomous_agents");
  const core = coreOf(chapter) ?? [];
  const rest = promisesOf(chapter).length - core.length;
  const [first = ""] = core;
  const { code, printed } = await judged(["s17"], [first]);
  const line = `The core: ${core.length - 1} of ${core.length} promises kept; the rest: ${rest} of ${rest}.`;
  expect([code, printed.at(-1)]).toEqual([1, line]);
  expect((await judged(["s17", "--should-fail"])).printed.at(-1)).not.toContain("core");
});

test("--core is an error for a chapter without drafts, beside --only, and for several chapters", async () => {
  const toy = join(FIXTURES, "toy-agent");
  await expect(judged([toy, "--core"])).rejects.toThrow(/toy-agent has no drafts.* without --core/);
  await expect(judged(["s17", "--core", "--only", "1"])).rejects.toThrow("--only or --core");
  await expect(judged(["s01-s03", "--core", "--on", "s03"])).rejects.toThrow("--core needs one");
});

const noTool = (name: string): SpecTest => ({
  name,
  verdict: "failed",
  otherwise: "passed",
  message: "The agent offers no tool todo_write. It offers: bash.",
});

test("what is said of one promise is not said again: the other ones name it", () => {
  const { lines } = reportOf([noTool("a"), noTool("b"), passed], false, ["a", "b"]);
  expect(lines.slice(0, 4)).toEqual([
    "  1 ! failed  a",
    "        The agent offers no tool todo_write. It offers: bash.",
    "  2 ! failed  b",
    "        (the same as 1)",
  ]);
  expect(reportOf([noTool("a"), noTool("b")], false).lines[3]).toBe("    (the same as above)");
});

test("a long line that is quoted again is cut, and names the promise where it is whole", () => {
  const said = (folder: string) =>
    `  | system: "You work in /tmp/${folder}. ${"Be brief. ".repeat(20)}"`;
  const about = (name: string, folder: string): SpecTest => ({
    name,
    verdict: "failed",
    message: `expected ${name}\n${said(folder)}\n${said(folder)}`,
  });
  const tests = [about("a", "spec-AAAAAA"), about("b", "spec-BBBBBB")];
  const { lines } = reportOf(tests, false, ["a", "b"]);
  const short = `${" ".repeat(8)}${said("spec-BBBBBB").slice(0, 60)} … (the same as in 1)`;
  expect(lines.slice(2, 7)).toEqual([
    `${" ".repeat(8)}${said("spec-AAAAAA")}`,
    `${" ".repeat(8)}${said("spec-AAAAAA")}`,
    "  2 ! failed  b",
    "        expected b",
    short,
  ]);
});

test("on the chapter before, a tool that is missing is no reason to fail", () => {
  const { lines, code } = reportOf([failed, noTool("a")], true);
  expect([code, lines]).toEqual([1, expect.arrayContaining(["    It should fail here."])]);
  expect(reportOf([failed, { ...noTool("a"), otherwise: "failed" }], true).code).toBe(0);
});

test("somebody who is writing sees the first broken promise whole, and how many more there are", () => {
  expect(firstWrong([passed, failed, broken])).toEqual([
    "! failed  b",
    "    one",
    "    two",
    "1 of 3 promises kept, 1 more failed",
  ]);
  expect(firstWrong([passed])).toEqual(["All 1 promises are kept."]);
});

test.each([
  [["s05", "--only", "99"], /has the promises 1 to \d+, not 99/],
  [["s05", "--only", "two"], /has the promises 1 to \d+, not two/],
  [[join(FIXTURES, "toy-broken")], /has no spec\.test\.ts\.$/],
])("spec %j is misuse", async (args, words) => {
  await expect(specCommand(args, ROOT, () => {})).rejects.toThrow(words);
});

test("--only judges the promise of that number", async () => {
  const asked: unknown[] = [];
  await specCommand(
    ["s05", "--only", "2"],
    ROOT,
    () => {},
    async (_, only) => {
      asked.push(only);
      return { tests: [passed] };
    },
  );
  expect(asked).toEqual([[promisesOf(join(ROOT, "s05_todo_write"))[1]]]);
});

test("in one shot, whether an agent from elsewhere notes its calls on stderr is not judged", async () => {
  const quiet = ["sh", "-c", 'exec "$@" 2>/dev/null', "quiet"];
  const command = [...quiet, "node", join(FIXTURES, "tool-runner", "agent.mjs")];
  const on = folderWith({ command, speaks: "once", once: [] });
  const number = promisesOf(join(ROOT, "s01_agent_loop")).findIndex((one) => /^one shot/.test(one));
  const printed: string[] = [];
  const words = ["s01", "--on", on, "--only", String(number + 1)];
  await specCommand(words, ROOT, (line) => void printed.push(line));
  expect(printed.at(-1)).toBe("1 passed, 0 failed");
});

test("what a learner builds is judged by the chapter's spec, and called by a name of its own", async () => {
  const place = mkdtempSync(join(tmpdir(), "names-"));
  for (const name of ["my_s05", "s05_mine"]) mkdirSync(join(place, name));
  const spec = (name: string) => specCommand([join(place, name)], ROOT, () => {});
  await expect(spec("my_s05")).rejects.toThrow(/npm run course -- spec s05 --on \S+my_s05\.$/);
  await expect(spec("s05_mine")).rejects.toThrow("call yours my_s05.");
  rmSync(place, { recursive: true });
});
