// practice/brain/perLine.test · texts that are to have a line each, and places in a file that no rule finds: nothing is changed.
import { expect, test } from "vitest";
import { ask, createWorld, FIVE } from "../trials/testWorld.ts";

test.each([
  "make b.txt with milk, eggs and bread, each on its own line",
  "create b.txt: milk, eggs, bread. separate lines please",
  "Please make me a file called b.txt with milk, eggs, and bread, one per line",
  "make b.txt with milk and eggs, each on its own line but sorted",
  "add milk, eggs and bread to a.txt, one per line",
  'put the heading "Mine" at the very top of a.txt',
  'add "Mine" as the first line of a.txt',
  'insert "x" after line 2 of a.txt',
  'put "x" under the first line of a.txt',
  "add a function called greet to hello.py that says hi",
])("nothing is changed: %s", (request) => {
  const world = createWorld({ "a.txt": "one\ntwo\n", "hello.py": "print(1)\n" });
  ask(world, request, FIVE);
  expect(world.read("a.txt")).toBe("one\ntwo\n");
  expect(world.read("hello.py")).toBe("print(1)\n");
  expect(() => world.read("b.txt")).toThrow();
  world.remove();
});
