import { execFile } from "node:child_process";
import { appendFile, chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Agent, calls, conversation, expect, type Start, says, test } from "../course/spec.ts";

type Reply = ReturnType<typeof says>;
type Request = Agent["requests"][number];
type Script = Parameters<Start>[0];

const idOf = (at: number) => `task_${String(at).padStart(8, "0")}`;
const taskFile = (at: number, more: Record<string, unknown> = {}) => ({
  [`.tasks/${idOf(at)}.json`]: JSON.stringify({
    id: idOf(at),
    subject: `Subject ${at}`,
    description: "",
    status: "pending",
    blockedBy: [],
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
    ...more,
  }),
});
const task = (agent: Agent, at: number) =>
  JSON.parse(agent.files[`.tasks/${idOf(at)}.json`] ?? "{}");

/** A repository with a file in a commit, and two tasks that git ignores. */
const FILES = {
  "a.txt": "old\n",
  ".gitignore": ".tasks/\n*.log\n",
  ...taskFile(1),
  ...taskFile(2),
};
const begin = (start: Start, script: Script, more: Parameters<Start>[1] = {}) =>
  start(script, { files: FILES, git: true, yes: true, ...more });

const create = (name: string, at?: number): [string, unknown] => [
  "create_worktree",
  { name, ...(at !== undefined && { task_id: idOf(at) }) },
];
const remove = (name: string): [string, unknown] => ["remove_worktree", { name }];
const claim = (at: number): [string, unknown] => ["claim_task", { task_id: idOf(at) }];
const complete = (at: number): [string, unknown] => ["complete_task", { task_id: idOf(at) }];
const bash = (command: string): [string, unknown] => ["bash", { command }];
const write = (path: string, content: string): [string, unknown] => [
  "write_file",
  { path, content },
];
const commit = bash("git add --all && git commit --quiet --message=Work");

/** git, as the person runs it in the folder of the agent. */
async function git(agent: Agent, ...args: string[]): Promise<string> {
  return (await promisify(execFile)("git", args, { cwd: agent.folder })).stdout;
}
const isThere = (agent: Agent, name: string) =>
  Object.keys(agent.files).some((path) => path.startsWith(`.worktrees/${name}/`));
const at = (agent: Agent, path: string) => join(agent.folder, path);

const textOf = (request: Request | undefined) => JSON.stringify(request?.messages ?? []);
const lastOf = ({ messages }: Request) => JSON.stringify(messages.at(-1));
const resultOf = (agent: Agent, number: number) => String(agent.toolResults.at(number)?.content);
const errorsOf = (agent: Agent) =>
  agent.toolResults.filter(({ is_error }) => is_error).map(({ content }) => String(content));

/** Types a prompt, waits for the end of its turn, and gives the errors that the model has got in it. */
async function turn(agent: Agent, prompt = "go on"): Promise<string[]> {
  const before = agent.toolResults.length;
  await agent.type(prompt);
  await agent.ended();
  return agent.toolResults
    .slice(before)
    .filter(({ is_error }) => is_error)
    .map(({ content }) => String(content));
}

const jobOf = (name: string) => `The job of ${name}.`;
const spawn = (name: string): [string, unknown] => [
  "spawn_teammate",
  { name, role: "a worker", prompt: jobOf(name) },
];

/** Opens when so many have come. */
function meeting(count: number) {
  const here = new Set<string>();
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return (name: string) => {
    here.add(name);
    if (here.size === count) open();
    return all;
  };
}

/** The lead has replies in order; `mates` do a task each with these calls, all of them at the same time. */
function plays(lead: Reply[], mates: string[], work: (name: string) => [string, unknown][]) {
  const meet = meeting(mates.length);
  return async (request: Request): Promise<Reply> => {
    const first = JSON.stringify(request.messages[0]);
    const name = mates.find((one) => first.includes(jobOf(one)));
    if (name === undefined) return lead.shift() ?? says("I have no more to say.");
    const [, id] = /Task (task_[0-9a-f]{8}) is yours/.exec(lastOf(request)) ?? [];
    if (id !== undefined) {
      await meet(name);
      return calls(...work(name), ["complete_task", { task_id: id }]);
    }
    return says(lastOf(request).includes("Completed task_") ? `${name} is done.` : "Ready.");
  };
}

test("a worktree is a checkout of the last commit, on a branch of its own, and its task stays pending", async ({
  start,
}) => {
  const agent = await begin(start, [calls(create("fix", 1)), says("Made.")]);
  await writeFile(at(agent, "a.txt"), "not committed\n");
  expect(await turn(agent)).toEqual([]);
  expect(agent.files[".worktrees/fix/a.txt"]).toBe("old\n");
  expect(await git(agent, "worktree", "list")).toMatch(/\.worktrees\/fix .*\[wt\/fix\]/);
  expect(task(agent, 1)).toMatchObject({ status: "pending", worktree: "fix" });
});

test("after claim_task for a task with a worktree, an agent reads, writes and runs there", async ({
  start,
}) => {
  const agent = await begin(start, [
    calls(create("fix", 1)),
    calls(claim(1), write("a.txt", "new\n"), bash("pwd"), ["glob", { pattern: "*" }]),
    calls(["edit_file", { path: "a.txt", old_text: "new", new_text: "newer" }]),
    says("Worked."),
  ]);
  expect(await turn(agent)).toEqual([]);
  expect(resultOf(agent, -3)).toBe(at(agent, ".worktrees/fix"));
  expect(agent.files).toMatchObject({ "a.txt": "old\n", ".worktrees/fix/a.txt": "newer\n" });
});

test("a mate that takes such a task by itself works there, too", async ({ start }) => {
  const lead = [calls(create("fix", 1)), calls(spawn("alice")), says("She works.")];
  const agent = await begin(
    start,
    plays(lead, ["alice"], () => [write("a.txt", "hers\n"), bash("pwd")]),
  );
  expect(await turn(agent, "hire her")).toEqual([]);
  await agent.advance("10s");
  await agent.seesLater("alice is done.");
  expect(agent.files).toMatchObject({ "a.txt": "old\n", ".worktrees/fix/a.txt": "hers\n" });
});

test("two mates change the same file at the same time, and neither change is lost", async ({
  start,
}) => {
  const lead = [
    calls(create("one", 1), create("two", 2)),
    calls(spawn("alice"), spawn("bob")),
    says("They work."),
  ];
  const agent = await begin(
    start,
    plays(lead, ["alice", "bob"], (name) => [
      write("a.txt", `${name}\n`),
      commit,
      bash("cat a.txt"),
    ]),
  );
  expect(await turn(agent, "hire them")).toEqual([]);
  await agent.advance("10s");
  await agent.seesLater("alice is done.");
  await agent.advance("10s");
  await agent.seesLater("bob is done.");
  const texts = await Promise.all(
    ["one", "two"].map((name) => git(agent, "show", `wt/${name}:a.txt`)),
  );
  expect(texts.sort()).toEqual(["alice\n", "bob\n"]);
  expect(await git(agent, "show", "main:a.txt")).toBe("old\n");
  expect(agent.files["a.txt"]).toBe("old\n");
});

test("the model is told where it works, and that it is back, and its system prompt stays the same", async ({
  start,
}) => {
  const agent = await begin(start, [
    calls(create("fix", 1)),
    calls(claim(1)),
    calls(complete(1)),
    says("Done."),
    says("I am back."),
  ]);
  expect(await turn(agent)).toEqual([]);
  const claimed = agent.requests.find((request) => lastOf(request).includes("Claimed task_"));
  const told = claimed === undefined ? "" : lastOf(claimed);
  expect(told).toContain(at(agent, ".worktrees/fix"));
  expect(told).toContain("wt/fix");
  await turn(agent);
  const back = agent.requests.at(-1);
  expect(back === undefined ? "" : lastOf(back)).toContain("main folder");
  for (const { system } of agent.requests) expect(system).toEqual(agent.requests[0]?.system);
});

test("after its task is completed, an agent works in the worktree until its turn has ended, and not longer", async ({
  start,
}) => {
  const agent = await begin(start, [
    calls(create("fix", 1)),
    calls(claim(1), complete(1), write("late.txt", "late\n")),
    calls(write("later.txt", "later\n")),
    says("Done."),
    calls(write("next.txt", "next\n")),
    says("Back."),
  ]);
  expect(await turn(agent)).toEqual([]);
  expect(Object.keys(agent.files)).toEqual(
    expect.arrayContaining([".worktrees/fix/late.txt", ".worktrees/fix/later.txt"]),
  );
  expect(await turn(agent)).toEqual([]);
  expect(agent.files).toMatchObject({ "next.txt": "next\n" });
  expect(agent.files).not.toHaveProperty(["late.txt"]);
});

test("a subagent works where its caller works", async ({ start }) => {
  const agent = await begin(start, [
    [calls(create("fix", 1)), calls(claim(1), ["task", { description: "Write it." }]), says("OK.")],
    conversation("Write it.", calls(write("a.txt", "by another\n"), bash("pwd")), says("Written.")),
  ]);
  expect(await turn(agent)).toEqual([]);
  expect(agent.files).toMatchObject({ "a.txt": "old\n", ".worktrees/fix/a.txt": "by another\n" });
});

test("a background command keeps the folder it was started in, its log stays in the main folder, and no worktree is removed under it", async ({
  start,
}) => {
  const wait = "until [ -e go ]; do sleep 0.02; done; pwd > where.log";
  const agent = await begin(start, [
    calls(create("fix", 1)),
    calls(claim(1), ["bash", { command: wait, run_in_background: true }], complete(1)),
    says("It runs."),
    calls(remove("fix")),
    says("Tried."),
    says("It has ended."),
  ]);
  expect(await turn(agent)).toEqual([]);
  expect(await turn(agent)).toEqual([expect.stringContaining("bg_1")]);
  expect(isThere(agent, "fix")).toBe(true);
  await writeFile(at(agent, ".worktrees/fix/go"), "");
  await agent.begins("background");
  await agent.ended();
  expect(agent.files[".worktrees/fix/where.log"]).toBe(`${at(agent, ".worktrees/fix")}\n`);
  const logs = Object.keys(agent.files).filter((path) => path.endsWith("bg_1.log"));
  expect(logs).toEqual([expect.stringMatching(/^\.task_outputs\//)]);
});

test("the permission judges paths from the folder in which the call runs", async ({ start }) => {
  const main = () => at(agent, "a.txt");
  const agent = await begin(
    start,
    (request) => {
      if (lastOf(request).includes("try it")) return calls(create("fix", 1));
      if (lastOf(request).includes("is bound")) return calls(claim(1), write("a.txt", "new\n"));
      if (lastOf(request).includes("Claimed")) return calls(["read_file", { path: main() }]);
      return says("Tried.");
    },
    { yes: false },
  );
  await agent.type("try it");
  await agent.answer("outside the folder", "n");
  await agent.ended();
  expect(errorsOf(agent)).toEqual([expect.stringContaining("refused")]);
  expect(agent.files[".worktrees/fix/a.txt"]).toBe("new\n");
});

test("a large result that was saved in the main folder can be read from inside a worktree", async ({
  start,
}) => {
  const agent = await begin(
    start,
    (request) => {
      const [path] = /\.task_outputs\/tool-results\/[-0-9a-f]+\.txt/.exec(textOf(request)) ?? [];
      if (lastOf(request).includes("is bound")) return calls(claim(1));
      if (lastOf(request).includes("Claimed")) return calls(bash("seq 6000"));
      if (request.messages.length === 1) return calls(create("fix", 1));
      const isRead = JSON.stringify(request.messages.slice(0, -1)).includes('"name":"read_file"');
      if (path === undefined || isRead) return says("Read.");
      return calls(["read_file", { path, offset: 4000, limit: 2 }]);
    },
    { env: { CONTEXT_TOKENS: "26000" } },
  );
  expect(await turn(agent)).toEqual([]);
  expect(isThere(agent, "fix")).toBe(true);
  expect(resultOf(agent, -1)).toMatch(/^4000\n4001\n/);
  expect(Object.keys(agent.files).filter((path) => path.startsWith(".worktrees/"))).toEqual(
    [".gitignore", "a.txt"].map((path) => `.worktrees/fix/${path}`),
  );
});

test("removal refuses whatever would lose work: changes, new files, ignored ones, hidden ones, commits on no other branch", async ({
  start,
}) => {
  const names = ["changed", "new", "ignored", "hidden", "silent", "committed"];
  const agent = await begin(start, [
    calls(...names.map((name) => create(name))),
    says("Made."),
    calls(...names.map(remove)),
    says("Tried."),
  ]);
  const commit = (await git(agent, "rev-parse", "HEAD")).trim();
  await git(agent, "update-index", "--add", "--cacheinfo", `160000,${commit},lib`); // as of a submodule
  await git(agent, "commit", "--quiet", "--message=Lib");
  expect(await turn(agent)).toEqual([]);
  for (const name of names) expect(isThere(agent, name)).toBe(true);
  const inside = (name: string, ...args: string[]) =>
    git(agent, "-C", `.worktrees/${name}`, ...args);
  await inside("hidden", "update-index", "--assume-unchanged", "a.txt");
  for (const name of ["changed", "hidden", "committed"])
    await writeFile(at(agent, `.worktrees/${name}/a.txt`), "work\n");
  await writeFile(at(agent, ".worktrees/new/new.txt"), "work\n");
  await writeFile(at(agent, ".worktrees/ignored/only.log"), "work\n");
  await writeFile(at(agent, ".worktrees/silent/lib/parser.c"), "work\n");
  await inside("committed", "commit", "--quiet", "--all", "--message=Work");
  expect(await turn(agent)).toEqual(
    [
      "changes (1): a.txt",
      "changes (1): new.txt",
      "only.log",
      "a.txt",
      "lib/parser.c",
      "no other branch: 1",
    ].map((loss) => expect.stringContaining(loss)),
  );
  for (const name of names) expect(isThere(agent, name)).toBe(true);
});

test("a worktree whose work is merged is removed, and its branch stays", async ({ start }) => {
  const agent = await begin(start, [
    calls(create("fix", 1)),
    calls(claim(1), write("a.txt", "done\n"), commit, complete(1)),
    says("Done."),
    calls(bash("git merge --quiet wt/fix"), remove("fix")),
    says("Removed."),
  ]);
  expect(await turn(agent)).toEqual([]);
  expect(await turn(agent)).toEqual([]);
  expect(isThere(agent, "fix")).toBe(false);
  expect(await git(agent, "branch", "--list", "wt/fix")).toContain("wt/fix");
  expect(await git(agent, "worktree", "list")).not.toContain("fix");
  expect(agent.files["a.txt"]).toBe("done\n");
});

test("a worktree is not removed while a task is bound to it, or an agent works there", async ({
  start,
}) => {
  const agent = await begin(start, [
    calls(create("fix", 1), remove("fix")),
    calls(claim(1), remove("fix"), complete(1), remove("fix")),
    says("Tried."),
    calls(remove("fix")),
    says("Removed."),
  ]);
  expect(await turn(agent)).toEqual([
    expect.stringContaining(idOf(1)),
    expect.stringContaining(idOf(1)),
    expect.stringContaining("turn"),
  ]);
  expect(await turn(agent)).toEqual([]);
  expect(isThere(agent, "fix")).toBe(false);
});

test("only the person discards what is in a worktree, after seeing what it is, and the branch stays", async ({
  start,
}) => {
  const agent = await begin(start, [calls(create("fix")), says("Made.")], { yes: false });
  expect(await turn(agent)).toEqual([]);
  expect(isThere(agent, "fix")).toBe(true);
  await writeFile(at(agent, ".worktrees/fix/draft.txt"), "half\n");
  await agent.type("/worktrees remove fix");
  await agent.sees("draft.txt");
  expect(isThere(agent, "fix")).toBe(true);
  for (const [answer, stays, more] of [
    ["n", true, "more.txt"],
    ["y", false, "last.txt"],
  ] as const) {
    await agent.type("/worktrees remove fix --discard");
    await agent.sees("draft.txt");
    await writeFile(at(agent, `.worktrees/fix/${more}`), "since the question\n");
    await agent.answer("draft.txt", "y");
    await agent.answer(more, answer);
    await agent.ended();
    expect(isThere(agent, "fix")).toBe(stays);
  }
  expect(await git(agent, "branch", "--list", "wt/fix")).toContain("wt/fix");
});

test("a worktree that is kept is bound to no task, and the model cannot remove it", async ({
  start,
}) => {
  const agent = await begin(start, [
    calls(create("fix", 1), ["keep_worktree", { name: "fix" }], remove("fix")),
    says("Kept."),
  ]);
  expect(await turn(agent)).toEqual([expect.stringMatching(/kept.*\/worktrees remove fix/)]);
  expect(task(agent, 1)).not.toHaveProperty("worktree");
  await agent.type("/worktrees remove fix");
  await agent.ended();
  expect(isThere(agent, "fix")).toBe(false);
});

test("the main folder shows nothing of the worktrees: git's status is clean, and glob finds each file once", async ({
  start,
}) => {
  const agent = await begin(start, [
    calls(create("one"), create("two"), ["glob", { pattern: "**/a.txt" }]),
    says("Looked."),
  ]);
  const rule = Buffer.from("gr\xfcn.key\n", "latin1"); // not UTF-8, and kept as it is
  await mkdir(at(agent, ".git/info"), { recursive: true });
  await appendFile(at(agent, ".git/info/exclude"), rule);
  expect(await turn(agent)).toEqual([]);
  expect(resultOf(agent, -1)).toBe("a.txt");
  expect(await git(agent, "status", "--porcelain")).toBe("");
  const exclude = await readFile(at(agent, ".git/info/exclude"), "latin1");
  expect(exclude).toContain(rule.toString("latin1"));
  expect(exclude.match(/worktrees/g)).toHaveLength(1);
});

test("a checkout runs no hook, and a program that git's configuration names only after a yes", async ({
  start,
}) => {
  const agent = await begin(
    start,
    ["one", "two", "three"].flatMap((name) => [calls(create(name)), says("Made or not.")]),
    {
      files: { ...FILES, ".gitattributes": "a.txt filter=loud\n" },
      yes: false,
    },
  );
  await mkdir(at(agent, ".git/hooks"), { recursive: true });
  const hook = at(agent, ".git/hooks/post-checkout");
  await writeFile(hook, `#!/bin/sh\ntouch '${at(agent, "hooked")}'\n`);
  await chmod(hook, 0o755);
  expect(await turn(agent)).toEqual([]);
  expect(isThere(agent, "one")).toBe(true);
  const smudge = `touch '${at(agent, "smudged")}'; cat`;
  await writeFile(at(agent, ".git/more"), `[filter "loud"]\n\tsmudge = ${smudge}\n`);
  await git(agent, "config", "includeIf.onbranch:wt/**.path", "more"); // it counts in a worktree only
  await agent.type("go on");
  await agent.answer("onbranch:wt/**", "n");
  await agent.ended();
  await git(agent, "config", "--unset", "includeIf.onbranch:wt/**.path");
  await git(agent, "config", "filter.loud.smudge", smudge);
  await agent.type("go on");
  await agent.answer("filter.loud.smudge", "n");
  await agent.ended();
  expect(isThere(agent, "two") || isThere(agent, "three")).toBe(false);
  expect(agent.files).not.toHaveProperty(["hooked"]);
  expect(agent.files).not.toHaveProperty(["smudged"]);
  await git(agent, "config", "filter.loud.clean", `touch '${at(agent, "cleaned")}'; cat`);
  await writeFile(at(agent, ".worktrees/one/a.txt"), "new\n"); // as long as before, so git would look into it
  await agent.type("/worktrees");
  await agent.sees("filter.loud.clean");
  await agent.ended();
  expect(agent.files).not.toHaveProperty(["cleaned"]);
});

test("nothing is made for a task that is not pending, has an owner or has a worktree already", async ({
  start,
}) => {
  const agent = await begin(start, [
    calls(create("one", 1)),
    calls(create("two", 1), create("three", 9)),
    calls(claim(2), create("four", 2), complete(2), create("five", 2)),
    says("Tried."),
  ]);
  const errors = await turn(agent);
  expect(errors).toEqual([1, 9, 2, 2].map((number) => expect.stringContaining(idOf(number))));
  expect(await git(agent, "branch", "--format=%(refname:short)")).toBe("main\nwt/one\n");
  for (const name of ["two", "three", "four", "five"]) expect(isThere(agent, name)).toBe(false);
});

test("no name leads elsewhere, and none is used twice, also not in upper case", async ({
  start,
}) => {
  const names = ["../out", "..", ".git", "a..b", "a/b", "-x", "a.lock", "a.", "x".repeat(65)];
  const agent = await begin(
    start,
    [
      calls(...names.map((name) => create(name))),
      calls(create("fix"), create("fix"), create("FIX")),
      calls(["list_tasks", {}], claim(3), bash("pwd")),
      says("Tried."),
    ],
    { files: { ...FILES, ...taskFile(3, { worktree: "../.." }) } },
  );
  const errors = await turn(agent);
  expect(errors).toHaveLength(names.length + 3);
  expect(errors.slice(-3, -1).join()).toMatch(/already.*already/s);
  expect(resultOf(agent, -1)).toBe(agent.folder);
  expect(await git(agent, "branch", "--format=%(refname:short)")).toBe("main\nwt/fix\n");
});

test("when its worktree is gone or is something else, an agent writes and runs nothing anywhere, and can give the task back", async ({
  start,
}) => {
  const agent = await begin(start, [
    calls(create("fix", 1)),
    calls(claim(1)),
    says("Claimed."),
    calls(write("a.txt", "lost\n"), bash("touch ran")),
    says("Stuck."),
    calls(write("a.txt", "lost\n"), ["release_task", { task_id: idOf(1) }]),
    says("Released."),
  ]);
  expect(await turn(agent)).toEqual([]);
  expect(isThere(agent, "fix")).toBe(true);
  await rename(at(agent, ".worktrees/fix"), at(agent, ".worktrees/away"));
  expect(await turn(agent)).toEqual([
    expect.stringContaining(".worktrees/fix"),
    expect.stringContaining(".worktrees/fix"),
  ]);
  await mkdir(at(agent, ".worktrees/fix"));
  expect(await turn(agent)).toEqual([expect.stringContaining(".worktrees/fix")]);
  expect(agent.files["a.txt"]).toBe("old\n");
  expect(Object.keys(agent.files).join()).not.toContain("ran");
  expect(task(agent, 1)).toMatchObject({ status: "pending", worktree: "fix" });
});

test("the next program that claims the task goes on in its worktree", async ({ start }) => {
  const replies = [
    calls(create("fix", 1)),
    calls(claim(1), write("half.txt", "half\n")),
    says("Half."),
  ];
  const first = await begin(start, replies, { real: true });
  expect(await turn(first)).toEqual([]);
  await first.kill();
  const next = await start([calls(claim(1), bash("pwd; cat half.txt")), says("Seen.")], {
    beside: first,
    yes: true,
  });
  expect(await turn(next)).toEqual([]);
  expect(resultOf(next, -1)).toBe(`${at(next, ".worktrees/fix")}\nhalf`);
});

test("without a repository, a commit or a branch, the model is told what to do, in our words", async ({
  start,
}) => {
  const agent = await begin(
    start,
    [calls(create("a")), calls(create("b")), calls(create("c"))].flatMap((call) => [
      call,
      says("Tried."),
    ]),
  );
  await git(agent, "checkout", "--quiet", "--detach");
  expect(await turn(agent)).toEqual([expect.stringMatching(/HEAD is detached.*git switch/)]);
  await rm(at(agent, ".git"), { recursive: true });
  await git(agent, "init", "--quiet");
  expect(await turn(agent)).toEqual([expect.stringMatching(/no commit yet.*Commit first/)]);
  await rm(at(agent, ".git"), { recursive: true });
  expect(await turn(agent)).toEqual([expect.stringMatching(/no git repository.*git init/)]);
  expect(errorsOf(agent).join()).not.toContain("fatal");
});

test("the person sees each worktree: its branch, its task, who works there and what is not safe yet", async ({
  start,
}) => {
  const agent = await begin(start, [
    calls(create("fix", 1), create("idea")),
    calls(claim(1), write("new.txt", "new\n")),
    says("Begun."),
  ]);
  expect(await turn(agent)).toEqual([]);
  expect(isThere(agent, "idea")).toBe(true);
  await appendFile(at(agent, ".worktrees/idea/a.txt"), "more\n");
  await agent.type("/worktrees");
  await agent.sees(new RegExp(`fix: wt/fix, ${idOf(1)} in_progress lead.*new\\.txt`));
  await agent.sees(/idea: wt\/idea.*a\.txt/);
});
