import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { testNeeding } from "../../shared/fixtures/windows.ts";
import { asNote } from "../../shared/messages.ts";
import { createAgent } from "../agent.ts";
import type { ToolContext } from "../tools.ts";
import { archive, saveResult } from "./archive.ts";
import { createCompactor } from "./compact.ts";
import { measure, newSize } from "./size.ts";

type Message = Anthropic.MessageParam;

let base = "";
beforeEach(async () => {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockReturnValue(true); // thousands of notes
  base = await mkdtemp(join(tmpdir(), "compact-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(base, { recursive: true });
});

type Compactor = ReturnType<typeof createCompactor>;

function contextIn(cwd: string, compactor: Compactor): ToolContext {
  const identity: Parameters<typeof createAgent>[0] = Object({ name: "lead", cwd }); // an identity has more fields in later chapters
  const agent = createAgent(identity, [compactor]);
  const { signal } = new AbortController();
  return { agent, cwd, roots: [cwd], signal, turn: typedTurn() };
}

/** One reply with its tool calls, and their results. */
const round = fc.record({
  sizes: fc.array(fc.oneof(fc.nat(200), fc.nat(3000), fc.nat(20_000)), {
    minLength: 1,
    maxLength: 4,
  }),
  words: fc.nat(800),
  failed: fc.boolean(),
  reminded: fc.boolean(),
});
const smallRound = fc.record({
  sizes: fc.constant<number[]>([30]),
  words: fc.constant<number>(1),
  failed: fc.boolean(),
  reminded: fc.boolean(),
});
const bools = (maxLength: number) => fc.array(fc.boolean(), { minLength: 1, maxLength });
const story = fc.record({
  window: fc.integer({ min: 2000, max: 20_000 }),
  turns: fc.array(fc.array(round, { maxLength: 12 }), { minLength: 1, maxLength: 8 }),
  answers: bools(5),
  wishes: bools(9),
  ended: bools(3),
});
/** So many messages that some are left out before the window is full. */
const longStory = fc.record({
  window: fc.constant(12_000),
  turns: fc.array(fc.array(smallRound, { minLength: 110, maxLength: 150 }), {
    minLength: 2,
    maxLength: 3,
  }),
  answers: fc.constant<boolean[]>([true]),
  wishes: fc.constant<boolean[]>([false]),
  ended: bools(3),
});

interface Story {
  window: number;
  turns: Round[][];
  answers: boolean[];
  wishes: boolean[];
  /** Whether a turn came to its end, or was interrupted with results as its last message. */
  ended: boolean[];
}

interface Round {
  sizes: number[];
  words: number;
  failed: boolean;
  reminded: boolean;
}

/** Makes texts and ids that are all different. */
function createTexts() {
  let made = 0;
  return {
    text: (length = 20) => `${++made} `.padEnd(length, made % 3 ? "some words " : "いくつかの言葉"),
    id: () => `toolu_${++made}`,
  };
}

function replyAndResults(
  { sizes, words, failed, reminded }: Round,
  { text, id }: ReturnType<typeof createTexts>,
): Message[] {
  const uses = sizes.map((size) => ({ id: id(), size }));
  const calls = uses.map(({ id }) => ({ type: "tool_use" as const, id, name: "bash", input: {} }));
  const results = uses.map(({ id, size }) => ({
    type: "tool_result" as const,
    tool_use_id: id,
    content: text(size),
    ...(failed ? { is_error: true } : {}),
  }));
  const reminder = { type: "text" as const, text: asNote("reminder", "Mind the plan.") };
  return [
    { role: "assistant", content: [{ type: "text", text: text(words) }, ...calls] },
    { role: "user", content: reminded ? [...results, reminder] : results },
  ];
}

const blocksOf = ({ content }: Message) => (typeof content === "string" ? [] : content);
const idsOf = (message: Message | undefined, type: "tool_use" | "tool_result") =>
  (message ? blocksOf(message) : []).flatMap((block) => {
    if (block.type === "tool_use" && type === "tool_use") return [block.id];
    return block.type === "tool_result" && type === "tool_result" ? [block.tool_use_id] : [];
  });

/** Each call has its result in the next message, and each result belongs to a call. */
function expectPaired(messages: Message[]) {
  expect(messages[0]?.role).toBe("user");
  messages.forEach((message, at) => {
    const called = message.role === "assistant" ? idsOf(message, "tool_use") : [];
    expect(idsOf(messages[at + 1], "tool_result")).toEqual(called);
    expect(message.content.length).toBeGreaterThan(0);
  });
  expect(idsOf(messages[0], "tool_result")).toEqual([]);
}

async function filesIn(folder: string, path: string): Promise<string[]> {
  const names = await readdir(join(folder, path)).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, path, name), "utf8")));
}

/** Each result that the model has not seen is there: whole, or as the path of a file that has it whole. */
async function expectUnseen(folder: string, unseen: Message, last: Message | undefined) {
  const now = new Map(
    (last ? blocksOf(last) : []).map((block) => [
      block.type === "tool_result" ? block.tool_use_id : "",
      block.type === "tool_result" ? String(block.content) : "",
    ]),
  );
  for (const block of blocksOf(unseen)) {
    if (block.type !== "tool_result") continue;
    const content = now.get(block.tool_use_id) ?? "";
    const path = /^\[The result is too large to be shown here\. All of it is in (\S+) /.exec(
      content,
    )?.[1];
    expect(path ? await readFile(join(folder, path), "utf8") : content).toBe(block.content);
  }
}

/** Every block that was ever in a message is still in the history or on the disk. */
async function expectNothingLost(folder: string, all: Message[], messages: Message[]) {
  const transcripts = (await filesIn(folder, ".transcripts")).join("");
  const saved = new Set(await filesIn(folder, ".task_outputs/tool-results"));
  const now = JSON.stringify(messages);
  for (const block of all.flatMap(blocksOf)) {
    const json = JSON.stringify(block).slice(1, -1);
    const isSaved = block.type === "tool_result" && saved.has(String(block.content));
    expect(now.includes(json) || transcripts.includes(json) || isSaved).toBe(true);
  }
}

/** Plays a story, and checks the history after every step. */
async function play({ window, turns, answers, wishes, ended }: Story) {
  const folder = await mkdtemp(join(base, "run-"));
  const texts = createTexts();
  let asked = 0;
  const ask = async () => {
    if (answers[asked++ % answers.length]) return "SUMMARY";
    throw new Error("no answer");
  };
  const compactor = createCompactor(ask, () => window);
  const messages: Message[] = [];
  const all: Message[] = [];
  const add = (...more: Message[]) => {
    messages.push(...more);
    all.push(...structuredClone(more));
  };
  for (const [at, rounds] of turns.entries()) {
    const context = contextIn(folder, compactor);
    const prompt = `prompt ${at}: ${texts.text()}`;
    if (messages.length > 0 && ended[at % ended.length])
      add({ role: "assistant", content: [{ type: "text", text: texts.text() }] });
    add({ role: "user", content: prompt });
    for (const [count, next] of [undefined, ...rounds].entries()) {
      if (next) add(...replyAndResults(next, texts));
      const unseen = structuredClone(messages.at(-1));
      if (wishes[count % wishes.length]) await compactor.tools?.[0]?.run({}, context);
      await context.agent.hooks.emit("BeforeModel", { messages, context });
      expectPaired(messages);
      expect(JSON.stringify(messages)).toContain(prompt);
      if (unseen) await expectUnseen(folder, unseen, messages.at(-1));
    }
    await expectNothingLost(folder, all, messages);
  }
}

/** `npm run test:deep` runs ten times as many on the newest chapter, which it names in UNIT_ON. */
const isLong = process.env.TEST_DEPTH !== undefined && process.env.UNIT_ON !== undefined;
const runs = (usual: number) => ({ numRuns: usual * (isLong ? 10 : 1) });

test("after any step each call has its result, the prompt and the unseen results are there, and nothing is lost", async () => {
  await fc.assert(fc.asyncProperty(story, play), runs(6));
});

test("the same holds for histories so long that their middle is left out", async () => {
  await fc.assert(fc.asyncProperty(longStory, play), {
    ...runs(1),
    endOnFailure: true, // a shorter story would not reach the step that leaves out the middle
  });
});

testNeeding("links").each([
  [".task_outputs", "inside"],
  [".task_outputs/tool-results", "../inside"],
  [".task_outputs/tool-results/.gitignore", "../../inside/new"],
  [".task_outputs/tool-results/all.jsonl", "../../inside/new"],
])("with %s as a link, nothing is kept where it leads", async (link, target) => {
  const cwd = join(base, "links");
  await mkdir(join(cwd, "inside"), { recursive: true });
  await mkdir(join(cwd, link, ".."), { recursive: true });
  await symlink(target, join(cwd, link));
  const where = contextIn(
    cwd,
    createCompactor(async () => ""),
  );
  const messages: Message[] = [{ role: "user", content: "hello" }];
  const path = ".task_outputs/tool-results/all.jsonl";
  await expect(archive(messages, path, where)).rejects.toThrow(`${link} is a symbolic link`);
  if (!link.endsWith(".jsonl"))
    await expect(saveResult("much", where)).rejects.toThrow(`${link} is a symbolic link`);
  expect(await readdir(join(cwd, "inside"))).toEqual([]);
});

test("figures that are no numbers count as none: nothing is added to a text, and the estimate stays", () => {
  const size = { ...newSize(), total: 40, counted: 1 };
  const usage = JSON.parse('{"input_tokens":"50","output_tokens":"7"}');
  measure(size, usage, [{ role: "user", content: "hello" }]);
  expect(size).toEqual({ total: 40, counted: 1, overhead: undefined });
});
