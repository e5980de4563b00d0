// site/replay/main · `npm run site:replay [-- s01 …]`: the sessions of the pages, played in Chromium, compared with sessions.json.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../../course/base/root.ts";
import { messageOf } from "../../course/base/text.ts";
import { UsageError } from "../../course/base/usage.ts";
import { listChapters } from "../../course/chapters/list.ts";
import { patience } from "../../course/replay/agent.ts";
import { readSessions, type Session } from "../../course/replay/readme.ts";
import { type Played, playSession } from "../../course/replay/session.ts";
import type { Limit } from "../../course/spec/watch.ts";
import { isReason, type Known, PASSED, UNKNOWN } from "../build/reasons.ts";
import { closePages, leavePages, silence, useAgents } from "./stages.ts";
import { LANGUAGES, type Language, pagesOf, tableOf } from "./table.ts";

const LIST = join(ROOT, "site/sessions.json");
const USAGE = `Usage: npm run site:replay [-- s01 s02:NAME] [--language ${LANGUAGES.join("|")}|all] [--write]
       npm run site:replay -- --table`;
/** Shorter than on a computer, where a busy processor is no fault: what a page cannot do is waited for in vain. */
const MOST_MS = 40_000;

const limit: Limit = (what) =>
  Math.min(typeof patience === "number" ? patience : patience(what), MOST_MS);

/** A session that prints nothing, asks nothing and waits for no clock for so long is given up. */
const SILENCE_MS = 60_000;

async function play(session: Session): Promise<Played> {
  const over = new AbortController();
  const played = playSession(session, { root: ROOT, limit });
  const found = await Promise.race([played, silence(SILENCE_MS, over)]);
  over.abort();
  if (found !== undefined) return found;
  await leavePages();
  const { name, line } = session;
  const message = `Given up: ${SILENCE_MS / 1000} s without a line, a request or a step of the clock`;
  return { name, line, verdict: "broken", problems: [{ line, message }], edits: [] };
}

interface Job {
  key: string;
  session: Session;
}

/** The sessions of these chapters, or those that are named in them, on the pages of some languages. */
function jobsOf(words: string[], languages: readonly Language[]): Job[] {
  const asked = words.map((word) => word.split(":"));
  return listChapters(ROOT).flatMap((chapter) => {
    const own = asked.filter(([short = ""]) => short.slice(0, 3) === chapter.slice(0, 3));
    if (words.length > 0 && own.length === 0) return [];
    const names = own.flatMap(([, name]) => name ?? []);
    const isWhole = names.length < own.length || own.length === 0;
    return sessionsIn(chapter, languages).filter(
      ({ session: { name } }) => isWhole || names.includes(name),
    );
  });
}

/** Those of a chapter's pages. */
function sessionsIn(chapter: string, languages: readonly Language[]): Job[] {
  const pages = languages.flatMap((language) =>
    pagesOf(language).map((page) => join(chapter, page)),
  );
  return pages
    .filter((page) => existsSync(join(ROOT, page)))
    .flatMap((page) =>
      readSessions(readFileSync(join(ROOT, page), "utf8")).sessions.map((session) => ({
        key: `${page} ${session.name}`,
        session,
      })),
    );
}

/** What is to be told of a session; nothing when it is as the list says. */
function verdictOf({ key, played }: { key: string; played: Played }, known: Known): string {
  const expected = known[key];
  const isPassed = played.verdict === PASSED;
  if (isPassed && expected === PASSED) return "";
  if (isPassed) return expected === undefined ? "is new, and passes" : "passes now";
  if (expected === PASSED) return "does not pass any more";
  return expected === undefined ? "is new, and does not pass" : "";
}

function show({ problems }: Played): string[] {
  return problems.slice(0, 3).flatMap(({ line, message, expected, printed }) => {
    const rows = [`${line}: ${message}`];
    if (expected !== undefined) rows.push(`expected: ${expected}`);
    if (printed !== undefined) rows.push(`printed:  ${printed.slice(0, 600)}`);
    return rows.flatMap((row) => row.split("\n")).map((row) => `      ${row}`);
  });
}

function readList(): Known {
  return existsSync(LIST) ? JSON.parse(readFileSync(LIST, "utf8")) : {};
}

/** Plays them one after the other and tells of each; gives what became of them, and how many are not as the list says. */
async function playAll(jobs: Job[], known: Known) {
  const found: Known = {};
  let surprises = 0;
  for (const { key, session } of jobs) {
    const begun = performance.now();
    const played = await play(session);
    const verdict = verdictOf({ key, played }, known);
    if (verdict !== "") surprises++;
    const isPassed = played.verdict === PASSED;
    const reason = known[key];
    found[key] = isPassed ? PASSED : reason !== undefined && isReason(reason) ? reason : UNKNOWN;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${isPassed ? " " : "!"} ${key} ${seconds} s  ${verdict}`);
    if (!isPassed) for (const row of show(played)) console.log(row);
  }
  return { found, surprises };
}

/** The table of all sessions, also of those that were not measured. */
function showTable(known: Known) {
  const all = listChapters(ROOT).flatMap((chapter) => sessionsIn(chapter, LANGUAGES));
  const keys = all.map(({ key }) => key);
  for (const row of tableOf(keys, (key) => known[key] ?? UNKNOWN)) console.log(row);
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const known = readList();
  if (values.table) {
    showTable(known);
    return 0;
  }
  const languages = LANGUAGES.filter((name) => [name, "all"].includes(values.language));
  const jobs = jobsOf(positionals, languages);
  if (jobs.length === 0) throw new UsageError("There is no such session.");
  useAgents(join(ROOT, "site/dist-replay"));
  const { found, surprises } = await playAll(jobs, known);
  await closePages();
  const passed = Object.values(found).filter((one) => one === PASSED).length;
  console.log(`${passed} of ${jobs.length} sessions pass in a page`);
  if (!values.write) return surprises > 0 ? 1 : 0;
  const all = Object.entries({ ...readList(), ...found }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`);
  return 0;
}

const OPTIONS = {
  language: { type: "string", default: "en" },
  write: { type: "boolean" },
  table: { type: "boolean" },
} as const;

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  const isMisuse = error instanceof UsageError || Object(error).code?.startsWith("ERR_PARSE_ARGS");
  if (!isMisuse) throw error;
  console.error(`${messageOf(error)}\n${USAGE}`);
  process.exit(2);
}
