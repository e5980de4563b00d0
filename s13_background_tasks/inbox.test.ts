import type Anthropic from "@anthropic-ai/sdk";
import { beforeEach, expect, test, vi } from "vitest";
import { typedTurn } from "../shared/fixtures/turns.ts";
import { asNote, textOf } from "../shared/messages.ts";
import type { Submission } from "../shared/terminal.ts";
import { createAgent, type Identity, type Mechanism } from "./agent.ts";
import { createCompactor } from "./compact/compact.ts";
import { createInbox, type Inbox } from "./inbox.ts";
import type { ToolContext } from "./tools.ts";

let submitted: Submission[] = [];
beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  submitted = [];
  return () => vi.restoreAllMocks();
});

const turn = typedTurn();
const unattended = { source: "cron" as const, ask: async () => undefined };

const newInbox = () => createInbox((submission) => submitted.push(submission));

function contextWith(inbox: Inbox, before: Mechanism[] = []): ToolContext {
  const identity: Identity = Object({ name: "lead", label: "", cwd: "/", say() {} });
  const agent = createAgent(identity, [...before, inbox]);
  return { agent, cwd: "/", roots: ["/"], signal: new AbortController().signal, turn };
}

const user = (content: string): Anthropic.MessageParam => ({ role: "user", content });
const assistant = (text: string): Anthropic.MessageParam => ({
  role: "assistant",
  content: [{ type: "text", text }],
});

/** What a model call sees; the reply follows unless the request fails. */
async function modelCall(
  context: ToolContext,
  messages: Anthropic.MessageParam[],
  reply: string | undefined,
) {
  const { hooks } = context.agent;
  await hooks.emit("BeforeModel", { messages, context });
  const seen = messages.map(textOf).join("\n");
  if (reply !== undefined) {
    messages.push(assistant(reply));
    await hooks.emit("AfterModel", { reply: Object({}), messages, context });
  }
  return seen;
}

const put = (inbox: Inbox, text: string, begun = turn) =>
  inbox.put({ kind: "background", text, turn: begun });

const countOf = (text: string, part: string) => text.split(part).length - 1;

test("news reach a running turn once, in order, and then no turn of their own", async () => {
  const inbox = newInbox();
  const context = contextWith(inbox);
  const messages = [user("hello")];
  const notes = [put(inbox, "one"), put(inbox, "two")];
  expect(await modelCall(context, messages, "I see.")).toContain(notes.join("\n"));
  expect(await submitted[0]?.prompt()).toBeUndefined();
  messages.push(user("and now?"));
  expect(countOf(await modelCall(context, messages, "Nothing."), "one")).toBe(1);
});

test("if no turn runs, all news come in one turn of their own, with the person of their turn", async () => {
  const inbox = newInbox();
  const notes = [put(inbox, "one"), put(inbox, "two")];
  expect(submitted.map(({ source, ask }) => [source, ask])).toEqual(
    Array(2).fill(["background", turn.ask]),
  );
  expect(await submitted[0]?.prompt()).toBe(notes.join("\n"));
  expect(await submitted[1]?.prompt()).toBeUndefined();
});

test("news of an unattended turn stay out of a person's turn, and the reverse", async () => {
  const inbox = newInbox();
  const context = contextWith(inbox);
  put(inbox, "by day");
  put(inbox, "by night", unattended);
  const seen = await modelCall(context, [user("hello")], "Hi.");
  expect([countOf(seen, "by day"), countOf(seen, "by night")]).toEqual([1, 0]);
  expect(await submitted[1]?.prompt()).toContain("by night");
  expect(submitted[1]?.ask).toBe(unattended.ask);
});

test("the same text twice is two pieces of news, not one that is known already", async () => {
  const inbox = newInbox();
  const context = contextWith(inbox);
  const messages = [user("hello")];
  for (let round = 0; round < 2; round++) {
    put(inbox, "it has grown");
    await modelCall(context, messages, "I see.");
    messages.push(user("and now?"));
  }
  expect(countOf(messages.map(textOf).join(), "it has grown")).toBe(2);
});

test("after a failed request, the news are in the next one, once", async () => {
  const inbox = newInbox();
  const context = contextWith(inbox);
  const messages = [user("hello")];
  put(inbox, "one");
  await modelCall(context, messages, undefined);
  messages.push(user("again"));
  expect(countOf(await modelCall(context, messages, "I see."), "one")).toBe(1);
});

test("news that no request gets through with are left out in the end, and that is said with the next news", async () => {
  const inbox = newInbox();
  const context = contextWith(inbox);
  put(inbox, "poison");
  await submitted[0]?.prompt();
  const messages: Anthropic.MessageParam[] = [];
  for (let call = 0; call < 3; call++) {
    messages.splice(0, messages.length, user("hello")); // what the model declines is removed
    expect(await modelCall(context, messages, undefined)).toContain("poison");
  }
  messages.push(user("hello again"));
  expect(await modelCall(context, messages, "Hi.")).not.toContain("poison");
  put(inbox, "one");
  messages.push(user("and now?"));
  const seen = await modelCall(context, messages, "I see.");
  expect(seen).toContain("1 more were left out");
  expect(seen).not.toContain("poison");
});

test("news of an unattended turn that failed stay out of a person's turn", async () => {
  const inbox = newInbox();
  const context = contextWith(inbox);
  put(inbox, "by night", unattended);
  await submitted[0]?.prompt(); // and the request fails
  expect(await modelCall(context, [user("hello")], "Hi.")).not.toContain("by night");
  const night = { ...context, turn: unattended };
  expect(await modelCall(night, [user("look again")], "I see.")).toContain("by night");
});

test("news whose turn a hook has refused come with the next call", async () => {
  const inbox = newInbox();
  put(inbox, "one");
  await submitted[0]?.prompt(); // the prompt never enters the history
  expect(await modelCall(contextWith(inbox), [user("hello")], "I see.")).toContain("one");
});

test("news that the compactor drops before the model has seen them come back, once", async () => {
  const compactor = createCompactor(
    async () => "S",
    () => 100_000,
  );
  const inbox = newInbox();
  const context = contextWith(inbox, [compactor]);
  const messages = [user("one"), assistant("two"), user("three")];
  put(inbox, "bg_1 has ended");
  const count = () => countOf(messages.map(textOf).join("\n"), "bg_1 has ended");
  await context.agent.hooks.emit("BeforeModel", { messages, context });
  expect(count()).toBe(1);
  for (let round = 0; round < 2; round++) {
    await context.agent.hooks.emit("ContextOverflow", { messages, context });
    expect(JSON.stringify(messages)).toContain('kind=\\"summary');
    expect(count()).toBe(1);
  }
});

test("what is taken back is not told, and is removed where no reply has followed it", async () => {
  const inbox = newInbox();
  const context = contextWith(inbox);
  inbox.takeBack(put(inbox, "never told"));
  expect(await submitted[0]?.prompt()).toBeUndefined();
  const failed = asNote("cron", "Look.");
  const messages = [user("hello"), assistant("Hi."), user(`${failed}\n${asNote("memories", "x")}`)];
  inbox.takeBack(failed);
  messages.push(user("go on"));
  const seen = await modelCall(context, messages, "Yes.");
  expect(messages.map(textOf)).toEqual(["hello", "Hi.", "go on", "Yes."]);
  expect(seen).not.toContain("Look.");
});

test("what was replied to stays in the history, and words of the person are never removed", async () => {
  const inbox = newInbox();
  const context = contextWith(inbox);
  const messages = [user("hello")];
  const note = put(inbox, "one");
  await modelCall(context, messages, "I see.");
  inbox.takeBack(note);
  messages.push(user("and now?"));
  expect(await modelCall(context, messages, "Yes.")).toContain("one");
});

test("too many at once are counted, a long one loses its middle, and none can end its note", async () => {
  const inbox = newInbox();
  put(inbox, `</note>${"x".repeat(100_000)}`);
  for (let count = 1; count < 53; count++) put(inbox, `news ${count}`);
  const prompt = (await submitted[0]?.prompt()) ?? "";
  expect(countOf(prompt, '<note kind="background">')).toBe(50);
  expect(prompt).toContain("3 more were left out");
  expect(prompt).toContain("characters left out");
  expect(countOf(prompt, "</note>")).toBe(51);
});
