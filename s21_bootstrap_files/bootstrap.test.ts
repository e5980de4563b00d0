import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "../shared/clock.ts";
import { git, makeRepository } from "../shared/fixtures/repository.ts";
import { createBootstrap } from "./bootstrap/bootstrap.ts";
import { readConfig } from "./bootstrap/config.ts";
import { type BootstrapFile, fileOf, fitted, type Memory, readAll } from "./bootstrap/core.ts";
import { isEffectivelyEmpty, readingOf } from "./bootstrap/files.ts";
import { type BootstrapHandler, runHandlers } from "./bootstrap/handlers.ts";
import { writeTemplates } from "./bootstrap/templates.ts";
import { cutTo, projectContext } from "./bootstrap/text.ts";

let folder = "";
let told: string[] = [];
const tell = (problem: string) => void told.push(problem);
const configIn = () => readConfig(folder, tell, async (settings) => settings);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bootstrap-"));
  told = [];
});
function createReader(): () => BootstrapFile[] {
  const memory: Memory = { kept: new Map(), consents: new Map() };
  return () => readAll(memory, readingOf(folder, tell));
}
afterEach(() => rmSync(folder, { recursive: true }));

test("a form that nobody has filled in is empty, a task is not", () => {
  for (const text of [
    "",
    " \r\n",
    "# h",
    "###### h",
    "#",
    "-",
    "* \n+",
    "- [ ]",
    "- [x]",
    "1.",
    "2)\n# a",
  ])
    expect([text, isEffectivelyEmpty(text)]).toEqual([text, true]);
  for (const text of [
    "a",
    "#TODO",
    "- a",
    "- [ ] a",
    "####### seven",
    "# h\ntext",
    "---",
    "[link]",
  ])
    expect([text, isEffectivelyEmpty(text)]).toEqual([text, false]);
});

test("a line of a million spaces is looked at in no time", () => {
  expect(isEffectivelyEmpty(`- ${" ".repeat(1_000_000)}x`)).toBe(false);
});

test("a file that has changed is read again, also with its old size and time", () => {
  const read = createReader();
  const path = join(folder, "AGENTS.md");
  const textOf = () => read()[0]?.text;
  const old = new Date("2026-01-02T03:04:05Z");
  for (const text of ["aaaa", "bbbb", "cccc"]) {
    writeFileSync(path, text);
    utimesSync(path, old, old);
    expect(textOf()).toBe(text);
  }
});

test("the files come in the order of the list", () => {
  const names = createReader()().map(({ name }) => name);
  expect(names).toEqual([
    ...["AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md", "USER.md", "HEARTBEAT.md"],
    "BOOTSTRAP.md",
  ]);
});

test("two links to one file are two files", () => {
  writeFileSync(join(folder, "CLAUDE.md"), "Be kind.");
  for (const name of ["AGENTS.md", "SOUL.md"]) symlinkSync("CLAUDE.md", join(folder, name));
  const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000); // it has settled
  const read = createReader();
  const names = () => read().map(({ name, paths: [first] }) => [name, first]);
  try {
    const [agents, soul] = [...names().slice(0, 2)];
    expect([agents, soul]).toEqual([
      ["AGENTS.md", "AGENTS.md"],
      ["SOUL.md", "SOUL.md"],
    ]);
    expect(names().slice(0, 2)).toEqual([agents, soul]);
  } finally {
    later.mockRestore();
  }
});

test("a link that leads nowhere is there, and cannot be read", () => {
  symlinkSync("nowhere", join(folder, "AGENTS.md"));
  symlinkSync("SOUL.md", join(folder, "SOUL.md"));
  const [agents, soul] = createReader()();
  expect([agents?.status, soul?.status]).toEqual(["unreadable", "unreadable"]);
  expect(told).toHaveLength(2);
});

test("a cut keeps the spaces at the beginning", () => {
  for (const trim of ["head", "head-tail"] as const) {
    const limits = { max: 10, total: 20, cut: cutTo(trim) };
    const [cut] = fitted([fileOf("A.md", { text: "  word and more words" })], limits);
    expect(cut?.body).toMatch(/^ {2}word/);
  }
});

test("a notice says that the files are loaded already, and a text in SOUL.md is to be taken on as a persona", () => {
  const noticeOf = (status: "ok" | "empty" | "withheld") =>
    projectContext([{ ...fileOf("SOUL.md", { status }), body: "Be brief.", isCut: false }]).split(
      "\n\n",
    )[1];
  const notice =
    "These files of the workspace are already loaded. Read one again only if it was cut.";
  for (const status of ["empty", "withheld"] as const) expect(noticeOf(status)).toBe(notice);
  expect(noticeOf("ok")).toBe(
    `${notice} Take on the persona of SOUL.md, unless a higher rule forbids it.`,
  );
});

test("the workspace is a folder with a plain name, which also Windows cannot take for one outside", async () => {
  const write = (workspace: unknown) =>
    writeFileSync(
      join(folder, "agent.json5"),
      JSON.stringify({ agents: { defaults: { workspace } } }),
    );
  for (const wrong of ["..\\up", "C:\\up", "a\nb", "a\u001b[2J", "a\0", "x".repeat(300), ["x"]]) {
    write(wrong);
    expect((await configIn()).workspace).toBe(".");
  }
  expect(told).toHaveLength(7);
  write("desk/of me");
  expect((await configIn()).workspace).toBe("desk/of me");
});

test("templates are written beside links, which count as files, and a problem is not told as success", async () => {
  writeFileSync(join(folder, "CLAUDE.md"), "Be kind.");
  symlinkSync("CLAUDE.md", join(folder, "AGENTS.md"));
  symlinkSync("nowhere", join(folder, "SOUL.md"));
  mkdirSync(join(folder, "TOOLS.md"));
  expect(await writeTemplates(".", folder)).toBe("Written: IDENTITY.md, USER.md, HEARTBEAT.md.");
  expect(readFileSync(join(folder, "CLAUDE.md"), "utf8")).toBe("Be kind.");
  expect(existsSync(join(folder, "nowhere"))).toBe(false);
  expect(await writeTemplates(".", folder)).toBe("Written: nothing, all are there.");
  expect(await writeTemplates("no/such", folder)).toMatch(
    /^Written: nothing\.\nAGENTS\.md was not/,
  );
});

test("what is not UTF-8 is told and still used, a binary file is not", () => {
  writeFileSync(join(folder, "AGENTS.md"), Buffer.from([0x61, 0xff, 0x62]));
  writeFileSync(join(folder, "SOUL.md"), Buffer.from("ab", "utf16le"));
  const [agents, soul] = createReader()();
  expect(agents).toMatchObject({ status: "ok", text: "a\ufffdb" });
  expect(soul).toMatchObject({ status: "unreadable" });
  expect(told).toHaveLength(2);
});

const context = { mode: "work", workspaceDir: "/w", bootstrap: { SOUL: "old", USER: null } };
const made = (...handlers: BootstrapHandler[]) => runHandlers(handlers, context, tell);

test("a handler changes its context or returns another one, and the next one sees it", async () => {
  const texts = await made(
    ({ bootstrap }) => {
      bootstrap.SOUL = "new";
    },
    async (given) => ({ ...given, bootstrap: { EXTRA: `${given.bootstrap.SOUL} and more` } }),
  );
  expect(texts).toEqual({ SOUL: "new", USER: null, EXTRA: "new and more" });
  expect(context.bootstrap.SOUL).toBe("old");
});

test("a handler that throws halfway has changed nothing, and the others still run", async () => {
  const texts = await made(
    ({ bootstrap }) => {
      bootstrap.SOUL = "half";
      throw new Error("no file");
    },
    ({ bootstrap }) => {
      bootstrap.USER = "Ann";
    },
  );
  expect(texts).toEqual({ SOUL: "old", USER: "Ann" });
  expect(told).toEqual(["A handler of agent:bootstrap is left out: no file"]);
});

test("what is no text, or has a name that is none of a file, is left out", async () => {
  const wrong: unknown = JSON.parse('{ "SOUL": 5, "../x": "text", "USER": "Ann" }');
  const texts = await made(({ bootstrap }) => {
    Object.assign(bootstrap, wrong);
  });
  expect(texts).toEqual({ SOUL: "old", USER: "Ann" });
  expect(told).toHaveLength(2);
});

test("a handler that does not end is left out after 10 seconds, and what it does later changes nothing", async () => {
  let goOn = () => {};
  const texts = made(
    async ({ bootstrap }) => {
      bootstrap.SOUL = "half";
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      bootstrap.SOUL = "late";
    },
    ({ bootstrap }) => {
      bootstrap.USER = "Ann";
    },
  );
  clock.advance(10_000);
  clock.setNow(Date.now()); // other tests use the same clock
  expect(await texts).toEqual({ SOUL: "old", USER: "Ann" });
  goOn();
  expect(await texts).toEqual({ SOUL: "old", USER: "Ann" });
  expect(told).toEqual([expect.stringMatching(/left out: it took more than 10 seconds/)]);
});

test("a handler that is registered is called from the next prompt on", async () => {
  const { registerInternalHook, state } = createBootstrap(folder, [], () => {
    throw new Error("no agent is asked for");
  });
  expect(await state?.bootstrap?.()).not.toContain("EXTRA.md");
  registerInternalHook("agent:bootstrap", ({ workspaceDir, bootstrap }) => {
    bootstrap.EXTRA = `It is ${workspaceDir}.`;
  });
  expect(await state?.bootstrap?.()).toContain(`## EXTRA.md\n\nIt is ${folder}.`);
});

test("a folder that git ignores is no workspace, whatever its name is and whatever is tracked in it", async () => {
  makeRepository(folder, { ".gitignore": "/vendor\n" });
  for (const name of ["vendor", "vendor/é", 'vendor/"a"', "vendor/kept"]) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "keep"), "");
    if (name.endsWith("kept")) git(folder, "add", "--force", `${name}/keep`);
    const settings = { agents: { defaults: { workspace: name } } };
    writeFileSync(join(folder, "agent.json5"), JSON.stringify(settings));
    expect([name, (await configIn()).workspace]).toEqual([name, "."]);
  }
  expect(told.filter((problem) => problem.includes("git ignores it"))).toHaveLength(4);
});
