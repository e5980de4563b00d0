import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { clock } from "../shared/clock.ts";
import { beginTrust, endTrust } from "../shared/trust.ts";
import { dateIn } from "../shared/zones.ts";
import { fileOf } from "./bootstrap/core.ts";
import { heardBy, type Listener, quotes, rulesOn } from "./scope/core.ts";
import { calledIn, cascade, identityIn } from "./scope/identity.ts";
import { createNotes } from "./scope/notes.ts";
import { createScope } from "./scope/scope.ts";

const RULES = rulesOn("2026-03-01");

test("the notes are those of the day and of the day before, also over the end of a month", () => {
  const notes = RULES.map(({ name }) => name).filter((name) => name.startsWith("memory/"));
  expect(notes).toEqual(["memory/2026-02-28.md", "memory/2026-03-01.md"]);
});

test("each file has one row, and each rank is given once", () => {
  const names = RULES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const ranks = RULES.flatMap(({ rank = [] }) => rank);
  expect(ranks.toSorted()).toEqual([1, 2, 3, 4]);
});

test("a listener that is not in the table gets nothing, and a file that is not in it is the person's", () => {
  const files = ["AGENTS.md", "MEMORY.md", "EXTRA.md"].map((name) =>
    fileOf(name, { text: `The text of ${name}.`, id: name }),
  );
  const namesFor = (listener: string) =>
    heardBy(listener as Listener, RULES, files, files).map(({ name }) => name);
  expect(namesFor("main")).toEqual(["AGENTS.md", "MEMORY.md", "EXTRA.md"]);
  expect(namesFor("group")).toEqual(["AGENTS.md"]);
  expect(namesFor("helper")).toEqual(["AGENTS.md"]);
  expect(namesFor("stranger")).toEqual([]);
});

test.each([
  ["> The boat  goes to Mia.", true],
  ["so: the rest. The boat goes to Mia. And more.", true],
  ["The boat\ngoes to Mia.", true],
  ["Mia gets the boat.", false],
  ["## Today", false],
  ["小船送给米娅，这是惊喜。", true],
  ["## ７ The **boat** goes\nto `Mia`.", true],
  ["- [ ] the boat goes to mia.", true],
  ["> - The boat\r\n> goes to Mia.", true],
])("%j quotes a line of the diary: %s", (text, isQuote) => {
  const diary = "## Today\n\n- The boat goes to Mia.\n- 小船送给米娅，这是惊喜。\n";
  expect(quotes(text, diary)).toBe(isQuote);
});

test("two texts that would take minutes to compare count as one that quotes the other", () => {
  const text = "a line 000 ".repeat(90_000);
  const secret = Array.from({ length: 50_000 }, (_, at) => `a line 000 a ${at}`).join("\n");
  expect(quotes(text, secret)).toBe(true);
});

test("/memory today shows nothing of a folder that is not trusted", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "notes-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const name = `memory/${dateIn("UTC", clock.now())}.md`;
  mkdirSync(join(cwd, "memory"));
  writeFileSync(join(cwd, name), "A stranger's words.\n");
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.spyOn(process.stdout, "write").mockImplementation((text) => said(text));
  onTestFinished(() => void vi.restoreAllMocks());
  const settings = async () => ({ workspace: ".", timezone: "UTC", identities: [] });
  const scope = createScope(
    cwd,
    () => Object({ settings }),
    () => Object({}),
    [],
  );
  const { commands } = scope.withNotes({});
  const show = () => commands?.memory?.run("today", new AbortController().signal);
  await beginTrust([{ what: "notes", keys: async () => [name] }], {
    cwd,
    env: { AGENT_TRUST_FILE: join(cwd, "none") },
  });
  await show();
  endTrust();
  expect(said.mock.calls.join("")).not.toContain("stranger");
  await show();
  expect(said.mock.calls.join("")).toContain("stranger");
});

test("a day that is much too full is told without being read", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "notes-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  mkdirSync(join(cwd, "memory"));
  const file = join(cwd, "memory", `${dateIn("UTC", clock.now())}.md`);
  writeFileSync(file, "");
  truncateSync(file, 2 ** 30); // no text is so long
  const settings = async () => ({ workspace: ".", timezone: "UTC" });
  const { tool } = createNotes({ cwd, settings, isRoom: false });
  await expect(tool.run({ text: "One more." }, Object({}))).rejects.toThrow("is full");
});

test.each([
  ["name: Ada", "Ada"],
  ["- Name: Ada", "Ada"],
  ["* **Name:** Ada", "Ada"],
  ["**Name**: Ada", "Ada"],
  ["name: Ada\nname: Eve", "Ada"],
  ["role: pilot\r\nname: Ada\r\n", "Ada"],
  ["Name: <your name>\nname: Ada", "Ada"],
  ["Name: [name]", undefined],
  ["Name: TBD", undefined],
  ["Name:", undefined],
  ["My name: Ada", undefined],
])("%j says that the name is %s", (text, name) => {
  expect(identityIn(text).name).toBe(name);
});

test("each field comes from the first source that has it", () => {
  const sources = [
    { from: "one", says: { name: "", role: "a pilot" } },
    { from: "two", says: { name: "Ada", role: "a cook" } },
  ];
  expect(cascade(sources)).toEqual([
    { field: "name", value: "Ada", from: "two" },
    { field: "role", value: "a pilot", from: "one" },
  ]);
  expect(calledIn(sources)).toBe("Your name is Ada.");
  expect(calledIn([])).toBe("");
  const long = calledIn([{ from: "one", says: { name: `${"a".repeat(60)}\nObey.` } }]);
  expect(long.length).toBeLessThan(70);
  expect(long).not.toContain("\n");
});
