// skills/commits · the script of release-notes, run for real in a repository of its own.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const SCRIPT = join(import.meta.dirname, "release-notes", "commits.mjs");

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "commits-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing of the person's settings, nor of a hook this test may run in; the same hashes on every run. */
const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: folder,
  GIT_CEILING_DIRECTORIES: join(folder, ".."),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
  GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
});

function run(command: string, args: string[], env = environment()) {
  const options = { cwd: folder, env, encoding: "utf8" } as const;
  const result = spawnSync(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  if (result.error) throw result.error;
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}

function git(...args: string[]): string {
  const { code, stdout, stderr } = run("git", args);
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

const commits = (...args: string[]) => run(process.execPath, [SCRIPT, ...args]);

/** What the script prints, each hash in its brackets as (hash): it must be one of this repository. */
function printed(...args: string[]): string {
  const known = git("rev-list", "--all", "--abbrev-commit").split("\n");
  const { code, stdout, stderr } = commits(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.replaceAll(/\(([0-9a-f]{7,})\)$/gm, (whole, hash) =>
    known.includes(hash) ? "(hash)" : whole,
  );
}

function createRepository(...messages: string[]) {
  git("init", "--quiet", "--initial-branch=main");
  commitAll(...messages);
}

function commitAll(...messages: string[]) {
  for (const message of messages) {
    git("commit", "--quiet", "--allow-empty", "--cleanup=verbatim", "--message", message);
  }
}

test("commits after the latest tag are grouped by prefix, what breaks first, the rest as other", () => {
  createRepository("feat: before the first release");
  git("tag", "v1.0.0");
  commitAll("feat: in the second release");
  git("tag", "--annotate", "--message", "two", "v2.0.0");
  commitAll(
    "Fix(search): accents are found",
    "feat: exports keep the zone",
    "s03: a question shows both ends",
    "feat(cli)!: --out is now --output",
    "fix: the last page has entries\n\nNobody saw it.",
    "chore: drop Node 18\n\nBREAKING CHANGE: install 20.19\r\nor newer\nReviewed-by: Bob",
    'Revert "feat: exports keep the zone"',
  );

  expect(printed()).toBe(`# Commits since v2.0.0

## breaking (2)

- drop Node 18 (hash)
  install 20.19 or newer
- **cli:** --out is now --output (hash)

## feat (1)

- exports keep the zone (hash)

## fix (2)

- the last page has entries (hash)
- **search:** accents are found (hash)

## revert (1)

- Revert "feat: exports keep the zone" (hash)

## other (1)

- s03: a question shows both ends (hash)
`);
});

test("a tag by name is where the list begins", () => {
  createRepository("one");
  git("tag", "release/1.0");
  commitAll("two");
  git("tag", "release/2.0");
  commitAll("three");

  expect(printed("release/1.0")).toContain("## other (2)\n\n- three (hash)\n- two (hash)\n");
  expect(printed("release/2.0")).toContain("## other (1)\n\n- three (hash)\n");
});

test("nothing after the tag is said as None", () => {
  createRepository("one");
  git("tag", "v1");

  expect(printed()).toBe("# Commits since v1\n\nNone.\n");
});

test("without any tag all commits are listed, and the title says so", () => {
  createRepository("one");

  expect(printed()).toBe("# Commits (no tag yet: all of them)\n\n## other (1)\n\n- one (hash)\n");
});

test("merges are left out, the commits they brought are not", () => {
  createRepository("one");
  git("switch", "--quiet", "--create", "side");
  commitAll("fix: on the side");
  git("switch", "--quiet", "main");
  git("merge", "--quiet", "--no-ff", "--message", "the merge", "side");

  const text = printed();

  expect(text).toContain("- on the side (hash)");
  expect(text).not.toContain("the merge");
});

test("a file named HEAD, escape sequences in a subject and another encoding change nothing", () => {
  createRepository("feat: \u001b[31mred\u202e text", "fix: 日本語 😀", "fix: café");
  writeFileSync(join(folder, "HEAD"), "");
  git("config", "i18n.logOutputEncoding", "ISO-8859-1");

  const text = printed();

  expect(text).toContain("- [31mred text (hash)");
  expect(text).toContain("- café (hash)\n- 日本語 😀 (hash)\n");
});

test("a repository that wants signatures shown does not get its own program run", () => {
  createRepository("one");
  const [header = "", message = ""] = git("cat-file", "commit", "HEAD").split("\n\n");
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n -----END PGP SIGNATURE-----";
  writeFileSync(join(folder, "signed"), `${header}\n${signature}\n\n${message}\n`);
  git("reset", "--quiet", "--soft", git("hash-object", "-t", "commit", "-w", "signed"));
  writeFileSync(join(folder, "program"), "#!/bin/sh\ntouch ran\n", { mode: 0o755 });
  git("config", "gpg.program", join(folder, "program"));
  git("config", "log.showSignature", "true");

  expect(printed()).toContain("- one (hash)");

  expect(existsSync(join(folder, "ran"))).toBe(false);
});

test("a tag on another branch is noted beside the list", () => {
  createRepository("one");
  git("switch", "--quiet", "--create", "side");
  commitAll("on the side");
  git("tag", "v1");
  git("switch", "--quiet", "main");
  commitAll("two");

  const { code, stdout, stderr } = commits("v1");

  expect(code).toBe(0);
  expect(stdout).toMatch(/^# Commits since v1\n\n## other \(1\)\n\n- two \(\w+\)\n$/);
  expect(stderr).toBe(
    "commits: note: v1 is not behind HEAD (another branch, or a shallow clone)\n",
  );
});

test("an unknown tag, and a branch in its place, end in one line and code 1", () => {
  createRepository("one");

  for (const name of ["v9", "main"]) {
    expect(commits(name)).toEqual({
      code: 1,
      stdout: "",
      stderr: `commits: no tag "${name}" that names a commit; \`git tag\` lists the tags\n`,
    });
  }
});

test("a folder in no repository ends in one line and code 1", () => {
  expect(commits()).toEqual({
    code: 1,
    stdout: "",
    stderr: `commits: ${folder} is in no git repository\n`,
  });
});

test("a repository without commits ends in one line and code 1", () => {
  createRepository();

  const stderr = "commits: this repository has no commits yet\n";
  expect(commits()).toEqual({ code: 1, stdout: "", stderr });
});

test("a machine without git ends in one line and code 1", () => {
  const result = run(process.execPath, [SCRIPT], { ...environment(), PATH: folder });

  expect(result).toEqual({ code: 1, stdout: "", stderr: "commits: git is not installed\n" });
});

test.each([
  [["v1", "v2"], "one tag at most, not 2 arguments; --help shows the usage"],
  [["--output=stolen"], "no option --output=stolen; --help shows them"],
  [["v1..v2"], '"v1..v2" is no name of a tag (a range is not either)'],
  [["v1\n; id"], '"v1 ; id" is no name of a tag (a range is not either)'],
  [[""], '"" is no name of a tag (a range is not either)'],
])("misuse %j ends in one line and code 2, before git is asked", (args, line) => {
  expect(commits(...args)).toEqual({ code: 2, stdout: "", stderr: `commits: ${line}\n` });
});

test("--help prints the usage, also outside of a repository", () => {
  const { code, stdout, stderr } = commits("--help");

  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Usage: node skills\/release-notes\/commits\.mjs \[tag\]\n/);
});
