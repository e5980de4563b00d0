import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { skipOnWindows } from "./fixtures/windows.ts";
import {
  answerFor,
  beginTrust,
  endTrust,
  isTrusted,
  keepAnswer,
  lookAgain,
  type Reads,
  settleTrust,
  trustCommand,
} from "./trust.ts";

let [above, cwd, file] = ["", "", ""];
let lines: string[] = [];
let questions: string[] = [];
beforeEach(async () => {
  above = await realpath(await mkdtemp(join(tmpdir(), "trust-")));
  cwd = join(above, "folder");
  file = join(above, "home", "trust.jsonl");
  mkdirSync(cwd);
  [lines, questions] = [[], []];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(async () => {
  endTrust();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(above, { recursive: true });
});

const skills: Reads = { what: "skills", keys: async () => ["a", "b"] };
const jobs = (...keys: string[]): Reads => ({
  what: "cron jobs",
  path: join(cwd, "jobs"),
  keys: async () => keys,
});

/** A start of the program, in which each question gets this answer. Without one there is nobody to ask. */
function start(answer?: string, reads = [skills], place = cwd): Promise<boolean> {
  return startWith(answer === undefined ? [] : [answer, answer], reads, place);
}

/** The same with an answer for each question. */
async function startWith(answers: string[], reads = [skills], place = cwd): Promise<boolean> {
  await beginTrust(reads, { cwd: place, env: { AGENT_TRUST_FILE: file } });
  const [first] = answers;
  const ask = async (question: string) => {
    questions.push(question);
    return answers.shift();
  };
  await settleTrust(reads, first === undefined ? undefined : ask);
  return isTrusted();
}

const says = (...lines: string[]) => {
  mkdirSync(join(above, "home"), { recursive: true });
  writeFileSync(file, lines.join("\n"), { mode: 0o600 });
};
const yes = () => JSON.stringify({ folder: cwd, trusted: true });

test("a mechanism without a terminal uses what is there", () => {
  expect(isTrusted()).toBe(true);
  keepAnswer("jobs", "a", true);
  expect(answerFor("jobs", "a")).toBe(undefined);
});

test("one question says where what is, in three lines, and a yes is kept in the home", async () => {
  expect(await start("y", [skills, jobs("1")])).toBe(true);
  expect(questions).toEqual([
    expect.stringMatching(/^In .*folder there are skills \(2\), cron jobs \(1\)\.\n.*\n.*\[N\]o$/),
  ]);
  expect(await start("n", [skills, jobs("1")])).toBe(true);
  expect(questions).toHaveLength(1);
  expect(statSync(file).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
});

test("a yes is not to what has come while the question was open: it is asked again, with that", async () => {
  const keys = ["a"];
  const reads = { what: "cron jobs", path: join(cwd, "jobs"), keys: async () => [...keys] };
  await beginTrust([reads], { cwd, env: { AGENT_TRUST_FILE: file } });
  await settleTrust([reads], async (question) => {
    questions.push(question);
    if (questions.length === 2) return "n";
    keys[0] = "b"; // as many as before
    return "y";
  });
  expect(questions).toHaveLength(2);
  expect(isTrusted()).toBe(false);
  expect(answerFor(reads.path, "b")).toBe(undefined);
});

test("a no is kept, too, and each start says what is left out", async () => {
  expect(await start("n")).toBe(false);
  expect(await start("y")).toBe(false);
  expect(questions).toHaveLength(1);
  expect(lines.join("")).toMatch(
    /(Left out, because this folder is not trusted: skills \(2\).*\n){2}/,
  );
});

test.each([[""], ["perhaps", "perhaps"], ["perhaps", ""]])(
  "the answers %j are a no for this run only",
  async (...answers) => {
    expect(await startWith([...answers])).toBe(false);
    expect(await start("y")).toBe(true);
    expect(questions).toHaveLength(answers.length + 1);
  },
);

test.each([
  ["y", true],
  ["no", false],
])("what is neither yes nor no is asked again once, and %j counts then", async (second, counts) => {
  expect(await startWith(["list the files", second])).toBe(counts);
  expect(questions[1]).toBe(
    '"list the files" is neither yes nor no. Type y or n; Enter alone is a no for now. Do you trust what is in this folder? [y]es / [N]o',
  );
  expect(await start("y")).toBe(counts);
  expect(questions).toHaveLength(2); // it was kept
});

test("where nobody can be asked, nothing is used, and a line says how to allow it", async () => {
  expect(await start()).toBe(false);
  expect(lines).toEqual([expect.stringContaining("/trust yes")]);
});

test("a folder in which there is nothing is neither asked about nor kept", async () => {
  expect(await start("y", [jobs()])).toBe(true);
  expect(questions).toEqual([]);
  expect(() => statSync(file)).toThrow();
  expect(await trustCommand([jobs()]).alone?.text("show")).toMatch(
    /folder: trusted \(not kept: there is nothing to ask about\)\nThere is nothing here/,
  );
});

test("in a folder of a repository, the question names the folder that was looked into and the one that the answer is about", async () => {
  mkdirSync(join(cwd, ".git"));
  mkdirSync(join(cwd, "deep"));
  await start("", [skills], join(cwd, "deep"));
  await start("", [skills]);
  expect(questions).toEqual([
    expect.stringMatching(
      /^In .*folder.deep there are skills(?:.*\n)*.*Do you trust what is in the whole of .*folder\?/,
    ),
    expect.stringMatching(
      /^In .*folder there are skills(?:.*\n)*.*git pull(?:.*\n)*.*Do you trust what is in this folder\?/,
    ),
  ]);
});

test("the root of the repository is what an answer is about, and another folder is asked about anew", async () => {
  mkdirSync(join(cwd, ".git"));
  mkdirSync(join(cwd, "deep", "er"), { recursive: true });
  await start("y", [skills], join(cwd, "deep", "er"));
  expect(await start("n")).toBe(true);
  mkdirSync(join(above, "other"));
  expect(await start("n", [skills], join(above, "other"))).toBe(false);
});

test("a repository that is the home of the person, or above it, says nothing about the folders in it", async () => {
  mkdirSync(join(above, ".git"));
  vi.stubEnv("HOME", above);
  await start("y", [skills], above);
  expect(await start("n")).toBe(false);
  vi.stubEnv("HOME", cwd);
  mkdirSync(join(cwd, "deep"));
  expect(await start("n", [skills], join(cwd, "deep"))).toBe(false);
  expect(questions).toEqual(
    [`In ${above}`, `In ${cwd}`, `In ${join(cwd, "deep")}`].map((text) =>
      expect.stringContaining(`${text} there`),
    ),
  );
});

test("what comes into a folder in which there was nothing is asked about before it is used, once", async () => {
  let found: string[] = [];
  const reads = [{ what: "skills", keys: async () => found }];
  expect(await start("y", reads)).toBe(true);
  found = ["a"];
  const ask = async (question: string) => {
    questions.push(question);
    return "n";
  };
  await lookAgain(ask);
  expect([isTrusted(), questions]).toEqual([false, [expect.stringContaining("skills (1)")]]);
  await lookAgain(ask);
  expect(questions).toHaveLength(1);
  expect(await start("y", reads)).toBe(false); // it was kept
});

test("where nobody is asked now, what has come is left out, and told once, until somebody is asked", async () => {
  let found: string[] = [];
  await start(undefined, [{ what: "skills", keys: async () => found }]);
  for (found of [["a"], ["a"], ["a", "b"], [], ["a"]]) {
    await lookAgain();
    expect(isTrusted()).toBe(found.length === 0);
  }
  expect(lines.map((line) => /skills \(\d\)/.exec(line)?.[0])).toEqual([
    "skills (1)",
    "skills (2)",
    "skills (1)",
  ]);
  await lookAgain(async () => "y");
  expect(isTrusted()).toBe(true);
});

test("after an answer, and without anything new, nothing is looked for again", async () => {
  const keys = vi.fn(async () => ["a"]);
  await start("y", [{ what: "skills", keys }]);
  keys.mockClear();
  await lookAgain(async () => "n");
  expect([keys.mock.calls, isTrusted()]).toEqual([[], true]);
});

test("after a yes, nothing that was there needs an answer of its own; what comes later does", async () => {
  await start("y", [jobs("1", "2")]);
  expect(["1", "2", "3"].map((key) => answerFor(join(cwd, "jobs"), key))).toEqual([
    true,
    true,
    undefined,
  ]);
});

test("what the program has written itself is no reason to ask at the next start", async () => {
  await start("y", [jobs()]);
  keepAnswer(join(cwd, "jobs"), "own", true);
  expect(await start("n", [jobs("own")])).toBe(true);
  expect(await start("n", [jobs("own", "of somebody")])).toBe(false);
  expect(questions).toEqual([expect.stringContaining("cron jobs (1)")]);
});

test("the last line counts, and one that is torn or odd is skipped", async () => {
  const no = JSON.stringify({ folder: cwd, trusted: false });
  says(no, yes(), "7", "null", '["a"]', '{"folder":3}', '{"folder":"');
  expect(await start()).toBe(true);
  keepAnswer("jobs", "1", false);
  await start();
  expect(answerFor("jobs", "1")).toBe(false);
});

test("a file in the folder says nothing about it, and none is written there", async () => {
  file = join(cwd, "trust.jsonl");
  writeFileSync(file, `${yes()}\n`, { mode: 0o600 });
  expect(await start()).toBe(false);
  expect(await start("y")).toBe(true);
  expect(readFileSync(file, "utf8")).toBe(`${yes()}\n`);
  expect(lines.join("")).toContain("not kept");
});

test("a link, or a file that others can write, is not the person's own", async (context) => {
  skipOnWindows(context, "links");
  says(yes(), "");
  chmodSync(file, 0o666);
  expect(await start()).toBe(false);
  chmodSync(file, 0o600);
  expect(await start()).toBe(true);
  symlinkSync(file, join(above, "link"));
  file = join(above, "link");
  expect(await start()).toBe(false);
});

test("/trust shows and changes the answer; forget opens it again, with all that was allowed in the folder", async () => {
  await start("n", [jobs("1")]);
  const text = async (word: string) => trustCommand([jobs("1")]).alone?.text(word);
  expect(await text("show")).toMatch(
    /folder: not trusted \(kept in .*\)\nHere are: cron jobs \(1\)/,
  );
  expect(await text("show")).toContain("To change it, type /trust yes, /trust no or /trust forget");
  expect(await text("yes")).toContain("folder: trusted");
  expect([isTrusted(), answerFor(join(cwd, "jobs"), "1")]).toEqual([true, true]);
  expect(await text("forget")).toContain("not kept");
  expect([isTrusted(), answerFor(join(cwd, "jobs"), "1")]).toEqual([false, undefined]);
  await start("y", [jobs("1")]);
  expect(questions).toHaveLength(2);
  expect(await text("no")).toContain("not trusted");
  expect(await text("maybe")).toContain("There is no /trust maybe");
});

test("without a variable the file is in the configuration folder of the person", async () => {
  mkdirSync(join(above, "xdg"));
  await beginTrust([skills], { cwd, env: { XDG_CONFIG_HOME: join(above, "xdg") } });
  await settleTrust([skills], async () => "y");
  const kept = readFileSync(join(above, "xdg", "coding-agents", "trust.jsonl"), "utf8");
  expect(kept).toBe(`\n${yes()}\n`);
});
