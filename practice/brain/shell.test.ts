// practice/brain/shell.test · names and contents of every kind reach the disk as they were asked for.
import { afterEach, expect, test } from "vitest";
import { ask, BASH, createWorld, FIVE, type World } from "../trials/testWorld.ts";

const worlds: World[] = [];
function world(files: Record<string, string> = {}): World {
  const made = createWorld(files);
  worlds.push(made);
  return made;
}
afterEach(() => {
  for (const made of worlds.splice(0)) made.remove();
});

test("names of every kind reach the file they mean, through the shell too", () => {
  const names = [
    "it's.txt",
    "a b.txt",
    "-rf.txt",
    "--help.md",
    "$HOME.txt",
    "`id`.txt",
    "a;b.txt",
    "笔记.txt",
    "メモ帳.txt",
    "a&&b.txt",
    "(x).txt",
    "#1.txt",
    "a\\b.txt",
    "*.x.txt",
    "!x.txt",
    "ä é.txt",
    "~.txt",
    "a=b.txt",
    "$(touch pwned).txt",
  ];
  const content = 'it\'s "odd" $HOME `id` \\n %s';
  for (const tools of [BASH, FIVE]) {
    for (const name of names) {
      const quote = (text: string) => `「${text}」`;
      const here = world({ "other.txt": "other\n" });
      const wrote = ask(
        here,
        `Create a file called ${quote(name)} with the text ${quote(content)}`,
        tools,
      );
      expect([name, wrote.rule]).toEqual([name, "write-file"]);
      expect(here.read(name)).toBe(`${content}\n`);
      expect(ask(here, `read the file ${quote(name)}`, tools).answer).toContain(content);
      ask(here, `append ${quote("more")} to the file ${quote(name)}`, tools);
      ask(
        here,
        `replace ${quote("$HOME")} with ${quote("a&b/c\\1")} in the file ${quote(name)}`,
        tools,
      );
      expect(here.read(name)).toBe(`${content.replace("$HOME", () => "a&b/c\\1")}\nmore\n`);
      expect(ask(here, `delete the file ${quote(name)}`, tools).rule).toBe("delete-file");
      expect(ask(here, "list the files here", tools).answer).toMatch(/: `other\.txt`$/);
    }
  }
});

test("a content that holds its own end mark is written whole", () => {
  for (const tools of [BASH, FIVE]) {
    const here = world();
    const content = "one\nEOF\nEOF_\n$HOME `id`\nEOF";
    expect(ask(here, `write "${content}" to deep/down/a.txt`, tools).rule).toBe("write-file");
    expect(here.read("deep/down/a.txt")).toBe(`${content}\n`);
  }
});

test("a line is added behind a last line that was not closed", () => {
  const here = world({ "a.txt": "one" });
  ask(here, "append 'two' to a.txt", BASH);
  expect(here.read("a.txt")).toBe("one\ntwo\n");
});

test("a text that is not there is a failure and leaves the file alone", () => {
  for (const tools of [BASH, FIVE]) {
    const here = world({ "a.txt": "one\n\n\n" });
    expect(ask(here, "replace 'two' with 'three' in a.txt", tools).rule).toBe("stopped");
    expect(here.read("a.txt")).toBe("one\n\n\n");
  }
});

test("a word is found in files of every name, and not where tools keep theirs", () => {
  const here = world({
    "a b/it's.txt": "A Cork.\n",
    ".git/x": "cork\n",
    "node_modules/x": "cork\n",
  });
  const run = ask(here, "search for cork", BASH);
  expect(run.answer).toContain("1 found with `cork`");
  expect(run.answer).toContain("a b/it's.txt:1:A Cork.");
  expect(ask(here, "search for stopper", BASH)).toMatchObject({
    rule: "find-text",
    answer: expect.stringContaining("No line"),
  });
});

test("what is in another folder is not deleted together", () => {
  for (const say of ["Delete all files in ..", "Delete all files in /", "Delete all files in ~"])
    expect(ask(world(), say, FIVE)).toMatchObject({ rule: "decline", calls: [] });
});

test("a file outside is looked for where it was told, by the shell", () => {
  const here = world({ "x/a.txt": "" });
  const [call] = ask(here, "Find all js files in ..", FIVE).calls;
  expect(call).toMatchObject({
    name: "bash",
    input: { command: expect.stringMatching(/^find \.\. /) },
  });
  const [inside] = ask(here, "Find all txt files in x", FIVE).calls;
  expect(inside).toEqual({ name: "glob", input: { pattern: "x/**/*.txt" } });
});
