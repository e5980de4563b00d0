import type Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { tellDay } from "./modes/clock.ts";
import { PROMPT_SECTIONS, row } from "./modes/table.ts";
import { createPrompt, loadedIn, type PromptContext } from "./prompt.ts";

const contextIn = (mode: string): PromptContext => ({
  identity: "You are a lamp.",
  tools: ["todo_write", "task"],
  workspace: "/w",
  state: { mode, rules: "Rules.", bootstrap: "Files.", time: "Zone.", runtime: "Node.", mcp: "" },
});
const namesIn = (mode: string) =>
  loadedIn(PROMPT_SECTIONS, contextIn(mode)).map(({ name }) => name);

test("minimal has what a helper needs, and none only who the agent is; so has an agent without a mode", () => {
  expect(namesIn("none")).toEqual(["identity"]);
  const minimal = ["identity", "summaries", "tools", "workspace", "runtime", "time", "bootstrap"];
  expect(namesIn("minimal")).toEqual(minimal);
  expect(namesIn("")).toEqual(minimal);
  expect(namesIn("everything")).toEqual(minimal);
  const text = loadedIn(PROMPT_SECTIONS, contextIn("minimal")).map((section) => section.text);
  expect(text).toContain("Rules.");
  expect(text).not.toContain("Files.");
});

test("a section that fails is left out, and the others are whole", () => {
  const fails = row("broken", ["full"], "before", () => {
    throw new Error("no such thing");
  });
  const works = row("works", ["full"], "after", () => "It works.");
  const { assembleSystemPrompt } = createPrompt([fails, works]);
  expect(assembleSystemPrompt(contextIn("full")).map(({ text }) => text)).toEqual(["It works."]);
});

test("the same context gives the same bytes, in whatever order its state was read", () => {
  const { assembleSystemPrompt } = createPrompt(PROMPT_SECTIONS);
  const context = contextIn("full");
  const turned = { ...context, state: Object.fromEntries(Object.entries(context.state).reverse()) };
  expect(JSON.stringify(assembleSystemPrompt(turned))).toBe(
    JSON.stringify(assembleSystemPrompt(context)),
  );
});

const user = (content: Anthropic.MessageParam["content"]) => ({ role: "user" as const, content });
const reply = { role: "assistant" as const, content: "Yes." };

test("the day is in front of the first message, and a new one at the end of the newest", () => {
  const told = new WeakMap();
  const messages: Anthropic.MessageParam[] = [user("hello")];
  tellDay(told, messages, "Monday");
  tellDay(told, messages, "Monday");
  expect(messages[0]?.content).toBe("Monday\n\nhello");
  const result = { type: "tool_result" as const, tool_use_id: "1", content: "ok" };
  messages.push(reply, user([result]));
  tellDay(told, messages, "Monday");
  expect(messages[2]?.content).toEqual([result]);
  tellDay(told, messages, "Tuesday");
  tellDay(told, messages, "Tuesday");
  expect(messages[2]?.content).toEqual([result, { type: "text", text: "Tuesday" }]);
  expect(messages[0]?.content).toBe("Monday\n\nhello");
});

test("when the message that told the day is gone, the next one tells it", () => {
  const told = new WeakMap();
  const messages: Anthropic.MessageParam[] = [user("hello"), reply, user("again")];
  tellDay(told, messages, "Monday");
  messages.splice(0, 3, user("a summary"), reply, user("and now?"));
  tellDay(told, messages, "Monday");
  expect(JSON.stringify(messages)).toMatch(/a summary.*and now\?.*Monday/);
});
