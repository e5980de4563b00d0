// practice/clients · any client of the Messages API finds what it expects: old and new headers, models, no stray nulls.
import { request } from "node:http";
import Anthropic from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createPracticeFetch } from "../api/fetch.ts";
import { createPractice } from "../api/handler.ts";
import { listen, type PracticeServer } from "../api/server.ts";
import type { Reply } from "../protocol/reply.ts";

const ask = {
  model: "practice-1",
  max_tokens: 500,
  messages: [{ role: "user" as const, content: "2 + 3?" }],
};
const add: Anthropic.Tool = {
  name: "add",
  input_schema: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } },
};

/** Calls `add` once, then says its result. */
const reply = ({ messages }: { messages: unknown[] }): Reply =>
  JSON.stringify(messages.at(-1)).includes("tool_result")
    ? { text: "It is 5." }
    : { thinking: "Add.", text: "I add.", calls: [{ name: "add", input: { a: 2, b: 3 } }] };

let server: PracticeServer | undefined;
let url = "";
beforeAll(async () => {
  server = await listen(createPractice({ reply }));
  url = server.url;
});
afterAll(() => server?.close());

describe("the official SDK over HTTP", () => {
  const client = () => new Anthropic({ apiKey: "any", maxRetries: 0, baseURL: url });

  test.each([true, false])("runs a tool loop to its end (streamed: %s)", async (isStreamed) => {
    const messages: Anthropic.MessageParam[] = [...ask.messages];
    const next = async () => {
      const body = { ...ask, tools: [add], messages };
      const stream = () => client().messages.stream(body).finalMessage();
      const message = isStreamed ? await stream() : await client().messages.create(body);
      messages.push({ role: "assistant", content: message.content });
      return message;
    };
    const first = await next();
    expect(first.stop_reason).toBe("tool_use");
    const call = first.content.find((block) => block.type === "tool_use");
    messages.push({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: call?.id ?? "", content: "5" }],
    });
    expect((await next()).content).toEqual([{ type: "text", text: "It is 5." }]);
  });

  test("lets the tool runner run the loop, threads or not", async () => {
    const tool = { ...add, run: () => "5", parse: (input: unknown) => input };
    for (const thread of [undefined, false] as const) {
      const more = thread === undefined ? {} : { thread };
      const last = await client().beta.messages.toolRunner({ ...ask, tools: [tool], ...more });
      expect(last.content).toMatchObject([{ type: "text", text: "It is 5." }]);
    }
  });

  test("pages through the models", async () => {
    const ids: string[] = [];
    for await (const { id } of client().models.list({ limit: 4 })) ids.push(id);
    const page = await client().models.list({ limit: 100 });
    expect(ids).toEqual(page.data.map(({ id }) => id));
    expect(ids).toEqual(expect.arrayContaining(["practice-1", "claude-opus-5-5"]));
    const back = await client().models.list({ before_id: ids[3], limit: 2 });
    expect([back.data.map(({ id }) => id), back.has_more]).toEqual([ids.slice(1, 3), true]);
  });
});

describe("the official SDK and the rule-based model", () => {
  const client = new Anthropic({
    apiKey: "any",
    maxRetries: 0,
    fetch: createPracticeFetch({ explain: () => {} }),
  });
  const add: Anthropic.Tool = {
    name: "add",
    input_schema: {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "number" } },
      required: ["a", "b"],
    },
  };
  const body = { ...ask, max_tokens: 4000, tools: [add] };
  const asking = (content: string): Anthropic.MessageParam[] => [{ role: "user", content }];

  /** The reply as it is created, or as it is put together from its events. */
  const send = (isStreamed: boolean, more: Partial<Anthropic.MessageCreateParamsNonStreaming>) =>
    isStreamed
      ? client.messages.stream({ ...body, ...more }).finalMessage()
      : client.messages.create({ ...body, ...more });

  const MODES = [
    { isStreamed: false, thinking: { type: "enabled", budget_tokens: 1024 } },
    { isStreamed: true, thinking: { type: "enabled", budget_tokens: 1024 } },
    { isStreamed: false, thinking: { type: "adaptive" } },
    { isStreamed: true, thinking: { type: "adaptive" } },
  ] as const;
  test.each(MODES)(
    "thinks before a call, and takes its thinking back with the result: $thinking.type, streamed $isStreamed",
    async ({ isStreamed, thinking }) => {
      const messages = asking("use add with a 2 and b 3");
      const first = await send(isStreamed, { messages, thinking });
      expect(first.content).toMatchObject([
        { type: "thinking", thinking: expect.stringMatching(/./), signature: expect.any(String) },
        { type: "tool_use", name: "add", input: { a: 2, b: 3 } },
      ]);
      const id = first.content[1]?.type === "tool_use" ? first.content[1].id : "";
      messages.push(
        { role: "assistant", content: first.content },
        { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "five, 5" }] },
      );
      const last = await send(isStreamed, { messages, thinking });
      expect(last.content.at(-1)).toMatchObject({ text: expect.stringContaining("five, 5") });
      const content = first.content.map((block) =>
        block.type === "thinking" ? { ...block, thinking: "Something else." } : block,
      );
      const changed = messages.with(1, { role: "assistant", content });
      await expect(send(isStreamed, { messages: changed, thinking })).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining("cannot be modified"),
      });
    },
  );

  test.each([false, true])("calls the tool it is forced to (streamed: %s)", async (isStreamed) => {
    const messages = asking("Hello, 7 and 8!");
    for (const tool_choice of [{ type: "any" }, { type: "tool", name: "add" }] as const) {
      const { content, stop_reason } = await send(isStreamed, { messages, tool_choice });
      expect([content.at(-1), stop_reason]).toMatchObject([
        { type: "tool_use", name: "add", input: { a: expect.any(Number), b: expect.any(Number) } },
        "tool_use",
      ]);
    }
    const { content } = await send(isStreamed, { messages, tool_choice: { type: "none" } });
    expect(content.map(({ type }) => type)).toEqual(["text"]);
  });

  test("answers in the form that messages.parse asks for", async () => {
    const city = z.object({ city: z.string(), population: z.number(), tags: z.array(z.string()) });
    const { parsed_output } = await client.messages.parse({
      ...ask,
      messages: asking('The city is "Bern" with population 130000'),
      output_config: { format: zodOutputFormat(city) },
    });
    expect(parsed_output).toEqual({ city: "Bern", population: 130_000, tags: [] });
  });
});

describe("a client with its own parser", () => {
  const headers = {
    "x-api-key": "k",
    "anthropic-version": "2023-06-01",
    "content-type": "application/json",
  };
  const send = (body: unknown, path = "/v1/messages?beta=true") =>
    fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });

  test("may ask for HEAD, and gets its request id in header and error", async () => {
    const hello = await fetch(`${url}/api/hello`, { method: "HEAD" });
    expect([hello.status, await hello.text()]).toEqual([200, ""]);
    const refused = await send({ ...ask, messages: [] });
    const { request_id } = JSON.parse(await refused.text());
    expect([refused.status, refused.headers.get("request-id")]).toEqual([400, request_id]);
  });

  /** The paths of all nulls in a value. */
  function nulls(value: unknown, path = ""): string[] {
    if (value === null) return [path];
    if (typeof value !== "object") return [];
    return Object.entries(value).flatMap(([key, part]) => nulls(part, `${path}/${key}`));
  }

  test("finds null only where the API says null: the reason before it is known, no sequence, no details", async () => {
    const body = { ...ask, tools: [add], thinking: { type: "adaptive" } };
    const whole = JSON.parse(await (await send(body)).text());
    expect(nulls(whole)).toEqual(["/stop_sequence", "/stop_details"]);
    const events = (await (await send({ ...body, stream: true })).text())
      .split("\n\n")
      .filter(Boolean)
      .map((event) => JSON.parse(event.replace(/^event: .*\ndata: /, "")));
    expect(events.flatMap((event) => nulls(event))).toEqual([
      "/message/stop_reason",
      "/message/stop_sequence",
      "/message/stop_details",
      "/delta/stop_sequence",
      "/delta/stop_details",
    ]);
  });

  test("may take its time over each chunk, or leave in the middle", async () => {
    const response = await send({ ...ask, stream: true, tools: [add] });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
    expect((await send(ask)).status).toBe(200);
  });

  test("may send the body in pieces, without its length", async () => {
    const text = JSON.stringify({
      ...ask,
      messages: [{ role: "user", content: "é".repeat(5000) }],
    });
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${url}/v1/messages`, { method: "POST", headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
      });
      sent.on("error", reject);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 333) sent.write(bytes.subarray(at, at + 333));
      sent.end();
    });
    expect(status).toBe(200);
  });
});
