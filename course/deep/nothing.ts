// course/deep/nothing · two agents that do nothing of a chapter keep no promise of it: one without tools, one with bash alone.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { FIXTURES } from "../base/root.ts";
import { promisesOf } from "../build/promises.ts";
import type { Counts, SpecTest } from "../spec/report.ts";
import { runPairs } from "../spec/run.ts";

/** The ways to speak with an agent in which a promise could be taken for kept. */
const CONTROL = { speaks: "control" } as const;
const LINES = { speaks: "lines", prompt: "me> ", patience: 5 } as const;
type Way = typeof CONTROL | typeof LINES;

/** The agents, by the folder of their program. In lines, only the one that can do more. */
const TRIALS: { agent: string; way: Way }[] = [
  { agent: "echo", way: CONTROL },
  { agent: "bash-only", way: CONTROL },
  { agent: "bash-only", way: LINES },
];

/** More than there are cores: these agents are mostly waited for in vain. */
const WORKERS = availableParallelism() + 3;

/** Promises from s02 on that such an agent rightly keeps, each with a reason. There are none. */
const RIGHTLY_KEPT: { sentence: string; reason: string }[] = [];

/** The row of an agent in docs/judge: how many promises of s01 it keeps, of how many, and the same of all later chapters. */
export const rowOf = (agent: string, page: string): number[] | undefined =>
  new RegExp(`^\\| \`${agent}\` \\|[^|]*\\| (\\d+) of (\\d+) \\| (\\d+) of (\\d+) \\|$`, "m")
    .exec(page)
    ?.slice(1)
    .map(Number);

/** Runs each spec on the agents; `print` gets a line for each agent and way, and one for each promise that it wrongly keeps. */
export async function judgeNothing(
  chapters: string[],
  root: string,
  print: (line: string) => void,
): Promise<Counts> {
  const [ofFirst = 0, ...ofOthers] = chapters.map((name) => promisesOf(join(root, name)).length);
  const ofLater = ofOthers.reduce((sum, count) => sum + count, 0);
  const page = readFileSync(join(root, "docs", "judge", "README.md"), "utf8");
  const checks: boolean[] = [];
  const check = (isSo: boolean, line: string) => {
    checks.push(isSo);
    print(isSo ? line : `! ${line}`);
  };
  for (const { agent, way } of TRIALS) {
    const { first, later, wrong } = await keptBy(agent, way, { chapters, root });
    for (const line of wrong) print(`    ${agent} keeps a promise of ${line}`);
    const counted = `${first} promises of s01, ${later} of later chapters`;
    check(wrong.length === 0, `${agent} by "${way.speaks}" keeps ${counted}`);
    const row = rowOf(agent, page)?.join() ?? "nothing";
    if (way.speaks === "control")
      check(row === [first, ofFirst, later, ofLater].join(), `docs/judge says of ${agent}: ${row}`);
  }
  const passed = checks.filter(Boolean).length;
  return { passed, failed: checks.length - passed, skipped: 0 };
}

/** How many promises of the first chapter and of later ones an agent keeps, and which of these are not in the list. */
async function keptBy(
  agent: string,
  way: Way,
  { chapters, root }: { chapters: string[]; root: string },
) {
  const on = mkdtempSync(join(tmpdir(), "nothing-"));
  try {
    const command = ["node", join(FIXTURES, agent, "agent.mjs")];
    writeFileSync(join(on, "launch.json"), JSON.stringify({ command, ...way }));
    const pairs = chapters.map((name) => ({ spec: join(root, name), on }));
    const reports = await runPairs(pairs, { workers: WORKERS });
    const kept = reports.flatMap(({ spec, tests }) =>
      keptOf(tests).map((sentence) => ({ chapter: basename(spec), sentence })),
    );
    const later = kept.filter(({ chapter }) => chapter !== chapters[0]);
    const wrong = later.filter(({ sentence }) => !isRight(sentence));
    return {
      first: kept.length - later.length,
      later: later.length,
      wrong: wrong.map(({ chapter, sentence }) => `${chapter}: ${sentence}`),
    };
  } finally {
    rmSync(on, { recursive: true });
  }
}

const keptOf = (tests: SpecTest[]): string[] =>
  tests.flatMap(({ verdict, name }) =>
    verdict === "passed" || verdict === "wording" ? [name] : [],
  );

const isRight = (sentence: string) => RIGHTLY_KEPT.some((one) => one.sentence === sentence);
