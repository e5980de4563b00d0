import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { createInbox, type Inbox } from "../inbox.ts";
import { createMailboxes, type Mailboxes } from "./mailbox.ts";
import { deliver, lookAgain, type Member, unreadOf } from "./member.ts";

let folder = "";
let boxes: Mailboxes;
let inbox: Inbox;
let member: Member;
let messages: Anthropic.MessageParam[];
const turn = typedTurn();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "member-"));
  boxes = createMailboxes(folder);
  inbox = createInbox(() => {});
  member = { name: "lead", inbox, turnOf: () => turn, isOld: () => false, mail: new Map() };
  messages = [];
});
afterEach(() => rm(folder, { recursive: true }));

const write = (content: string) =>
  boxes.send({ from: "alice", to: "lead", type: "message", content });
const filesIn = (part: string) => readdir(join(folder, ".mailboxes/lead", part)).catch(() => []);

/** Of a hook's event, only what the inbox looks at. */
const event = () => Object({ messages, context: { turn } });

/** A model call: the request, and a reply if it does not fail. */
async function call(prompt: string, reply?: string) {
  messages.push({ role: "user", content: prompt });
  await inbox.hooks?.BeforeModel?.(event());
  const sent = JSON.stringify(messages);
  if (reply === undefined) return sent;
  messages.push({ role: "assistant", content: reply });
  await inbox.hooks?.AfterModel?.(event());
  return sent;
}

test("a message is moved when the model has replied to it, and only that one", async () => {
  await write("first");
  await deliver(boxes, member);
  messages.push({ role: "user", content: "hello" });
  await inbox.hooks?.BeforeModel?.(event());
  await write("second"); // while the model thinks
  await deliver(boxes, member);
  messages.push({ role: "assistant", content: "I see." });
  await inbox.hooks?.AfterModel?.(event());
  expect(await filesIn("read")).toHaveLength(1);
  expect((await boxes.unread("lead")).values.map(({ content }) => content)).toEqual(["second"]);
  expect(await call("and?", "Yes.")).toContain("second");
  expect(await filesIn("read")).toHaveLength(2);
});

test("delivered twice at the same time, a message is in the inbox once", async () => {
  await write("only once");
  await Promise.all([deliver(boxes, member), deliver(boxes, member), deliver(boxes, member)]);
  expect((await call("hello", "Hm.")).match(/only once/g)).toHaveLength(1);
  await deliver(boxes, member);
  expect((await call("hello", "Hm.")).match(/only once/g)).toHaveLength(1);
});

test("of many messages all arrive, some with each request, in their order", async () => {
  const numbers = Array.from({ length: 70 }, (_, at) => `number ${at};`);
  for (const number of numbers) await write(number);
  await deliver(boxes, member);
  expect((await call("hello", "Hm.")).match(/number \d+;/g)).toEqual(numbers.slice(0, 20));
  for (let calls = 0; calls < 3; calls++) await call("go on", "Hm.");
  expect(JSON.stringify(messages).match(/number \d+;/g)).toEqual(numbers);
  expect(await filesIn("new")).toEqual([]);
});

test("a message that no request gets through with is taken out, stays unread, and comes again when the model looks for mail", async () => {
  await write("poison");
  await deliver(boxes, member);
  for (let tries = 0; tries < 4; tries++) expect(await call("hello")).toContain("poison");
  expect(await call("hello", "Now it works.")).not.toContain("poison");
  await deliver(boxes, member);
  expect(await call("hello", "Still.")).not.toContain("poison");
  expect(await filesIn("new")).toHaveLength(1);
  await lookAgain(boxes, member, true);
  expect(await call("check", "There it is.")).toContain("poison");
  expect(await filesIn("read")).toHaveLength(1);
});

test("a message that was read is not handed over again, also when its file cannot be moved", async () => {
  await write("only once");
  await deliver(boxes, member);
  await writeFile(join(folder, ".mailboxes/lead/read"), "where a folder belongs");
  expect(await call("hello", "Hm.")).toContain("only once");
  expect((await call("again", "Hm.")).match(/only once/g)).toHaveLength(1);
  await deliver(boxes, member);
  expect((await call("again", "Hm.")).match(/only once/g)).toHaveLength(1);
  expect(await filesIn("new")).toHaveLength(1);
  expect((await unreadOf(boxes, member)).values).toEqual([]);
  await rm(join(folder, ".mailboxes/lead/read"));
  await deliver(boxes, member);
  expect([await filesIn("new"), await filesIn("read")]).toMatchObject([[], { length: 1 }]);
});
