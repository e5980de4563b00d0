// course/deep/break-its · a README that says what breaks, and one that is wrong about it.
import { join } from "node:path";
import { expect, test } from "vitest";
import { FIXTURES } from "../base/root.ts";
import { breakOne } from "./break-its.ts";

const TOY = join(FIXTURES, "toy-agent");
const NOTHING_ASKED = [
  "-await runAgent({ clock: true, asks: true });",
  "+await runAgent({ clock: true, asks: false });",
];

function readme(diff: string[], prose: string, quoted = ""): string {
  const blocks = [["```diff code.ts", ...diff, "```"], [prose], ["```text", quoted, "```"]];
  return ["## Break it", ...blocks.flatMap((lines) => ["", ...lines]), "", "## Next", ""].join(
    "\n",
  );
}

const PROSE = "`npm run course -- spec s01` says so:";

/** The output of a spec that finds a broken promise, and of one that finds none. */
const finds = async () => ({ found: true, output: "! failed  a question is asked" });
const findsNone = async () => ({ found: false, output: "3 passed, 0 failed" });

test("a break that the spec finds is as the README says", async () => {
  const text = readme(
    NOTHING_ASKED,
    PROSE,
    "! failed  a question is asked and its answer reaches the model",
  );
  expect(await breakOne(TOY, text)).toBeUndefined();
});

test("a line that the spec does not say is missed", async () => {
  const text = readme(NOTHING_ASKED, PROSE, "! failed  the moon");
  expect(await breakOne(TOY, text, finds)).toContain('not a word of "! failed  the moon"');
});

test("a line that is quoted in a sentence is looked for, too", async () => {
  const sentence = "`npm run course -- spec s01` finds it: `! failed  the moon`.";
  expect(await breakOne(TOY, readme(NOTHING_ASKED, sentence), finds)).toContain("the moon");
});

test("an edit that breaks nothing is reported, and so is an edit that fits nowhere", async () => {
  const same = ["-await runAgent({ clock", "+await runAgent({ asks: true, clock"];
  const comment = [" await runAgent({ clock: true, asks: true });", "+// a comment"];
  expect(await breakOne(TOY, readme(comment, PROSE), findsNone)).toContain("nothing was found");
  await expect(breakOne(TOY, readme(same, PROSE), finds)).rejects.toThrow("no place");
});

test("a section without an edit or a command is reported", async () => {
  expect(await breakOne(TOY, "## Break it\n\nBreak it.\n")).toBe("there is no diff in the section");
  expect(await breakOne(TOY, readme(NOTHING_ASKED, "Look."))).toContain("names no command");
});
