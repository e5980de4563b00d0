// skills/skills · each skill has the form that the README promises, and names files that exist.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const HERE = import.meta.dirname;
const ROOT = join(HERE, "..");
const MOST_BYTES = 32 * 1024;

const names = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** A skill's text: the parsed front matter between the lines `---`, and what follows. Throws without one. */
function split(text: string): { frontMatter: unknown; body: string } {
  const [first, ...lines] = text.split("\n");
  const end = lines.indexOf("---");
  if (first !== "---" || end < 0) throw new Error("the front matter does not stand between ---");
  const frontMatter: unknown = parse(lines.slice(0, end).join("\n"));
  return { frontMatter, body: lines.slice(end + 1).join("\n") };
}

const textOf = (name: string) => readFileSync(join(HERE, name, "SKILL.md"), "utf8");

/** Paths below skills/ that stand in a code span or in a fenced block. */
function pathsIn(body: string): string[] {
  const fenced = body.match(/^```[\s\S]*?^```/gm) ?? [];
  const spans = body.replaceAll(/^```[\s\S]*?^```/gm, "").match(/`[^`\n]+`/g) ?? [];
  const paths = [...fenced, ...spans].flatMap((code) => code.match(/skills\/[\w./-]+/g) ?? []);
  return [...new Set(paths)].sort();
}

test("the folder holds the five skills, and the README lists each of them", () => {
  expect(names).toEqual([
    "code-review",
    "commit-message",
    "debugging",
    "release-notes",
    "test-writing",
  ]);
  const readme = readFileSync(join(HERE, "README.md"), "utf8");
  const listed = [...readme.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(names);
});

test.each(names)("%s: the front matter is its name and a description of one line", (name) => {
  expect(split(textOf(name)).frontMatter).toEqual({
    name,
    description: expect.stringMatching(/^[^\n]{20,160}$/),
  });
});

test.each(names)("%s: the body has 40 to 120 lines, and the file at most 32 KB", (name) => {
  const text = textOf(name);
  const lines = split(text).body.trim().split("\n");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
  expect(lines.length).toBeGreaterThanOrEqual(40);
  expect(lines.length).toBeLessThanOrEqual(120);
});

test.each(names)("%s: every code block is closed", (name) => {
  expect((textOf(name).match(/^```/gm) ?? []).length % 2).toBe(0);
});

test.each(names)("%s: every file that the body names exists", (name) => {
  const paths = pathsIn(split(textOf(name)).body);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test.each(names)("%s: the body names every file that stands beside it", (name) => {
  const beside = readdirSync(join(HERE, name)).filter((file) => file !== "SKILL.md");
  const paths = pathsIn(split(textOf(name)).body);
  expect(paths).toEqual(beside.map((file) => `skills/${name}/${file}`));
});

test("the skills with a script or a table bring them", () => {
  expect(pathsIn(textOf("release-notes"))).toEqual(["skills/release-notes/commits.mjs"]);
  expect(pathsIn(textOf("test-writing"))).toEqual(["skills/test-writing/reference.md"]);
});
