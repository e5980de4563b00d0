import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readShellLine } from "./line.ts";
import { expandStars, fitsStars } from "./stars.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "stars-")));
  mkdirSync(join(folder, "sub"));
  for (const name of ["a.ts", "b.ts", ".c.ts", "sub/d.ts", "sub/e.md"])
    writeFileSync(join(folder, name), "");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What becomes of the words of a command, and the folders whose names are listed for it. */
async function expand(line: string, mayList = true, place: string | undefined = folder) {
  const listed: string[] = [];
  const [command] = readShellLine(line).commands;
  const result = await expandStars(command?.words ?? [], {
    folder: place,
    mayList: async (_, written) => {
      listed.push(written);
      return mayList;
    },
    signal: new AbortController().signal,
  });
  return { ...result, listed };
}

test.each([
  ["x *.ts", ["x", "a.ts", "b.ts"], ["."]],
  ["x */*", ["x", "sub/d.ts", "sub/e.md"], [".", "a.ts", "b.ts", "sub"]],
  ["x sub/*.md no*", ["x", "sub/e.md", "no*"], ["sub", "."]],
  ["x '*' a.ts", ["x", "*", "a.ts"], []],
])("%s becomes %j", async (line, texts, listed) => {
  const found = await expand(line);
  expect(found).toEqual({ texts, listed: expect.arrayContaining(listed) });
  expect(found.listed).toHaveLength(listed.length);
});

test.each(["x ../*", "x .*", "x -*", "x sub/.*", "x */", "x sub//*", "x new/*"])(
  "%s is not certain",
  async (line) => {
    expect(await expand(line)).toMatchObject({ unclear: line.slice(2) });
  },
);

test.each(["-o", "--", "-delete", "-\u{1f389}"])(
  "a star that finds the name %s is not certain: it would be an option",
  async (name) => {
    writeFileSync(join(folder, name), "");
    expect(await expand("x *")).toMatchObject({ unclear: "*" });
    expect(await expand("x ./*")).toMatchObject({ texts: expect.arrayContaining([`./${name}`]) });
  },
);

test("in an unknown folder a star is not certain, but other words are", async () => {
  const expansion = { folder: undefined, mayList: async () => true, ...new AbortController() };
  const wordsIn = (line: string) => readShellLine(line).commands[0]?.words ?? [];
  expect(await expandStars(wordsIn("x *"), expansion)).toEqual({ unclear: "*" });
  expect(await expandStars(wordsIn("x a"), expansion)).toEqual({ texts: ["x", "a"] });
});

test("a folder that may not be listed has no names", async () => {
  expect(await expand("x *.ts", false)).toEqual({ texts: ["x", "*.ts"], listed: ["."] });
});

test("more than 500 names are not certain", async () => {
  for (let number = 0; number <= 500; number++) writeFileSync(join(folder, `${number}.txt`), "");
  expect(await expand("x *.txt")).toMatchObject({ unclear: "*.txt" });
});

test.each([
  ["key.pem", "*.pem", true],
  [".pem", "*.pem", true],
  ["key.pem.txt", "*.pem", false],
  ["aa", "a*a", true],
  ["a", "a*a", false],
  ["abcabc", "a*c*c", true],
  ["ab", "ab", true],
  ["abc", "ab", false],
])("%s fits %s: %s", (name, form, fits) => {
  expect(fitsStars(name, form)).toBe(fits);
});
