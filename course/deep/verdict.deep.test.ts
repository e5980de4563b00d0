// course/deep/verdict · the verdict that the root's READMEs quote is what the spec of s01 says of the starter in Python.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { LANGUAGES, readmeName } from "../base/languages.ts";
import { ROOT } from "../base/root.ts";
import { LANGUAGE } from "../base/say.ts";
import { promisesOf } from "../build/promises.ts";
import { isInstalled } from "../fixtures/elsewhere.ts";
import { reportOf } from "../judge/verdicts.ts";
import { parseReadme } from "../readme/parse.ts";
import { runPairs } from "../spec/run.ts";

/** The promises that the verdict names. */
const PROMISES = [
  "a command that the model asks for runs, and the model gets its output",
  "the loop goes on until a reply has no tool call",
  "every tool call of a reply gets its result in the very next message, in order",
];

afterEach(() => vi.unstubAllEnvs());

test.skipIf(!isInstalled("python3")).each(LANGUAGES)(
  "the starter in Python is judged as the README in %s says",
  async (language) => {
    vi.stubEnv(LANGUAGE, language); // a verdict is in the person's language
    const starter = join(ROOT, "course", "starters", "python");
    const [report] = await runPairs([{ spec: join(ROOT, "s01_agent_loop"), on: starter }], {
      only: PROMISES,
      language,
    });
    const promises = promisesOf(join(ROOT, "s01_agent_loop"));
    const printed = reportOf(report?.tests ?? [], false, promises).lines.flatMap((line) =>
      line.split("\n"),
    );
    const agent = await readFile(join(starter, "agent.py"), "utf8");
    const length = agent.trimEnd().split("\n").length;
    const text = await readFile(join(ROOT, readmeName(language)), "utf8");
    expect(text).toMatch(new RegExp(`\\b${length}\\b.*Python|Python.*\\b${length}\\b`));
    const quoted = parseReadme(text).blocks.find(({ lines }) =>
      lines.some((line) => /^ *\d+ ! \S/.test(line)),
    );
    expect(quoted?.lines).toHaveLength(PROMISES.length + 1);
    for (const line of quoted?.lines ?? []) expect(printed).toContainEqual(likeOf(line));
  },
);

/** A printed line that begins as the quoted one does, if that ends with an ellipsis. */
const likeOf = (line: string) =>
  line.endsWith("…") ? expect.stringContaining(line.slice(0, -1).trimEnd()) : line;
