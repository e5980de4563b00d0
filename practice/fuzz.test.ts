// practice/validate · no JSON, however wrong, makes the practice model itself fail.
import { expect, test } from "vitest";
import { createPractice } from "./handler.ts";
import { sign } from "./signature.ts";

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

test("a spoilt request is answered or refused in the envelope, never with a 500", async () => {
  const practice = createPractice({ reply: () => ({ thinking: "Hm.", text: "Hi" }) });
  const statuses = new Map<number, number>();
  for (let round = 0; round < 3000; round++) {
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
  expect(statuses.get(200)).toBeGreaterThan(50);
  expect(statuses.get(400)).toBeGreaterThan(1000);
});
