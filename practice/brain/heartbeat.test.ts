// practice/brain/heartbeat.test · a look that nobody typed is done like a prompt, and answered with one word when there is nothing to tell.
import { expect, test } from "vitest";
import { EGO, FIVE } from "../trials/testWorld.ts";
import { think } from "./brain.ts";

const ASK =
  "Nobody has typed it. If nothing needs the person, answer HEARTBEAT_OK and nothing else.";
const noteOf = (prompt: string, ask = ASK, kind = "heartbeat") =>
  `<note kind="${kind}">\nThis is a heartbeat. ${ask} The prompt:\n${prompt}\n</note>`;

/** What is said of a look whose commands print these texts, in order; "" is nothing. */
function told(note: string, printed: string[], system = "", tools: unknown[] = FIVE): string {
  const messages: { role: string; content: unknown }[] = [{ role: "user", content: note }];
  for (const text of ["", ...printed]) {
    if (messages.length > 1) messages.push(resultOf(messages.length, text));
    const reply = think({ system, messages, tools });
    if (reply.calls === undefined) return reply.text ?? "";
    const [call] = reply.calls;
    messages.push({
      role: "assistant",
      content: [{ type: "tool_use", id: `toolu_${messages.length + 1}`, ...call }],
    });
  }
  throw new Error("it makes more calls");
}

function resultOf(id: number, text: string) {
  const content = text || "(no output)";
  const is_error = text.startsWith("Error:");
  const result = { type: "tool_result", tool_use_id: `toolu_${id}`, content, is_error };
  return { role: "user", content: [result] };
}

test("the command of the prompt is run", () => {
  const messages = [{ role: "user", content: noteOf("run `cat inbox.txt`") }];
  const { calls } = think({ messages, tools: FIVE });
  expect(calls).toMatchObject([{ name: "bash", input: { command: "cat inbox.txt" } }]);
});

test.each(["run `cat inbox.txt`", "运行 `cat inbox.txt`", "`cat inbox.txt` を実行して"])(
  "nothing printed is answered with the word and nothing else: %s",
  (prompt) => {
    expect(told(noteOf(prompt), [""])).toBe("HEARTBEAT_OK");
    expect(told(noteOf(prompt), ["Bob waits."])).toContain("`Bob waits.`");
    expect(told(noteOf(prompt), ["Bob waits."])).not.toContain("HEARTBEAT_OK");
  },
);

test("every command must have printed nothing", () => {
  const list = "# Heartbeat\n\n- [ ] run `cat inbox.txt`\n- [ ] run `cat calendar.txt`\n";
  expect(told(noteOf(list), ["", ""])).toBe("HEARTBEAT_OK");
  expect(told(noteOf(list), ["", "at nine"])).toContain("`at nine`");
});

test("desires alone are nothing to tell", () => {
  const list = "feel_desires, then act or HEARTBEAT_OK";
  const desires = "curiosity[high]\n\n---\nWhich of these pulls?";
  expect(told(noteOf(list), [desires], "", EGO)).toBe("HEARTBEAT_OK");
  expect(told(noteOf(list), ["Error: no server"], "", EGO)).toContain("no server");
  const both = "run `cat inbox.txt`, then use mcp__ego__feel_desires";
  expect(told(noteOf(both), ["Bob waits.", desires], "", EGO)).toContain("`Bob waits.`");
  expect(told(noteOf(both), ["", desires], "", EGO)).toBe("HEARTBEAT_OK");
});

test("a failure is told", () => {
  const failed = "cat: inbox.txt: No such file or directory\n[exit code 1]";
  expect(told(noteOf("run `cat inbox.txt`"), [failed])).toContain("No such file");
});

test("a list with nothing on it asks for nothing, and what it says of silence is no task", () => {
  expect(told(noteOf("# Heartbeat\n\n- [ ]\n"), [])).toBe("HEARTBEAT_OK");
  const list = "run `cat inbox.txt`\nIf there is nothing, answer HEARTBEAT_OK.";
  expect(told(noteOf(list, ""), [""])).toBe("HEARTBEAT_OK");
  const line = "Run `cat inbox.txt`. Answer HEARTBEAT_OK if nothing is there.";
  expect(told(noteOf(line, ""), [""])).toBe("HEARTBEAT_OK");
});

test("it is silent only with leave, in a look, and whatever the end of an answer is to be", () => {
  expect(told(noteOf("run `cat inbox.txt`", ""), [""])).not.toContain("HEARTBEAT_OK");
  expect(told(noteOf("run `cat inbox.txt`", ASK, "cron"), [""])).not.toContain("HEARTBEAT_OK");
  const system = "End each answer with Ahoy.";
  expect(told(noteOf("run `cat inbox.txt`"), [""], system)).toBe("HEARTBEAT_OK");
});

test("what a harness adds behind a result is no prompt", () => {
  const call = {
    type: "tool_use",
    id: "toolu_1",
    name: "bash",
    input: { command: "cat inbox.txt" },
  };
  const result = { type: "tool_result", tool_use_id: "toolu_1", content: "(no output)" };
  const added = { type: "text", text: '<note kind="reminder">\nYour plan is old.\n</note>' };
  const messages = [
    { role: "user", content: noteOf("run `cat inbox.txt`") },
    { role: "assistant", content: [call] },
    { role: "user", content: [result, added] },
  ];
  expect(think({ messages, tools: FIVE })).toMatchObject({ text: "HEARTBEAT_OK" });
});

test("a look behind a conversation is about its own list", () => {
  const messages = [
    { role: "user", content: "read a.txt" },
    { role: "assistant", content: "It says hi." },
    { role: "user", content: noteOf("# Heartbeat\n\n- [ ]") },
  ];
  expect(think({ messages, tools: FIVE })).toMatchObject({ text: "HEARTBEAT_OK" });
});
