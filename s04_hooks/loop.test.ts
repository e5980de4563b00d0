import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { judge, type SpecBody } from "../course/judge/judge.ts";
import { calls, says } from "../course/spec/script.ts";
import { underTest } from "../course/unit/under-test.ts";

const chapter = underTest(import.meta.dirname);

/** The chapter's code.ts with one more mechanism. The tests try it from outside, like a spec. */
function codeWith(hooks: string): string {
  const code = readFileSync(join(chapter, "code.ts"), "utf8");
  const elsewhere = code.replaceAll(/"(\.\.?\/[^"]+)"/g, (_, path) => {
    return JSON.stringify(join(chapter, path));
  });
  return elsewhere.replace("createSessionLog(),", `{ hooks: { ${hooks} } },\ncreateSessionLog(),`);
}

const places: string[] = [];
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true });
});

async function withHooks(hooks: string, body: SpecBody) {
  const place = mkdtempSync(join(tmpdir(), "loop-"));
  places.push(place);
  const folder = join(place, "s00_hooked");
  mkdirSync(folder);
  writeFileSync(join(folder, "code.ts"), codeWith(hooks));
  const { verdict, error } = await judge(body, folder);
  expect(error?.message).toBeUndefined();
  expect(verdict).toBe("passed");
}

const echo = calls("bash", { command: "echo hi" });

test("if a hook throws before a call, the call is refused and still gets a result", () =>
  withHooks(`PreToolUse() { throw new Error("no idea") },`, async ({ start }) => {
    const agent = await start([echo, says("Refused.")]);
    await agent.type("go");
    await agent.sees("Refused.");
    expect(agent.toolResults).toMatchObject([
      { is_error: true, content: expect.stringContaining("no idea") },
    ]);
  }));

test("a hook may change a call and its result, but not which call the result belongs to", () =>
  withHooks(
    `PreToolUse: ({ call }) => ({ call: { ...call, id: "toolu_other", input: { command: "echo changed" } } }),
     PostToolUse: ({ call, result }) => ({ result: { ...result, tool_use_id: "toolu_third", content: result.content + " by " + call.input.command } }),`,
    async ({ start }) => {
      const agent = await start([echo, says("Changed.")]);
      await agent.type("go");
      await agent.sees("Changed.");
      expect(agent.toolResults).toMatchObject([{ content: "changed by echo changed" }]);
    },
  ));

test("a Stop hook can send the model on, three times at most", () =>
  withHooks(`Stop: () => ({ again: ["Are you sure?"] }),`, async ({ start }) => {
    const agent = await start(["One.", "Two.", "Three.", "Four."].map(says));
    await agent.type("go");
    await agent.sees("Four.");
    expect(await agent.ended()).toBe("done");
    const asked = agent.requests
      .at(-1)
      ?.messages.filter(({ content }) => JSON.stringify(content).includes("Are you sure?"));
    expect(asked).toHaveLength(3);
  }));

test("BeforeModel may edit the messages in place, and AfterModel sees the reply", () =>
  withHooks(
    `BeforeModel({ messages }) { messages.push({ role: "user", content: "by the way" }) },
     AfterModel: ({ reply }) => print("\\nreply: " + reply.stop_reason + "\\n"),`,
    async ({ start }) => {
      const agent = await start([says("Heard.")]);
      await agent.type("go");
      await agent.sees("reply: end_turn");
      expect(JSON.stringify(agent.requests[0]?.messages)).toContain("by the way");
    },
  ));
