import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { judge } from "../course/judge/judge.ts";
import { underTest } from "../course/unit/under-test.ts";
import {
  type WireAnswer,
  type WireRequest,
  wireCall,
  wireEndpoint,
  wireError,
  wireReply,
  wireText,
} from "../shared/fixtures/endpoint.ts";

const says = (text: string) => wireReply(wireText(text));
const bare = (status: number, json: unknown): WireAnswer => ({ status, json });
const page = (status: number, words: string): WireAnswer => ({
  ...{ status, type: "text/html" },
  raw: `<html><body>${words}</body></html>`,
});

/** How endpoints refuse what a request says; each was published by its users or is in an endpoint's documentation. */
const REFUSALS: Record<string, WireAnswer> = {
  "the API: a picture": wireError(400, "Could not process image"),
  "the API: too many pixels": wireError(
    400,
    "messages.2.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels",
  ),
  "the API: thinking at the end": wireError(
    400,
    "messages.1: The final block in an assistant message cannot be `thinking`.",
  ),
  "the API: a signature": wireError(
    400,
    "messages.1.content.0: Invalid `signature` in `thinking` block",
  ),
  "the API: thinking was changed": wireError(
    400,
    "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.",
  ),
  "the API: an id": wireError(
    400,
    "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  ),
  "the API: a field": wireError(
    400,
    "messages.1.content.0.text.extra: Extra inputs are not permitted",
  ),
  "the API: an input": wireError(
    400,
    "messages.1.content.0.tool_use.input: Input should be a valid dictionary",
  ),
  "the API: a call without its result": wireError(
    400,
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.",
  ),
  "the API: its filter": wireError(400, "Output blocked by content filtering policy"),
  "in mid-stream": {
    events: [
      {
        type: "error",
        error: { type: "invalid_request_error", message: "Could not process image" },
      },
    ],
  },
  "Bedrock: a field": bare(400, {
    message: "Malformed input request: extraneous key is not permitted",
  }),
  "Vertex: an argument": bare(400, {
    error: {
      code: 400,
      message: "Request contains an invalid argument.",
      status: "INVALID_ARGUMENT",
    },
  }),
  "DeepSeek: its filter": bare(400, {
    error: { message: "Content Exists Risk", type: "invalid_request_error" },
  }),
  "Qwen: its filter": bare(400, {
    error: {
      code: "data_inspection_failed",
      message: "Input data may contain inappropriate content.",
    },
  }),
  "Azure: its filter": bare(400, {
    error: {
      code: "content_filter",
      message: "The response was filtered due to the prompt triggering content management policy.",
    },
  }),
  "vLLM: roles": bare(400, {
    ...{ object: "error", type: "BadRequestError", code: 400 },
    message: "Conversation roles must alternate user/assistant/user/assistant/...",
  }),
  "FastAPI: 422": bare(422, {
    detail: [{ loc: ["body", "messages", 1], msg: "field required", type: "value_error.missing" }],
  }),
  "a router: no model for pictures": bare(404, {
    error: { message: "No endpoints found that support image input", code: 404 },
  }),
  "a router: an error with status 200": bare(200, {
    error: { message: "Provider returned error", code: 400 },
  }),
  "a firewall": page(403, "Request blocked"),
  "a proxy: 413": page(413, "413 Request Entity Too Large"),
  "a proxy: 406": page(406, "Not Acceptable"),
  "a body that is no JSON": { status: 400, raw: "Bad Request", type: "text/plain" },
  "no body": { status: 400, raw: "", type: "text/plain" },
  "too long: the API": wireError(400, "prompt is too long: 210000 tokens > 200000 maximum"),
  "too long: Bedrock": bare(400, { message: "Input is too long for requested model." }),
  "too long: DeepSeek, vLLM": bare(400, {
    error: {
      message:
        "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens.",
    },
  }),
  "too long: llama.cpp": bare(400, {
    error: {
      code: 400,
      message: "the request exceeds the available context size, try increasing it",
      type: "exceed_context_size_error",
    },
  }),
  "too long: Vertex": bare(400, {
    error: {
      message:
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    },
  }),
  "too long: Qwen": bare(400, { message: "Range of input length should be [1, 129024]" }),
  "too long: Kimi": bare(400, {
    error: { message: "Invalid request: Your request exceeded model token limit: 131072" },
  }),
  "too long: xAI": bare(400, {
    error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
  }),
  "too long: in mid-stream": {
    events: [
      {
        type: "error",
        error: {
          type: "invalid_request_error",
          message: "prompt is too long: 2 tokens > 1 maximum",
        },
      },
    ],
  },
};

/** What the person is told of an answer that has not the API's form: the status, and what it begins with. */
const TOLD: Record<string, RegExp> = {
  "a firewall": /403.*Request blocked/,
  "a proxy: 406": /406.*Not Acceptable/,
  "a body that is no JSON": /400.*Bad Request/,
  "no body": /400/,
};

/** `npm run test:deep` resumes the conversation after every refusal, a usual run after every fourth. */
const STEP = process.env.TEST_DEPTH === undefined ? 4 : 1;

const BAD = "something bad";
const PLACES = ["prompt", "result", "reply"] as const;
type Place = (typeof PLACES)[number];

const isIn = (request: WireRequest, words: string) =>
  JSON.stringify(request.messages).includes(words);

/** An endpoint that refuses what contains the bad words; at one place they are in what a tool gives, or in the reply. */
function answerTo(request: WireRequest, place: Place, name: string): WireAnswer {
  if (isIn(request, BAD)) return REFUSALS[name] ?? {};
  const asked = JSON.stringify(request.messages.at(-1));
  if (!asked.includes("begin") || isIn(request, `never mind ${name}`)) return says("Fine.");
  if (place === "result") return wireReply(wireCall("read_file", { path: "bad.txt" }));
  const call = wireCall("glob", { pattern: "*" });
  return wireReply([wireText(`This is ${BAD}.`), call]);
}

/** Each refusal at a place: the person is told, and the next prompt is answered. The same again after --resume. */
async function refuseAll(place: Place, chapter: string): Promise<string[]> {
  const held: string[] = [];
  const isKept = existsSync(join(chapter, "session")); // later chapters keep the conversation
  let current = "";
  const endpoint = await wireEndpoint((request) => answerTo(request, place, current));
  const env = { ANTHROPIC_BASE_URL: endpoint.url, MAX_REQUESTS: "900" };
  const { error } = await judge(async ({ start }) => {
    let agent = await start([], { env, yes: true, files: { "bad.txt": BAD } });
    await agent.type("hello"); // a session without a message could not be resumed
    expect(await agent.ended()).toBe("done");
    for (const [at, name] of Object.keys(REFUSALS).entries()) {
      current = name;
      const before = agent.output.length;
      await agent.type(place === "prompt" ? `begin with ${BAD}` : "begin");
      const outcome = await agent.ended();
      const told = agent.output.slice(before);
      const label = `${name}, in the ${place}: ${told}`;
      expect(told, label).not.toContain("    at ");
      if (outcome === "failed") expect(told, label).toMatch(/is not kept/);
      if (place !== "reply") expect(outcome, label).toBe("failed");
      expect(told, label).toMatch(TOLD[name] ?? "");
      if (isKept && (at + PLACES.indexOf(place)) % STEP === 0) {
        await agent.exit();
        agent = await start([], { env, yes: true, beside: agent, args: ["--resume"] });
      }
      await agent.type(`never mind ${name}`);
      expect(await agent.ended(), `${label}, the next prompt: ${agent.output}`).toBe("done");
      held.push(name);
    }
  }, chapter);
  endpoint.close();
  expect(error?.message).toBeUndefined();
  return held;
}

test.each(PLACES)("what an endpoint refuses in the %s ends no session", async (place) => {
  const held = await refuseAll(place, underTest(import.meta.dirname));
  expect(held).toHaveLength(Object.keys(REFUSALS).length);
});
