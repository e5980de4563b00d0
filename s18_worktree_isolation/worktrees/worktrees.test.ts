import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, realpath, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { git, makeRepository } from "../../shared/fixtures/repository.ts";
import { skipOnWindows } from "../../shared/fixtures/windows.ts";
import { nobody } from "../../shared/terminal.ts";
import { bash } from "../bash.ts";
import type { Agent } from "../loop.ts";
import { createGate } from "../permission/permission.ts";
import { createTasks, WORKTREE } from "../tasks/tasks.ts";
import type { Tool, ToolContext } from "../tools.ts";
import { lossOf, usable, worktreesIn } from "./repository.ts";
import { createWorktrees } from "./worktrees.ts";

let folder = "";
let cwd = "";
const opened: { stop?(): Promise<void> }[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "worktrees-")));
  cwd = join(folder, "main");
  makeRepository(cwd, { "a.txt": "old\n", ".gitignore": ".tasks/\n*.log\n" });
});

afterEach(async () => {
  for (const mechanism of opened.splice(0)) await mechanism.stop?.();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A program in the folder, whose lead calls its tools. Of a team and of commands nothing is there. */
function program(home = cwd) {
  const board = createTasks(home);
  opened.push(board);
  const mates = new Map<string, unknown>();
  const jobs: string[] = [];
  const worktrees = createWorktrees(
    home,
    board,
    Object({ team: { mates } }),
    Object({ runningBelow: () => jobs }),
  );
  const turn = (name = "lead") => contextIn(home, name, [bash, ...(board.tools ?? [])]);
  const run = (tool: string, input: Record<string, unknown>, context = turn()) => {
    const found = worktrees.tools?.find(({ name }) => name === tool);
    return found?.run(input, context) ?? Promise.reject(new Error(`no ${tool}`));
  };
  const task = (subject: string) =>
    board.store.create({ subject, description: "", blockedBy: [] }, { name: "lead", signal });
  const claim = (id: string, name = "lead") => board.store.claim(id, { name, signal });
  /** Where a call of this agent runs, or why it is refused. */
  async function placeOf(context: ToolContext, name = "bash", input: unknown = {}) {
    const call: Anthropic.ToolUseBlock = Object({ type: "tool_use", id: "1", name, input });
    const change = await worktrees.place.hooks?.PreToolUse?.({ call, context });
    return change?.denied ?? change?.context?.cwd ?? context.cwd;
  }
  async function told(messages: Anthropic.MessageParam[], context: ToolContext) {
    await worktrees.place.hooks?.BeforeModel?.({ messages, context });
    return JSON.stringify(messages.at(-1)).match(/You work in the (?:worktree \w+|main folder)/g);
  }
  const command = async (words: string) => worktrees.commands?.worktrees?.run(words, signal);
  const judge = async (name: string, tool = "remove_worktree") =>
    worktrees.tools?.find((one) => one.name === tool)?.judge?.({ name }, turn());
  /** What "always" would allow for a call of remove_worktree. */
  async function grantFor(name: string) {
    const decision = await judge(name);
    return decision?.behaviour === "ask" ? decision.reasons.map(({ grant }) => grant) : [];
  }
  return { board, mates, jobs, turn, run, task, claim, placeOf, told, command, judge, grantFor };
}

const { signal } = new AbortController();
function contextIn(home: string, name: string, tools: Tool[] = []): ToolContext {
  const agent: Agent = Object({ name, cwd: home, tools });
  const turn: ToolContext["turn"] = { source: "person", ask: nobody };
  return { agent, cwd: home, roots: [home], signal: new AbortController().signal, turn };
}
const at = (name: string) => join(cwd, ".worktrees", name);
const branches = () => git(cwd, "branch", "--format=%(refname:short)").trim().split("\n");

test("what a name may be", () => {
  for (const name of ["a", "fix-1", "v1.2", "A_b", "x".repeat(64)]) expect(name).toMatch(WORKTREE);
  for (const name of [
    "",
    ".",
    "..",
    ".a",
    "-a",
    "a..b",
    "a/b",
    "a.",
    "a.lock",
    "a.LOCK",
    "ä",
    "a b",
  ])
    expect(name).not.toMatch(WORKTREE);
});

test("always for removing one worktree is not for another one", async () => {
  const { grantFor } = program();
  expect(await grantFor("a")).toEqual(["remove_worktree: a"]);
  expect(await grantFor("b")).not.toEqual(await grantFor("a"));
});

test("eighty worktrees are all found", async () => {
  const names = Array.from({ length: 80 }, (_, number) => `${"long".repeat(10)}-${number}`);
  for (const name of names)
    git(cwd, "worktree", "add", "--quiet", "--no-checkout", "-b", `wt/${name}`, at(name));
  expect([...(await worktreesIn(cwd)).keys()].sort()).toEqual(names.sort());
});

test("of two programs that make one name at once, one succeeds, and one worktree is there", async () => {
  const [one, other] = [program(), program()];
  const [first, second] = [await one.task("first"), await one.task("second")];
  const made = await Promise.allSettled([
    one.run("create_worktree", { name: "fix", task_id: first.id }),
    other.run("create_worktree", { name: "FIX", task_id: second.id }),
  ]);
  expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(branches()).toHaveLength(2);
  const { tasks } = await one.board.store.list();
  expect([...tasks.values()].filter(({ worktree }) => worktree !== undefined)).toHaveLength(1);
});

test("of two programs that remove one worktree at once, one succeeds", async () => {
  const [one, other] = [program(), program()];
  await one.run("create_worktree", { name: "fix" });
  const gone = await Promise.allSettled(
    [one, other].map(({ run }) => run("remove_worktree", { name: "fix" })),
  );
  expect(gone.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(branches()).toEqual(["main", "wt/fix"]);
});

test("a worktree whose program died before the task was bound is used when it is made again", async () => {
  const { run, task, board } = program();
  const { id } = await task("first");
  git(cwd, "worktree", "add", "--quiet", "-b", "wt/fix", at("fix"));
  await expect(run("create_worktree", { name: "fix" })).rejects.toThrow("Use another name");
  expect(await run("create_worktree", { name: "fix", task_id: id })).toContain("was there already");
  expect(await board.store.get(id)).toMatchObject({ worktree: "fix" });
});

test("a worktree that git was killed in, and one that is kept for the person, are not used again", async () => {
  const { run, task, board } = program();
  const { id } = await task("first");
  for (const name of ["half", "kept"]) await run("create_worktree", { name });
  git(cwd, "worktree", "lock", "--reason=initializing", at("half")); // so git leaves it
  await run("keep_worktree", { name: "kept" });
  for (const name of ["half", "kept"])
    await expect(run("create_worktree", { name, task_id: id })).rejects.toThrow("another name");
  expect(await board.store.get(id)).not.toHaveProperty("worktree");
});

test("when the task is claimed between the check and the binding, the worktree stays, and the error says so", async () => {
  const { run, task, claim, board } = program();
  const [one, two] = [await task("one"), await task("two")];
  const { exclusively } = board.store;
  board.store.exclusively = async (action, until) => {
    board.store.exclusively = exclusively;
    await claim(one.id);
    return exclusively(action, until);
  };
  const making = run("create_worktree", { name: "fix", task_id: one.id });
  await expect(making).rejects.toThrow(/is made.*not bound.*worked on already.*stays/s);
  expect(existsSync(join(at("fix"), "a.txt"))).toBe(true);
  expect(await board.store.get(one.id)).not.toHaveProperty("worktree");
  await run("create_worktree", { name: "fix", task_id: two.id });
  expect(await board.store.get(two.id)).toMatchObject({ worktree: "fix" });
});

test("a checkout that fails late binds nothing, and the error names what is left", async () => {
  const { run, task, board } = program();
  const { id } = await task("first");
  mkdirSync(join(cwd, ".git", "info"), { recursive: true });
  writeFileSync(join(cwd, ".git", "info", "attributes"), "a.txt filter=bad\n");
  git(cwd, "config", "filter.bad.smudge", "exit 1");
  git(cwd, "config", "filter.bad.required", "true");
  const making = run("create_worktree", { name: "fix", task_id: id });
  await expect(making).rejects.toThrow(/git did not make the worktree.*the branch wt\/fix/s);
  expect(await board.store.get(id)).not.toHaveProperty("worktree");
});

test("nothing is made when the branch cannot be made, and it works in a linked worktree, too", async () => {
  git(cwd, "branch", "wt");
  await expect(program().run("create_worktree", { name: "fix" })).rejects.toThrow("a branch wt");
  git(cwd, "branch", "--delete", "wt");
  const linked = join(folder, "linked");
  git(cwd, "worktree", "add", "--quiet", "-b", "side", linked);
  mkdirSync(join(cwd, ".git", "info"), { recursive: true });
  writeFileSync(join(cwd, ".git", "info", "exclude"), "*.tmp");
  for (const name of ["one", "two"]) await program(linked).run("create_worktree", { name });
  expect(readFileSync(join(cwd, ".git", "info", "exclude"), "utf8")).toBe("*.tmp\n/.worktrees/\n");
  expect(git(linked, "status", "--porcelain")).toBe("");
});

test("the rules of the person about what git ignores stay as they are, byte for byte", async (context) => {
  skipOnWindows(context, "pipes");
  const file = join(cwd, ".git", "info", "exclude");
  const rules = Buffer.from("gr\xfcn.key\r\n*.tmp", "latin1");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, rules);
  for (const name of ["one", "two"]) await program().run("create_worktree", { name });
  expect(readFileSync(file, "latin1")).toBe(`${rules.toString("latin1")}\n/.worktrees/\n`);
  await rm(file);
  execFileSync("mkfifo", [file]);
  await expect(program().run("create_worktree", { name: "three" })).rejects.toThrow(
    "is not a file",
  );
  await rm(file);
  for (const [target, why] of [
    [join(cwd, "elsewhere"), "a symbolic link"],
    [join(folder, "elsewhere"), join(folder, "elsewhere")],
  ] as const) {
    symlinkSync(target, file);
    await expect(program().run("create_worktree", { name: "three" })).rejects.toThrow(why);
    await rm(file);
  }
});

test("a link, a copy or another repository in its place is no worktree, and no call runs there", async (context) => {
  skipOnWindows(context, "links");
  const { run, task, claim, placeOf, turn } = program();
  const { id } = await task("first");
  await run("create_worktree", { name: "fix", task_id: id });
  await claim(id);
  expect(await placeOf(turn())).toBe(at("fix"));
  cpSync(at("fix"), at("copy"), { recursive: true });
  await expect(usable(cwd, "copy")).rejects.toThrow("not on its branch");
  await rename(at("fix"), join(folder, "away"));
  symlinkSync(join(folder, "away"), at("fix"));
  expect(await placeOf(turn())).toContain("symbolic link");
  await rm(at("fix"));
  makeRepository(at("fix"), {});
  git(at("fix"), "switch", "--quiet", "-c", "wt/fix");
  expect(await placeOf(turn())).toContain("no worktree of this repository");
  await rm(at("fix"), { recursive: true });
  expect(await placeOf(turn())).toMatch(/no folder .worktrees.fix.*\/worktrees remove NAME$/);
  expect(await placeOf(turn(), "list_tasks")).toBe(cwd);
});

test("a worktree on another branch is not worked in", async () => {
  const { run, task, claim, placeOf, turn } = program();
  const { id } = await task("first");
  await run("create_worktree", { name: "fix", task_id: id });
  await claim(id);
  git(at("fix"), "switch", "--quiet", "-c", "other");
  expect(await placeOf(turn())).toMatch(/not on its branch.*switch wt\/fix/);
  await expect(run("remove_worktree", { name: "fix" })).rejects.toThrow("not on its branch");
});

test("an agent has its tasks in one place, and stays there until its turn has ended", async () => {
  const { run, task, claim, placeOf, turn, board } = program();
  const [one, two, plain] = [await task("one"), await task("two"), await task("plain")];
  await run("create_worktree", { name: "one", task_id: one.id });
  await run("create_worktree", { name: "two", task_id: two.id });
  await claim(one.id);
  const now = turn();
  for (const { id } of [two, plain])
    expect(await placeOf(now, "claim_task", { task_id: id })).toContain("Complete or release");
  await claim(two.id); // another way than by the tool
  expect(await placeOf(now)).toContain("different folders");
  await board.store.release(two.id, { name: "lead", signal });
  expect(await placeOf(now)).toBe(at("one"));
  await board.store.complete(one.id, { name: "lead", signal });
  expect(await placeOf(now)).toBe(at("one"));
  await claim(two.id);
  expect(await placeOf(now)).toBe(at("two"));
  await board.store.complete(two.id, { name: "lead", signal });
  expect(await placeOf(turn())).toBe(cwd);
});

test("a model is told where it works once, again when a summary has replaced that, and when it is back", async () => {
  const { run, task, claim, told, turn, board } = program();
  const { id } = await task("one");
  await run("create_worktree", { name: "one", task_id: id });
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: "hello" }];
  expect(await told(messages, turn())).toBeNull();
  await claim(id);
  for (const _ of [1, 2])
    expect(await told(messages, turn())).toEqual(["You work in the worktree one"]);
  messages.push({ role: "assistant", content: "ok" }, { role: "user", content: "more" });
  expect(await told(messages, turn())).toBeNull();
  messages.splice(0, 2);
  expect(await told(messages, turn())).toEqual(["You work in the worktree one"]);
  await board.store.release(id, { name: "lead", signal });
  messages.push({ role: "assistant", content: "ok" }, { role: "user", content: "more" });
  expect(await told(messages, turn())).toEqual(["You work in the main folder"]);
});

test("a model whose calls are refused everywhere is not told that it is in the main folder", async () => {
  const { run, task, claim, told, turn } = program();
  const [one, plain] = [await task("one"), await task("plain")];
  await run("create_worktree", { name: "one", task_id: one.id });
  await claim(one.id);
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: "hello" }];
  expect(await told(messages, turn())).toEqual(["You work in the worktree one"]);
  await claim(plain.id); // another way than by the tool
  messages.push({ role: "assistant", content: "ok" }, { role: "user", content: "more" });
  expect(await told(messages, turn())).toBeNull();
});

test("what is always allowed in a worktree is asked about in the main folder, and the other way round", async () => {
  const { turn } = program();
  const { gate } = createGate();
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return "always";
  };
  const context = turn();
  Object.assign(context.agent, { tools: [bash] });
  const input = { command: "rm -r build" };
  const call: Anthropic.ToolUseBlock = Object({ type: "tool_use", id: "1", name: "bash", input });
  for (const place of [at("one"), at("one"), cwd, cwd, at("two")])
    await gate({
      call,
      context: { ...context, cwd: place, roots: [place], turn: { ...context.turn, ask } },
    });
  expect(asked).toHaveLength(3);
});

test("a mate whose turn runs is in the way of a removal, also after its task is completed", async () => {
  const { run, task, claim, placeOf, turn, board, mates } = program();
  const { id } = await task("one");
  await run("create_worktree", { name: "one", task_id: id });
  await claim(id, "alice");
  const hers = turn("alice");
  const running = new AbortController();
  const alice = { ...hers, signal: running.signal };
  mates.set("alice", { progress: { running } });
  await placeOf(alice);
  await board.store.complete(id, { name: "alice", signal });
  await expect(run("remove_worktree", { name: "one" })).rejects.toThrow("alice works in one");
  mates.set("alice", { progress: { running: undefined } });
  await run("remove_worktree", { name: "one" });
});

test("the question about a task that git tracks names the worktree that it wants", async () => {
  const task = { id: "task_0000000f", subject: "S", description: "D", status: "pending" };
  const rest = { blockedBy: [], createdAt: "2026-01-01T00:00:00.000Z", worktree: "elsewhere" };
  makeRepository(cwd, { ".tasks/task_0000000f.json": JSON.stringify({ ...task, ...rest }) });
  const board = createTasks(cwd);
  opened.push(board);
  const questions: string[] = [];
  const ask = async (question: string) => void questions.push(question);
  const context: ToolContext = { ...contextIn(cwd, "lead"), turn: { source: "person", ask } };
  await board.tools?.find(({ name }) => name === "list_tasks")?.run({}, context);
  expect(questions[0]).toContain("- task_0000000f (worktree elsewhere): S. D");
});

test("what git's configuration hides is seen before a removal, and what is on another branch is safe", async () => {
  const { run } = program();
  for (const name of ["one", "two"]) await run("create_worktree", { name });
  git(cwd, "config", "status.showUntrackedFiles", "no");
  git(cwd, "config", "extensions.worktreeConfig", "true");
  writeFileSync(join(at("one"), "new.txt"), "new");
  expect(await lossOf(cwd, "one", signal)).toEqual(["changes (1): new.txt"]);
  git(at("one"), "add", "--all");
  git(at("one"), "commit", "--quiet", "--message=New");
  expect(await lossOf(cwd, "one", signal)).toEqual(["commits that are on no other branch: 1"]);
  git(at("two"), "merge", "--quiet", "wt/one");
  expect(await lossOf(cwd, "one", signal)).toEqual([]);
});

/** A filter that git starts when it looks at a worktree whose file has another time, and the file that it makes. */
function plantFilter(name: string) {
  const ran = join(folder, "ran");
  writeFileSync(join(at(name), ".gitattributes"), "a.txt filter=x\n");
  writeFileSync(join(at(name), "a.txt"), "new\n");
  git(cwd, "config", "filter.x.clean", `touch '${ran}'; cat`);
  return () => existsSync(ran);
}

test("a look at the worktrees starts no program that git's configuration names, and a removal asks first", async () => {
  const { run, command, judge } = program();
  await run("create_worktree", { name: "one" });
  const hasRun = plantFilter("one");
  const lines: string[] = [];
  const screen = vi
    .spyOn(process.stdout, "write")
    .mockImplementation((line) => lines.push(String(line)) > 0);
  await command("");
  await command("remove one");
  await command("remove one --discard");
  screen.mockRestore();
  expect(lines[0]).toMatch(/one: wt\/one, not looked at.*filter\.x\.clean = touch/s);
  expect(lines.slice(1).join("")).toMatch(/(one was not removed\.\n){2}/);
  const decision = await judge("one");
  expect(decision).toMatchObject({ reasons: [{}, { text: expect.stringContaining("filter.x") }] });
  expect(hasRun()).toBe(false);
  await expect(run("remove_worktree", { name: "one" })).rejects.toThrow("changes (2)"); // after a yes
  expect(hasRun()).toBe(true);
});

test("what git's configuration includes only in a worktree is asked about before a checkout", async () => {
  const ran = join(folder, "ran");
  writeFileSync(join(cwd, ".git", "more"), `[filter "x"]\n\tsmudge = touch '${ran}'; cat\n`);
  mkdirSync(join(cwd, ".git", "info"), { recursive: true });
  writeFileSync(join(cwd, ".git", "info", "attributes"), "a.txt filter=x\n");
  const { judge, run } = program();
  for (const [name, condition] of [
    ["one", "onbranch:wt/**"],
    ["two", "gitdir:**/worktrees/**"],
  ] as const) {
    expect(await judge(name, "create_worktree")).toEqual({ behaviour: "allow" });
    git(cwd, "config", `includeIf.${condition}.path`, "more");
    const text = expect.stringContaining(`includeif.${condition}.path = more`);
    const decision = await judge(name, "create_worktree");
    expect(decision).toMatchObject({ behaviour: "ask", reasons: [{ text }] });
    expect(existsSync(ran)).toBe(false);
    await run("create_worktree", { name }); // after a yes
    expect(existsSync(ran)).toBe(true);
    rmSync(ran);
    git(cwd, "config", "--unset", `includeIf.${condition}.path`);
  }
});

test("hooks, and programs for git-lfs, that the configuration names are asked about before a checkout", async () => {
  const { judge } = program();
  for (const key of ["lfs.extension.x.smudge", "lfs.customtransfer.x.path", "hook.x.command"]) {
    git(cwd, "config", key, "evil");
    const text = `git runs a program for the checkout: ${key} = evil`;
    expect(await judge("one", "create_worktree")).toMatchObject({ reasons: [{ text }] });
    git(cwd, "config", "--unset", key);
  }
});

test("no worktree is made in a repository that is kept elsewhere", async () => {
  const archive = join(folder, "archive");
  mkdirSync(archive);
  writeFileSync(join(archive, ".git"), "gitdir: ../main/.git\n");
  await expect(program(archive).run("create_worktree", { name: "one" })).rejects.toThrow(
    `would show ${cwd}/.git`,
  );
  expect(branches()).toEqual(["main"]);
});

test("no worktree is made where git would write through a link: what the log of its branch stands for stays as it is", async () => {
  const profile = join(folder, "profile");
  const log = join(cwd, ".git/logs/refs/heads/wt");
  mkdirSync(log, { recursive: true });
  writeFileSync(join(log, "HEAD"), "");
  for (const name of ["one", "hooks"]) {
    symlinkSync(profile, join(log, name));
    await expect(program(cwd).run("create_worktree", { name })).rejects.toThrow(profile);
    expect(existsSync(profile)).toBe(false);
    rmSync(join(log, name));
  }
});

test("a removal that was cut short says what to do, and its deletions are not told as work to commit", async () => {
  const { run } = program();
  await run("create_worktree", { name: "one" });
  rmSync(join(at("one"), "a.txt"));
  const said =
    /gone from it \(1\): a.txt\..*brings such files back: git -C .worktrees\/one restore \./;
  await expect(run("remove_worktree", { name: "one" })).rejects.toThrow(said);
  rmSync(join(at("one"), ".git"));
  await expect(run("remove_worktree", { name: "one" })).rejects.toThrow(
    /has no \.git: a removal was cut short.*delete the folder, and run: git worktree prune/,
  );
});

test("the person is not asked about a worktree that cannot be discarded now", async () => {
  const { run, task, claim, command } = program();
  const { id } = await task("one");
  await run("create_worktree", { name: "one", task_id: id });
  await claim(id, "alice");
  await expect(command("remove one --discard")).rejects.toThrow("alice works on it");
  expect(existsSync(at("one"))).toBe(true);
});

test("when git does not tell what would be lost, nothing is removed", async () => {
  const { run } = program();
  await run("create_worktree", { name: "one" });
  const index = git(at("one"), "rev-parse", "--path-format=absolute", "--git-path", "index").trim();
  writeFileSync(index, "broken");
  await expect(run("remove_worktree", { name: "one" })).rejects.toThrow("git status failed");
  expect(existsSync(at("one"))).toBe(true);
});

test("below the top, in a bare repository and without git it is said what to do", async () => {
  const below = join(cwd, "below");
  mkdirSync(below);
  await expect(program(below).run("create_worktree", { name: "a" })).rejects.toThrow(
    `begins in ${cwd}`,
  );
  const bare = join(folder, "bare");
  git(folder, "init", "--quiet", "--bare", bare);
  await expect(program(bare).run("create_worktree", { name: "a" })).rejects.toThrow("bare");
  const { PATH } = process.env;
  process.env.PATH = folder;
  try {
    await expect(program().run("create_worktree", { name: "a" })).rejects.toThrow("Install it");
  } finally {
    process.env.PATH = PATH;
  }
});
