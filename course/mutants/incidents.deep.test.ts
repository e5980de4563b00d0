// Each draft that docs/incidents names with a promise breaks that promise.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ROOT } from "../base/root.ts";
import { promisesOf } from "../build/promises.ts";
import { draftAt } from "../chapters/drafts.ts";
import type { Row } from "../trials/row.ts";
import { runRows } from "../trials/run.ts";

const incidents = z
  .array(z.object({ draft: z.string().optional(), only: z.number().optional() }))
  .parse(JSON.parse(readFileSync(join(ROOT, "docs/incidents/incidents.json"), "utf8")));

/** By the name of a draft, the numbers of the promises that it breaks. */
const named = new Map<string, number[]>();
for (const { draft, only } of incidents)
  if (draft !== undefined && only !== undefined)
    named.set(draft, [...(named.get(draft) ?? []), only]);

const rowOf = ([name, numbers]: [string, number[]]): Row => {
  const on = join(ROOT, name);
  const spec = draftAt(on)?.chapter ?? on;
  const promises = promisesOf(spec);
  return {
    ...{ spec, on, title: `${name} breaks ${numbers.join(", ")}` },
    only: numbers.map((number) => promises[number - 1] ?? `promise ${number}`),
    expect: { exactly: [], not: "failing" },
  };
};

test("each draft that docs/incidents names breaks the promise that it is named with", async () => {
  const outcomes = await runRows([...named].map(rowOf));
  expect(outcomes).toHaveLength(named.size);
  expect(outcomes.flatMap(({ counts, lines }) => (counts.failed > 0 ? lines : []))).toEqual([]);
});
