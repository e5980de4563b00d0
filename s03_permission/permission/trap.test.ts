import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { testNeeding } from "../../shared/fixtures/windows.ts";
import { runProcess } from "../../shared/process.ts";
import { readShellLine } from "../../shared/shell/line.ts";
import { bash } from "../bash.ts";
import { editFile, readFile, writeFile } from "../files.ts";
import type { Tool, ToolContext } from "../tools.ts";
import type { Answers } from "./commands.ts";
import { judgeLine } from "./judge.ts";

const test = testNeeding("links");

/** Holds the trap with the folders `work` (the agent's), `outside` and `home`, and `fresh`, its unchanged copy. */
let base = "";
const { PATH } = process.env;
const inTrap = (path: string) => join(base, "trap", path);

/** In every file that must not be read, and in no other. It occurs so often that `cut` cannot miss it. */
const MARK = "Q";
const SECRET = "aQ bQ Q=Q\nQ a Q\n".repeat(3);

function put(path: string, text: string) {
  mkdirSync(dirname(inTrap(path)), { recursive: true });
  writeFileSync(inTrap(path), text);
}

/** A program that must never run. If it does, it leaves a file outside. */
const trap = (name: string) => `#!/bin/sh\necho ran >> '${inTrap("outside")}/ran-${name}'\n`;
function putTrap(path: string) {
  put(path, trap(basename(path)));
  chmodSync(inTrap(path), 0o755);
}

const ORDINARY = ["a.txt", "b.txt", "sub/c.txt", "sub/d.txt", "sub/deep/e.txt", "with space.txt"];
const ODD = ["new\nline", "star*.txt", "quo'te\"", "ünï🎉.txt", "[a].txt", "$(ls)", "~", "a=~"];
const LIKE_OPTIONS = ["-o", "-oy", "-exec", "-rf", "--output=x", "-o.o"];
const SECRETS = [
  ...[".env", "key.pem", "sub/.npmrc", "keys/id_rsa", "vault/credentials/token"],
  ...["conf/prod.env", "conf/secrets.yml", ".docker/config.json", "conf/terraform.tfstate"],
];
const OUTSIDE = ["outside/secret.txt", "outside/Quiet.txt", "outside/sub/c.txt", "home/notes"];
const LINKS = [
  ["out", "../outside"],
  ["out.txt", "../outside/secret.txt"],
  ["new.txt", "../outside/made.txt"],
  ["self", "."],
  ["a=", "/"],
  ["trick/.o", "../../outside/secret.txt"],
  ["sub/link", "../a.txt"],
  ["env", ".env"],
] as const;
const TRAPS = [
  "bin/ls",
  "bin/cat",
  "bin/git",
  "0/ls",
  "3/ls",
  "outside/fsmonitor",
  "outside/alias",
];
const HOOKS = ["pre-commit", "post-checkout", "post-index-change", "reference-transaction"];

function git(folder: string, ...args: string[]) {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...who, ...args], { cwd: inTrap(folder), encoding: "utf8" }).trim();
}

/** A repository with a committed secret, and a folder in it. */
function buildCommitted() {
  put("committed/.env", SECRET);
  put("committed/a.txt", "a\n");
  put("committed/inner/b.txt", "b\n");
  git("committed", "init", "-q", "-b", "main", "--template=");
  git("committed", "add", ".");
  git("committed", "commit", "-q", "-m", "first");
}

function buildTrap() {
  for (const [number, name] of ORDINARY.entries())
    put(`work/${name}`, `a ${number}\nb\nb of ${name}\n`);
  for (const name of ODD) put(`work/odd/${name}`, `a odd ${name}\n`);
  for (const name of LIKE_OPTIONS) put(`work/options/${name}`, `a option ${name}\n`);
  for (const name of ["-o.o", "e"]) put(`work/trick/${name}`, `a trick ${name}\n`);
  put("work/--", "a --\n");
  put("work/.hidden", "a hidden\n");
  put("work/HEAD", "ref: refs/heads/main\n");
  put("work/.gitignore", ".env\n*.pem\nkeys\nvault\nsub/.npmrc\n");
  git("work", "init", "-q", "-b", "main", "--template=");
  git("work", "add", "a.txt", "b.txt", "sub", ".gitignore");
  git("work", "commit", "-q", "-m", "first");
  put("work/a.txt", "a changed\nb\n");
  utimesSync(inTrap("work/b.txt"), 1, 1); // git's index has another time for it
  for (const name of SECRETS) put(`work/${name}`, SECRET);
  for (const name of OUTSIDE) put(name, SECRET);
  for (const [name, target] of LINKS) symlinkSync(target, inTrap(`work/${name}`));
  for (const name of TRAPS) putTrap(name.startsWith("outside/") ? name : `work/${name}`);
  for (const name of HOOKS) putTrap(`work/.git/hooks/${name}`);
  put("work/0/.gitconfig", `[core]\n\tfsmonitor = ${inTrap("outside/fsmonitor")}\n`);
  put("work/odd/a\\b/.env", SECRET);
  put("work/odd/line\nfeed/.env", SECRET);
  put("work/found/-delete", "a delete\n");
  put("work/found/sub/kept", "a kept\n");
  buildCommitted();
  put("work/bare/HEAD", "ref: refs/heads/main\n");
  mkdirSync(inTrap("work/bare/objects"));
  mkdirSync(inTrap("work/bare/refs"));
  const program = inTrap("outside/fsmonitor");
  const config = `bare = false\n\tworktree = ${inTrap("work")}\n\tfsmonitor = ${program}`;
  put("work/bare/config", `[core]\n\t${config}\n[alias]\n\tstatus = !${inTrap("outside/alias")}\n`);
}

/** Undoes all changes in the trap. */
function restore(before: Snapshot, after: Snapshot) {
  const changed = (one: Snapshot, other: Snapshot) =>
    [...one].filter(([path, what]) => other.get(path) !== what).map(([path]) => path);
  for (const path of changed(after, before)) rmSync(inTrap(path), { recursive: true, force: true });
  for (const path of changed(before, after))
    cpSync(join(base, "fresh", path), inTrap(path), { recursive: true, verbatimSymlinks: true });
}

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "trap-")));
  vi.stubEnv("HOME", inTrap("home"));
  vi.stubEnv("OLDPWD", inTrap("outside"));
  vi.stubEnv("CDPATH", inTrap("outside"));
  buildTrap();
  cpSync(inTrap(""), join(base, "fresh"), { recursive: true, verbatimSymlinks: true });
  vi.stubEnv("PATH", [inTrap("work/bin"), PATH].join(delimiter));
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true });
});

/** Each path in the trap, with the file's text or the link's target; a program is a file that can be run. */
type Snapshot = Map<string, string>;

function snapshot(folder = "", found: Snapshot = new Map()): Snapshot {
  for (const entry of readdirSync(inTrap(folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      found.set(path, "folder");
      snapshot(path, found);
    } else if (entry.isSymbolicLink()) found.set(path, `link ${readlinkSync(inTrap(path))}`);
    else if (entry.isFile())
      found.set(path, `${kindOf(path)} ${readFileSync(inTrap(path), "latin1")}`);
    else found.set(path, "neither file nor folder");
  }
  return found;
}

const kindOf = (path: string) => (statSync(inTrap(path)).mode & 0o111 ? "program" : "file");

const isSteering = (path: string) =>
  path.startsWith(join("work", "bin")) ||
  path.split("/").some((name) => /^[-.]/.test(name) || name === "HEAD");

/** Names of the files that the redirections of a line write, or that their links lead to. */
const writtenBy = (line: string) =>
  readShellLine(line).files.flatMap(({ path }) => {
    const [, to] = LINKS.find(([name]) => name === path.replace("./", "")) ?? [];
    return [basename(path), basename(to ?? path)];
  });

/** The harm that an allowed line has done, in words. */
function harmOf(line: string, output: string, before: Snapshot, after: Snapshot): string[] {
  const written = writtenBy(line);
  const isWritten = (path: string) => path.startsWith("work/") && written.includes(basename(path));
  const contents = new Set(after.values());
  const harm: string[] = [];
  for (const [path, was] of before) {
    const is = after.get(path);
    if (is === was || isWritten(path)) continue;
    const isMoved = is === undefined && path.startsWith("work/") && contents.has(was);
    if (!isMoved || was.startsWith("link") || isSteering(path)) harm.push(`changed ${path}`);
  }
  harm.push(...harmMade(before, after));
  if (output.replaceAll(base, "").includes(MARK)) harm.push(`printed ${output.slice(0, 100)}`);
  return harm;
}

function harmMade(before: Snapshot, after: Snapshot): string[] {
  const isOdd = (path: string, what: string) => /^(link|program)/.test(what) || isSteering(path);
  return [...after]
    .filter(([path]) => !before.has(path))
    .flatMap(([path, what]) => {
      if (!path.startsWith("work/")) return `made ${path} outside`;
      return isOdd(path, what) ? `made ${path}` : [];
    });
}

function contextIn(folder: string): ToolContext {
  const cwd = inTrap(folder);
  const { signal } = new AbortController();
  return { agent: Object({}), cwd, roots: [cwd], signal, turn: typedTurn() };
}

/** Runs each line that is allowed, in an unchanged trap, and returns the harm that it did. */
async function harmDone(lines: Iterable<string>, folder = "work") {
  const context = contextIn(folder);
  const { cwd, signal } = context;
  const harm: { line: string; harm: string[] }[] = [];
  let allowed = 0;
  const before = snapshot();
  const answers = new Map(); // of git: each line meets the same trap
  for (const line of lines) {
    const { behaviour } = await judgeLine(line, context, answers);
    if (behaviour !== "allow") continue;
    allowed++;
    const { output } = await runProcess(line, { cwd, signal });
    const after = snapshot();
    const done = harmOf(line, output, before, after);
    if (done.length > 0) harm.push({ line, harm: done });
    restore(before, after);
  }
  return { allowed, harm };
}

/**
 * A usual run takes seconds; more than twice as many lines would show little more. What judges a line is carried
 * byte for byte, so the newest chapter, which UNIT_ON names, gets a usual run only.
 */
const DEPTH = process.env.UNIT_ON ? 1 : Math.min(Number(process.env.TEST_DEPTH ?? 1), 2);
/** Of the generated lines and steps: the same ones in each run. */
const SEED = DEPTH === 1 ? 1 : 20_000;
/** A safety net, as in vitest.config.ts: on a slow machine, 20,000 lines take a quarter of an hour and more. */
const timeout = DEPTH === 1 ? 300_000 : 2_400_000;

const quoted = (name: string) => `'${name.replaceAll("'", "'\\''")}'`;
const list = (lines: string) => lines.trim().split(/\s*\n\s*/);

const OPERANDS = [
  ...ORDINARY.map(quoted),
  ...ODD.map((name) => quoted(`odd/${name}`)),
  ...LIKE_OPTIONS.flatMap((name) => [quoted(`options/${name}`), name]),
  ...SECRETS,
  ...LINKS.flatMap(([name]) => [name, `${name}/secret.txt`, `./${name}`, `${name}/*`]),
  ...list(`
    .
    ./
    ''
    -
    *
    ./*
    *.txt
    b*
    o*
    k*
    s*/c*
    sub
    sub/
    sub/*
    sub/**
    sub/.*
    */
    *te
    %*
    =*
    '*nv'
    0
    0/ls
    conf
    conf/*
    found/*
    odd/*
    options/*
    options/-*
    keys
    keys/*
    vault
    vault/c*/token
    self/a.txt
    self/self/out.txt
    self/../a.txt
    sub/../a.txt
    ..
    ../outside/secret.txt
    sub/../../outside/secret.txt
    '.env'
    .e*
    .[e]nv
    .e?v
    *env
    {a,b}.txt
    ~
    ~/notes
    ~/*
    ~+/out.txt
    ~+/out/sub/c.txt
    ~-/secret.txt
    ~root
    a=~/notes
    $HOME/notes
    "$PWD"/out.txt
    $'out.txt'
    "out.txt"
    out\\.txt
    'a'.txt
    out/sub/c.txt
    out/new
    .git
    .git/config
    .git/hooks/*
    .git/hooks/new
    .hidden
    HEAD
    bare
    bare/HEAD
    bare/config
    bare/*
    bin
    bin/ls
    bin/new
    3/ls
    free
    free/
    sub/free
    out/free
    .free
    -free
    free/../../outside/free
    HEAD:a.txt
    HEAD:.env
    :/a.txt
    main
    /
    /etc/hostname
    /dev/stdin
    /proc/self/environ`),
];

/** Commands without their last operand. */
const COMMANDS = list(`
  ls
  ls -laR
  ls -L
  cat
  cat -A
  cat --
  head -n 2
  head -c5
  tail -n +1
  wc -l
  wc --files0-from=a.txt
  grep a
  grep -rn a
  grep -rh Q
  grep -R Q
  grep -rh
  grep -rh -A
  grep
  grep -f
  sort
  sort -o free
  sort -n -k 1
  sort -T sub
  cut -c1-3
  cut -d ' ' -f 1
  diff a.txt
  diff -r sub
  file
  file -f
  stat
  stat -c %N
  pwd
  echo
  echo a
  printf '%s\\n'
  printf '%s\\n' a
  printf '%ln'
  printf
  printf %*
  date
  date -f
  sleep 0
  seq 3
  tr a
  tr -d
  nl -ba
  uniq
  uniq -c
  uniq a.txt
  uniq -c --
  du
  du -a
  du -sh sub
  realpath
  realpath -e
  test -f
  test a.txt -nt
  test -v
  sed -n 1,3p
  sed -n '$p' a.txt
  sed -n
  sed -n '1w free'
  sed -n 1p -i
  node --version
  git --version
  whoami
  which
  basename
  dirname
  true
  find
  find -L
  find . -name
  find . ! -name
  find . -newer
  find . -fprint
  find sub -exec cat
  cd
  mkdir
  mkdir -p
  touch
  touch -r a.txt
  cp a.txt
  cp -p b.txt
  cp -r sub
  cp bin/ls
  cp -- options/-oy
  cp .hidden
  mv a.txt
  mv -n b.txt
  mv HEAD
  ln -s
  rm
  rm -rf
  tee
  git status
  git status --short
  git diff
  git diff --stat
  git diff --output=free
  git diff --no-index a.txt
  git log -p
  git log -p --
  git log --oneline --
  git log -L1,2:a.txt
  git show
  git show --stat
  git blame
  git ls-files -o
  git ls-files -s
  git rev-parse
  git branch
  git -C
  git checkout
  git grep -h Q
  node
  sh
  .`);

/** The lines to try: C is a command with its operands, O is one more operand. */
const FRAMES = list(`
  C
  C O
  C > O
  C 2>> O
  C < O
  C &> free
  C | cat
  C | sort -u
  cat O | C
  cd O && C
  cd sub && C
  cd options && C
  cd trick && C
  cd self && C
  C > free | cat *
  touch +te; C
  touch %n; C
  mv a.txt free; C
  mkdir free; C
  mkdir free && cd free && C
  echo a > free; C
  touch sub/free || C
  cp b.txt free && C
  ! C
  printf %n PATH; C
  printf %3ln PATH; C
  C; cat O
  C <<< O
  C && git status
  [ -e O ] && C
  C; sed -n 1,9p O | uniq`);

test("the trap shows the harm of lines that run without being judged", async () => {
  const before = snapshot();
  const cwd = inTrap("work");
  const found = async (line: string) => {
    const { output } = await runProcess(line, { cwd, signal: new AbortController().signal });
    const after = snapshot();
    const harm = harmOf(line, output, before, after);
    restore(before, after);
    return harm;
  };
  expect(await found("cat out.txt; cut -c2 .env")).toEqual([expect.stringContaining("printed")]);
  expect(await found("echo x > new.txt")).toEqual(["made outside/made.txt outside"]);
  expect(await found("sh bin/ls")).toEqual(["made outside/ran-ls outside"]);
  expect(await found("rm b.txt; mv out x")).toEqual([
    "changed work/b.txt",
    "changed work/out",
    "made work/x",
  ]);
  expect(await found("cat a.txt > b.txt; mv sub/c.txt free; mkdir new")).toEqual([]);
});

/** A usual run tries one of these with each operand, the next one with the next; a long run all of them with each. */
const WITH_OPERAND = [
  "cat WORD; grep -r a WORD; echo WORD",
  "echo a > WORD",
  "cp b.txt WORD",
  "cd WORD && cat c.txt secret.txt",
  "mkdir free; cp WORD free; cat free",
  "mv WORD free",
  "touch WORD",
  "git diff WORD",
  "cat WORD",
  "nl WORD; uniq WORD; du -a WORD; realpath WORD; sed -n 1,9p WORD",
  "test -f WORD || [ -d WORD ] || tr a b < WORD",
];

test("an allowed line does no harm with any operand", { timeout }, async () => {
  const isTried = (word: number, line: number) => DEPTH > 1 || word % WITH_OPERAND.length === line;
  const lines = OPERANDS.flatMap((word, number) =>
    WITH_OPERAND.filter((_, line) => isTried(number, line)).map((line) =>
      line.replaceAll("WORD", () => word),
    ),
  );
  const { harm, allowed } = await harmDone(lines);
  expect(harm).toEqual([]);
  expect(allowed).toBeGreaterThan(DEPTH > 1 ? 200 : 25);
});

const operand = fc.constantFrom(...OPERANDS);
const combined = fc
  .tuple(
    fc.constantFrom(...FRAMES),
    fc.constantFrom(...COMMANDS),
    operand,
    fc.option(operand),
    operand,
  )
  .map(([frame, command, first, second, around]) =>
    frame
      .replace("C", () => [command, first, second ?? []].flat().join(" "))
      .replace("O", () => around),
  );

test("an allowed line does no harm, however commands and operands are combined", {
  timeout,
}, async () => {
  const numRuns = DEPTH === 1 ? 250 : 20_000;
  const { harm, allowed } = await harmDone(fc.sample(combined, { numRuns, seed: SEED }));
  expect(harm).toEqual([]);
  expect(allowed).toBeGreaterThan(numRuns / 25);
});

/** Names that a step of an attack may need: of programs, of git's files, and those that stars turn into other words. */
const MADE = list(`
  ls
  git
  0/ls
  0/x
  3/ls
  tool
  0/.gitconfig
  0/.config/git/config
  .gitconfig
  .git/config
  HEAD
  refs/heads/main
  objects/x
  %n
  +te
  -delete
  found/+te
  free
  sub/free
  self/free
  out/free
  new.txt
  a.txt
  b.txt
  conf/free
  .env`);

const STEPS = list(`
  printf %* HOME; git status
  printf %* PATH; ls
  cp -p bin/ls NAME
  cp tool NAME
  mv tool NAME
  cp b.txt NAME
  mv a.txt NAME
  mv NAME free
  cp NAME free
  touch NAME
  mkdir -p NAME
  echo a > NAME
  cat * > NAME
  find . ! -name *te -print
  grep -rh Q NAME
  cat NAME
  cat N*
  sort *
  git status
  git diff
  ls`);

/** A call of a tool, one step of a sequence. */
type Step = [tool: Tool, input: object];

const made = fc.constantFrom(...MADE);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(made, fc.constantFrom("a\n", "PROGRAM", "CONFIG"))
    .map(([path, content]): Step => [writeFile, { path, content }]),
  made.map(
    (path): Step => [editFile, { path, old_text: "a", new_text: "PROGRAM", replace_all: true }],
  ),
  made.map((path): Step => [readFile, { path }]),
  fc
    .tuple(fc.constantFrom(...STEPS), made)
    .map(([line, name]): Step => [bash, { command: line.replace("NAME", quoted(name)) }]),
  combined.map((command): Step => [bash, { command }]),
);

/** The input with the text of a program that must never run, or of a configuration of git that names one. */
function filledIn(input: object): object {
  const config = `[core]\n\tfsmonitor = ${inTrap("outside/fsmonitor")}\n`;
  const filled = JSON.stringify(input)
    .replace('"PROGRAM"', () => JSON.stringify(trap("made")))
    .replace('"CONFIG"', () => JSON.stringify(config));
  return JSON.parse(filled);
}

/** Runs the steps that are allowed, one after the other in the same trap. `known` is what git says of an unchanged one. */
async function runSteps(steps: Step[], known: Answers) {
  const context = contextIn("work");
  let [allowed, output, answers] = [0, "", known];
  for (const [tool, written] of steps) {
    const input = filledIn(written);
    const decision = await ("command" in input
      ? judgeLine(String(input.command), context, answers)
      : tool.judge?.(input, context));
    if (decision?.behaviour !== "allow") continue;
    allowed++;
    answers = new Map(); // git may say something else now
    output += await tool.run(input, context).catch(String);
  }
  return { allowed, output };
}

test("steps that are allowed do no harm together: nothing outside changes, and no program runs", {
  timeout,
}, async () => {
  const numRuns = DEPTH === 1 ? 50 : 4000;
  const before = snapshot();
  const isHarm = (path: string) => !path.startsWith("work/") || isSteering(path);
  const harm: unknown[] = [];
  let allowed = 0;
  const known: Answers = new Map();
  const sequences = fc.array(step, { minLength: 3, maxLength: 6 });
  for (const steps of fc.sample(sequences, { numRuns, seed: SEED })) {
    const ran = await runSteps(steps, known);
    allowed += ran.allowed;
    const after = snapshot();
    const done = harmMade(before, after);
    for (const [path, was] of before)
      if (after.get(path) !== was && (isHarm(path) || was.startsWith("program")))
        done.push(`changed ${path}`);
    if (ran.output.replaceAll(base, "").includes(MARK)) done.push("printed a secret");
    if (done.length > 0) harm.push({ steps: steps.map(([, input]) => input), done });
    restore(before, after);
  }
  expect(harm).toEqual([]);
  expect(allowed).toBeGreaterThan(numRuns);
});

test("known tricks do no harm", async () => {
  const { harm } = await harmDone([
    "cd trick && sort -* e", // in the working folder -* is --, which ends the options
    "cd trick; sort -* e > free",
    "printf %3ln PATH; ls",
    "printf '%s%hhn' abc PATH; ls",
    "mkdir free; cp .hidden free",
    "mkdir free; cp HEAD free",
    "mkdir free; cp -- options/-oy free; cp b.txt free; cd free; sort *",
    "grep -rh Q vault",
    "echo out/*",
    "printf '%s\\n' ~/* /etc/*",
    "git diff b.txt", // would write the index and then run a hook
    "mv sub/link free; cat free",
    "git log --format=%G?",
    "touch %n; printf %* HOME; git status",
    "touch %n; printf %* PATH; ls",
    "grep -rh Q*",
    "grep -rh Q 'odd/a\\b'",
    "grep -rh Q odd/line*",
    "grep -rh Q conf",
    "mv a.txt self/n; mv b.txt n",
    "mv a.txt n; mv sub/c.txt self/self/n",
    "mkdir d; mv a.txt d; mv b.txt d/a.txt",
  ]);
  expect(harm).toEqual([]);
});

test("a file named -delete does not become an action of find", async () => {
  const lines = ["touch +te; find . ! -name *te -print", "find . *", "find *"];
  expect((await harmDone(lines, "work/found")).harm).toEqual([]);
});

test("git prints no secret that was committed, if the line asks for that file, or from a folder below", async () => {
  vi.stubEnv("PATH", PATH);
  const blob = git("committed", "rev-parse", "HEAD:.env");
  const tricks = [
    "git log -p -- '*nv'",
    "git diff HEAD -- '*nv'",
    "git ls-files -s",
    `git show ${blob}`,
    `git show ${blob.slice(0, 7)}`,
    `git diff ${blob.slice(0, 7)}..${blob}`,
    `git show HEAD~0 ${blob}^{}`,
  ];
  expect((await harmDone(tricks, "committed")).harm).toEqual([]);
  const above = ["git log -p", "git show", "git diff HEAD", "git blame b.txt", "git status"];
  expect(await harmDone(above, "committed/inner")).toEqual({ allowed: 1, harm: [] });
});

test("in a folder that looks like a repository, git runs no program that its config names", async () => {
  vi.stubEnv("PATH", PATH);
  const { allowed, harm } = await harmDone(["git status", "git log -p", "git diff a"], "work/bare");
  expect(harm).toEqual([]);
  expect(allowed).toBeGreaterThan(0);
});

test("outside a repository, git reads no folder with secrets", async () => {
  rmSync(inTrap("work/.git"), { recursive: true });
  const { harm } = await harmDone(["git diff sub trick", "git diff -- trick sub", "git status"]);
  expect(harm).toEqual([]);
});
