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
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { testNeeding } from "../../shared/fixtures/windows.ts";

import { runProcess } from "../../shared/process.ts";
import type { ToolContext } from "../tools.ts";
import { judgeLine } from "./judge.ts";
import { readShellLine } from "./shell.ts";

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
const ODD = ["line\nfeed", "star*.txt", "quo'te\"", "ünï🎉.txt", "[a].txt", "$(ls)", "~", "a=~"];
const LIKE_OPTIONS = ["-o", "-oy", "-exec", "-rf", "--output=x", "-o.o"];
const SECRETS = [".env", "key.pem", "sub/.npmrc", "keys/id_rsa", "vault/credentials/token"];
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
const TRAPS = ["bin/ls", "bin/cat", "bin/git", "3/ls", "outside/fsmonitor", "outside/alias"];
const HOOKS = ["pre-commit", "post-checkout", "post-index-change", "reference-transaction"];

function git(...args: string[]) {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd: inTrap("work"), stdio: "pipe" });
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
  git("init", "-q", "-b", "main", "--template=");
  git("add", "a.txt", "b.txt", "sub", ".gitignore");
  git("commit", "-q", "-m", "first");
  put("work/a.txt", "a changed\nb\n");
  utimesSync(inTrap("work/b.txt"), 1, 1); // git's index has another time for it
  for (const name of SECRETS) put(`work/${name}`, SECRET);
  for (const name of OUTSIDE) put(name, SECRET);
  for (const [name, target] of LINKS) symlinkSync(target, inTrap(`work/${name}`));
  for (const name of TRAPS) putTrap(name.startsWith("outside/") ? name : `work/${name}`);
  for (const name of HOOKS) putTrap(`work/.git/hooks/${name}`);
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

/** Each path in the trap, with the file's text or the link's target. */
type Snapshot = Map<string, string>;

function snapshot(folder = "", found: Snapshot = new Map()): Snapshot {
  for (const entry of readdirSync(inTrap(folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      found.set(path, "folder");
      snapshot(path, found);
    } else if (entry.isSymbolicLink()) found.set(path, `link ${readlinkSync(inTrap(path))}`);
    else if (entry.isFile()) found.set(path, `file ${readFileSync(inTrap(path), "latin1")}`);
    else found.set(path, "neither file nor folder");
  }
  return found;
}

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
  for (const [path, is] of after) {
    if (before.has(path)) continue;
    if (!path.startsWith("work/")) harm.push(`made ${path} outside`);
    else if (is.startsWith("link") || isSteering(path)) harm.push(`made ${path}`);
  }
  if (output.replaceAll(base, "").includes(MARK)) harm.push(`printed ${output.slice(0, 100)}`);
  return harm;
}

/** Runs each line that is allowed, in an unchanged trap, and returns the harm that it did. */
async function harmDone(lines: Iterable<string>, folder = "work") {
  const cwd = inTrap(folder);
  const signal = new AbortController().signal;
  const context: ToolContext = { agent: Object({}), cwd, roots: [cwd], signal };
  const harm: { line: string; harm: string[] }[] = [];
  let allowed = 0;
  const before = snapshot();
  for (const line of lines) {
    const { behaviour } = await judgeLine(line, context);
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

/** A usual run takes seconds; more than four times as many lines would show little more. */
const DEPTH = Math.min(Number(process.env.TEST_DEPTH ?? 1), 4);
/** A safety net, as in vitest.config.ts. */
const timeout = 300_000 * DEPTH;

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
  date
  date -f
  whoami
  which
  basename
  dirname
  true
  find
  find -L
  find . -name
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
  git log --oneline --
  git log -L1,2:a.txt
  git show
  git show --stat
  git blame
  git ls-files -o
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
  C && git status`);

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
  const lines = fc.sample(combined, { numRuns: 250 * DEPTH, ...(DEPTH === 1 && { seed: 1 }) });
  const { harm, allowed } = await harmDone(lines);
  expect(harm).toEqual([]);
  expect(allowed).toBeGreaterThan(10 * DEPTH);
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
  ]);
  expect(harm).toEqual([]);
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
