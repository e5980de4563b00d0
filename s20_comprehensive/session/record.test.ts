import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleDoomed, stopEverywhere } from "../../course/unit/crash.ts";
import { PLACE } from "../../course/unit/place.ts";
import { underTest } from "../../course/unit/under-test.ts";
import { begun, ended, save } from "./core.ts";
import { createRecord, type SessionRecord } from "./record.ts";

type Messages = Anthropic.MessageParam[];

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(PLACE, "sessions-"));
});
afterEach(() => rm(folder, { recursive: true }));

const calling = (...ids: string[]): Anthropic.MessageParam => ({
  role: "assistant",
  content: ids.map((id) => ({ type: "tool_use", id, name: "bash", input: { command: id } })),
});
const result = (id: string, content = `result of ${id}`): Anthropic.ToolResultBlockParam => ({
  type: "tool_result",
  tool_use_id: id,
  content,
});
const says = (text: string): Anthropic.MessageParam => ({ role: "assistant", content: text });
const asks = (text: string): Anthropic.MessageParam => ({ role: "user", content: text });

const none = () => {};

/** The file of the one session. */
async function pathOf(): Promise<string> {
  const names = await readdir(join(folder, ".sessions"));
  return join(folder, ".sessions", names.find((name) => name.endsWith("jsonl")) ?? "");
}

/** What a loop does with a record: two turns, calls of which two run at the same time, and a history that shrinks. */
async function play(record: SessionRecord, messages: Messages, ran: string[]) {
  messages.push(asks("first"));
  await save(record.log);
  messages.push(calling("a", "b"));
  await save(record.log);
  const run = async (id: string) => {
    await begun(record.log, id);
    ran.push(id);
    await ended(record.log, result(id));
    return result(id);
  };
  messages.push({ role: "user", content: await Promise.all(["a", "b"].map(run)) });
  await save(record.log);
  messages.push(says("done"), asks("second"));
  messages.splice(0, 3, asks("a summary"));
  await save(record.log);
  messages.push(calling("c"));
  await save(record.log);
  messages.push({ role: "user", content: [await run("c")] });
  await save(record.log);
  messages.splice(1); // as when the model declines
  await save(record.log);
  await record.close();
}

/** The calls of a history and the results that follow them, or what is wrong with it. */
function resultsIn(messages: Messages): Map<string, string> {
  const found = new Map<string, string>();
  for (const [at, { content }] of messages.entries()) {
    const calls =
      typeof content === "string" ? [] : content.filter(({ type }) => type === "tool_use");
    const next = messages[at + 1]?.content ?? [];
    const answers = typeof next === "string" ? [] : next;
    for (const call of calls) {
      const own = answers.filter(
        (one) => "id" in call && "tool_use_id" in one && one.tool_use_id === call.id,
      );
      expect(own).toHaveLength(1);
      const [one] = own;
      if (one?.type === "tool_result") found.set(one.tool_use_id, String(one.content));
    }
  }
  return found;
}

test("a record that is stopped at any write goes on with a valid history, and nothing is said not to have run that has", async () => {
  const doom = await bundleDoomed<{ createRecord: typeof createRecord }>(
    join(underTest(join(import.meta.dirname, "..")), "session/record.ts"),
  );
  let [unknown, known, without] = [0, 0, 0];
  const stops = await stopEverywhere(async (stopsAt) => {
    const cwd = await mkdtemp(join(folder, "run-"));
    const { exports, stopped } = doom(stopsAt);
    const messages: Messages = [];
    const ran: string[] = [];
    const end = await Promise.race([
      play(exports.createRecord(cwd, messages, none), messages, ran).then(() => "whole" as const),
      stopped,
    ]);
    const again: Messages = [];
    const record = createRecord(cwd, again, none);
    const isThere = await record.resume(undefined).then(
      () => true,
      (error: Error) => {
        expect(error.message).toMatch(/no session to resume|has no messages|does not begin/);
        return false;
      },
    );
    if (!isThere) without++;
    for (const [id, content] of resultsIn(again)) {
      if (content.includes("did not run")) expect(ran).not.toContain(id);
      else if (content.includes("not known")) unknown++;
      else known++;
    }
    if (isThere) {
      again.push(asks("and on"));
      await save(record.log);
      await record.close();
      const third: Messages = [];
      const reader = createRecord(cwd, third, none);
      await reader.resume(undefined);
      expect(third).toEqual(again);
      await reader.close();
    }
    return end;
  });
  expect(stops).toBeGreaterThan(30);
  expect(Math.min(unknown, known, without)).toBeGreaterThan(0);
});

test("a disk that is full is told once, and what is missing is written when there is room", async () => {
  const messages: Messages = [asks("first")];
  const told: string[] = [];
  const record = createRecord(folder, messages, (problem) => told.push(problem));
  await writeFile(join(folder, ".sessions"), "in the way");
  await save(record.log);
  await begun(record.log, "a");
  expect(told).toEqual([expect.stringMatching(/^not written/)]);
  await rm(join(folder, ".sessions"));
  messages.push(says("done"));
  await save(record.log);
  await record.close();
  const again: Messages = [];
  const reader = createRecord(folder, again, none);
  await reader.resume(undefined);
  expect(again).toEqual(messages);
  await reader.close();
});

test("a folder of sessions that was removed is told, and all is written anew", async () => {
  const messages: Messages = [asks("first"), says("done")];
  const told: string[] = [];
  const record = createRecord(folder, messages, (problem) => told.push(problem));
  await save(record.log);
  await rm(join(folder, ".sessions"), { recursive: true });
  messages.push(asks("second"));
  await save(record.log);
  expect(told).toEqual([expect.stringMatching(/^not written.*was removed/)]);
  messages.push(says("done, too"));
  await save(record.log);
  await record.close();
  const again: Messages = [];
  const reader = createRecord(folder, again, none);
  await reader.resume(undefined);
  expect(again).toEqual(messages);
  await reader.close();
});

test("each message is written once, and the history itself is resumed", async () => {
  const messages: Messages = [asks("first")];
  const record = createRecord(folder, messages, none);
  await save(record.log);
  messages.push(says("done"));
  await save(record.log);
  await save(record.log);
  messages.push(asks("second"));
  await save(record.log);
  await record.close();
  const again: Messages = [];
  const reader = createRecord(folder, again, none);
  await reader.resume(undefined);
  expect(again).toEqual(messages);
  await reader.close();
  const text = await readFile(await pathOf(), "utf8");
  expect(text.trim().split("\n")).toHaveLength(4);
  expect(text.split('"first"')).toHaveLength(2);
});

test("what comes after the end begins no new file", async () => {
  const messages: Messages = [asks("first")];
  const record = createRecord(folder, messages, none);
  await save(record.log);
  await record.close();
  messages.push(says("too late"));
  await save(record.log);
  const names = await readdir(join(folder, ".sessions"));
  expect(names.filter((name) => name.endsWith("jsonl"))).toHaveLength(1);
  expect(names.filter((name) => name.endsWith("lock"))).toEqual([]);
});

test("a conversation that goes on from an earlier message is the one that is resumed, and the file keeps both", async () => {
  const messages: Messages = [asks("first"), says("one way"), asks("on")];
  const record = createRecord(folder, messages, none);
  await save(record.log);
  messages.splice(1, 2, says("another way"));
  await save(record.log);
  await record.close();
  const again: Messages = [];
  const reader = createRecord(folder, again, none);
  await reader.resume(undefined);
  expect(again).toEqual([asks("first"), says("another way")]);
  await reader.close();
  expect(await readFile(await pathOf(), "utf8")).toContain("one way");
});

test("a line that has lost only its end does not count, also when the next one is written after it", async () => {
  const messages: Messages = [asks("first"), says("done"), asks("second")];
  const record = createRecord(folder, messages, none);
  await save(record.log);
  messages.splice(0, 2, asks("a summary"));
  await save(record.log);
  await record.close();
  const path = await pathOf();
  await writeFile(path, (await readFile(path, "utf8")).trimEnd());
  for (const [at, text] of ["third", "fourth"].entries()) {
    const again: Messages = [];
    const next = createRecord(folder, again, none);
    await next.resume(undefined);
    expect(again).toHaveLength(3 + at);
    again.push(says(text));
    await save(next.log);
    await next.close();
  }
  expect(await readFile(path, "utf8")).toContain("a summary");
});

test("what other endpoints write is mended when it is taken up, and the file has it so from then on", async () => {
  const unsigned = { type: "thinking", thinking: "Hm." } as Anthropic.ThinkingBlockParam;
  const [id, call] = ["functions.bash:0", calling("functions.bash:0")];
  const reply: Anthropic.MessageParam = {
    role: "assistant",
    content: [unsigned, { type: "text", text: "done" }],
  };
  const messages: Messages = [asks("first"), call, { role: "user", content: [result(id)] }, reply];
  messages.push(asks("again"), call);
  const record = createRecord(folder, messages, none);
  await save(record.log);
  await begun(record.log, id);
  await ended(record.log, result(id, "the second one"));
  await record.close();
  const taken: Messages = [];
  const next = createRecord(folder, taken, none);
  await next.resume(undefined);
  const found = [...resultsIn(taken)];
  expect(found.map(([, content]) => content)).toEqual([`result of ${id}`, "the second one"]);
  for (const [one] of found) expect(one).toMatch(/^[\w-]+$/);
  expect(taken[3]?.content).toContainEqual({ ...unsigned, signature: "" });
  expect(taken[0]).toEqual(asks("first"));
  await save(next.log);
  await next.close();
  const again: Messages = [];
  const reader = createRecord(folder, again, none);
  await reader.resume(undefined);
  expect(again).toEqual(taken);
  await reader.close();
});
