// What git's configuration of a folder names is not started by a line that runs without a question, nor by the gate.
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { git, makeRepository, putRepository } from "../../shared/fixtures/repository.ts";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { testNeeding } from "../../shared/fixtures/windows.ts";
import { sharesRepository } from "../../shared/gitPrograms.ts";
import { runProcess } from "../../shared/process.ts";
import type { Reason, ToolContext } from "../tools.ts";
import { judgeLine } from "./judge.ts";

const test = testNeeding("groups");

const LINES = [
  ...["git status", "git status --short", "git diff", "git diff HEAD~1", "git log -p", "git log"],
  ...["git show", "git show HEAD:a.txt", "git blame a.txt", "git ls-files -m", "git branch -v"],
  ...["git rev-parse HEAD", "git --no-pager diff --stat", "git show deadbeefdeadbeef"],
];
const FILES = {
  "a.txt": "a\n",
  "b.txt": "b\n",
  ".gitattributes": "*.txt diff=x filter=x merge=x\n",
};

let base = "";
let cwd = "";
beforeEach(async () => {
  base = realpathSync(await mkdtemp(join(tmpdir(), "programs-")));
  cwd = join(base, "work");
  writeFileSync(join(base, "evil"), `#!/bin/sh\ntouch '${join(base, "ran")}'\ncat\n`);
  chmodSync(join(base, "evil"), 0o755);
  putRepository(cwd, "a merge", makeMerge);
  writeFileSync(join(cwd, "a.txt"), "changed\n");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(base, { recursive: true, force: true });
});

/** Makes a repository whose HEAD is a merge in which both sides have changed a.txt. */
function makeMerge(folder: string) {
  makeRepository(folder, FILES);
  git(folder, "switch", "--quiet", "-c", "side");
  writeFileSync(join(folder, "a.txt"), "side\n");
  git(folder, "commit", "--quiet", "--all", "--message=Side");
  git(folder, "switch", "--quiet", "main");
  writeFileSync(join(folder, "a.txt"), "main\n");
  git(folder, "commit", "--quiet", "--all", "--message=Main");
  git(folder, "merge", "--quiet", "--strategy=ours", "--message=Merge", "side");
}

const configure = (text: string, folder = cwd) =>
  appendFileSync(join(folder, ".git", "config"), text.replaceAll("EVIL", join(base, "evil")));

async function judged(line: string, answers = new Map()) {
  const { signal } = new AbortController();
  const agent = Object({}); // the gate does not use it
  const context: ToolContext = { agent, cwd, roots: [cwd], signal, turn: typedTurn() };
  const decision = await judgeLine(line, context, answers);
  if (decision.behaviour === "allow") await runProcess(line, { cwd, signal });
  return decision;
}

/** The lines that were allowed and then run, and whether the program was started at any time. */
async function outcome(lines = LINES) {
  const answers = new Map(); // no line of these changes anything
  const decisions = await Promise.all(lines.map((line) => judged(line, answers)));
  const allowed = lines.filter((_, at) => decisions[at]?.behaviour === "allow");
  return { allowed, hasRun: existsSync(join(base, "ran")) };
}

/** A submodule in a submodule. */
function addSubmodules() {
  makeRepository(join(cwd, "sub"), FILES);
  makeRepository(join(cwd, "sub/inner"), FILES);
  git(join(cwd, "sub"), "add", "inner");
  git(cwd, "add", "sub");
}

test("a monitor of the files is not started, so nothing is asked", async () => {
  addSubmodules();
  for (const folder of [cwd, join(cwd, "sub")]) configure("[core]\n\tfsmonitor = EVIL\n", folder);
  expect(await outcome()).toEqual({ allowed: LINES, hasRun: false });
});

/** All lines of git take the same way to this question. */
const SOME = ["git status", "git show HEAD:a.txt", "git branch -v", "git show deadbeefdeadbeef"];
const LAZY = `[core]\n\trepositoryformatversion = 1\n[protocol "ext"]\n\tallow = always
[remote "o"]\n\turl = ext::sh -c EVIL\n`;

test.each([
  ["a program that shows a file as text", '[diff "x"]\n\ttextconv = EVIL\n'],
  ["a program that compares", "[diff]\n\texternal = EVIL\n"],
  ["a program that compares some files", '[diff "x"]\n\tcommand = EVIL\n'],
  ["a filter", '[filter "x"]\n\tclean = EVIL\n\tsmudge = EVIL\n'],
  ["a filter within a filter", '[lfs "extension.x"]\n\tclean = EVIL\n\tpriority = 0\n'],
  ["a program that brings files", '[lfs "customtransfer.x"]\n\tpath = EVIL\n'],
  ["a filter that stays", '[filter "x"]\n\tprocess = EVIL\n'],
  ["a program that merges", '[log]\n\tdiffMerges = remerge\n[merge "x"]\n\tdriver = EVIL\n'],
  ["a program for signatures", "[format]\n\tpretty = %G?\n[gpg]\n\tprogram = EVIL\n"],
  ["one for another form", '[log]\n\tshowSignature = true\n[gpg "ssh"]\n\tprogram = EVIL\n'],
  ["gpg for each signature", "[log]\n\tshowSignature = true\n"],
  ["gpg for the form in which a commit is shown", "[format]\n\tpretty = %G?\n"],
  ["a server of missing objects", `${LAZY}\tpromisor = true\n`],
  ["a server by its filter", `${LAZY}\tpartialclonefilter = blob:none\n`],
  ["a server of the repository", `${LAZY}[extensions]\n\tpartialClone = o\n`],
])("%s is asked about, by its name, and not started before", async (_what, config) => {
  configure(config);
  expect(await outcome(SOME)).toEqual({ allowed: [], hasRun: false });
  const decision = await judged("git status");
  expect(JSON.stringify(decision)).toContain("git's configuration here");
});

test("always counts for the programs that the question has named, not for others that are named later", async () => {
  configure('[diff "x"]\n\ttextconv = one\n');
  expect(await judged("git show")).toMatchObject({
    reasons: [{ grant: "git: diff.x.textconv = one" }],
  });
  configure('[diff "y"]\n\ttextconv = two\n');
  expect(await judged("git show")).toMatchObject({
    reasons: [{ grant: "git: diff.x.textconv = one" }, { grant: "git: diff.y.textconv = two" }],
  });
});

/** Lines in which git only reads, of forms that the gate does not know. */
const UNKNOWN = [
  ...["git diff --patience", "git status -vv", "git diff $X", "(git diff)", "git log -p; npm test"],
  ...[
    "cd sub && git diff",
    "cd . && git status",
    "time git diff",
    "env git status",
    "git branch new",
  ],
  ...["if true; then git diff; fi", "for i in 1; do git show; done", "bash -c 'git diff'"],
  ...["find . -exec git diff {} +", "/usr/bin/git diff", "git diff a.txt b.txt", "git status &"],
  ...["git -C status commit -m new", "git --no-pager diff --patience"],
];

test.each(UNKNOWN)("a line that is not understood hides no program: %s", async (line) => {
  for (const name of ["sub", "status"]) mkdirSync(join(cwd, name));
  configure('[diff "x"]\n\ttextconv = EVIL\n');
  const hook = join(cwd, ".git/hooks/reference-transaction");
  mkdirSync(join(hook, ".."), { recursive: true });
  writeFileSync(hook, "#!/bin/sh\n", { mode: 0o755 });
  const { reasons = [] }: { reasons?: Reason[] } = await judged(line).then(Object);
  const texts = reasons.map(({ text }) => text);
  expect(texts.filter((text) => text.includes(join(base, "evil")))).toHaveLength(1);
  expect(texts.join().includes("hooks/")).toBe(line.includes("new")); // what reads starts no hook
});

test("a line with many quotes is judged at once", async () => {
  for (const word of ["cd ", "git -C ", "GIT_DIR=", "cd -a=", "cd -"]) {
    const quotes = await judged(`git add . && ${word}${'"aaaaaaaaaa'.repeat(30)}`);
    expect(quotes.behaviour).toBe("ask");
    expect((await judged(`git add . && ${word.repeat(300)}`)).behaviour).toBe("ask");
  }
});

test("all hooks of a repository are one reason, so that one question has room for them", async () => {
  const hooks = join(cwd, ".git/hooks");
  mkdirSync(hooks, { recursive: true });
  const names = ["commit-msg", "post-commit", "pre-commit", "reference-transaction"];
  for (const name of [...names, "pre-push.sample"])
    writeFileSync(join(hooks, name), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(join(hooks, "README"), "no program\n");
  const text = `git may start a program of this repository: hooks/${names.join(", ")}`;
  expect(await judged("git commit -m one")).toMatchObject({
    reasons: [{ text: "runs a program: git commit -m one" }, { text }],
  });
});

test("each program has a reason of its own: none is hidden behind others, or in the middle of a list", async () => {
  for (const name of ["a", "b", "c", "d"]) configure(`[diff "${name}"]\n\ttextconv = cat\n`);
  configure(`[diff "e"]\n\ttextconv = ${"cat | ".repeat(30)}EVIL\n`);
  const { reasons }: { reasons?: Reason[] } = await judged("git show").then(Object);
  expect(reasons).toHaveLength(5);
  for (const { text, grant } of reasons ?? []) {
    expect(text.match(/textconv/g)).toHaveLength(1);
    expect(grant).toBe(text.replace(/^git's configuration here may start a program/, "git"));
  }
  expect(reasons?.at(-1)?.text).toContain(join(base, "evil"));
});

/** What the question about a line says of the repository. */
async function namedFor(line: string): Promise<string[]> {
  const { reasons = [] }: { reasons?: Reason[] } = await judged(line).then(Object);
  return reasons.flatMap(({ text }) => /a program of this repository: (.*)/s.exec(text)?.[1] ?? []);
}

test.each([
  ["a program for keys", "gpg.ssh.defaultkeycommand", "EVIL", "git commit --message=x"],
  ["a program that packs", "tar.tgz.command", "EVIL", "git archive --output=x.tgz HEAD"],
  ["a program that counts objects", "gc.recentobjectshook", "EVIL", "git gc"],
  ["a file that is shown", "format.signaturefile", "~/.netrc", "git format-patch -1 --stdout"],
  ["a file that is written", "http.cookiefile", "~/.profile", "git fetch"],
  ["branches that are replaced", "remote.o.fetch", "+refs/heads/*:refs/heads/*", "git fetch o"],
  ["a folder that is pushed to", "remote.o.url", "./store", "git push o main"],
  ["another way to write it", "remote.o.pushurl", "file:///srv/store", "git push o main"],
  ["a program that brings objects", "remote.o.url", "ext::EVIL", "git fetch o"],
  ["a folder as a branch's remote", "branch.main.remote", "store", "git push"],
  ["a key that git does not have today", "core.newrunner", "EVIL", "git add ."],
])("the question about a command that acts names %s", async (_what, key, value, line) => {
  const written = value.replace("EVIL", join(base, "evil"));
  git(cwd, "config", key, written);
  expect(await namedFor(line)).toEqual([`${key} = ${written}`]);
  expect((await judged("git status")).behaviour).toBe("allow");
});

test("a usual configuration is not named, nor that of a submodule", async () => {
  configure(`[core]\n\tautocrlf = input\n[user]\n\tname = A\n[commit]\n\tgpgSign = true
[remote "o"]\n\turl = https://example.invalid/x.git\n\tpushurl = git@example.invalid:a/x.git
\tfetch = +refs/heads/*:refs/remotes/o/*\n[remote "p"]\n\turl = ssh://git@example.invalid/x.git
[branch "main"]\n\tremote = o\n\tmerge = refs/heads/main\n[branch "side"]\n\tremote = .
\tgk-last-accessed = 2026-11-03T10:11:12.123Z\n[branch "fork"]\n\tpushRemote = https://example.invalid/f.git
[credential "https://example.invalid"]\n\tuseHttpPath = true\n[gui]\n\tgcwarning = false
[submodule "sub"]\n\turl = example:sub.git\n\tactive = true\n[color]\n\tui = false\n`);
  storeModule("sub");
  expect(await namedFor("git commit --message=x")).toEqual([]);
});

/** A submodule whose repository is in the store of the other one; its folder is filled, or empty. */
function storeModule(name: string, isFilled = true) {
  const store = join(cwd, ".git/modules", name);
  makeRepository(join(cwd, name), FILES);
  git(cwd, "add", name);
  mkdirSync(join(store, ".."), { recursive: true });
  renameSync(join(cwd, name, ".git"), store);
  git(cwd, "config", "--file", join(store, "config"), "core.worktree", join(cwd, name));
  if (isFilled) writeFileSync(join(cwd, name, ".git"), `gitdir: ${store}\n`);
  return store;
}

test("the question about a command that acts names what a submodule may start that is not filled now", async () => {
  const store = storeModule("libs/sub", false);
  const inner = join(store, "modules/inner");
  makeRepository(join(base, "inner"), FILES);
  mkdirSync(join(inner, ".."));
  renameSync(join(base, "inner/.git"), inner);
  for (const folder of [store, inner]) {
    mkdirSync(join(folder, "hooks"));
    writeFileSync(join(folder, "hooks/post-checkout"), "", { mode: 0o755 });
  }
  appendFileSync(join(store, "config"), '[filter "x"]\n\tsmudge = evil\n');
  expect(await namedFor("git submodule update --init")).toEqual([
    "modules/libs/sub/hooks/post-checkout",
    "modules/libs/sub/modules/inner/hooks/post-checkout",
    "filter.x.smudge = evil",
  ]);
});

test("the question about a command that acts names the programs with which a rebase goes on, and remotes of the old form", async () => {
  mkdirSync(join(cwd, ".git/rebase-merge"));
  mkdirSync(join(cwd, ".git/remotes"));
  writeFileSync(join(cwd, ".git/remotes/o"), "URL: ./store\n");
  const todo = "pick 1234567 exec\n  x sh evil.sh\nexec make\n# exec not\n";
  writeFileSync(join(cwd, ".git/rebase-merge/git-rebase-todo"), todo);
  expect(await namedFor("git rebase --continue")).toEqual([
    "remotes/o",
    "rebase-merge/git-rebase-todo: x sh evil.sh",
    "rebase-merge/git-rebase-todo: exec make",
  ]);
});

test("the question about a command that goes on names the strategy by which it merges", async () => {
  const place = (name: string) => join(cwd, ".git", name);
  mkdirSync(place("sequencer"));
  writeFileSync(place("sequencer/opts"), "[options]\n\tstrategy = x/evil\n");
  const stopped = "the strategy of a merge that has stopped";
  expect(await namedFor("git cherry-pick --continue")).toEqual([`${stopped}: x/evil`]);
  mkdirSync(place("rebase-merge"));
  writeFileSync(place("rebase-merge/strategy"), "y/evil\n");
  writeFileSync(place("sequencer/opts"), "[options]\n\tstrategy = ort\n");
  expect(await namedFor("git rebase --continue")).toEqual([`${stopped}: y/evil`]);
});

test.each(["git checkout feature", "git pull", "git log -p --submodule=diff"])(
  "a repository that may be a submodule elsewhere is looked at, too: %s",
  async (line) => {
    makeRepository(join(cwd, "lib/tool"), FILES);
    git(join(cwd, "lib/tool"), "config", "diff.external", "sh evil.sh");
    mkdirSync(join(cwd, "junk/.git"), { recursive: true });
    expect(await namedFor(line)).toEqual(["diff.external = sh evil.sh (in lib/tool)"]);
    rmSync(join(cwd, "lib"), { recursive: true });
    expect(await namedFor(line)).toEqual([]);
  },
);

test.each([
  "env -i git status",
  "nice env -C . -u GIT_CONFIG_COUNT git status",
  "env -S '-i git status'",
  "env --split-string='-i git status'",
  "bash -c 'unset X; git status'",
  "(exec -c git status)",
  "unset GIT_CONFIG_COUNT; git log -p",
  "GIT_CONFIG_COUNT=0 git diff",
  "GIT_OPTIONAL_LOCKS=1 git status",
  "for GIT_CONFIG_COUNT in 0; do git diff; done",
  "HOME=$PWD git diff",
  "export XDG_CONFIG_HOME=.; git commit --message=x",
])("a line that changes what git obeys says so, and names the hooks: %s", async (line) => {
  mkdirSync(join(cwd, ".git/hooks"), { recursive: true });
  writeFileSync(join(cwd, ".git/hooks/post-index-change"), "", { mode: 0o755 });
  git(cwd, "config", "core.fsmonitor", "evil");
  const { reasons = [] } = Object(await judged(line));
  const texts = reasons.map(({ text }: Reason) => text.replace(/^git may start .*?: /, ""));
  expect(texts).toEqual(
    expect.arrayContaining([
      "the line changes which configuration git obeys",
      "hooks/post-index-change",
      "core.fsmonitor = evil",
    ]),
  );
  expect(reasons.every(({ grant }: Reason) => grant !== undefined)).toBe(false);
});

test.each([
  "git commit --message='support for Windows, and read the env -i'",
  "git add . && env -C . git commit --message=unset",
  "cp -r $HOME/x . && git commit -a -i --message='-i'",
])("a line that only speaks of that does not: %s", async (line) => {
  expect(await namedFor(line)).toEqual([]);
});

test("a line that unpacks before git works says that this may bring a program", async () => {
  expect(await namedFor("tar xzf new.tgz && git diff")).toEqual([
    "what the line unpacks may be one",
  ]);
});

test.each([
  "find . -name .git -execdir git commit --message=x \\;",
  "ls | xargs -n 1 git -C",
  "tar xf new.tgz && cd new && git commit --message=x",
  "unzip new.zip; git -C ./new log -p",
  "unzip new.zip; git --git-dir=new/.git gc",
])("a line whose git works where nothing is known of says so: %s", async (line) => {
  expect(await namedFor(line)).toEqual([expect.stringContaining("where it works is not known")]);
});

test.each([
  "echo 'git commit --message=x' | bash",
  "fakeroot git commit --message=x",
  "env --split-string='git commit --message=x'",
  "npm exec -c 'git commit --message=x'",
  "git log -p | bash -c 'cat; tool git commit'",
])("the hooks are named also where git is not seen to be started: %s", async (line) => {
  mkdirSync(join(cwd, ".git/hooks"), { recursive: true });
  writeFileSync(join(cwd, ".git/hooks/pre-commit"), "", { mode: 0o755 });
  expect(await namedFor(line)).toEqual(["hooks/pre-commit"]);
  expect(await namedFor("npm run github && rm -r .git git.txt")).toEqual([]);
});

test("a line that works in a repository which git refuses, such as one of another owner, says that nothing can be named", async () => {
  const line = "git config --global --add safe.directory . && git commit --message=x";
  expect(await namedFor(line)).toEqual([]);
  vi.stubEnv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
  expect(await namedFor(line)).toEqual([expect.stringContaining("git itself does not say")]);
  rmSync(join(cwd, ".git"), { recursive: true });
  expect(await namedFor("git init && git commit --message=x")).toEqual([]);
});

test("hooks among the files of the repository are named where the person takes them from there, for all repositories", async () => {
  mkdirSync(join(cwd, ".hooks"));
  for (const name of ["pre-commit", "post-checkout"])
    writeFileSync(join(cwd, ".hooks", name), "", { mode: 0o755 });
  writeFileSync(join(cwd, ".hooks/README"), "no program\n");
  writeFileSync(join(base, "person"), "[core]\n\thooksPath = .hooks\n");
  expect(await namedFor("git commit --message=x")).toEqual([]);
  vi.stubEnv("GIT_CONFIG_GLOBAL", join(base, "person"));
  expect(await namedFor("git commit --message=x")).toEqual([".hooks/post-checkout, pre-commit"]);
  writeFileSync(join(base, "person"), `[core]\n\thooksPath = ${join(base, "mine")}\n`);
  expect(await namedFor("git commit --message=x")).toEqual([]);
});

test("what an included file, and the worktree's own configuration, name is asked about", async () => {
  writeFileSync(join(base, "more"), '[diff "x"]\n\ttextconv = x\n');
  git(cwd, "config", "include.path", join(base, "more"));
  const texts = [/include\.path = .*more$/, /diff\.x\.textconv = x$/];
  expect(await judged("git show")).toMatchObject({
    reasons: texts.map((text) => ({ text: expect.stringMatching(text) })),
  });
  git(cwd, "config", "--unset", "include.path");
  expect((await judged("git show")).behaviour).toBe("allow");
  configure("[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n");
  writeFileSync(join(cwd, ".git", "config.worktree"), "[diff]\n\texternal = x\n");
  expect((await judged("git show")).behaviour).toBe("ask");
});

/** Ways in which a plain file of the folder, which may be written without a question, becomes a part of the configuration. */
const WRITABLE: Record<string, [file: string, prepare: () => void]> = {
  "an included file that is not there yet": [
    "extra",
    () => configure("[include]\n\tpath = ../extra\n"),
  ],
  "a file that is included under a condition": [
    "extra",
    () => configure('[includeIf "onbranch:**"]\n\tpath = ../extra\n'),
  ],
  "a repository in an ordinary folder": [
    "store/config",
    () => {
      renameSync(join(cwd, ".git"), join(cwd, "store"));
      writeFileSync(join(cwd, ".git"), "gitdir: store\n");
    },
  ],
  "a configuration with a second name": [
    "settings",
    () => linkSync(join(cwd, ".git/config"), join(cwd, "settings")),
  ],
  "a configuration that is a link": [
    "settings",
    () => {
      renameSync(join(cwd, ".git/config"), join(cwd, "settings"));
      symlinkSync("../settings", join(cwd, ".git/config"));
    },
  ],
};

test.each(Object.keys(WRITABLE))(
  "a line that writes into git's configuration and then reads is asked about: by %s",
  async (way) => {
    const [file, prepare] = WRITABLE[way] ?? [];
    prepare?.();
    writeFileSync(join(cwd, "notes"), `[diff]\n\texternal = ${join(base, "evil")}\n`);
    const lines = [`cat notes >> ${file}; git diff`, `cat notes >> ${file} | git status`];
    expect(await outcome(lines)).toEqual({ allowed: [], hasRun: false });
  },
);

test("what the configuration of a submodule names is asked about", async () => {
  addSubmodules();
  expect((await judged("git status")).behaviour).toBe("allow");
  writeFileSync(join(cwd, "sub/inner/a.txt"), "changed\n");
  configure('[filter "x"]\n\tclean = EVIL\n', join(cwd, "sub/inner"));
  expect(await outcome(SOME)).toEqual({ allowed: [], hasRun: false });
});

/** What git would start in a repository that it goes into, where all has another size or time than in its index. */
function setTrap(folder: string, repository = join(folder, ".git")) {
  writeFileSync(join(folder, "a.txt"), "b\n");
  const text =
    '[filter "x"]\n\tclean = EVIL\n[diff "x"]\n\ttextconv = EVIL\n[diff]\n\texternal = EVIL\n';
  appendFileSync(join(repository, "config"), text.replaceAll("EVIL", join(base, "evil")));
}

test("a repository that only the history names is not gone into", async () => {
  makeRepository(join(cwd, "sub"), FILES);
  git(cwd, "add", "sub");
  git(cwd, "commit", "--quiet", "--message=One");
  git(join(cwd, "sub"), "commit", "--quiet", "--allow-empty", "--message=Two");
  git(cwd, "add", "sub");
  git(cwd, "commit", "--quiet", "--message=Two");
  git(cwd, "rm", "--quiet", "--cached", "sub");
  setTrap(join(cwd, "sub"));
  configure("[diff]\n\tsubmodule = diff\n[status]\n\tsubmoduleSummary = true\n");
  expect(await outcome()).toEqual({ allowed: LINES, hasRun: false });
});

test("a submodule whose name is no text is asked about", async () => {
  makeRepository(join(cwd, "sub"), FILES);
  const odd = Buffer.concat([Buffer.from(join(cwd, "sub")), Buffer.from([0xff])]);
  setTrap(join(cwd, "sub"));
  renameSync(join(cwd, "sub"), odd);
  git(cwd, "add", "--all");
  expect(await outcome(SOME)).toEqual({ allowed: [], hasRun: false });
});

test.each([
  ["of the repository", "."],
  ["of a submodule", "sub"],
])("a folder of files that is elsewhere is asked about: that %s", async (_whose, name) => {
  const folder = join(cwd, name);
  if (name !== ".") makeRepository(folder, FILES);
  makeRepository(join(folder, "inner"), FILES);
  git(folder, "add", "inner");
  if (name !== ".") git(cwd, "add", name);
  makeRepository(join(base, "files"), FILES);
  makeRepository(join(base, "files", "inner"), FILES);
  setTrap(join(base, "files", "inner"));
  git(folder, "config", "core.worktree", join(base, "files"));
  expect(await outcome(SOME)).toEqual({ allowed: [], hasRun: false });
});

test("the files of a submodule that are those of the repository itself are asked about, and no end is waited for", async () => {
  makeRepository(join(cwd, "sub"), FILES);
  git(cwd, "add", "sub");
  git(join(cwd, "sub"), "config", "core.worktree", cwd);
  expect((await judged("git status")).behaviour).toBe("ask");
});

/** Ways in which an unpacked folder can show another repository of this computer. */
const WAYS: Record<string, (mine: string, other: string) => void> = {
  "a file .git": (mine, other) => writeFileSync(join(mine, "../.git"), `gitdir: ${other}\n`),
  "a link .git": (mine, other) => symlinkSync(other, mine),
  "a common folder": (mine, other) => {
    mkdirSync(mine);
    writeFileSync(join(mine, "commondir"), `${other}\n`);
    writeFileSync(join(mine, "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(join(mine, "gitdir"), `${mine}\n`);
  },
  "a link in the place of the objects": (mine, other) => {
    cpSync(other, mine, { recursive: true });
    rmSync(join(mine, "objects"), { recursive: true });
    symlinkSync(join(other, "objects"), join(mine, "objects"));
  },
  "links in the place of some objects": (mine, other) => {
    cpSync(other, mine, { recursive: true });
    for (const name of readdirSync(join(mine, "objects"))) {
      rmSync(join(mine, "objects", name), { recursive: true });
      symlinkSync(join(other, "objects", name), join(mine, "objects", name));
    }
  },
  "other objects": (mine, other) => takeObjects(mine, other, Buffer.from(join(other, "objects"))),
  "other objects, their path in quotes": (mine, other) =>
    takeObjects(mine, other, Buffer.from(JSON.stringify(join(other, "objects")))),
  "other objects, with a zero behind their path": (mine, other) =>
    takeObjects(mine, other, Buffer.from(`${join(other, "objects")}\0/x`)),
  "other objects, by a link whose name is no text": (mine, other) => {
    const link = Buffer.concat([Buffer.from(join(mine, "../to-other")), Buffer.from([0xff])]);
    symlinkSync(join(other, "objects"), link);
    takeObjects(mine, other, link);
  },
};

/** Makes a repository in `mine` that takes its objects from the folder of this path. */
function takeObjects(mine: string, other: string, path: Buffer) {
  cpSync(other, mine, { recursive: true });
  rmSync(join(mine, "objects"), { recursive: true });
  mkdirSync(join(mine, "objects", "info"), { recursive: true });
  const list = Buffer.concat([path, Buffer.from("\n")]);
  writeFileSync(join(mine, "objects", "info", "alternates"), list);
}

test.each(Object.keys(WAYS))("what another repository has is asked about: by %s", async (way) => {
  const other = join(base, "other");
  makeRepository(other, { "a.txt": "private\n" });
  rmSync(join(cwd, ".git"), { recursive: true });
  WAYS[way]?.(join(cwd, ".git"), join(other, ".git"));
  expect(await outcome(SOME)).toEqual({ allowed: [], hasRun: false });
  expect(await judged("git log -p")).toMatchObject({
    reasons: expect.arrayContaining([
      { text: expect.stringMatching(/^outside the folder: .*other/), grant: "bash: git log -p" },
    ]),
  });
});

test.each(["cd . && git log -p", "git log -p --graph --foo", "(git show)", "env git diff"])(
  "what another repository has is not hidden by a form that is not understood: %s",
  async (line) => {
    const other = join(base, "other");
    makeRepository(other, { "a.txt": "private\n" });
    rmSync(join(cwd, ".git"), { recursive: true });
    writeFileSync(join(cwd, ".git"), `gitdir: ${join(other, ".git")}\n`);
    const { reasons = [] }: { reasons?: Reason[] } = await judged(line).then(Object);
    const texts = reasons.map(({ text }) => text);
    expect(texts).toContain(`outside the folder: ${join(other, ".git")}`);
    const many: { reasons?: Reason[] } = await judged("git status; npm test").then(Object);
    expect(many.reasons?.filter(({ text }) => text.startsWith("outside"))).toHaveLength(1);
  },
);

test.each([
  ["a plain name", Buffer.from("w")],
  ["a name that is no text", Buffer.from([0x77, 0xff])],
])("a link to a folder of links is asked about, under %s", async (_what, name) => {
  writeFileSync(join(base, "private.txt"), "private\n");
  mkdirSync(join(cwd, "inner"));
  writeFileSync(join(cwd, "inner/HEAD"), "ref: refs/heads/side\n");
  writeFileSync(join(cwd, "inner/commondir"), "../../.git\n");
  symlinkSync(join(base, "private.txt"), join(cwd, "inner/gitdir"));
  mkdirSync(join(cwd, ".git/worktrees"));
  const link = Buffer.concat([Buffer.from(join(cwd, ".git/worktrees/")), name]);
  symlinkSync("../../inner", link);
  expect(await outcome([...SOME, "git branch -vv"])).toEqual({ allowed: [], hasRun: false });
});

test("on a disk that does not tell upper from lower case, no worktree is taken for something else", async () => {
  writeFileSync(join(base, "private.txt"), "private\n");
  mkdirSync(join(cwd, ".git/Worktrees/lfs"), { recursive: true });
  writeFileSync(join(cwd, ".git/Worktrees/HEAD"), "");
  symlinkSync(join(base, "private.txt"), join(cwd, ".git/Worktrees/lfs/gitdir"));
  expect(await outcome(SOME)).toEqual({ allowed: [], hasRun: false });
});

/** What git prints of a file in the place of these, in the repository of the folder and in that of a submodule. */
const SHOWN = {
  repository: [
    ...["BISECT_START", "info/grafts", "rebase-merge/head-name", "worktrees/objects/gitdir"],
    ...["logs/refs/heads/wt/one", "logs/lfs", "modules/a/b/shallow"],
    "objects/info/commit-graphs/commit-graph-chain",
  ],
  submodule: ["shallow", "info/grafts", "packed-refs"],
};
const LINKS = [
  ...SHOWN.repository.map((name) => `.git/${name}`),
  ...SHOWN.submodule.map((name) => `sub/.git/${name}`),
];

test.each(LINKS)("a link that git would read is asked about: %s", async (name) => {
  addSubmodules();
  writeFileSync(join(base, "private.txt"), "private\n");
  writeFileSync(join(cwd, ".env"), "KEY=private\n");
  const link = join(cwd, name);
  mkdirSync(join(link, ".."), { recursive: true });
  for (const [target, why] of [
    [join(base, "private.txt"), "outside the folder"],
    [join(cwd, ".env"), "may hold secrets"],
  ] as const) {
    symlinkSync(target, link);
    expect(await judged("git status")).toMatchObject({
      reasons: [{ text: `${why}: ${target}`, grant: "bash: git status" }],
    });
    rmSync(link);
  }
  expect((await judged("git status")).behaviour).toBe("allow");
});

/** In a store, nothing in a folder of one of these names is git's own; elsewhere, it may be the log of a branch. */
test.each(["hooks", "lfs", "annex", "objects"])(
  "a folder with a HEAD is no store because of that: the log of wt/%s is looked at",
  async (name) => {
    const target = join(base, "profile");
    writeFileSync(target, "mine\n");
    const log = join(cwd, ".git/logs/refs/heads/wt");
    mkdirSync(log, { recursive: true });
    writeFileSync(join(log, "HEAD"), "");
    symlinkSync(target, join(log, name));
    expect((await judged("git status")).behaviour).toBe("ask");
    mkdirSync(join(cwd, ".git/modules"));
    writeFileSync(join(cwd, ".git/modules/HEAD"), "");
    renameSync(join(log, name), join(cwd, ".git/modules", name));
    expect((await judged("git status")).behaviour).toBe("ask");
  },
);

test("a link to a file outside that is not there is asked about: git would make it", async () => {
  const log = join(cwd, ".git/logs/refs/heads/wt");
  mkdirSync(log, { recursive: true });
  for (const target of [join(base, "profile"), "../../../../../../profile"]) {
    symlinkSync(target, join(log, "one"));
    expect(await judged("git status")).toMatchObject({
      reasons: [{ text: `outside the folder: ${join(base, "profile")}` }],
    });
    rmSync(join(log, "one"));
  }
  symlinkSync("ada@boat.1234:5678", join(cwd, ".git/.#COMMIT_EDITMSG")); // so Emacs says that it edits a file
  expect((await judged("git status")).behaviour).toBe("allow");
});

/** In an error of git blame, a line of the first of these files is shown. */
const NAMED = ["blame.ignoreRevsFile", "core.attributesFile", "mailmap.file", "diff.orderFile"];

test.each(NAMED)(
  "a file that git would show, because the repository names it, is asked about: %s",
  async (key) => {
    const target = join(base, "private.txt");
    writeFileSync(target, "private\n");
    for (const [value, shown] of [
      [target, target],
      ["../private.txt", target],
      ["~/.netrc", "~/.netrc"],
    ] as const) {
      git(cwd, "config", key, value);
      expect(await judged("git blame a.txt")).toMatchObject({
        reasons: [{ text: `outside the folder: ${shown}`, grant: "bash: git blame a.txt" }],
      });
    }
    git(cwd, "config", key, ".revs");
    expect((await judged("git log")).behaviour).toBe("allow");
    symlinkSync(target, join(cwd, ".revs"));
    expect((await judged("git blame a.txt")).behaviour).toBe("ask");
  },
);

/** The place of an entry in the index, of the same length as the second one: git itself makes no such entry. */
function nameInIndex(named: string, name: string) {
  const path = join(cwd, ".git", "index");
  const bytes = readFileSync(path).subarray(0, -20);
  bytes.write(named, bytes.indexOf(name));
  writeFileSync(path, Buffer.concat([bytes, createHash("sha1").update(bytes).digest()]));
}

test("an index that names a file outside of the folder, or one of git's own, is asked about", async () => {
  const secret = join(base, "s.txt");
  writeFileSync(secret, "private\n");
  for (const [named, why, path] of [
    ["../s.txt", "outside the folder", secret],
    ["a/../../s.txt", "outside the folder", secret],
    [secret, "outside the folder", secret],
    [".git/config", "may hold secrets", join(cwd, ".git", "config")],
  ] as const) {
    const name = "x".repeat(named.length);
    writeFileSync(join(cwd, name), "");
    git(cwd, "add", name);
    expect((await judged("git diff")).behaviour).toBe("allow");
    nameInIndex(named, name);
    for (const line of ["git diff", "git status"])
      expect(await judged(line)).toMatchObject({
        reasons: [{ text: `${why}: ${path}`, grant: `bash: ${line}` }],
      });
    rmSync(join(cwd, ".git", "index"));
    rmSync(join(cwd, name));
    git(cwd, "reset", "--quiet");
  }
});

test("a link within the repository is not asked about, nor one of a hook", async () => {
  addSubmodules();
  for (const store of [".git", "sub/.git"]) {
    mkdirSync(join(cwd, store, "hooks"), { recursive: true });
    symlinkSync(join(base, "evil"), join(cwd, store, "hooks/pre-commit"));
  }
  symlinkSync(join(cwd, "a.txt"), join(cwd, ".git/description"));
  expect((await judged("git status")).behaviour).toBe("allow");
});

test("in a worktree and in a submodule, git's folder is elsewhere by right, and nothing is asked", async () => {
  const main = cwd;
  addSubmodules();
  git(main, "commit", "--quiet", "--message=Subs");
  mkdirSync(join(main, ".git/modules"));
  renameSync(join(main, "sub/.git"), join(main, ".git/modules/sub"));
  writeFileSync(join(main, "sub/.git"), "gitdir: ../.git/modules/sub\n");
  git(join(main, "sub"), "config", "core.worktree", "../../../sub");
  git(main, "worktree", "add", "--quiet", join(base, "tree"));
  for (const place of [join(base, "tree"), join(main, "sub"), join(main, "sub/inner")]) {
    cwd = place;
    expect((await outcome(SOME)).allowed).toEqual(SOME);
  }
});

test("a configuration that cannot be read is asked about", async () => {
  configure("[core\n");
  expect((await judged("git status")).behaviour).toBe("ask");
});

test("an everyday configuration is not asked about", async () => {
  configure(`[core]\n\thooksPath = .husky/_\n\tsshCommand = ssh -i key\n\tpager = less
[remote "origin"]\n\turl = https://example.invalid/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*
[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n[user]\n\tname = A
[alias]\n\tst = status\n[credential]\n\thelper = store\n[diff]\n\talgorithm = histogram
[merge]\n\tconflictStyle = zdiff3\n[commit]\n\tgpgSign = true\n[filter "x"]\n\trequired = true\n`);
  expect((await outcome()).allowed).toEqual(LINES);
});

test("a folder has the repository of the one above only if there can be no other one on the way", () => {
  makeRepository(join(cwd, "sub"), FILES);
  for (const name of ["plain/deep", "sub/deep", "store/deep"])
    mkdirSync(join(cwd, name), { recursive: true });
  symlinkSync("nowhere", join(cwd, "store/HEAD"));
  symlinkSync("sub/deep", join(cwd, "link"));
  symlinkSync(base, join(cwd, "out"));
  const isShared = (name: string) => sharesRepository(join(cwd, name), cwd);
  expect(["plain", "plain/deep"].filter(isShared)).toEqual(["plain", "plain/deep"]);
  const others = [".", "sub", "sub/deep", "store", "store/deep", "link", "out", ".git/refs"];
  expect(others.filter(isShared)).toEqual([]);
});
