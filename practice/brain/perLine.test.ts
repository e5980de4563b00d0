// practice/brain/perLine · texts with a line each, lines at the top, and lines more for the file just written.
import { expect, test } from "vitest";
import { ask, createWorld, FIVE, type Message } from "../trials/testWorld.ts";

function files(...requests: string[]) {
  const world = createWorld({ "a.txt": "one\ntwo\n", "notes.md": "# Old\n" });
  let history: Message[] = [];
  let answer = "";
  for (const request of requests) {
    const run = ask(world, request, FIVE, history);
    history = [...run.messages, { role: "assistant", content: run.answer }];
    answer = run.answer;
  }
  const read = (name: string) => {
    try {
      return world.read(name);
    } catch {
      return undefined;
    }
  };
  const found = {
    a: read("a.txt"),
    notes: read("notes.md"),
    b: read("b.txt"),
    ignore: read(".gitignore"),
    answer,
  };
  world.remove();
  return found;
}

test.each([
  "make b.txt with milk, eggs and bread, each on its own line",
  "create b.txt: milk, eggs, bread. separate lines please",
  "Please make me a file called b.txt with milk, eggs, and bread, one per line",
])("each has a line of its own: %s", (request) => {
  expect(files(request).b).toBe("milk\neggs\nbread\n");
});

test("lines are added to a file", () => {
  expect(files("add milk, eggs and bread to a.txt, one per line").a).toBe(
    "one\ntwo\nmilk\neggs\nbread\n",
  );
});

test.each(["make b.txt with milk and eggs, each on its own line but sorted"])(
  "where it is not certain, nothing is written: %s",
  (request) => {
    expect(files(request).b).toBeUndefined();
  },
);

test.each([
  ['put the heading "Mine" at the very top of notes.md', "# Mine\n# Old\n"],
  ['add "Mine" as the first line of notes.md', "Mine\n# Old\n"],
])("a line at the top leaves the others: %s", (request, text) => {
  expect(files(request).notes).toBe(text);
});

test.each(['insert "x" after line 2 of a.txt', 'put "x" under the first line of a.txt'])(
  "a place among the lines is not the whole file: %s",
  (request) => {
    expect(files(request).a).toBe("one\ntwo\n");
  },
);

test("a line more is for the file that was just written", () => {
  const made = "make b.txt with milk and eggs, one per line";
  expect(files(made, "oh and butter, add that too").b).toBe("milk\neggs\nbutter\n");
  expect(files(made, "and kumquats").b).toBe("milk\neggs\nkumquats\n");
  expect(files("read a.txt", "also .env").ignore).toBeUndefined();
});

test("words that tell what a program is to do are no line of it", () => {
  const world = createWorld({ "hello.py": "print(1)\n" });
  ask(world, "add a function called greet to hello.py that says hi", FIVE);
  expect(world.read("hello.py")).toBe("print(1)\n");
  world.remove();
});

test("two texts that are looked for are both looked for", () => {
  const world = createWorld({ "a.js": "// TODO one\n// FIXME two\n" });
  const { answer } = ask(world, "search for TODO and FIXME", FIVE);
  world.remove();
  expect(answer).toContain("TODO one");
  expect(answer).toContain("FIXME two");
});
