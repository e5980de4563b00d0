// practice/brain/cron.test · wishes for a time become schedules, and a prompt whose time has come is done.
import { expect, test } from "vitest";
import { CRON, FIVE } from "../trials/testWorld.ts";
import { think } from "./brain.ts";

const note = (kind: string, text: string) => `<note kind="${kind}">\n${text}\n</note>`;
const fired = "Cron job cron_1a2b3c4d fired.\nNo person is there. The prompt:\nRead a.txt";
const asked = (content: unknown, tools: unknown[] = CRON) =>
  think({ messages: [{ role: "user", content }], tools });

test("the prompt of a job whose time has come is done like one that was typed", () => {
  expect(asked(note("cron", fired))).toMatchObject({ calls: [{ input: { path: "a.txt" } }] });
  const blocks = [{ type: "text", text: note("cron", fired) }];
  expect(asked(blocks)).toMatchObject({ calls: [{ input: { path: "a.txt" } }] });
});

test("notes of other kinds are no requests, whatever they say", () => {
  expect(asked(note("reminder", fired)).calls).toBeUndefined();
  expect(asked(note("cron", "Read a.txt")).calls).toBeUndefined();
});

test.each([
  "every 7 minutes say hello",
  "every 0 minutes say hello",
  "every day at 24:00 say hello",
])("what five fields cannot say is not scheduled: %s", (say) => {
  expect(asked(say).calls).toBeUndefined();
});

test("a wish for each day becomes its five fields, and the wish itself stays word for word", () => {
  expect(asked("Every day at 09:05: read a.txt, then b.txt")).toMatchObject({
    calls: [{ input: { cron: "5 9 * * *", prompt: "read a.txt, then b.txt" } }],
  });
  expect(asked("every day at 9:05 read a.txt", FIVE)).toMatchObject({ rule: "no-tool" });
});
