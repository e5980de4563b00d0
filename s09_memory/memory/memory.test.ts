import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AskModel } from "../../shared/askModel.ts";
import { createAgent } from "../agent.ts";
import type { ToolContext } from "../tools.ts";
import { createMemory } from "./memory.ts";
import { createStore } from "./store.ts";

let folder = "";
beforeEach(async () => {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockReturnValue(true);
  folder = await mkdtemp(join(tmpdir(), "memory-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const messagesOf = (count: number): Anthropic.MessageParam[] =>
  Array.from({ length: count }, (_, at) => ({ role: "user", content: `fact ${at}` }));
const remembering = (count: number) =>
  JSON.stringify({
    memories: [
      {
        name: `fact ${count}`,
        description: `${count} facts`,
        type: "user",
        scope: "persistent",
        body: `${count} facts.`,
      },
    ],
  });

test("thirty quick turns make two extractions: one after the first turn, and one for all the others", async () => {
  const dialogues: string[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const ask: AskModel = async ({ text }) => {
    dialogues.push(text);
    await held;
    return remembering(dialogues.length);
  };
  const memory = createMemory(ask, folder);
  const identity: Parameters<typeof createAgent>[0] = Object({ name: "lead", cwd: folder });
  const agent = createAgent(identity, [memory]);
  const context: ToolContext = {
    agent,
    cwd: folder,
    roots: [folder],
    signal: new AbortController().signal,
  };
  for (let turn = 1; turn <= 30; turn++)
    await agent.hooks.emit("Stop", { messages: messagesOf(turn), context });
  answer();
  await memory.stop?.();
  expect(dialogues).toHaveLength(2);
  expect(dialogues[0]).toContain("fact 0");
  expect(dialogues[1]).toContain("fact 29");
  expect([...(await createStore(folder).list(() => {})).keys()]).toEqual(["fact-1", "fact-2"]);
});
