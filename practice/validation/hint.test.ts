// practice/validation/hint · each rule has a hint in three languages, which is shown on the terminal and not sent to the client.
import { expect, test } from "vitest";
import type { Exchange } from "../api/exchange.ts";
import { createPractice } from "../api/handler.ts";
import { post } from "../testing.ts";
import { hintOf, type Language, languageOf } from "./hint.ts";
import { HINTS } from "./hints.ts";
import { allRules } from "./rulesTable.ts";
import { WARNINGS } from "./warnings.ts";

const LANGUAGES: Language[] = ["en", "zh", "ja"];

test("each rule has a hint in each language, and each hint a rule", () => {
  const ids = [...allRules().map((rule) => rule.id), ...WARNINGS];
  const tables = Object.values(HINTS);
  for (const texts of tables) expect(Object.keys(texts).sort()).toEqual(ids.sort());
  for (const id of ids) expect(new Set(tables.map((texts) => texts[id])).size, id).toBe(3);
});

test.each([
  [{ LANG: "zh_CN.UTF-8" }, "zh"],
  [{ LANG: "ja_JP.UTF-8" }, "ja"],
  [{ LANG: "ja_JP.UTF-8", LC_ALL: "zh_TW" }, "zh"],
  [{ LANG: "C.UTF-8" }, "en"],
  [{}, "en"],
])("%j is %s", (environment, language) => {
  expect(languageOf(environment)).toBe(language);
});

const misplaced = {
  model: "practice-1",
  max_tokens: 10,
  tools: [{ name: "a", input_schema: { type: "object" } }],
  messages: [
    { role: "user", content: "Hi" },
    { role: "assistant", content: [{ type: "tool_use", id: "t", name: "a", input: {} }] },
    {
      role: "user",
      content: [
        { type: "text", text: "Remember the list." },
        { type: "tool_result", tool_use_id: "t", content: "b" },
      ],
    },
  ],
};

test.each(LANGUAGES)(
  "a refused request is explained in %s, outside the response",
  async (language) => {
    const seen: Exchange[] = [];
    const told: string[] = [];
    const practice = createPractice({
      language,
      observe: (exchange) => seen.push(exchange),
      explain: (line) => told.push(line),
    });
    const response = await practice.handle(post("/v1/messages", misplaced));
    const hint = await hintOf("tool-result-late", language);
    expect(seen).toMatchObject([{ status: 400, rule: "tool-result-late", hint }]);
    expect(told).toEqual([hint]);
    expect(await response.text()).not.toContain(hint);
  },
);

test("a request that does less than was meant is answered, with a warning outside the response", async () => {
  const seen: Exchange[] = [];
  const practice = createPractice({
    language: "en",
    reply: () => ({ text: "ok" }),
    observe: (exchange) => seen.push(exchange),
  });
  const ask = { model: "practice-1", max_tokens: 9, messages: misplaced.messages.slice(0, 1) };
  const tool = (name: string) => ({ name, input_schema: { type: "object" } });
  await practice.handle(post("/v1/messages", { ...ask, tools: [tool("x".repeat(65))] }));
  await practice.handle(post("/v1/messages", { ...ask, tools: [tool("x".repeat(64))] }));
  await practice.handle(post("/v1/messages", { ...ask, cache_control: { type: "ephemeral" } }));
  expect(seen.map(({ status, warning }) => [status, warning])).toEqual([
    [200, HINTS.en["tool-name-long"]],
    [200, undefined],
    [200, HINTS.en["cache-nothing"]],
  ]);
});

test("a planned fault is not the client's mistake, so it has no hint", async () => {
  const seen: Exchange[] = [];
  const practice = createPractice({
    reply: () => ({ fault: { kind: "invalid_request" } }),
    observe: (exchange) => seen.push(exchange),
  });
  await practice.handle(
    post("/v1/messages", { ...misplaced, messages: misplaced.messages.slice(0, 1) }),
  );
  expect(seen[0]).toMatchObject({ status: 400, fault: "invalid_request" });
  expect(seen[0]).not.toHaveProperty("hint");
});
