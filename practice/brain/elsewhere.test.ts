// practice/brain/elsewhere.test · a file that is in a folder is found by its name, and nothing else is done.
import { afterEach, expect, test } from "vitest";
import { ask, createWorld, FIVE, type World } from "../trials/testWorld.ts";

let world: World | undefined;
afterEach(() => world?.remove());

const FILES = { "src/price.js": "one\ntwo\n", "src/twice.js": "a\n", "test/twice.js": "b\n" };
const FOUND: [request: string, answer: RegExp][] = [
  ["how many lines does price.js have?", /src\/price\.js has 2 lines/],
  ["读取 price.js", /src\/price\.js/],
  ["price.js を読んで", /src\/price\.js/],
];

test.each(FOUND)("%s: the only file of that name is meant", (request, answer) => {
  world = createWorld(FILES);
  expect(ask(world, request, FIVE).answer).toMatch(answer);
});

test.each(["read twice.js", "read never.js"])("%s: nothing is guessed", (request) => {
  world = createWorld(FILES);
  const { answer, calls } = ask(world, request, FIVE);
  expect(calls.map(({ name }) => name)).toEqual(["read_file", "glob"]);
  expect(answer).toMatch(/failed/);
});
