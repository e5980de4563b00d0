import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { VARIABLES } from "../../shared/settings.ts";
import { FIXTURES, ROOT } from "../base/root.ts";
import { judge } from "../judge/judge.ts";
import { entriesOf, environmentOf, readFolder } from "./folder.ts";
import { calls, says } from "./script.ts";

const TOY = join(FIXTURES, "toy-agent");
const ENDPOINTS = { model: "http://127.0.0.1:1", control: "http://127.0.0.1:2" };
const POISON = {
  ANTHROPIC_API_KEY: "sk-poison",
  ANTHROPIC_AUTH_TOKEN: "poison",
  ANTHROPIC_BASE_URL: "http://poison.invalid",
  ANTHROPIC_CUSTOM_HEADERS: "x-poison: 1",
  OTHER_TOKEN: "poison",
  PRACTICE: "1",
  TRACE: "poison.jsonl",
  MODEL_ID: "poison",
  NODE_OPTIONS: "--require /nowhere/poison.cjs",
  NODE_PATH: "/nowhere/poison",
  HTTPS_PROXY: "http://poison.invalid",
  SPEC_ON: "poison",
};

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a poisoned environment reaches no agent", async () => {
  for (const [name, value] of Object.entries(POISON)) vi.stubEnv(name, value);
  const files = { ".env": "ANTHROPIC_API_KEY=sk-poison\nPRACTICE=1\n" };
  let environment: Record<string, string> = {};
  const { verdict, error } = await judge(async ({ start }) => {
    const agent = await start([calls("environment", {}), says("Done.")], { files });
    await agent.type("show it");
    await agent.sees("Done.");
    environment = JSON.parse(agent.toolResults[0]?.content ?? "{}");
  }, TOY);
  expect(error?.message).toBeUndefined();
  expect(verdict).toBe("passed");
  expect(Object.entries(environment).filter(([, value]) => value.includes("poison"))).toEqual([]);
  expect(environment).toMatchObject({ ANTHROPIC_API_KEY: "spec-key", MODEL_ID: "practice-1" });
});

test("a poisoned .env at the course's root changes nothing for a chapter", async () => {
  const root = await mkdtemp(join(tmpdir(), "course-"));
  try {
    for (const name of ["s01_agent_loop", "shared", "practice", "package.json"]) {
      await cp(join(ROOT, name), join(root, name), { recursive: true });
    }
    await symlink(join(ROOT, "node_modules"), join(root, "node_modules"), "junction");
    const lines = Object.entries({ ...POISON, MAX_REQUESTS: "poison" });
    await writeFile(
      join(root, ".env"),
      lines.map(([name, value]) => `${name}=${value}\n`).join(""),
    );
    const { error } = await judge(
      async ({ start }) => {
        const agent = await start([says("Hello.")], { launcher: "npx" });
        await agent.type("hi");
        await agent.sees("Hello.");
      },
      join(root, "s01_agent_loop"),
    );
    expect(error?.message).toBeUndefined();
  } finally {
    await rm(root, { recursive: true });
  }
});

test("every variable of the course is set, empty where the spec says nothing", () => {
  const environment = environmentOf(POISON, ENDPOINTS);
  for (const name of VARIABLES) expect(environment).toHaveProperty(name);
  expect(environment).toMatchObject({ PRACTICE: "", TRACE: "", ANTHROPIC_AUTH_TOKEN: "" });
});

test("what a spec sets wins, and what an agent needs of the machine stays", () => {
  const outside = { PATH: "/bin", HOME: "/home/me", SHELL: "/bin/fish" };
  const environment = environmentOf(outside, ENDPOINTS, { TRACE: "t.jsonl" });
  expect(environment).toMatchObject({ PATH: "/bin", HOME: "/home/me", TRACE: "t.jsonl" });
  expect(environment).not.toHaveProperty("SHELL");
});

test("what is removed while a folder is read is left out", async () => {
  const folder = await mkdtemp(join(tmpdir(), "folder-"));
  await mkdir(join(folder, "store.lock"));
  for (const name of ["a.txt", "b.tmp"]) await writeFile(join(folder, name), name);
  const listAndRemove = (path: string) => {
    const entries = entriesOf(path);
    for (const name of ["b.tmp", "store.lock"])
      rmSync(join(folder, name), { recursive: true, force: true });
    return entries;
  };
  expect(readFolder(folder, listAndRemove)).toEqual({ "a.txt": "a.txt" });
  await rm(folder, { recursive: true });
});
