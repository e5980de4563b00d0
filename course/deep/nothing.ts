// course/deep/nothing · two agents that do nothing of a chapter keep no promise of it: one without tools, one with bash alone.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { FIXTURES } from "../base/root.ts";
import type { Counts, SpecTest } from "../spec/report.ts";
import { runPairs } from "../spec/run.ts";

/** The agents, by the folder of their program. */
const AGENTS = ["echo", "bash-only"];

/** The ways to speak with them in which a promise could be taken for kept. */
const WAYS = [{ speaks: "control" }, { speaks: "lines", prompt: "me> ", patience: 5 }] as const;

/** Promises from s02 on that such an agent rightly keeps, each with a reason. There are none. */
const RIGHTLY_KEPT: { sentence: string; reason: string }[] = [];

/** The row of an agent in docs/judge: how many promises of s01, and of all later chapters, it keeps. */
export const rowOf = (agent: string, page: string): number[] | undefined =>
  new RegExp(`^\\| \`${agent}\` \\|[^|]*\\| (\\d+) of \\d+ \\| (\\d+) of \\d+ \\|$`, "m")
    .exec(page)
    ?.slice(1)
    .map(Number);

/** Runs each spec on the agents; `print` gets a line for each agent and way, and one for each promise that it keeps. */
export async function judgeNothing(
  chapters: string[],
  root: string,
  print: (line: string) => void,
): Promise<Counts> {
  const page = readFileSync(join(root, "docs", "judge", "README.md"), "utf8");
  const place = mkdtempSync(join(tmpdir(), "nothing-"));
  let [passed, failed] = [0, 0];
  const check = (isSo: boolean, line: string) => {
    if (isSo) passed += 1;
    else failed += 1;
    print(isSo ? line : `! ${line}`);
  };
  try {
    for (const agent of AGENTS)
      for (const way of WAYS) {
        const on = mkdtempSync(join(place, `${agent}-`));
        const command = ["node", join(FIXTURES, agent, "agent.mjs")];
        writeFileSync(join(on, "launch.json"), JSON.stringify({ command, ...way }));
        const reports = await runPairs(chapters.map((name) => ({ spec: join(root, name), on })));
        const kept = reports.flatMap(({ spec, tests }) =>
          keptOf(tests).map((sentence) => ({ spec: basename(spec), sentence })),
        );
        const first = kept.filter(({ spec }) => spec === chapters[0]).length;
        const later = kept.filter(({ spec }) => spec !== chapters[0]);
        const wrong = later.filter(({ sentence }) => !isRight(sentence));
        for (const { spec, sentence } of wrong)
          print(`    ${agent} keeps a promise of ${spec}: ${sentence}`);
        const counted = `${agent} by "${way.speaks}" keeps ${first} promises of s01, ${later.length} of later chapters`;
        check(wrong.length === 0, counted);
        if (way.speaks !== "control") continue;
        const row = rowOf(agent, page);
        check(
          row?.join() === [first, later.length].join(),
          `docs/judge says ${row?.join(" and ") ?? "nothing"} of ${agent}`,
        );
      }
  } finally {
    rmSync(place, { recursive: true });
  }
  return { passed, failed, skipped: 0 };
}

const keptOf = (tests: SpecTest[]): string[] =>
  tests.flatMap(({ verdict, name }) =>
    verdict === "passed" || verdict === "wording" ? [name] : [],
  );

const isRight = (sentence: string) => RIGHTLY_KEPT.some((one) => one.sentence === sentence);
