// site/replay/main · `npm run site:replay [-- s01 …]`: the English sessions, played in Chromium, compared with sessions.json.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../course/base/root.ts";
import { listChapters } from "../../course/chapters/list.ts";
import { patience } from "../../course/replay/agent.ts";
import { readSessions, type Session } from "../../course/replay/readme.ts";
import { type Played, playSession } from "../../course/replay/session.ts";
import type { Limit } from "../../course/spec/watch.ts";
import { whyNot } from "../build/agents.ts";
import { closePages, leavePages, silence, useAgents } from "./place.ts";

/** By the page and the name of a session: "passed", or why it can't run here. */
type Known = Record<string, string>;

const LIST = join(ROOT, "site/sessions.json");
const PASSED = "passed";
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

function jobsOf(words: string[]): Job[] {
  const chapters = listChapters(ROOT).filter(
    (name) =>
      whyNot(name) === undefined &&
      (words.length === 0 || words.some((word) => word.slice(0, 3) === name.slice(0, 3))),
  );
  const only = new Set(words.flatMap((word) => word.split(":").slice(1)));
  return chapters.flatMap((chapter) =>
    ["README.md", "details.md"].flatMap((page) => {
      const path = join(ROOT, chapter, page);
      if (!existsSync(path)) return [];
      const { sessions } = readSessions(readFileSync(path, "utf8"));
      return sessions
        .filter(({ name }) => only.size === 0 || only.has(name))
        .map((session) => ({ key: `${chapter}/${page} ${session.name}`, session }));
    }),
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

async function main(args: string[]): Promise<number> {
  const isWriting = args.includes("--write");
  const known = readList();
  const jobs = jobsOf(args.filter((word) => !word.startsWith("--")));
  if (jobs.length === 0) {
    console.error(
      "There is no such session, or none that could run in a page. Usage: npm run site:replay [-- s01 s02:NAME] [--write]",
    );
    return 2;
  }
  useAgents(process.env.SITE_AGENTS ?? join(ROOT, "site/dist-replay"));
  const found: Known = {};
  let surprises = 0;
  for (const { key, session } of jobs) {
    const begun = performance.now();
    const played = await play(session);
    const verdict = verdictOf({ key, played }, known);
    if (verdict !== "") surprises++;
    const isPassed = played.verdict === PASSED;
    found[key] = isPassed ? PASSED : (known[key] ?? "not looked into yet");
    if (!isPassed && found[key] === PASSED) found[key] = "not looked into yet";
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${isPassed ? " " : "!"} ${key} ${seconds} s  ${verdict}`);
    if (!isPassed) for (const row of show(played)) console.log(row);
  }
  await closePages();
  const passed = Object.values(found).filter((one) => one === PASSED).length;
  console.log(`${passed} of ${jobs.length} sessions pass in a page`);
  if (!isWriting) return surprises > 0 ? 1 : 0;
  const all = Object.entries({ ...known, ...found }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`);
  return 0;
}

process.exit(await main(process.argv.slice(2)));
