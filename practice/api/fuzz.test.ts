// practice/api · no JSON, however wrong, makes the practice model itself fail.
import { expect, test } from "vitest";
import { sign } from "../protocol/signature.ts";
import { postText } from "../testing.ts";
import type { Exchange } from "./exchange.ts";
import { createPractice } from "./handler.ts";

const good = JSON.stringify({
  model: "practice-1",
  max_tokens: 100,
  system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
  metadata: { user_id: "someone" },
  thinking: { type: "adaptive" },
  output_config: {
    effort: "low",
    format: { type: "json_schema", schema: { type: "object", additionalProperties: false } },
  },
  tool_choice: { type: "tool", name: "bash" },
  cache_control: { type: "ephemeral", ttl: "5m" },
  diagnostics: { previous_message_id: "msg_x" },
  stop_sequences: ["END"],
  tools: [
    { name: "bash", input_schema: { type: "object", properties: { command: { type: "string" } } } },
  ],
  messages: [
    { role: "user", content: "Hello" },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Hm.", signature: sign("practice-1", "Hm.", "Hm.") },
        { type: "text", text: "a" },
        { type: "tool_use", id: "t", name: "bash", input: { a: [1] } },
      ],
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: "b" }] }],
    },
    { role: "system", content: [{ type: "text", text: "c" }] },
  ],
});

/** Numbers that look random and are the same in each run. */
function* numbers(): Generator<number> {
  for (let state = 4711; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

const random = numbers();
const pick = <T>(items: readonly T[]): T | undefined =>
  items[Math.floor((random.next().value ?? 0) * items.length)];
const STRANGE = [
  null,
  0,
  -1,
  1.5,
  "",
  " ",
  "x",
  true,
  [],
  {},
  [null],
  [[]],
  { type: "text" },
  { type: "tool_use" },
  { "": 1 },
  { role: "user" },
];

/** The value with one part of it replaced, removed or doubled. */
function spoilt(value: unknown): unknown {
  const isList = Array.isArray(value);
  if (typeof value !== "object" || value === null || pick([0, 1, 2, 3, 4]) === 0)
    return pick(STRANGE);
  const entries = Object.entries(value);
  const chosen = pick(entries);
  if (!chosen) return pick(STRANGE);
  const change = pick(["inside", "inside", "inside", "remove", "double"]);
  const changed = entries.flatMap((entry) => {
    if (entry !== chosen) return [entry];
    if (change === "remove") return [];
    if (change === "double") return [entry, [`${entry[0]}${isList ? "" : "x"}`, entry[1]] as const];
    return [[entry[0], spoilt(entry[1])] as const];
  });
  return isList ? changed.map(([, part]) => part) : Object.fromEntries(changed);
}

const ROUNDS = process.env.TEST_DEPTH === undefined ? 500 : 9000;

test("a spoilt request is answered or refused in the envelope, never with a 500", async () => {
  const practice = createPractice({ reply: () => ({ thinking: "Hm.", text: "Hi" }) });
  const statuses = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++) {
    const body = JSON.stringify(spoilt(JSON.parse(good))) ?? "null";
    const headers = {
      "x-api-key": "k",
      "anthropic-version": "2026-10-21",
      "content-type": "application/json",
    };
    const request = new Request("http://practice/v1/messages", { method: "POST", headers, body });
    const response = await practice.handle(request);
    expect([200, 400, 404], body).toContain(response.status);
    const type = response.ok ? "message" : "error";
    expect(await response.json(), body).toMatchObject({ type });
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  }
  expect(statuses.get(200)).toBeGreaterThan(ROUNDS / 60);
  expect(statuses.get(400)).toBeGreaterThan(ROUNDS / 3);
});

/** The value with "DEEP" in place of each part of it, one at a time, and of itself. */
function* marked(value: unknown): Generator<unknown> {
  yield "DEEP";
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    for (const other of marked(part)) {
      if (Array.isArray(value)) yield value.with(Number(name), other);
      else yield { ...value, [name]: other };
    }
  }
}

/** The good request with so many levels of a value in each place. */
const deepened = (levels: number, [open, close]: readonly [string, string]): string[] => {
  const deep = `${open.repeat(levels)}1${close.repeat(levels)}`;
  return [...marked(JSON.parse(good))].map((body) => JSON.stringify(body).replace('"DEEP"', deep));
};

const DEEP = [
  ["[", "]"],
  ['{"a":', "}"],
  ['{"type":"object","properties":{"a":', "}}"],
  ['{"items":', "}"],
  ['[{"type":"tool_result","tool_use_id":"t","content":', "}]"],
] as const;

test.each(DEEP)(
  "a value of very many %s is refused wherever it is, before anything else looks at it",
  async (...pair) => {
    const seen: Exchange[] = [];
    const practice = createPractice({
      explain: () => {},
      observe: (exchange) => seen.push({ ...exchange, body: JSON.stringify(exchange.body) }),
    });
    for (const body of deepened(20_000, pair)) {
      const response = await practice.handle(postText("/v1/messages", body));
      expect([response.status, seen.at(-1)?.rule]).toEqual([400, "body-depth"]);
    }
    for (const body of deepened(500, pair)) {
      const response = await practice.handle(postText("/v1/messages", body));
      expect([200, 400, 404]).toContain(response.status);
      expect(seen.at(-1)?.rule).not.toBe("body-depth");
    }
    expect(seen.length).toBeGreaterThan(80);
  },
);

test("a call whose arguments are too deep to be sent back is not made", async () => {
  const practice = createPractice({ explain: () => {} });
  const tool = { name: "plant", input_schema: { type: "object", properties: { plan: {} } } };
  const say = async (levels: number) => {
    const content = `use plant with plan ${"[".repeat(levels)}${"]".repeat(levels)}`;
    const messages = [{ role: "user", content }];
    const body = { model: "practice-1", max_tokens: 60_000, tools: [tool], messages };
    const response = await practice.handle(postText("/v1/messages", JSON.stringify(body)));
    return [response.status, await response.json()];
  };
  expect(await say(500)).toMatchObject([200, { stop_reason: "tool_use" }]);
  for (const levels of [1020, 20_000])
    expect(await say(levels)).toMatchObject([
      200,
      { stop_reason: "end_turn", content: [{ text: expect.stringContaining("1024 levels deep") }] },
    ]);
});
