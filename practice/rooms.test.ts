// practice/rooms · values are imported one way, and the page of each room says what is in it and what it uses.
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");
const isTest = (file: string) => /\.test\.ts$/.test(file);
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.includes("/") && file.endsWith(".ts") && !isTest(file));
const roomOf = (file: string) => file.split("/")[0] ?? "";
const ROOMS = [...read("README.md").matchAll(/^\| \[(\w+)\/\]\(\1\/README\.md\) \|/gm)].map(
  ([, room = ""]) => room,
);

const STATIC = /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)";$/gm;
const DYNAMIC = /\bimport\("(\.[^"]+)"\)/g;

/** The other rooms from which a room's files import values; a file beside the rooms counts for none. */
function usedBy(room: string): string[] {
  const used = files
    .filter((file) => roomOf(file) === room)
    .flatMap((file) =>
      [STATIC, DYNAMIC].flatMap((pattern) =>
        [...read(file).matchAll(pattern)].map(([, from = ""]) =>
          posix.join(posix.dirname(file), from),
        ),
      ),
    )
    .filter((target) => target.includes("/"))
    .map(roomOf);
  return [...new Set(used)].filter((other) => other !== room).sort();
}

test("the README has a line for each room", () => {
  expect([...ROOMS].sort()).toEqual([...new Set(files.map(roomOf))].sort());
});

test.each(ROOMS)("%s imports values only from rooms below it, and its page names them", (room) => {
  const used = usedBy(room);
  const below = ROOMS.slice(ROOMS.indexOf(room) + 1);
  expect(used.filter((other) => !below.includes(other))).toEqual([]);
  const line = /^Uses: .*$/m.exec(read(`${room}/README.md`))?.[0] ?? "";
  const named = [...line.matchAll(/\[(\w+)\]\(\.\.\/\1\/README\.md\)/g)].map(([, name]) => name);
  expect(named).toEqual(used);
});

test.each(ROOMS)("the page of %s has a line for each file, or for its folder", (room) => {
  const listed = [...read(`${room}/README.md`).matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \|/gm)].map(
    ([, name = ""]) => name,
  );
  const own = files
    .filter((file) => roomOf(file) === room)
    .map((file) => file.slice(room.length + 1));
  const missing = own.filter(
    (file) =>
      !listed.some((name) => file === name || (name.endsWith("/") && file.startsWith(name))),
  );
  expect(missing).toEqual([]);
  expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([]);
  for (const name of listed)
    expect(readdirSync(join(import.meta.dirname, room, posix.dirname(name)))).toContain(
      posix.basename(name),
    );
});
