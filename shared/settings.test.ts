import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSettings, withDotEnv } from "./settings.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "settings-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("without a key it is the practice model", () => {
  expect(readSettings({})).toEqual({
    model: "practice-1",
    maxRequests: 200,
    contextTokens: 200_000,
    mcpToolTokens: 10_000,
    fallback: undefined,
    faults: undefined,
    script: undefined,
    trace: undefined,
    explain: false,
  });
});

test("empty variables count as unset", () => {
  const empty = { ANTHROPIC_API_KEY: "", ANTHROPIC_BASE_URL: " ", MODEL_ID: "", PRACTICE: "" };
  expect(readSettings(empty).endpoint).toBeUndefined();
  expect(readSettings({ ...empty, ANTHROPIC_API_KEY: "k" }).model).toBe("claude-haiku-5-5");
});

test("a key or a token makes it real, at the given endpoint or the official one", () => {
  expect(readSettings({ ANTHROPIC_API_KEY: "k" }).endpoint).toEqual({
    baseURL: "https://api.anthropic.com",
    apiKey: "k",
    authToken: null,
  });
  const local = readSettings({
    ANTHROPIC_AUTH_TOKEN: "t",
    ANTHROPIC_BASE_URL: "http://localhost:11434/",
    MODEL_ID: "qwen",
  });
  expect(local.model).toBe("qwen");
  expect(local.endpoint).toMatchObject({ baseURL: "http://localhost:11434", authToken: "t" });
});

test("PRACTICE=1 wins over a provider's variables, even wrong ones", () => {
  const provider = { ANTHROPIC_API_KEY: "a key", ANTHROPIC_BASE_URL: "nonsense/v1", MODEL_ID: "x" };
  expect(readSettings({ ...provider, PRACTICE: "1" })).toMatchObject({ model: "practice-1" });
  expect(readSettings({ PRACTICE: "0", ANTHROPIC_API_KEY: "k" }).endpoint).toBeDefined();
});

test.each([
  [{ ANTHROPIC_BASE_URL: "http://localhost:1" }, /ANTHROPIC_BASE_URL .* set ANTHROPIC_API_KEY/],
  [
    { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "https://x.test/v1" },
    /ends in \/v1.*https:\/\/x\.test\./,
  ],
  [
    { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "https://x.test/api/v1/messages/" },
    /ends in \/v1\/messages.*https:\/\/x\.test\/api\./,
  ],
  [{ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "x.test" }, /ANTHROPIC_BASE_URL=x\.test/],
  [{ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "ftp://x.test" }, /https:\/\/host/],
  [
    { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "https://u:secret@x.test" },
    /^(?!.*secret).*more than an address/,
  ],
  [{ ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "https://x.test?a=b" }, /more than an address/],
  [{ ANTHROPIC_API_KEY: "k", ANTHROPIC_AUTH_TOKEN: "t" }, /both set/],
  [{ ANTHROPIC_API_KEY: "two words" }, /ANTHROPIC_API_KEY holds a space/],
  [{ ANTHROPIC_AUTH_TOKEN: "schlüssel" }, /ANTHROPIC_AUTH_TOKEN/],
  [{ PRACTICE: "maybe" }, /PRACTICE=maybe/],
  [{ MAX_REQUESTS: "0" }, /MAX_REQUESTS=0/],
  [{ MAX_REQUESTS: "1e3" }, /MAX_REQUESTS=1e3/],
])("%o is refused in one line with the fix", (environment, line) => {
  expect(() => readSettings(environment)).toThrow(line);
  expect(() => readSettings(environment)).toThrow(/^[^\n]+$/);
});

test("a .env sets variables that the environment does not have, and never overrides one, not even an empty one", async () => {
  await writeFile(
    join(folder, ".env"),
    '\uFEFFMODEL_ID="from file"\nANTHROPIC_API_KEY=k\nTRACE=t\n',
  );
  const merged = withDotEnv({ TRACE: "", ANTHROPIC_API_KEY: "mine" }, folder);
  expect(merged).toEqual({ MODEL_ID: "from file", ANTHROPIC_API_KEY: "mine", TRACE: "" });
});

test.each(["env.txt", ".env.txt", "env"])("a .env saved as %s is noticed", async (name) => {
  await writeFile(join(folder, name), "ANTHROPIC_API_KEY=k\n");
  expect(() => withDotEnv({}, folder)).toThrow(`Found ${name} but no .env: rename it`);
});

test("a folder named env is not a misnamed .env, and a folder named .env is said to be unreadable", async () => {
  await mkdir(join(folder, "env"));
  expect(withDotEnv({}, folder)).toEqual({});
  await mkdir(join(folder, ".env"));
  expect(() => withDotEnv({}, folder)).toThrow(/^\.env cannot be read .*make it a readable file/);
});

test("a .env saved as UTF-16 is noticed", async () => {
  await writeFile(join(folder, ".env"), Buffer.from("\uFEFFMODEL_ID=x\n", "utf16le"));
  expect(() => withDotEnv({}, folder)).toThrow("save it again as UTF-8");
});
