import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { openLines, readLines } from "./lineFile.ts";

const schema = z.object({ at: z.number() });

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lines-"));
});
afterEach(() => rm(folder, { recursive: true }));

const read = async () => readLines(await readFile(join(folder, "lines"), "utf8"), schema);

test("what was added is read again, and a torn line spoils neither the one before it nor the one after it", async () => {
  const first = await openLines("lines", folder);
  await first.add({ at: 1 });
  await first.close();
  await appendFile(join(folder, "lines"), '{"at":2');
  const torn = await read();
  expect(torn).toEqual({ lines: [{ at: 1 }], isTorn: true });
  const second = await openLines("lines", folder, torn.isTorn);
  await second.add({ at: 3 });
  await second.add({ at: 4 });
  await second.close();
  await second.close();
  expect(await read()).toEqual({ lines: [{ at: 1 }, { at: 3 }, { at: 4 }], isTorn: false });
});

test("a line that is no JSON is left out, and one of another form is refused", () => {
  const { lines } = readLines('{"at":1}\nnonsense\n\n{"at":3}\n', schema);
  expect(lines).toEqual([{ at: 1 }, { at: 3 }]);
  expect(readLines("", schema)).toEqual({ lines: [], isTorn: false });
  const other = '{"at":1}\n{"at":"2"}\n';
  expect(() => readLines(other, schema)).toThrow(/^its line 2 has a form that is not known/);
});
