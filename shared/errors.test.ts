// shared/errors · what the person reads about a reply that cannot be used.
import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { describeError } from "./errors.ts";

/** What is said of a stream with these events. */
async function saidOf(...events: { type: string }[]): Promise<string> {
  const lines = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  const headers = { "content-type": "text/event-stream" };
  const fetch = async () => new Response(lines.join(""), { headers });
  const client = new Anthropic({ apiKey: "none", baseURL: "http://example.invalid", fetch });
  const body = { model: "m", max_tokens: 1, messages: [{ role: "user" as const, content: "hi" }] };
  return client.messages.stream(body).finalMessage().then(String, describeError);
}

const start = {
  type: "message_start",
  message: { id: "m", type: "message", role: "assistant", model: "m", content: [] },
};
const end = { type: "message_delta", delta: { stop_reason: "end_turn" } };

test("a reply without usage is not one to ask for again: the endpoint is named", async () => {
  expect(await saidOf(start, end, { type: "message_stop" })).toMatch(
    /^The reply is not in the form of the Messages API \(.*output_tokens.*\): use another endpoint in ANTHROPIC_BASE_URL\.$/,
  );
});

test("a stream that ends too early is one", async () => {
  expect(await saidOf(start)).toMatch(/^The reply broke off: .*Say it again\.$/);
});

test("a tool that the endpoint refuses would be in each request: the line says how it goes", () => {
  const message = "tools.31.custom.input_schema: JSON schema is invalid.";
  const body = { type: "error", error: { type: "invalid_request_error", message } };
  const said = describeError(Anthropic.APIError.generate(400, body, undefined, new Headers()));
  expect(said).toContain(message);
  expect(said).toContain("/mcp stop NAME");
  const other = {
    type: "error",
    error: { type: "invalid_request_error", message: "max_tokens: 5" },
  };
  const usual = describeError(Anthropic.APIError.generate(400, other, undefined, new Headers()));
  expect(usual).toContain("fix what the message names");
});
