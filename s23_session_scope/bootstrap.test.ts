import { mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBootstrap, type Loading } from "./bootstrap/bootstrap.ts";
import { type BootstrapFile, fileOf, fitted, type Memory, readAll } from "./bootstrap/core.ts";
import { readingOf } from "./bootstrap/files.ts";
import { cutTo, projectContext } from "./bootstrap/text.ts";
import { heardBy, rulesOn } from "./scope/core.ts";

const RULES = rulesOn("2026-03-01");
let folder = "";
let told: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bootstrap-"));
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

function createReader(): () => BootstrapFile[] {
  const memory: Memory = { kept: new Map(), consents: new Map() };
  const reading = readingOf(folder, (problem) => void told.push(problem));
  return () => readAll(RULES, memory, reading);
}

function bootstrapFor(listener: Loading["listener"]) {
  const loading: Loading = { listener, rules: () => RULES, heardBy };
  return createBootstrap(folder, [], noAgent, loading);
}

const noAgent = () => {
  throw new Error("no agent is asked for");
};

test("the files come in the order of the table", () => {
  expect(createReader()().map(({ name }) => name)).toEqual(RULES.map(({ name }) => name));
});

test("a file that has changed is read again, also with its old size and time", () => {
  const read = createReader();
  const path = join(folder, "AGENTS.md");
  const old = new Date("2026-01-02T03:04:05Z");
  for (const text of ["aaaa", "bbbb", "cccc"]) {
    writeFileSync(path, text);
    utimesSync(path, old, old);
    expect(read()[0]?.text).toBe(text);
  }
});

test("two links to one file are two files with one id, also when they are not read again", () => {
  writeFileSync(join(folder, "CLAUDE.md"), "Be kind.");
  for (const name of ["AGENTS.md", "SOUL.md"]) symlinkSync("CLAUDE.md", join(folder, name));
  const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000); // it has settled
  const read = createReader();
  try {
    const [agents, soul] = read();
    expect([agents?.paths[0], soul?.paths[0]]).toEqual(["AGENTS.md", "SOUL.md"]);
    expect(agents?.id).not.toBe("");
    expect(soul?.id).toBe(agents?.id);
    expect(read().slice(0, 2)).toEqual([agents, soul]);
  } finally {
    later.mockRestore();
  }
});

test("a link that leads nowhere is there, and cannot be read; what is no text neither", () => {
  symlinkSync("nowhere", join(folder, "AGENTS.md"));
  writeFileSync(join(folder, "SOUL.md"), Buffer.from("ab", "utf16le"));
  writeFileSync(join(folder, "USER.md"), Buffer.from([0x61, 0xff, 0x62]));
  const [agents, soul, user] = createReader()();
  expect([agents?.status, soul?.status]).toEqual(["unreadable", "unreadable"]);
  expect(user).toMatchObject({ status: "ok", text: "a\ufffdb" });
  expect(told).toHaveLength(3);
});

test("a cut keeps the spaces at the beginning, and what is optional is not named when it is missing", () => {
  const limits = { rules: RULES, max: 10, total: 20, cut: cutTo("head") };
  const [cut] = fitted([fileOf("A.md", { text: "  word and more words" })], limits);
  expect(cut?.body).toMatch(/^ {2}word/);
  const missing = ["USER.md", "MEMORY.md", "BOOTSTRAP.md"].map((name) =>
    fileOf(name, { status: "missing" }),
  );
  expect(fitted(missing, limits).map(({ name }) => name)).toEqual(["USER.md"]);
});

test("a notice says that the files are loaded, which of them counts, and that a SOUL.md is a persona", () => {
  const noticeOf = (status: "ok" | "empty" | "withheld") =>
    projectContext(RULES, [
      { ...fileOf("SOUL.md", { status }), body: "Be brief.", isCut: false },
    ]).split("\n\n")[1];
  const notice =
    "These files of the workspace are already loaded. Read one again only if it was cut. If they contradict each other, safety comes first, then AGENTS.md, USER.md, SOUL.md, IDENTITY.md.";
  for (const status of ["empty", "withheld"] as const) expect(noticeOf(status)).toBe(notice);
  expect(noticeOf("ok")).toBe(
    `${notice} Take on the persona of SOUL.md, unless a higher rule forbids it.`,
  );
  expect(projectContext(RULES, [])).toBe("");
});

test("a handler that is registered is called from the next prompt on; what it adds is the person's", async () => {
  const main = bootstrapFor("main");
  expect(await main.state?.bootstrap?.()).not.toContain("EXTRA.md");
  main.registerInternalHook("agent:bootstrap", ({ workspaceDir, bootstrap }) => {
    bootstrap.EXTRA = `It is ${workspaceDir}.`;
  });
  expect(await main.state?.bootstrap?.()).toContain(`## EXTRA.md\n\nIt is ${folder}.`);
  const room = bootstrapFor("group");
  room.registerInternalHook("agent:bootstrap", ({ bootstrap }) => {
    bootstrap.EXTRA = "It is something else.";
  });
  expect(await room.state?.bootstrap?.()).not.toContain("EXTRA.md");
});

test("handlers do not get the diary", async () => {
  writeFileSync(join(folder, "MEMORY.md"), "The boat goes to Mia.");
  const main = bootstrapFor("main");
  const seen: string[] = [];
  main.registerInternalHook("agent:bootstrap", ({ bootstrap }) => {
    seen.push(...Object.keys(bootstrap));
  });
  await main.state?.bootstrap?.();
  expect(await main.state?.diary?.()).toBe("## MEMORY.md\n\nThe boat goes to Mia.");
  expect(seen).toContain("SOUL");
  expect(seen).not.toContain("MEMORY");
});

test("helpers get their files also before the lead has had a prompt", async () => {
  writeFileSync(join(folder, "AGENTS.md"), "Be kind.");
  writeFileSync(join(folder, "SOUL.md"), "Be brief.");
  const rules = await bootstrapFor("main").rules();
  expect(rules).toContain("## AGENTS.md\n\nBe kind.");
  expect(rules).toContain("## TOOLS.md\n\n[File not found]");
  expect(rules).not.toContain("Be brief.");
});
