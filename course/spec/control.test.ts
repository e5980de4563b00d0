import { afterEach, beforeEach, expect, test } from "vitest";
import { type Control, type ControlEvent, startControl } from "./control.ts";

const START = Date.parse("2026-03-02T09:00:00Z");
let control: Control;
let events: ControlEvent[] = [];
let problems: string[] = [];

beforeEach(async () => {
  events = [];
  problems = [];
  control = await startControl(START, {
    event: (event) => events.push(event),
    misuse: (problem) => problems.push(problem),
  });
});

afterEach(() => control.close());

async function post(body: string): Promise<number> {
  const response = await fetch(`${control.url}/events`, { method: "POST", body });
  return response.status;
}

/** The first `count` lines of the clock, from the moment it is opened. */
async function readClock(count: number, opened: () => void): Promise<unknown[]> {
  const { body } = await fetch(`${control.url}/clock`);
  opened();
  let text = "";
  for await (const chunk of body ?? []) {
    text += new TextDecoder().decode(chunk);
    if (text.split("\n").length > count) break;
  }
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("every event of the protocol is taken and answered", async () => {
  const sent = [
    { type: "ready", output: 1 },
    { type: "turn-start", source: "cron", output: 1 },
    { type: "question", question: "Why?", output: 2 },
    { type: "turn-end", outcome: "interrupted", output: 3 },
    { type: "timer", due: START + 5, output: 4 },
    { type: "advanced", id: 1, output: 5 },
    { type: "idle", id: 2, output: 5 },
  ];
  for (const event of sent) expect(await post(JSON.stringify(event))).toBe(204);
  expect(events).toEqual(sent);
});

test("a connection is never ended for being idle: an agent that was busy may post at any time", async () => {
  const { headers } = await fetch(`${control.url}/events`, { method: "POST", body: "{}" });
  // By default Node announces "timeout=5", and resets a request that comes a moment after those 5 s.
  expect(headers.get("keep-alive")).toBeNull();
});

test.each([
  "not JSON",
  "[]",
  '{"type":"ready"}',
  '{"type":"turn-end","outcome":"great","output":1}',
  '{"type":"party","output":1}',
])("%s is no event: refused, and told", async (body) => {
  expect(await post(body)).toBe(400);
  expect(events).toEqual([]);
  expect(problems).toEqual([
    `The agent posted something that is not an event of the protocol: ${body}`,
  ]);
});

test.each([
  [START / 1000 + 120, "is a time in seconds"],
  [120_000, "is no time of this century"],
])("a timer due at %d is refused, and the reason is told to both sides", async (due, words) => {
  const body = JSON.stringify({ type: "timer", due, output: 1 });
  const response = await fetch(`${control.url}/events`, { method: "POST", body });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(words)]);
  expect(events).toEqual([]);
  expect(problems).toEqual([expect.stringContaining("It must be milliseconds since 1970")]);
});

test("the clock begins at the time that was asked for and is sent ahead", async () => {
  expect(control.hasClock()).toBe(false);
  const [first, second] = await readClock(2, () => {
    expect(control.hasClock()).toBe(true);
    expect(control.advance(60_000)).toBe(1);
  });
  expect(first).toEqual({ now: expect.any(Number), isMoved: true });
  expect(second).toEqual({ advance: 60_000, id: 1 });
  expect(control.now()).toBeGreaterThanOrEqual(START + 60_000);
  expect(control.now()).toBeLessThan(START + 120_000);
});
