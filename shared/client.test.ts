import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createPractice } from "../practice/api/handler.ts";
import { listen } from "../practice/api/server.ts";
import { runProcess } from "./process.ts";

const HALF = "\ud83d";
/** Six characters that only look like half of a character. */
const TEXT = String.raw`\ud83d`;

/** A conversation in which half of a character stands wherever text can stand. */
const request: Anthropic.MessageCreateParamsNonStreaming = {
  model: "practice-1",
  max_tokens: 100,
  system: `system ${HALF}`,
  messages: [
    { role: "user", content: `user ${HALF} ${TEXT} \\${HALF} \\${TEXT} 😀` },
    {
      role: "assistant",
      content: [
        { type: "tool_use", id: "toolu_1", name: "bash", input: { [`key ${HALF}`]: HALF } },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: HALF }] },
  ],
  tools: [{ name: "bash", input_schema: { type: "object" } }],
};

/** Sends the request in a program of its own, whose environment names this server; gives what it says of each reply. */
async function send(
  url: string,
  { more = "", times = 1, model = "practice-1" } = {},
): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "client-")));
  const client = join(import.meta.dirname, "client.ts");
  const code = `import { client } from ${JSON.stringify(client)};
const body = ${JSON.stringify({ ...request, model })};
const send = async () => client.messages.stream(body).finalMessage();
for (let time = 0; time < ${times}; time++) {
  const reply = await send().catch((error) => ({ content: [{ type: error.message }] }));
  console.log(reply.content[0]?.type);
}`;
  const settings = `ANTHROPIC_BASE_URL=${url} ANTHROPIC_API_KEY=k MODEL_ID=${model} ${more}`;
  const tsx = JSON.stringify(import.meta.resolve("tsx"));
  const line = `${settings} node --import ${tsx} --input-type=module -e '${code.replaceAll("'", `'"'"'`)}'`;
  const { output } = await runProcess(line, { cwd: folder, signal: new AbortController().signal });
  await rm(folder, { recursive: true });
  return output.trim();
}

test("half of a character is sent as U+FFFD, wherever it stands, and nothing else is changed", async () => {
  const bodies: unknown[] = [];
  const practice = createPractice({
    reply: (body) => {
      bodies.push(body);
      return { text: "fine" };
    },
  });
  const server = await listen(practice, { port: 0 });
  expect(await send(server.url)).toBe("text");
  await server.close();
  const expected = JSON.parse(
    JSON.stringify(request, (_, value) =>
      typeof value === "string" ? value.toWellFormed() : value,
    ),
  );
  expected.messages[1].content[0].input = { "key \ufffd": "\ufffd" };
  expect(bodies).toMatchObject([{ system: expected.system, messages: expected.messages }]);
});

test("a call whose input is no JSON breaks neither the count nor the trace", async () => {
  const calls = [{ name: "bash", input: { command: "echo" } }];
  const practice = createPractice({ reply: () => ({ calls, fault: { kind: "malformed_input" } }) });
  const server = await listen(practice, { port: 0 });
  const folder = await mkdtemp(join(tmpdir(), "trace-"));
  const trace = join(folder, "trace.jsonl");
  expect(await send(server.url, { more: `TRACE=${trace}` })).toMatch(/^[^\n]*is not valid JSON$/);
  await server.close();
  const [line = ""] = (await readFile(trace, "utf8")).split("\n");
  expect(JSON.parse(line)).toMatchObject({ error: expect.stringContaining("not valid JSON") });
  await rm(folder, { recursive: true });
});

test("a request that MAX_REQUESTS refuses sets nothing aside under MAX_COST", async () => {
  const server = await listen(createPractice({ reply: () => ({ text: "fine" }) }), { port: 0 });
  const limits = { more: "MAX_REQUESTS=1 MAX_COST=0.0015", times: 4, model: "claude-haiku-4-5" };
  const [first, ...others] = (await send(server.url, limits)).split("\n");
  await server.close();
  expect(first).toBe("text");
  expect(others).toHaveLength(3);
  for (const one of others) expect(one).toContain("MAX_REQUESTS=1 is reached");
});
