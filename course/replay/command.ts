// course/replay/command · `course replay [s02] [README.zh.md] [--write] [--yes] [--json]`: READMEs, replayed.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { readWords, UsageError, usageOf } from "../base/usage.ts";
import { chapterFolder, listChapters } from "../chapters/list.ts";
import type { Counts } from "../spec/report.ts";
import type { Limit } from "../spec/watch.ts";
import { type Playing, startAll } from "./all.ts";
import { applyEdits, showEdit } from "./mend.ts";
import { readSessions } from "./readme.ts";
import type { Played } from "./session.ts";

/** How the command is called, what it does, and more. */
export const REPLAY_HELP = `course replay [CHAPTER | README]… [--write [--yes]] [--json]

Replays the sessions of READMEs with the practice model; without arguments all there are.
  --write   shows what is printed now, and writes it into the README after a yes
  --yes     writes without asking
  --json    the same for programs
Example: npm run course -- replay s02_tool_use/README.zh.md`;

const USAGE = usageOf(REPLAY_HELP);
const README = /^(?:README|details)(\.\w+)?\.md$/;

type Print = (line: string) => void;

/** Asks the person; undefined when there is no person to ask. */
type Confirm = (question: string) => Promise<boolean | undefined>;

/** A README after its sessions were played. */
interface Replayed {
  path: string;
  /** The path as the person sees it, from the course's root. */
  file: string;
  /** The argument that means this README, or its chapter. */
  target: string;
  sessions: Played[];
  real: number;
}

/** How sessions are played. */
interface How extends Playing {
  print: Print;
}

interface Options {
  confirm?: Confirm;
  /** The longest wait; with a limit of one's own, the sessions are played in this process, one after the other. */
  limit?: Limit;
  /** Sessions that passed earlier, with all that they depend on as it is now, are not played again. */
  isCached?: boolean;
  /** The folder that file names start from; npm runs scripts in the root, and says where the person is. */
  base?: string;
}

/**
 * Replays the sessions of READMEs with the practice model; without arguments all there are.
 * `print` takes lines. Returns the exit code: 0, or 1 when something differs.
 * Throws a UsageError for what cannot be run.
 *
 * A session is the ```console session=NAME blocks of one name in one README. What is typed follows
 * `$ `, `sNN >> `, `? QUESTION: ` (the answer is the word after the last colon), or is `^C`, `~ 2m` or `~ 30m x48`.
 * Every other line is a printed one. All that is printed from one typed line to the next, or to the end
 * of the turn, must be there; a line `…` stands for any lines, also for a `tokens:` line, whose estimates
 * vary. A printed line that would read as a typed one is written with a `…` before it.
 * The folder is shown as /home/you/projects/FIXTURE, or …/work without a fixture. npm's own banner and what an agent
 * prints when another one is started after it are not shown. A `sleep` takes the session's time, not that of the machine. An exit code is not asserted; a crash breaks the session.
 */
export async function replayCommand(
  args: string[],
  root: string,
  print: Print,
  options: Options = {},
): Promise<number> {
  const { failed } = await replay(args, root, print, options);
  return failed > 0 ? 1 : 0;
}

/** The same, with the sessions counted; blocks marked `real` are the skipped ones. */
export async function replay(
  args: string[],
  root: string,
  print: Print,
  { confirm = askPerson, limit, isCached = false, base = process.env.INIT_CWD }: Options = {},
): Promise<Counts> {
  const { paths, json, write, yes } = readArgs(args, root, base ?? process.cwd());
  const how = { root, limit, isCached, print: json ? () => {} : print };
  const play = (paths: string[]) => replayAll(paths, how);
  const first = await play(paths);
  const written = write ? await mendAll(first, print, yes ? async () => true : confirm) : [];
  const again = written.length > 0 ? await play(written) : [];
  const all = first.map((readme) => again.find(({ path }) => path === readme.path) ?? readme);
  const counts = countOf(all);
  if (json) print(JSON.stringify({ ...counts, readmes: all }, undefined, 2));
  else print(summary(counts));
  return counts;
}

function readArgs(args: string[], root: string, base: string) {
  const flag = { type: "boolean", default: false } as const;
  const options = { json: flag, write: flag, yes: flag };
  const { values, positionals } = readWords({ args, allowPositionals: true, options }, USAGE);
  if (values.json && values.write) throw new UsageError(`--json or --write. Usage: ${USAGE}`);
  const all = [root, ...listChapters(root).map((chapter) => join(root, chapter))];
  const paths =
    positionals.length === 0
      ? all.flatMap(readmesIn)
      : positionals.flatMap((name) => readmesOf(name, root, base));
  return { ...values, paths: [...new Set(paths)] };
}

/** The READMEs that an argument means: a file, or those of a chapter or folder, in all languages. */
function readmesOf(name: string, root: string, base: string): string[] {
  const file = [resolve(base, name), resolve(root, name)].find(isFile);
  if (file !== undefined) return [file];
  const found = readmesIn(chapterFolder(name, root, base));
  if (found.length > 0) return found;
  throw new UsageError(`${name} has no README.`);
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();

const readmesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => README.test(name))
    .sort()
    .map((name) => join(folder, name));

/** Plays all sessions, several at a time; what is told of them comes in the order of the pages. */
async function replayAll(paths: string[], { print, ...how }: How): Promise<Replayed[]> {
  const readmes = paths.map((path) => {
    const { sessions, real } = readSessions(readFileSync(path, "utf8"));
    const inside = relative(how.root, path);
    const file = inside.startsWith("..") ? path : inside;
    const readme: Replayed = { path, file, target: targetOf(file), sessions: [], real };
    return { readme, sessions };
  });
  const jobs = readmes.flatMap(({ readme, sessions }) =>
    sessions.map((session) => ({ readme, session })),
  );
  const ended = startAll(
    jobs.map(({ session }) => session),
    how,
  );
  for (const [at, { readme }] of jobs.entries()) {
    const played = await ended[at];
    if (played === undefined) continue;
    readme.sessions.push(played);
    for (const line of show(readme, played)) print(line);
  }
  return readmes.map(({ readme }) => readme);
}

/** `s02` for what belongs to a chapter. */
const targetOf = (file: string): string => /^(s\d\d)_\w+[/\\]/.exec(file)?.[1] ?? file;

function show({ file, target }: Replayed, { name, verdict, problems, edits }: Played): string[] {
  const mark = verdict === "passed" ? " " : "!";
  const details = problems.flatMap(({ line, message, expected, printed }) => {
    if (expected === undefined || printed === undefined) return [`${file}:${line}  ${message}`];
    const indented = printed.replaceAll("\n", "\n            ");
    return [`${file}:${line}  ${message}`, `  expected: ${expected}`, `  printed:  ${indented}`];
  });
  const mending = canBeMended({ verdict, edits })
    ? [`npm run course -- replay ${target} --write`]
    : [];
  const below = [...details, ...mending].flatMap((text) => text.split("\n"));
  return [
    `${mark} ${verdict.padEnd(7)} ${file} session ${name}`,
    ...below.map((text) => `    ${text}`),
  ];
}

/** The output of a broken session is never written into a README. */
const canBeMended = ({ verdict, edits }: Pick<Played, "verdict" | "edits">): boolean =>
  verdict === "failed" && edits.length > 0;

/** Shows what would make the READMEs say what was printed, and writes it after a yes; gives the files it wrote. */
async function mendAll(readmes: Replayed[], print: Print, confirm: Confirm): Promise<string[]> {
  const written: string[] = [];
  for (const { path, file, sessions } of readmes) {
    const edits = sessions.filter(canBeMended).flatMap(({ edits }) => edits);
    if (edits.length === 0) continue;
    for (const line of edits.flatMap((edit) => showEdit(file, edit))) print(line);
    const answer = await confirm(`Write this into ${file}? [y]es / [N]o`);
    if (answer === undefined)
      print(`There is no terminal to ask at, so ${file} is not changed: --yes writes it.`);
    if (answer !== true) continue;
    await writeFile(path, applyEdits(readFileSync(path, "utf8"), edits));
    written.push(path);
  }
  return written;
}

async function askPerson(question: string): Promise<boolean | undefined> {
  const { stdin: input, stdout: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  const reader = createInterface({ input, output });
  try {
    return /^y(es)?$/i.test((await reader.question(`${question} `)).trim());
  } finally {
    reader.close();
  }
}

function countOf(readmes: Replayed[]): Counts {
  const sessions = readmes.flatMap(({ sessions }) => sessions);
  const passed = sessions.filter(({ verdict }) => verdict === "passed").length;
  const skipped = readmes.reduce((sum, { real }) => sum + real, 0);
  return { passed, failed: sessions.length - passed, skipped };
}

const summary = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped (real)` : ""}`;
