import { expect, test } from "vitest";
import { helpText, readFlags, scopeIn } from "./flags.ts";

test("a prompt is given after -p, or as bare words", () => {
  expect(readFlags([])).toEqual({
    ...{ prompt: undefined, here: false, help: false, resume: undefined, list: false },
    scope: undefined,
  });
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

test("a chapter that keeps its conversations knows --resume, with and without an id, and --list", () => {
  expect(readFlags(["--resume"], true)).toMatchObject({ resume: "", prompt: undefined });
  expect(readFlags(["--resume", "2026", "-p", "go on"], true)).toMatchObject({
    ...{ resume: "2026", prompt: "go on" },
  });
  expect(readFlags(["--resume", "-p", "go on"], true)).toMatchObject({
    ...{ resume: "", prompt: "go on" },
  });
  expect(readFlags(["--resume=2026"], true).resume).toBe("2026");
  expect(readFlags(["--list"], true).list).toBe(true);
  expect(helpText("s20_x", {}, true)).toContain("--resume");
});

test.each([["--resume"], ["--list"]])("%s is refused where no conversation is kept", (flag) => {
  expect(() => readFlags([flag])).toThrow(`Unknown option '${flag}'. Try --help.`);
  expect(helpText("s02_x", {})).not.toContain(flag);
});

test("help names the chapter and its own commands", () => {
  const text = helpText("s02_tool_use", { todos: { description: "show the plan" } });
  expect(text).toContain("npx tsx s02_tool_use/code.ts");
  expect(text).toContain("/todos");
});

test("--scope is known where others can hear a session, and its word can be had before anything else", () => {
  expect(readFlags(["--scope", "group:lunch", "-p", "hi"], true, true)).toMatchObject({
    ...{ scope: "group:lunch", prompt: "hi" },
  });
  expect(() => readFlags(["--scope", "group:lunch"], true)).toThrow(/'--scope'. Try --help/);
  expect(scopeIn(["-p", "hi", "--scope", "group:lunch"])).toBe("group:lunch");
  expect(scopeIn(["--scope=main"])).toBe("main");
  expect(scopeIn(["--scope"])).toBe("");
  expect(scopeIn(["-p", "hi"])).toBeUndefined();
  expect(helpText("s23", {}, true, true)).toContain("--scope group:NAME");
  expect(helpText("s23", {}, true)).not.toContain("--scope");
});
