// skills/release-notes/commits · the commits since a tag, grouped by their prefix, as Markdown.
import { spawnSync } from "node:child_process";

const USAGE = `Usage: node skills/release-notes/commits.mjs [tag]
Prints the commits after the tag (default: the latest one that HEAD contains) as Markdown, merges left out.
Exit codes: 0 printed, 1 the repository cannot answer, 2 misuse.`;

/** In the order of the notes; what has none of these prefixes is "other". */
const TYPES = "feat fix perf revert refactor docs test build ci style chore".split(" ");
const GROUPS = ["breaking", ...TYPES, "other"];

/** `type(scope)!: text` */
const PREFIX = /^([a-z]+)(?:\(([^()]*)\))?(!)?:\s+(.+)$/i;
/** A footer and the lines that continue it, up to an empty line or the next footer. */
const BREAKING = /^BREAKING[ -]CHANGE:[ \t]*(.+(?:\n(?!\s*$|[\w-]+: ).+)*)/m;

/** A subject is text of anybody: nothing in it may steer the terminal or reorder a line. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** What the person can do something about: one line and the exit code. */
class Refusal extends Error {
  constructor(line, exitCode) {
    super(line);
    this.exitCode = exitCode;
  }
}

/** One run of git, without a shell. `log.showSignature` would print, and run, something else. */
function git(...args) {
  const result = spawnSync("git", ["--no-pager", "-c", "log.showSignature=false", ...args], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (!result.error) return result;
  const isMissing = result.error.code === "ENOENT";
  throw new Refusal(isMissing ? "git is not installed" : `git: ${result.error.message}`, 1);
}

/** What git prints; a failure is a Refusal with git's own first line. */
function read(...args) {
  const { status, stdout, stderr } = git(...args);
  if (status === 0) return stdout;
  throw new Refusal(`git ${args[0]}: ${oneLine(stderr.split("\n")[0])}`, 1);
}

const oneLine = (text) => text.replaceAll(UNSEEN, " ").replaceAll(/ {2,}/g, " ").trim();

function readArguments(args) {
  if (args.length > 1) {
    throw new Refusal(`one tag at most, not ${args.length} arguments; --help shows the usage`, 2);
  }
  const [tag] = args;
  if (tag === undefined) return undefined;
  if (tag.startsWith("-")) throw new Refusal(`no option ${oneLine(tag)}; --help shows them`, 2);
  if (/^$|[\s\p{Cc}~^:?*[\\]|\.\.|@\{/u.test(tag)) {
    throw new Refusal(`"${oneLine(tag)}" is no name of a tag (a range is not either)`, 2);
  }
  return tag;
}

function requireCommits() {
  const { status, stderr } = git("rev-parse", "--git-dir");
  if (status !== 0) {
    const isOutside = stderr.includes("not a git repository");
    const why = oneLine(stderr.split("\n")[0]);
    throw new Refusal(isOutside ? `${process.cwd()} is in no git repository` : why, 1);
  }
  if (git("rev-parse", "--verify", "--quiet", "HEAD^{commit}").status !== 0) {
    throw new Refusal("this repository has no commits yet", 1);
  }
}

/** The nearest tag behind HEAD, or undefined when there is none. */
function latestTag() {
  const { status, stdout } = git("describe", "--tags", "--abbrev=0", "HEAD");
  return status === 0 ? stdout.trim() : undefined;
}

function commitOf(tag) {
  const name = `refs/tags/${tag}^{commit}`;
  const { status, stdout } = git("rev-parse", "--verify", "--quiet", name);
  if (status === 0) return stdout.trim();
  throw new Refusal(`no tag "${tag}" that names a commit; \`git tag\` lists the tags`, 1);
}

/** Newest first. A NUL is the one character that no commit message can hold. */
function readCommits(range) {
  const format = "--format=%h%x00%s%x00%b";
  const text = read(
    "log",
    "-z",
    "--no-merges",
    "--no-color",
    "--encoding=UTF-8",
    format,
    range,
    "--",
  );
  const parts = text.split("\0");
  const count = Math.floor(parts.length / 3);
  return Array.from({ length: count }, (_, at) => {
    const [hash, subject, body] = parts.slice(at * 3, at * 3 + 3);
    return describe(hash, oneLine(subject), body.replaceAll("\r", ""));
  });
}

function describe(hash, subject, body) {
  const [, word = "", scope, mark, rest] = PREFIX.exec(subject) ?? [];
  const type = TYPES.find((one) => one === word.toLowerCase());
  const note = BREAKING.exec(body)?.[1];
  const isBreaking = note !== undefined || mark === "!";
  const text = type ? `${scope ? `**${oneLine(scope)}:** ` : ""}${rest}` : subject;
  const own = type ?? (/^Revert "/.test(subject) ? "revert" : "other");
  return { hash, text, note, group: isBreaking ? "breaking" : own };
}

function toMarkdown(commits, since) {
  const title = since ? `# Commits since ${since}` : "# Commits (no tag yet: all of them)";
  const groups = GROUPS.map((name) => [name, commits.filter(({ group }) => group === name)]);
  const sections = groups
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => `## ${name} (${members.length})\n\n${members.map(line).join("\n")}`);
  return [title, ...(sections.length > 0 ? sections : ["None."])].join("\n\n");
}

const line = ({ hash, text, note }) =>
  `- ${text} (${hash})${note === undefined ? "" : `\n  ${oneLine(note)}`}`;

/** A tag on another branch, or a clone without its history: the list is right, but perhaps not meant. */
function warnOfOtherBranch(tag, commit) {
  if (git("merge-base", "--is-ancestor", commit, "HEAD").status === 0) return;
  console.error(`commits: note: ${tag} is not behind HEAD (another branch, or a shallow clone)`);
}

function main(args) {
  if (args.includes("--help") || args.includes("-h")) return console.log(USAGE);
  const named = readArguments(args);
  requireCommits();
  const tag = named ?? latestTag();
  const commit = tag === undefined ? undefined : commitOf(tag);
  if (commit !== undefined) warnOfOtherBranch(tag, commit);
  console.log(toMarkdown(readCommits(commit === undefined ? "HEAD" : `${commit}..HEAD`), tag));
}

// `… | head` closes the pipe early: that is no failure.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`commits: ${error.message}`);
  process.exitCode = error.exitCode;
}
