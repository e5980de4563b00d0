import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleDoomed, stopEverywhere } from "../../course/unit/crash.ts";
import { PLACE } from "../../course/unit/place.ts";
import { underTest } from "../../course/unit/under-test.ts";
import { begun, ended, save } from "./core.ts";
import { createRecord } from "./record.ts";

type Messages = Anthropic.MessageParam[];

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(PLACE, "sessions-"));
});
afterEach(() => rm(folder, { recursive: true }));

const none = () => {};
const calling = (id: string): Anthropic.MessageParam => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name: "bash", input: { command: id } }],
});
const result = (id: string): Anthropic.ToolResultBlockParam => ({
  type: "tool_result",
  tool_use_id: id,
  content: `result of ${id}`,
});
const results = (id: string): Anthropic.MessageParam => ({ role: "user", content: [result(id)] });
const asks = (text: string): Anthropic.MessageParam => ({ role: "user", content: text });

/** What --resume finds at each place that the record can be stopped at while `edit` is written. */
async function afterStops(edit: (messages: Messages) => void): Promise<string[]> {
  const doom = await bundleDoomed<{ createRecord: typeof createRecord }>(
    join(underTest(join(import.meta.dirname, "..")), "session/record.ts"),
  );
  const found = new Set<string>();
  await stopEverywhere(async (stopsAt) => {
    const cwd = await mkdtemp(join(folder, "run-"));
    const { exports, stopped } = doom(stopsAt);
    const messages: Messages = [];
    let isWritten = false;
    const play = async () => {
      const record = exports.createRecord(cwd, messages, none);
      const run = async (id: string) => {
        messages.push(calling(id));
        await save(record.log);
        await begun(record.log, id);
        await ended(record.log, result(id));
        messages.push(results(id));
        await save(record.log);
      };
      messages.push(asks("pay twice"));
      await save(record.log);
      await run("a");
      await run("b");
      isWritten = true;
      edit(messages);
      await save(record.log);
      await record.close();
      return "whole" as const;
    };
    const end = await Promise.race([play(), stopped]);
    if (!isWritten) return end;
    const again: Messages = [];
    const record = createRecord(cwd, again, none);
    await record.resume(undefined);
    await record.close();
    const text = JSON.stringify(again);
    const of = (id: string) => {
      if (text.includes(`result of ${id}`) || text.includes(`cleared ${id}`)) return "has run";
      const isThere = text.includes(`"${id}"`) && text.includes("did not run");
      return isThere ? "is said not to have run" : "is not there";
    };
    found.add(`a ${of("a")}, b ${of("b")}`);
    return end;
  });
  return [...found].sort();
}

test("a kill while a summary is written: the call in the tail, which the model has not seen, stays in the history with its result", async () => {
  const found = await afterStops((messages) => {
    messages.splice(0, 3, asks("pay twice; a summary: result of a")); // as compact/summary does: the last reply and its results stay
  });
  expect(found).toEqual(["a has run, b has run"]);
});

test("a kill while old results are replaced by placeholders: what came after them stays in the history", async () => {
  const found = await afterStops((messages) => {
    messages[2] = { role: "user", content: [{ ...result("a"), content: "cleared a" }] };
  });
  expect(found).toEqual(["a has run, b has run"]);
});
