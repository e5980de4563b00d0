import { expect, test } from "vitest";
import { helpText, readFlags } from "./flags.ts";

test("a prompt is given after -p, or as bare words", () => {
  expect(readFlags([])).toEqual({ prompt: undefined, here: false, help: false });
  expect(readFlags(["-p", "list files"]).prompt).toBe("list files");
  expect(readFlags(["Read", "the", "file"]).prompt).toBe("Read the file");
  expect(readFlags(["--here", "-p", "go"])).toMatchObject({ prompt: "go", here: true });
});

test.each([
  [["--nope"], /--nope.*Try --help/],
  [["-p"], /Try --help/],
  [["-p", "  "], /prompt is empty/],
])("%j is refused in one line", (args, line) => {
  expect(() => readFlags(args)).toThrow(line);
  expect(() => readFlags(args)).toThrow(/^[^\n]+$/);
});

test("help names the chapter and its own commands", () => {
  const text = helpText("s02_tool_use", { todos: { description: "show the plan" } });
  expect(text).toContain("npx tsx s02_tool_use/code.ts");
  expect(text).toContain("/todos");
});
