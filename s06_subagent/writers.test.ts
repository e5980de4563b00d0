import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { typedTurn } from "../shared/fixtures/turns.ts";
import type { ToolContext } from "./tools.ts";
import { createSharedFiles } from "./writers.ts";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "writers-"));
});
afterEach(() => rm(cwd, { recursive: true }));

/** The tools in the hands of several agents: a function from an agent's name to its calls. */
function useTools() {
  const tools = createSharedFiles();
  const stop = new AbortController();
  return (name: string) => {
    const agent: ToolContext["agent"] = Object({ name });
    const context = { agent, cwd, roots: [cwd], signal: stop.signal, turn: typedTurn() };
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

test("no edit is lost when many run at the same time", async () => {
  const agents = useTools();
  const [one, two] = [agents("one"), agents("two")];
  const words = Array.from({ length: 40 }, (_, at) => `<${at}>`);
  await writeFile(join(cwd, "a.txt"), words.join(" "));
  await Promise.all(words.map((word, at) => (at % 2 ? one : two).edit(word, `done${at}.`)));
  expect(await text()).toBe(words.map((_, at) => `done${at}.`).join(" "));
});

test("when two agents write the same new file, the second is refused until it has read the file", async () => {
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

test("an edit of one line does not count as reading the whole file", async () => {
  const agents = useTools();
  const [one, two] = [agents("one"), agents("two")];
  await one.write("first line\nsecond line\n");
  await two.edit("first", "1st");
  await expect(two.write("mine")).rejects.toThrow(CHANGED);
  await expect(one.write("mine")).rejects.toThrow(CHANGED);
});

test("an agent that works alone may write without reading first", async () => {
  const one = useTools()("one");
  await writeFile(join(cwd, "a.txt"), "words of a person");
  await one.edit("words", "a word");
  await one.write("new");
  await one.write("newer");
  expect(await text()).toBe("newer");
});

test("two paths to one file count as one file, and after it is deleted any agent may write it", async () => {
  const agents = useTools();
  const [one, two] = [agents("one"), agents("two")];
  await one.write("ONE");
  await expect(two.write("TWO", "./x/../a.txt")).rejects.toThrow(CHANGED);
  await rm(join(cwd, "a.txt"));
  await two.write("TWO");
  expect(await text()).toBe("TWO");
});

test("for wrong input, a path outside and a call that fails, the tool gives its own error", async () => {
  const one = useTools()("one");
  await expect(one.wrong()).rejects.toThrow("Wrong input");
  await expect(one.write("x", "../out.txt")).rejects.toThrow("outside");
  await expect(one.edit("no", "yes")).rejects.toThrow("does not exist");
  await one.write("after a failure");
  expect(await text()).toBe("after a failure");
});

test("a call that is still waiting at an interruption does not run", async () => {
  const one = useTools()("one");
  await writeFile(join(cwd, "a.txt"), "before");
  const calls = [one.read(), one.write("after")];
  one.stop();
  await Promise.allSettled(calls);
  expect(await text()).toBe("before");
});
