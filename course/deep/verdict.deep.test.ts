// course/deep/verdict · the verdict that the root's READMEs quote is what the spec of s04 says of such an agent.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES, readmeName } from "../base/languages.ts";
import { ROOT } from "../base/root.ts";
import { reportOf } from "../judge/verdicts.ts";
import { parseReadme } from "../readme/parse.ts";
import { runSpecs } from "../spec/run.ts";
import { copyOf } from "./copy.ts";

/** The agent begins to count again with each prompt: a mistake that is easily made. */
const START = "UserPromptSubmit({ source, context }) {";
const MISTAKE = `${START}\n        calls = 0;`;

test("an agent of s04 that counts wrong is judged as the READMEs say", async () => {
  const place = await mkdtemp(join(tmpdir(), "verdict-"));
  try {
    const copy = await copyOf(join(ROOT, "s04_hooks"), place, "my_s04");
    const file = join(copy, "log.ts");
    const text = await readFile(file, "utf8");
    expect(text).toContain(START);
    await writeFile(file, text.replace(START, MISTAKE));
    const { tests } = await runSpecs({ spec: join(ROOT, "s04_hooks"), on: copy });
    const printed = reportOf(tests, false).lines.flatMap((line) => line.split("\n"));
    for (const language of LANGUAGES) {
      const readme = parseReadme(await readFile(join(ROOT, readmeName(language)), "utf8"));
      const quoted = readme.blocks.find(({ lines }) =>
        lines.some((line) => /^! failed/.test(line)),
      );
      expect(printed).toEqual(expect.arrayContaining(quoted?.lines ?? ["no verdict"]));
    }
  } finally {
    await rm(place, { recursive: true });
  }
}, 120_000);
