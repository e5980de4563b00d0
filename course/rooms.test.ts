// course/rooms · each room's page names its files and what it uses, as the code has it; no room imports one that needs it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./base/root.ts";
import { listFiles } from "./chapters/files.ts";
import { importsOf } from "./chapters/imports.ts";
import { parseReadme } from "./readme/parse.ts";

const COURSE = join(ROOT, "course");
const rooms = readdirSync(COURSE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^[.]|node_modules/.test(entry.name))
  .map(({ name }) => name);

const isTest = (file: string) => /\.test\.ts$/.test(file);
const sourcesOf = (room: string) =>
  listFiles(join(COURSE, room)).filter((file) => /\.(ts|mjs)$/.test(file) && !isTest(file));

/** The other rooms, shared/ and practice/, that a room's files import. Fixtures and starters are programs of their own. */
function usedBy(room: string): string[] {
  const isApart = room === "fixtures" || room === "starters";
  const targets = (isApart ? [] : sourcesOf(room)).flatMap((file) => {
    const path = `course/${room}/${file}`;
    return importsOf(path, readFileSync(join(ROOT, path), "utf8")).map(({ target = "" }) => target);
  });
  const folders = targets.map((target) => target.replace(/^course\//, "").split("/")[0] ?? "");
  const isKnown = (name: string) =>
    name !== room && (rooms.includes(name) || ["shared", "practice"].includes(name));
  return [...new Set(folders)].filter(isKnown).sort();
}

const pageOf = (room: string) =>
  parseReadme(readFileSync(join(COURSE, room, "README.md"), "utf8")).prose;

/** What the first cell of each row of a table leads to. */
const namedIn = (room: string) =>
  pageOf(room).flatMap(({ text }) => /^\| \[([^\]]+)\]\(\1\) \|/.exec(text)?.[1] ?? []);

test.each(rooms)("the page of %s names all that is in it", (room) => {
  const there = readdirSync(join(COURSE, room)).filter(
    (name) => name !== "README.md" && !isTest(name) && !/\.d\.mts$|^[.]/.test(name),
  );
  expect(namedIn(room).sort()).toEqual(there.sort());
});

test.each(rooms)("the page of %s says what it uses", (room) => {
  const [said = ""] = pageOf(room).flatMap(({ words }) => /^Uses: (.*)\.$/.exec(words)?.[1] ?? []);
  const names = said === "nothing else of the course" ? [] : said.split(", ");
  expect(names.sort()).toEqual(usedBy(room));
});

test("the page of course/ leads to every room", () => {
  const { links } = parseReadme(readFileSync(join(COURSE, "README.md"), "utf8"));
  const targets = links.map(({ target }) => target).filter((one) => one.endsWith("README.md"));
  expect(targets.sort()).toEqual(rooms.map((room) => `${room}/README.md`).sort());
});

test("imports between rooms go one way", () => {
  const uses = new Map(rooms.map((room) => [room, usedBy(room)]));
  for (let size = -1; size !== uses.size; ) {
    size = uses.size;
    for (const [room, used] of uses) if (!used.some((one) => uses.has(one))) uses.delete(room);
  }
  expect([...uses.keys()]).toEqual([]);
});
