// docs/others/README.md says how an agent of the official SDK does under our specs: the numbers are measured again.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FIXTURES, ROOT } from "../base/root.ts";
import type { Verdict } from "../spec/errors.ts";
import { runSpecs } from "../spec/run.ts";

const PAGE = readFileSync(join(ROOT, "docs", "others", "README.md"), "utf8");

/** The numbers of a row of its table: kept, broken, not judged. */
const rowOf = (spec: string) =>
  (new RegExp(`^\\| tool runner \\| ${spec} \\|(.*)\\|$`, "m").exec(PAGE)?.[1] ?? "")
    .split("|")
    .map(Number);

test.for([
  ["s01", "s01_agent_loop"],
  ["s02", "s02_tool_use"],
] as const)(
  "the row of the SDK's tool runner under %s is right",
  async ([spec, folder], context) => {
    const isOld = Number(process.versions.node.split(".")[0]) < 22;
    context.skip(spec === "s02" && isOld, "the SDK's glob needs Node 22");
    const { tests } = await runSpecs({
      spec: join(ROOT, folder),
      on: join(FIXTURES, "tool-runner"),
    });
    const count = (...wanted: Verdict[]) =>
      tests.filter(({ verdict }) => wanted.includes(verdict)).length;
    const measured = [count("passed"), count("failed", "broken")];
    expect([...measured, count("not judged")]).toEqual(rowOf(spec));
  },
);

test("the SDK is the one that the page names", () => {
  const { version } = JSON.parse(
    readFileSync(join(ROOT, "node_modules", "@anthropic-ai", "sdk", "package.json"), "utf8"),
  );
  expect(PAGE).toContain(`\`@anthropic-ai/sdk\` ${version}`);
});
