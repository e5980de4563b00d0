// practice/bench/bench · how much time the practice model takes, and how far off its token estimates are.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import Anthropic from "@anthropic-ai/sdk";
import { createPracticeFetch } from "../api/fetch.ts";
import { createPractice } from "../api/handler.ts";
import { tokensOfText } from "../cache/tokens.ts";
import { countInputTokens } from "../cache/usage.ts";
import { profiles } from "../protocol/profiles.ts";
import type { MessageRequest } from "../protocol/reply.ts";
import { sign } from "../protocol/signature.ts";
import { post, postText } from "../testing.ts";
import { HINTS } from "../validation/hints.ts";

/** One measured figure. */
export interface Figure {
  name: string;
  value: number;
  unit: "ms" | "MB" | "%";
  /** The value should be no larger. */
  target?: number;
}

/** Measures; takes some seconds and changes nothing. Times are medians after a warm-up. */
export async function practiceFigures(): Promise<Figure[]> {
  const practice = createPractice({ reply: () => ({ text: "ok" }) });
  const handle = async (body: string) => {
    const response = await practice.handle(postText("/v1/messages", body));
    await response.text();
  };
  const large = JSON.stringify(requestOf([{ role: "user", content: prose(50_000) }]));
  const long = JSON.stringify(historyOf(1000));
  const cached = JSON.stringify({ ...historyOf(1000), cache_control: { type: "ephemeral" } });
  return [
    await timed("handler, a request of 50 KB", () => handle(large), 300, 1),
    await timed("handler, a history of 1,000 messages", () => handle(long), 60, 15),
    await timed("handler, the same with its cache mark", () => handle(cached), 60, 15),
    ...(await overhead()),
    ...(await estimates()),
    await memory(),
  ];
}

const requestOf = (messages: MessageRequest["messages"]): MessageRequest => ({
  model: "practice-1",
  max_tokens: 100,
  tools: [{ name: "bash", input_schema: { type: "object" } }],
  messages,
});

const prose = (length: number): string =>
  "The agent reads the file, changes two lines, and runs the tests again; 14 of 15 pass.\n"
    .repeat(Math.ceil(length / 86))
    .slice(0, length);

/** Thoughts, calls and results as an agent has them, about 600 bytes per message. */
function historyOf(count: number): MessageRequest {
  const messages: MessageRequest["messages"] = [{ role: "user", content: prose(300) }];
  const words = prose(100);
  const signature = sign("practice-1", words, words);
  const thought = { type: "thinking", thinking: words, signature } as const;
  for (let turn = 0; messages.length + 1 < count; turn++) {
    const id = `toolu_${turn}`;
    const call = {
      type: "tool_use",
      id,
      name: "bash",
      input: { command: `cat file${turn}` },
    } as const;
    messages.push(
      { role: "assistant", content: [thought, { type: "text", text: "I look." }, call] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: prose(700) }] },
    );
  }
  return requestOf(messages);
}

async function medianOf(work: () => Promise<unknown>, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  const warm = times.slice(Math.floor(rounds / 5)).sort((a, b) => a - b);
  return warm[warm.length >> 1] ?? 0;
}

const timed = async (
  name: string,
  work: () => Promise<unknown>,
  rounds: number,
  target: number,
): Promise<Figure> => ({ name, value: await medianOf(work, rounds), unit: "ms", target });

/** What the practice model adds to a call of the SDK that is answered from a constant. */
async function overhead(): Promise<Figure[]> {
  const { model, max_tokens, messages } = requestOf([{ role: "user", content: "Hello" }]);
  const body = { model, max_tokens, messages };
  const clientOf = (fetch: typeof globalThis.fetch) =>
    new Anthropic({ apiKey: "none", maxRetries: 0, fetch });
  const practice = clientOf(createPracticeFetch({ reply: () => ({ text: "ok" }) }));
  const whole = await constantFetch({ ...body, stream: false });
  const events = await constantFetch({ ...body, stream: true });
  const [bareCreate, bareStream] = [clientOf(whole), clientOf(events)];
  const create = (client: Anthropic) => () => client.messages.create(body);
  const stream = (client: Anthropic) => () => client.messages.stream(body).finalMessage();
  const over = async (
    name: string,
    work: (client: Anthropic) => () => Promise<unknown>,
    bare: Anthropic,
  ) => {
    const cost = (await medianOf(work(practice), 300)) - (await medianOf(work(bare), 300));
    return { name, value: Math.max(0, cost), unit: "ms", target: 1 } as const;
  };
  return [
    await over("create, over a bare SDK call", create, bareCreate),
    await over("stream, over a bare SDK call", stream, bareStream),
  ];
}

/** A fetch that gives the answer to this request again and again, at once. */
async function constantFetch(body: MessageRequest): Promise<typeof fetch> {
  const practice = createPractice({ reply: () => ({ text: "ok" }) });
  const response = await practice.handle(post("/v1/messages", body));
  const [text, headers] = [await response.text(), response.headers];
  return async () => new Response(text, { headers });
}

/** Characters a token that a tokenizer gave for texts of these kinds; ours are other texts of the same kind. */
const MEASURED = {
  prose: 14_000 / 3334,
  code: 27_352 / 6766,
  json: 50_000 / 12_262,
  chinese: 3660 / 3360,
};

/** The tool of the documentation's example. */
const WEATHER: Anthropic.Tool = {
  name: "get_weather",
  description: "Get the current weather in a given location",
  input_schema: {
    type: "object",
    properties: {
      location: { type: "string", description: "The city and state, e.g. San Francisco, CA" },
    },
    required: ["location"],
  },
};

async function estimates(): Promise<Figure[]> {
  const read = (path: string) => readFile(join(import.meta.dirname, path), "utf8");
  const hints =
    Object.values(HINTS.zh)
      .join("")
      .match(/[\u3000-\u9fff\uff00-\uffef]+/g) ?? [];
  const texts = {
    prose: (await read("../README.md")).replace(/```.*?```/gs, ""),
    code: await read("../api/handler.ts"),
    json: JSON.stringify(profiles(), null, 2),
    chinese: hints.join(""),
  };
  const off = (measured: number, estimated: number) => 100 * Math.abs(estimated / measured - 1);
  const system = { ...requestOf([{ role: "user", content: "Hello, Claude" }]), tools: [] };
  const documented = countInputTokens({ ...system, system: "You are a scientist" });
  const asked = requestOf([{ role: "user", content: "What's the weather like in San Francisco?" }]);
  const withTool = countInputTokens({ ...asked, tools: [WEATHER] });
  return [
    {
      name: "token estimate, the documentation's two examples",
      value: Math.max(off(14, documented), off(403, withTool)),
      unit: "%",
      target: 5,
    },
    ...(["prose", "code", "json", "chinese"] as const).map((kind): Figure => {
      const perToken = texts[kind].length / tokensOfText(texts[kind]);
      return {
        name: `token estimate, ${kind}: characters a token`,
        value: off(MEASURED[kind], perToken),
        unit: "%",
      };
    }),
  ];
}

async function memory(): Promise<Figure> {
  const child = join(import.meta.dirname, "load-child.ts");
  const args = ["--import", "tsx", child, "200"];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const name = "memory of 200 streams at once, with their client";
  return { name, value: Number(JSON.parse(stdout).memory), unit: "MB", target: 300 };
}
