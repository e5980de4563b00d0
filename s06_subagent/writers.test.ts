import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ToolContext } from "./tools.ts";
import { createSharedFiles } from "./writers.ts";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "writers-"));
});
afterEach(() => rm(cwd, { recursive: true }));

/** The tools as some agents call them, by their names. */
function useTools() {
  const tools = createSharedFiles();
  const stop = new AbortController();
  return (name: string) => {
    const agent: ToolContext["agent"] = Object({ name });
    const context = { agent, cwd, roots: [cwd], signal: stop.signal };
    const run = (tool: string, input: object) =>
      tools.find((one) => one.name === tool)?.run({ path: "a.txt", ...input }, context);
    return {
      read: (path = "a.txt") => run("read_file", { path }),
      write: (content: string, path = "a.txt") => run("write_file", { content, path }),
      edit: (old_text: string, new_text: string) => run("edit_file", { old_text, new_text }),
      readPart: () => run("read_file", { limit: 1 }),
      wrong: () => run("edit_file", { path: 7 }),
      stop: () => stop.abort(),
    };
  };
}

const text = () => readFile(join(cwd, "a.txt"), "utf8");
const CHANGED = /another agent has changed this file/;

test("of many edits at the same time none is lost", async () => {
  const agents = useTools();
  const [one, two] = [agents("one"), agents("two")];
  const words = Array.from({ length: 40 }, (_, at) => `<${at}>`);
  await writeFile(join(cwd, "a.txt"), words.join(" "));
  await Promise.all(words.map((word, at) => (at % 2 ? one : two).edit(word, `done${at}.`)));
  expect(await text()).toBe(words.map((_, at) => `done${at}.`).join(" "));
});

test("of two that write a new file one is told, and can write after it has read", async () => {
  const agents = useTools();
  const [one, two] = [agents("one"), agents("two")];
  await one.write("ONE");
  await expect(two.write("TWO")).rejects.toThrow(CHANGED);
  expect(await text()).toBe("ONE");
  await two.read();
  await two.write("BOTH\nLINES");
  await one.readPart();
  await expect(one.write("ONE AGAIN")).rejects.toThrow(CHANGED);
  expect(await text()).toBe("BOTH\nLINES");
});

test("an edit does not make an agent know the rest of what another wrote", async () => {
  const agents = useTools();
  const [one, two] = [agents("one"), agents("two")];
  await one.write("first line\nsecond line\n");
  await two.edit("first", "1st");
  await expect(two.write("mine")).rejects.toThrow(CHANGED);
  await expect(one.write("mine")).rejects.toThrow(CHANGED);
});

test("an agent that works alone is never told to read", async () => {
  const one = useTools()("one");
  await writeFile(join(cwd, "a.txt"), "words of a person");
  await one.edit("words", "a word");
  await one.write("new");
  await one.write("newer");
  expect(await text()).toBe("newer");
});

test("one file under two names is one file, and a file that is gone belongs to nobody", async () => {
  const agents = useTools();
  const [one, two] = [agents("one"), agents("two")];
  await one.write("ONE");
  await expect(two.write("TWO", "./x/../a.txt")).rejects.toThrow(CHANGED);
  await rm(join(cwd, "a.txt"));
  await two.write("TWO");
  expect(await text()).toBe("TWO");
});

test("a wrong input, a path outside and a call that fails are the tool's own errors", async () => {
  const one = useTools()("one");
  await expect(one.wrong()).rejects.toThrow("Wrong input");
  await expect(one.write("x", "../out.txt")).rejects.toThrow("outside");
  await expect(one.edit("no", "yes")).rejects.toThrow("does not exist");
  await one.write("after a failure");
  expect(await text()).toBe("after a failure");
});

test("a call that still waits when the person interrupts does not run", async () => {
  const one = useTools()("one");
  await writeFile(join(cwd, "a.txt"), "before");
  const calls = [one.read(), one.write("after")];
  one.stop();
  await Promise.allSettled(calls);
  expect(await text()).toBe("before");
});
