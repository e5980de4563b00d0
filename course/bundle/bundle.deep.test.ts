import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FIXTURES } from "../base/root.ts";

const TOY = join(FIXTURES, "toy-agent");
let folder = "";

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "bundle-")), "s01_copy");
  await mkdir(folder);
});

afterEach(async () => {
  await rm(dirname(folder), { recursive: true });
});

test("processes that want the same bundle at once all get it whole", async () => {
  await cp(TOY, folder, { recursive: true });
  await writeFile(join(folder, "code.ts"), `console.log("${"x".repeat(2_000_000)}".length);`);
  const script = [
    `import { bundleChapter } from ${JSON.stringify(join(import.meta.dirname, "bundle.ts"))};`,
    `import { execFileSync } from "node:child_process";`,
    `const bundle = await bundleChapter(${JSON.stringify(folder)});`,
    "console.log(bundle, execFileSync(process.execPath, [bundle], { encoding: 'utf8' }));",
  ].join("\n");
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  const ask = () => promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  const answers = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
  expect(answers[0]?.stdout).toContain(" 2000000");
});
