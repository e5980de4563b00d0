// practice/cache/cache · a request reads the longest live prefix its marks can see, and writes at its marks.
import { describe, expect, test } from "vitest";
import { createPractice, type Practice } from "../api/handler.ts";
import type { MessageRequest, Reply, ReplyMessage, ReplyUsage } from "../protocol/reply.ts";
import { post, randomNumbers } from "../testing.ts";
import { createCache } from "./cache.ts";
import { layoutOf } from "./layout.ts";
import { tokensOfText } from "./tokens.ts";

type Fields = Record<string, unknown>;

const MINUTE = 60_000;
const short = { cache_control: { type: "ephemeral" } };
const long = { cache_control: { type: "ephemeral", ttl: "1h" } };
const text = (words: string, more: Fields = {}): Fields => ({ type: "text", text: words, ...more });
const user = (content: unknown): Fields => ({ role: "user", content });
const assistant = (content: unknown): Fields => ({ role: "assistant", content });
/** A text of about this many tokens, which starts with a name of its own. */
const words = (name: string, tokens: number): string => `${name}${" word".repeat(tokens / 1.214)}`;

/** A practice with a clock of the test's, and what each request read, wrote and paid in full. */
function world(delayed?: Promise<void>) {
  const clock = { now: 0 };
  const practice = createPractice({
    now: () => clock.now,
    reply: async () => {
      await delayed;
      return { text: "ok" };
    },
  });
  const send = async (body: Fields) => counters(await usageOf(practice, body));
  return { clock, practice, send };
}

const counters = (usage: ReplyUsage) => ({
  read: usage.cache_read_input_tokens,
  written: usage.cache_creation_input_tokens,
  fresh: usage.input_tokens,
});

async function answerOf(practice: Practice, body: Fields): Promise<ReplyMessage> {
  const whole = { model: "practice-1", max_tokens: 100, ...body };
  const response = await practice.handle(post("/v1/messages", whole));
  const answer: unknown = await response.json();
  expect(answer).toMatchObject({ type: "message" });
  return answer as ReplyMessage; // the boundary of the test: the API's own JSON
}

const usageOf = async (practice: Practice, body: Fields): Promise<ReplyUsage> =>
  (await answerOf(practice, body)).usage;

/** So many blocks of a user, the marks at these positions (from 1), as in the documentation's examples. */
function blocks(count: number, ...marked: number[]): Fields {
  const content = Array.from({ length: count }, (_, index) =>
    text(words(`block ${index + 1}`, 600), marked.includes(index + 1) ? short : {}),
  );
  return { messages: [user(content)] };
}

describe("the documentation's examples of the lookback", () => {
  test("a mark 20 blocks on sees the entry that is 19 before it, and not one that is further", async () => {
    const near = world();
    const first = await near.send(blocks(10, 10));
    expect(first.read).toBe(0);
    expect((await near.send(blocks(29, 29))).read).toBe(first.written);
    const far = world();
    await far.send(blocks(10, 10));
    expect((await far.send(blocks(30, 30))).read).toBe(0);
  });

  test("each mark looks back for itself, so a second mark bridges a long addition", async () => {
    const { send } = world();
    const first = await send(blocks(10, 10));
    const bridged = await send(blocks(35, 20, 35));
    expect(bridged.read).toBe(first.written);
    expect(bridged.fresh).toBe(0);
  });

  test("a changed block hides all entries after it, and those before it stay", async () => {
    const { send } = world();
    const sizes = await send(blocks(5, 5));
    await send(blocks(10, 10));
    const changed = blocks(10, 10);
    expect(
      (await send(JSON.parse(JSON.stringify(changed).replace("block 7", "changed")))).read,
    ).toBe(sizes.written);
  });

  test("nothing is written without a mark, and a write happens at a mark only", async () => {
    const { send } = world();
    expect(await send(blocks(10))).toMatchObject({ read: 0, written: 0 });
    await send(blocks(10, 10));
    expect((await send(blocks(8, 8))).read).toBe(0);
  });
});

describe("the time", () => {
  test("an entry lives five minutes from the start of the request that used it last", async () => {
    const { send, clock } = world();
    const { written } = await send(blocks(4, 4));
    clock.now = 4 * MINUTE;
    expect((await send(blocks(4, 4))).read).toBe(written);
    clock.now = 9 * MINUTE - 1;
    expect((await send(blocks(4, 4))).read).toBe(written);
    clock.now = 14 * MINUTE - 1;
    expect((await send(blocks(4, 4))).read).toBe(0);
  });

  test("an entry of one hour lives an hour", async () => {
    const { send, clock } = world();
    const body = { messages: [user([text(words("a", 2000), long)])] };
    const { written } = await send(body);
    clock.now = 60 * MINUTE - 1;
    expect((await send(body)).read).toBe(written);
  });

  test("mixed times are billed apart: what is read, what is written for an hour, for five minutes, and the rest", async () => {
    const { practice } = world();
    const body = (count: number) => ({
      system: [text(words("system", 2000), long)],
      messages: [user([text(words("a", 2000), short), ...(count > 1 ? [text("tail")] : [])])],
    });
    const usage = await usageOf(practice, body(2));
    const system = 1 + tokensOfText(words("system", 2000));
    expect(usage.cache_creation).toEqual({
      ephemeral_1h_input_tokens: system,
      ephemeral_5m_input_tokens: 4 + tokensOfText(words("a", 2000)),
    });
    expect(usage.input_tokens).toBe(tokensOfText("tail"));
    const changed = { ...body(1), messages: [user([text(words("b", 2000), short)])] };
    expect(await usageOf(practice, changed)).toMatchObject({ cache_read_input_tokens: system });
  });

  test("parallel twins both write, because an entry can be read only after its response began", async () => {
    let go = () => {};
    const { send } = world(new Promise((resolve) => (go = resolve)));
    const twins = [send(blocks(4, 4)), send(blocks(4, 4))];
    go();
    const [one, two] = await Promise.all(twins);
    expect([one?.read, two?.read]).toEqual([0, 0]);
    expect((await send(blocks(4, 4))).read).toBe(one?.written);
  });

  test("a request that fails before its headers renews nothing", async () => {
    const clock = { now: 0 };
    const replies: Reply[] = [{ text: "ok" }, { fault: { kind: "overloaded" } }, { text: "ok" }];
    const practice = createPractice({ now: () => clock.now, reply: () => replies.shift() ?? {} });
    const body = { model: "practice-1", max_tokens: 10, ...blocks(4, 4) };
    await usageOf(practice, body);
    clock.now = 4 * MINUTE;
    expect((await practice.handle(post("/v1/messages", body))).status).toBe(529);
    clock.now = 6 * MINUTE;
    expect((await usageOf(practice, body)).cache_read_input_tokens).toBe(0);
  });

  test("a request that fails before its headers writes nothing", async () => {
    let broken = true;
    const practice = createPractice({
      reply: () => (broken ? { fault: { kind: "overloaded" } } : { text: "ok" }),
    });
    const body = { model: "practice-1", max_tokens: 10, ...blocks(4, 4) };
    expect((await practice.handle(post("/v1/messages", body))).status).toBe(529);
    broken = false;
    expect((await usageOf(practice, body)).cache_read_input_tokens).toBe(0);
  });
});

describe("what counts as the same prompt", () => {
  const base = { messages: [user([text(words("a", 2000), short)])] };
  const tool = { name: "bash", input_schema: { type: "object" } };
  const other = { name: "other", input_schema: { type: "object" } };

  async function second(first: Fields, next: Fields) {
    const { send } = world();
    const { written } = await send(first);
    const { read } = await send(next);
    return { written, read };
  }

  test("a string is one text block, and marks, null citations and is_error false are no part of it", async () => {
    const marked = (content: unknown) => ({ messages: [user(content)], ...short });
    const long = words("a", 2000);
    const { written, read } = await second(marked([text(long, { citations: null })]), marked(long));
    expect([read, (written ?? 0) > 1024]).toEqual([written, true]);
    const call = { type: "tool_use", id: "t", name: "bash", input: {} };
    const result = (more: Fields) => ({
      ...short,
      tools: [tool],
      messages: [
        user(long),
        assistant([call]),
        user([{ type: "tool_result", tool_use_id: "t", ...more }]),
      ],
    });
    const same = await second(
      result({ content: "b", is_error: false }),
      result({ content: [text("b")] }),
    );
    expect(same.read).toBe(same.written);
  });

  test("the order of keys in a call's input counts", async () => {
    const talk = (input: Fields) => ({
      ...short,
      tools: [tool],
      messages: [
        user(words("a", 2000)),
        assistant([{ type: "tool_use", id: "t", name: "bash", input }]),
        user([{ type: "tool_result", tool_use_id: "t", content: "c" }]),
      ],
    });
    const { read } = await second(talk({ a: 1, b: 2 }), talk({ b: 2, a: 1 }));
    expect(read).toBe(0);
  });

  test.each([
    ["the model", { model: "claude-opus-5" }, { model: "claude-opus-5-5" }],
    ["a tool's description", { tools: [tool] }, { tools: [{ ...tool, description: "x" }] }],
    ["the order of tools", { tools: [tool, other] }, { tools: [other, tool] }],
    ["the system prompt", { system: "a" }, { system: "b" }],
    ["the choice among tools", { tools: [tool] }, { tools: [tool], tool_choice: { type: "none" } }],
    ["the thinking", {}, { thinking: { type: "adaptive" } }],
    ["the effort", {}, { output_config: { effort: "low" } }],
    ["the speed", {}, { speed: "fast" }],
  ])("another value of %s reads nothing of the messages", async (_, first, next) => {
    const { written, read } = await second({ ...base, ...first }, { ...base, ...next });
    expect(written).toBeGreaterThan(0);
    expect(read).toBe(0);
  });

  test.each([
    ["the default effort", { output_config: { effort: "high" } }],
    ["the default choice", { tool_choice: { type: "auto" } }],
    ["max_tokens and metadata", { max_tokens: 7, metadata: { user_id: "x" } }],
  ])("%s said aloud is the same prompt", async (_, more) => {
    const { written, read } = await second(
      { ...base, tools: [tool] },
      { ...base, tools: [tool], ...more },
    );
    expect(read).toBe(written);
  });

  test("a picture anywhere in the messages is another prompt, and the system prompt stays", async () => {
    const image = { type: "image", source: { type: "url", url: "https://example.org/a.png" } };
    const body = (more: Fields[]) => ({
      system: [text(words("s", 2000), short)],
      messages: [user([text(words("a", 2000), short), ...more])],
    });
    const { written, read } = await second(body([]), body([image]));
    expect(read).toBe(1 + tokensOfText(words("s", 2000)));
    expect(written).toBeGreaterThan(read ?? 0);
  });

  test("a tool that is loaded only when it is searched for is no part of the prompt", async () => {
    const deferred = { ...other, defer_loading: true };
    const { written, read } = await second(
      { ...base, tools: [tool] },
      { ...base, tools: [tool, deferred] },
    );
    expect(read).toBe(written);
  });

  test("another effort or choice still reads the tools and the system prompt", async () => {
    const body = { tools: [tool], system: [text(words("s", 3000), short)], messages: [user("a")] };
    const { written, read } = await second(body, { ...body, tool_choice: { type: "none" } });
    expect(read).toBe(written);
  });
});

describe("marks", () => {
  test("a prefix below the model's minimum is not cached, without an error", async () => {
    const { send } = world();
    expect(await send({ messages: [user([text("short", short)])] })).toMatchObject({ written: 0 });
    const opus = { model: "claude-opus-5", messages: [user([text(words("a", 700), short)])] };
    expect((await send(opus)).written).toBeGreaterThan(700);
    expect((await send({ ...opus, model: "practice-1" })).written).toBe(0);
  });

  test("the automatic mark is on the last block, and moves on with the conversation", async () => {
    const { send } = world();
    const first = await send({ messages: [user(words("a", 2000))], ...short });
    const second = await send({
      messages: [user(words("a", 2000)), assistant("b"), user("c")],
      ...short,
    });
    expect(second.read).toBe(first.written);
    expect(second.fresh).toBe(0);
  });

  test("the automatic mark steps back over thinking, which cannot carry it", () => {
    const thinking = { type: "thinking" as const, thinking: "Hm.", signature: "s" };
    const { parts } = layoutOf({
      model: "practice-0",
      max_tokens: 1,
      stream: false,
      messages: [
        { role: "user", content: "a" },
        { role: "assistant", content: [thinking] },
      ],
      cache_control: { type: "ephemeral", ttl: "1h" },
    });
    expect(parts.map(({ mark }) => mark)).toEqual(["1h", undefined]);
  });

  test("a mark within a tool result is one on the result", async () => {
    const { send } = world();
    const result = {
      type: "tool_result",
      tool_use_id: "t",
      content: [text("b", short), text("c")],
    };
    const { written, fresh } = await send({
      tools: [{ name: "bash", input_schema: { type: "object" } }],
      messages: [
        user(words("a", 2000)),
        assistant([{ type: "tool_use", id: "t", name: "bash", input: {} }]),
        user([result]),
      ],
    });
    expect([(written ?? 0) > 2000, fresh]).toEqual([true, 0]);
  });

  test("a request for no tokens warms the cache", async () => {
    const { send } = world();
    const { written } = await send({ ...blocks(4, 4), max_tokens: 0 });
    expect((await send(blocks(4, 4))).read).toBe(written);
  });
});

describe("whatever the conversation", () => {
  /** A random conversation of blocks with at most four marks, the times in the order the API asks for. */
  function randomBody(seed: number) {
    const pick = randomNumbers(seed);
    const content = Array.from({ length: 2 + pick(40) }, (_, index) =>
      text(words(`block ${index}`, 100 + pick(900))),
    );
    const places = Array.from({ length: pick(5) }, () => pick(content.length)).sort(
      (a, b) => a - b,
    );
    const longOnes = pick(places.length + 1);
    places.forEach((place, index) => {
      Object.assign(
        content[place] ?? {},
        content[place]?.cache_control ? {} : index < longOnes ? long : short,
      );
    });
    return {
      content,
      body: { model: "practice-1", system: words("s", pick(3000)), messages: [user(content)] },
    };
  }

  async function count(practice: Practice, body: Fields): Promise<number> {
    const response = await practice.handle(post("/v1/messages/count_tokens", body));
    return Number(JSON.parse(await response.text()).input_tokens);
  }

  const sum = ({ read, written, fresh }: ReturnType<typeof counters>) =>
    (read ?? 0) + (written ?? 0) + fresh;

  test("the three counters are what count_tokens counts, and the same request again reads what it wrote", async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { send, practice } = world();
      const { body } = randomBody(seed);
      const total = await count(practice, body);
      const first = await send(body);
      const again = await send(body);
      expect([sum(first), sum(again)], `seed ${seed}`).toEqual([total, total]);
      expect([again.read, again.written], `seed ${seed}`).toEqual([first.written, 0]);
    }
  });

  test("a changed block never lets a request read past it", async () => {
    let shorter = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const { send, practice } = world();
      const { body, content } = randomBody(seed);
      const first = await send(body);
      const at = randomNumbers(seed + 1000)(content.length);
      const before = { ...body, messages: [user(content.slice(0, at))] };
      const limit =
        at > 0
          ? await count(practice, before)
          : await count(practice, { ...body, messages: [user("a")] });
      const changed = content.map((block, index) =>
        index === at ? { ...block, text: `${block.text}.` } : block,
      );
      const { read } = await send({ ...body, messages: [user(changed)] });
      expect(read ?? 0, `seed ${seed}`).toBeLessThanOrEqual(limit);
      if ((read ?? 0) < (first.written ?? 0)) shorter++;
    }
    expect(shorter).toBeGreaterThan(10);
  });
});

describe("the cache by itself", () => {
  /** A request of many blocks whose words start with a name, and an automatic mark. */
  function prompt(name: string) {
    const content = Array.from({ length: 500 }, (_, index) => ({
      type: "text" as const,
      text: `${name} ${index}`,
    }));
    const body: MessageRequest = {
      model: "practice-1",
      max_tokens: 1,
      stream: false,
      messages: [{ role: "user", content }],
      cache_control: { type: "ephemeral" },
    };
    return { body, layout: layoutOf(body) };
  }

  test("a request that arrived before the first response began reads nothing of it, however slow its body", () => {
    const cache = createCache();
    const { body, layout } = prompt("a");
    cache.account(body, layout, { order: 1, now: 0 }, 1024).write(3);
    const readBy = (order: number) =>
      cache.account(body, layout, { order, now: 0 }, 1024).input.read;
    expect([readBy(2), readBy(4)]).toEqual([0, layout.tokens]);
  });

  test("old entries are dropped when it has grown, and none that can still be read", () => {
    const cache = createCache();
    const ask = (name: string, now: number, order: number) => {
      const { body, layout } = prompt(name);
      const account = cache.account(body, layout, { order, now }, 1024);
      account.write(order);
      return account.input.read;
    };
    for (let number = 0; number < 100; number++) ask(`prompt ${number}`, number * MINUTE, number);
    const now = 100 * MINUTE - 1;
    const live = Array.from({ length: 100 }, (_, number) => ask(`prompt ${number}`, now, 1000) > 0);
    expect(live.lastIndexOf(false)).toBe(94);
    expect(live.indexOf(true)).toBe(95);
  });
});

describe("diagnostics", () => {
  const body = (more: Fields = {}): Fields => ({
    system: "s",
    tools: [{ name: "bash", input_schema: { type: "object" } }],
    messages: [user(words("a", 2000))],
    diagnostics: { previous_message_id: null },
    ...short,
    ...more,
  });

  const toolTokens = () =>
    layoutOf({
      model: "practice-1",
      max_tokens: 1,
      stream: false,
      messages: [],
      tools: [{ name: "bash", input_schema: { type: "object" } }],
    }).tokens;

  /** The reason given for `next` after `first`. */
  async function reason(next: Fields, first: Fields = body()) {
    const { practice } = world();
    const { id, usage } = await answerOf(practice, first);
    const answer = await answerOf(practice, {
      ...next,
      diagnostics: { previous_message_id: id },
    });
    return { ...answer.diagnostics, written: usage.cache_creation_input_tokens };
  }

  test("are left out unless asked for, and null on the first turn and when the prompt only grew", async () => {
    const { practice } = world();
    expect(await answerOf(practice, { messages: [user("a")] })).not.toHaveProperty("diagnostics");
    expect(await answerOf(practice, body())).toMatchObject({
      diagnostics: { cache_miss_reason: null },
    });
    const grown = body({ messages: [user(words("a", 2000)), assistant("b"), user("c")] });
    expect((await reason(grown)).cache_miss_reason).toBeNull();
  });

  test.each([
    ["model_changed", { model: "practice-0" }],
    ["tools_changed", { tools: [] }],
    ["system_changed", { system: "t" }],
    ["messages_changed", { messages: [user(words("b", 2000))] }],
  ])("name the first difference: %s", async (type, more) => {
    const { cache_miss_reason, written } = await reason(body(more));
    expect(cache_miss_reason).toEqual({ type, cache_missed_input_tokens: written });
  });

  test("count what was missed: what could have been read without what was", async () => {
    const marked = (more: Fields) => ({
      ...body(more),
      system: [text(words("s", 2000), short)],
    });
    const { cache_miss_reason, written } = await reason(
      marked({ messages: [user("b")] }),
      marked({}),
    );
    const system = 1 + tokensOfText(words("s", 2000)) + toolTokens();
    expect(cache_miss_reason).toEqual({
      type: "messages_changed",
      cache_missed_input_tokens: (written ?? 0) - system,
    });
  });

  test("forget all but the newest hundred", async () => {
    const { practice } = world();
    const ids: string[] = [];
    for (let number = 0; number < 101; number++) ids.push((await answerOf(practice, body())).id);
    const lost = async (id: string | undefined) => {
      const { diagnostics } = await answerOf(practice, {
        ...body(),
        diagnostics: { previous_message_id: id },
      });
      return diagnostics?.cache_miss_reason?.type;
    };
    expect(await lost(ids[1])).toBeUndefined();
    expect(await lost(ids[0])).toBe("previous_message_not_found");
  });

  test("say unavailable for another setting, and previous_message_not_found for an unknown message", async () => {
    const thinking = await reason(body({ thinking: { type: "adaptive" } }));
    expect(thinking.cache_miss_reason).toEqual({ type: "unavailable" });
    const { practice } = world();
    const lost = await answerOf(practice, body({ diagnostics: { previous_message_id: "msg_x" } }));
    expect(lost.diagnostics).toEqual({ cache_miss_reason: { type: "previous_message_not_found" } });
  });
});

describe("thirty turns of an agent", () => {
  const toolOf = (name: string) => ({
    name,
    description: words(name, 850),
    input_schema: { type: "object" },
  });
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const tools = names.map(toolOf);
  const systemOf = (name: string) => words(name, 4000);

  /** `calls` parallel calls a turn with their results; about a thousand tokens a turn. */
  function history(turns: number, calls = 1): Fields[] {
    const messages = [user(words("begin", 1000))];
    for (let turn = 0; turn < turns; turn++) {
      const ids = Array.from({ length: calls }, (_, index) => `t${turn}_${index}`);
      messages.push(
        assistant(ids.map((id) => ({ type: "tool_use", id, name: "a", input: { path: id } }))),
        user(
          ids.map((id) => ({
            type: "tool_result",
            tool_use_id: id,
            content: words(id, 1000 / calls - 30),
          })),
        ),
      );
    }
    return messages;
  }

  /** The share of the input that was read, and its cost against no cache (write 1.25, read 0.1). */
  async function run(turn: (number: number) => Fields) {
    const { send, clock } = world();
    const sums = { read: 0, written: 0, fresh: 0 };
    for (let number = 0; number < 30; number++) {
      clock.now = number * 8000;
      const { read, written, fresh } = await send(turn(number));
      sums.read += read ?? 0;
      sums.written += written ?? 0;
      sums.fresh += fresh;
    }
    const all = sums.read + sums.written + sums.fresh;
    const cost = (0.1 * sums.read + 1.25 * sums.written + sums.fresh) / all;
    return { hit: (100 * sums.read) / all, cost: 100 * cost };
  }

  const plain = (number: number): Fields => ({
    tools,
    system: systemOf("s"),
    messages: history(number),
  });
  test.each([
    ["none", 0, 100, plain],
    ["automatic", 94.7, 16.1, (n: number) => ({ ...plain(n), ...short })],
    [
      "the last tool, the system prompt and the last block",
      94.7,
      16.1,
      (n: number) => {
        const messages = history(n);
        const last = messages.at(-1)?.content;
        if (Array.isArray(last)) Object.assign(last.at(-1), short);
        else messages[0] = user([text(String(last), short)]);
        const marked = tools.map((tool, index) => (index === 6 ? { ...tool, ...short } : tool));
        return { tools: marked, system: [text(systemOf("s"), short)], messages };
      },
    ],
    [
      "the system prompt only",
      38.7,
      65.5,
      (n: number) => ({ ...plain(n), system: [text(systemOf("s"), short)] }),
    ],
    [
      "automatic, with the time in the system prompt",
      0,
      125,
      (n: number) => ({ ...plain(n), ...short, system: systemOf(`at ${n}`) }),
    ],
    [
      "automatic, with the tools in another order every fifth turn",
      89.5,
      22,
      (n: number) => ({ ...plain(n), ...short, tools: n % 5 === 4 ? tools.toReversed() : tools }),
    ],
    [
      "automatic, with a window that drops the oldest turns",
      26.6,
      94,
      (n: number) => ({
        ...plain(n),
        ...short,
        messages: [
          user("go"),
          ...history(n)
            .slice(1)
            .slice(-2 * 10),
        ],
      }),
    ],
    [
      "automatic, with twelve parallel calls a turn",
      0,
      125,
      (n: number) => ({ ...plain(n), ...short, messages: history(n, 12) }),
    ],
  ] satisfies [string, number, number, (number: number) => Fields][])(
    "%s: %d of 100 tokens read, for %d of 100 of the cost",
    async (_, hit, cost, turn) => {
      const measured = await run(turn);
      expect(Math.abs(measured.hit - hit)).toBeLessThan(1);
      expect(Math.abs(measured.cost - cost)).toBeLessThan(1);
    },
  );
});
