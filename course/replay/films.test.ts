// course/replay/films · the film of a README is written from its session, and a film of another session is found.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FIXTURES } from "../base/root.ts";
import { replayCommand } from "./command.ts";
import { writeFilms } from "./films.ts";

const SESSION = ["```console session=a film=minute", "$ npx tsx s90_toy/code.ts", "toy"];
const FILM = "docs/minute.ja.svg";

let folder = "";
let root = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "films-"));
  root = join(folder, "replay");
  for (const name of ["replay", "toy-agent"])
    cpSync(join(FIXTURES, name), join(folder, name), { recursive: true });
  mkdirSync(join(root, "docs"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (...lines: string[]) =>
  writeFileSync(join(root, "README.ja.md"), [...SESSION, ...lines, "```", ""].join("\n"));

async function replay() {
  const lines: string[] = [];
  const code = await replayCommand(["README.ja.md"], root, (line) => lines.push(line), {
    base: root,
  });
  return { code, lines: lines.map((line) => line.trim()) };
}

test("a film is written once, in the language of its page, and the replay passes", async () => {
  put("s90 >> say one", "one");
  expect(await writeFilms(root)).toEqual({ written: [FILM], faults: [] });
  const film = readFileSync(join(root, FILM), "utf8");
  expect(film).toContain("最初の 1 分");
  expect(film).toContain(">say one</text>");
  expect(await writeFilms(root)).toEqual({ written: [], faults: [] });
  expect((await replay()).code).toBe(0);
});

test("a film of yesterday's session fails the replay, which names the command that mends it", async () => {
  put("s90 >> say one", "one");
  await writeFilms(root);
  put("s90 >> say two", "two");
  const { code, lines } = await replay();
  expect(code).toBe(1);
  expect(lines).toContain(`README.ja.md:1  ${FILM} is not the film of this session`);
  expect(lines).toContain("npm run course -- check --write");
});

test("a session that differs from its page is not filmed", async () => {
  put("s90 >> say one", "two");
  const { written, faults } = await writeFilms(root);
  expect(written).toEqual([]);
  expect(faults).toMatchObject([{ file: "README.ja.md", line: 1 }]);
});
