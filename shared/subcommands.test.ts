import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { subcommands } from "./subcommands.ts";

const { signal } = new AbortController();
let printed = "";

beforeEach(() => {
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += text;
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

function toy() {
  const calls: string[][] = [];
  const doing = (name: string) => (words: string[]) => {
    calls.push([name, ...words]);
  };
  const command = subcommands("toy", "the toys", {
    "": { run: doing("all") },
    wind: { takes: "NAME", run: doing("wind") },
    stop: { run: doing("stop") },
  });
  return { calls, command };
}

test("the first word says what is done, and gets the words after it", async () => {
  const { calls, command } = toy();
  for (const argument of ["", " wind  up now ", "stop"]) await command.run(argument, signal);
  expect(calls).toEqual([["all"], ["wind", "up", "now"], ["stop"]]);
});

test("a word that is not there does nothing, and the line says which are", async () => {
  const { calls, command } = toy();
  for (const word of ["throw", "constructor"]) await command.run(`${word} it`, signal);
  expect(calls).toEqual([]);
  expect(printed).toContain("There is no /toy throw. There are: /toy wind NAME, /toy stop.");
  expect(printed).toContain("There is no /toy constructor.");
});

test("the help names each word with what it takes", () => {
  expect(toy().command.description).toBe("the toys; /toy wind NAME, /toy stop");
});
