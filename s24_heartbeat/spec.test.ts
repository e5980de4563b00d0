import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Agent, calls, cut, expect, fault, says, test } from "../course/spec.ts";

type Request = Agent["requests"][number];
type Reply = ReturnType<typeof says>;

const NOW = "2026-03-02T09:00:00Z";
const OK = says("HEARTBEAT_OK");
const STATE = "heartbeat-state.json";
const one = (text = "Look at the pond.") => `### pond: the pond (every 30m)\n${text}\n`;
const two = `${one()}\n### shed: the shed (every 30m)\nLook at the shed.\n`;
const withList = (list: string, more = {}) => ({
  now: NOW,
  env: { TZ: "UTC" },
  files: { "HEARTBEAT.md": list, ...more },
});

const jsonOf = (request: Request | undefined) => JSON.stringify(request?.messages ?? []);
const lastOf = (request: Request | undefined) => JSON.stringify(request?.messages.at(-1));
/** A request of a look: nobody has typed anything. */
const isLook = (request: Request) =>
  jsonOf(request).includes("HEARTBEAT_OK") && !jsonOf(request).includes("Hello");

type Turn = Reply | ((request: Request) => Reply | Promise<Reply>);

/** Replies to the looks in order, the last one again and again; what the person types gets "Well.". */
function looks(...replies: Turn[]) {
  const seen: Request[] = [];
  const script = async (request: Request): Promise<Reply> => {
    if (!isLook(request)) return says("Well.");
    seen.push(request);
    const next = replies.length > 1 ? replies.shift() : replies[0];
    return typeof next === "function" ? next(request) : (next ?? OK);
  };
  return { script, seen };
}

async function greet(agent: Agent) {
  await agent.type("Hello");
  await agent.sees("Well.");
  await agent.ended();
}

const printed = (agent: Agent) => agent.output + agent.errors;
const count = (text: string, word: RegExp) => text.match(word)?.length ?? 0;
const taskOf = (request: Request) => /Look at the (\w+)/.exec(jsonOf(request))?.[1];

test("every half hour the model gets the text of HEARTBEAT.md as it is now, and nothing has to read it", async ({
  start,
}) => {
  const { script, seen } = looks(OK);
  const agent = await start(script, withList(one()));
  await agent.advance("29m", 1);
  expect(seen, "looks after 29 minutes").toHaveLength(0);
  await agent.advance("1m", 1);
  await agent.advance("30m", 1);
  expect(seen, "looks after an hour").toHaveLength(2);
  expect(lastOf(seen[0])).toMatch(/<note kind=\\"heartbeat\\">[^<]*Look at the pond\./);
});

test("what needs the person is said, and HEARTBEAT_OK is not", async ({ start }) => {
  const { script, seen } = looks(OK, says("The pond is green."), OK);
  const agent = await start(script, withList(one()));
  await agent.advance("30m", 3);
  expect(seen).toHaveLength(3);
  expect(count(printed(agent), /The pond is green\./g), "times that it is said").toBe(1);
  expect(printed(agent)).not.toContain("HEARTBEAT_OK");
});

test("a look has nothing of the conversation, and the conversation nothing of a silent look", async ({
  start,
}) => {
  const { script, seen } = looks(OK);
  const agent = await start(script, withList(one()));
  await agent.type("Hello, shall I empty the barrel?");
  await agent.sees("Well.");
  await agent.ended();
  await agent.advance("30m", 1);
  await agent.advance("30m", 1);
  expect(seen, "looks without the conversation").toHaveLength(2);
  expect(jsonOf(seen[1])).not.toContain("barrel");
  await greet(agent);
  expect(jsonOf(agent.requests.at(-1))).not.toContain("HEARTBEAT_OK");
});

test("in a look nobody is asked: what needs a yes is refused", async ({ start }) => {
  const { script, seen } = looks(calls("bash", { command: "rm pond.txt" }), OK);
  const agent = await start(script, withList(one(), { "pond.txt": "green" }));
  await agent.advance("30m", 1);
  expect(seen, "requests of the look").toHaveLength(2);
  expect(agent.toolResults[0]).toMatchObject({ is_error: true });
  expect(String(agent.toolResults[0]?.content)).toContain("no person");
  expect(agent.files["pond.txt"]).toBe("green");
});

test("HEARTBEAT.md is in no prompt of the person's conversation", async ({ start }) => {
  const { script } = looks(OK);
  const agent = await start(script, withList(one("Look at the secret pond.")));
  await greet(agent);
  expect(agent.requests.length).toBeGreaterThan(0);
  expect(JSON.stringify(agent.requests)).not.toContain("secret pond");
  await agent.advance("30m", 1);
  expect(jsonOf(agent.requests.at(-1)), "the request of a look").toContain("secret pond");
});

test("an alert is said once as long as it stands, and again when it has been away", async ({
  start,
}) => {
  const green = says("The pond is green.");
  const { script, seen } = looks(green, green, OK, green);
  const agent = await start(script, withList(one()));
  await agent.advance("30m", 3);
  expect(count(printed(agent), /pond is green/g), "after it was away").toBe(1);
  await agent.advance("30m", 1);
  expect(seen).toHaveLength(4);
  expect(count(printed(agent), /pond is green/g), "when it has come again").toBe(2);
});

test("the model that the person talks to hears of an alert with the next prompt, once", async ({
  start,
}) => {
  const { script } = looks(says("The pond is green."));
  const agent = await start(script, withList(one()));
  await agent.advance("30m", 1);
  await agent.seesLater("The pond is green.");
  await agent.rests();
  const told = () => agent.requests.filter((request) => !isLook(request));
  expect(told(), "requests before the person has typed anything").toHaveLength(0);
  await greet(agent);
  expect(lastOf(told()[0])).toMatch(/<note kind=\\"heartbeat\\">[^<]*The pond is green\./);
  await greet(agent);
  expect(count(jsonOf(told().at(-1)), /The pond is green/g), "times in the history").toBe(1);
});

test("an answer that is cut off or has no text is no silence: the look has failed", async ({
  start,
}) => {
  for (const reply of [cut("HEARTBEAT_OK"), says("")]) {
    const agent = await start(looks(reply).script, withList(one()));
    await agent.advance("30m", 1);
    await agent.seesLater(/\[heartbeat\].*cut off/);
    expect(agent.files[STATE] ?? "{}").not.toContain("pond");
  }
});

test("silence is silence in markup, too; an alert that has the word is told; other punctuation makes no new alert", async ({
  start,
}) => {
  const { script, seen } = looks(
    says("**HEARTBEAT_OK**."),
    says("The pond is green. HEARTBEAT_OK"),
    says("The pond is green!"),
  );
  const agent = await start(script, withList(one()));
  await agent.advance("30m", 1);
  expect(printed(agent)).not.toContain("[heartbeat]");
  await agent.advance("30m", 2);
  expect(seen).toHaveLength(3);
  expect(count(printed(agent), /pond is green/g), "times that it is said").toBe(1);
});

test("a list on which nobody has written anything costs nothing, and neither does none; what is added counts with the next look", async ({
  start,
}) => {
  const { script, seen } = looks(OK);
  const none = await start(script, { now: NOW, env: { TZ: "UTC" } });
  await none.advance("30m", 3);
  await greet(none);
  expect(Object.keys(none.files)).not.toContain("HEARTBEAT.md");
  const agent = await start(script, withList("# Heartbeat\n\n- [ ]\n"));
  await agent.type("/init");
  await agent.sees("Written:");
  await agent.advance("30m", 3);
  expect(seen, "looks at nothing").toHaveLength(0);
  await writeFile(join(agent.folder, "HEARTBEAT.md"), one());
  await agent.advance("30m", 1);
  expect(seen, "looks at the pond").toHaveLength(1);
});

test("one task a look, of those whose time has come the one that has waited longest", async ({
  start,
}) => {
  const { script, seen } = looks(OK);
  const agent = await start(script, withList(two));
  await agent.advance("30m", 4);
  expect(seen.map(taskOf)).toEqual(["pond", "shed", "pond", "shed"]);
});

test("a task is not looked at before its time, and not outside of its hours", async ({ start }) => {
  const list = "### pond: x (every 2h, 09:00-11:00)\nLook at the pond.\n";
  const { script, seen } = looks(OK);
  const agent = await start(script, withList(list));
  await agent.advance("30m", 3);
  expect(seen, "looks until 10:30").toHaveLength(1);
  await agent.advance("30m", 6);
  expect(seen, "looks until 13:30").toHaveLength(1);
  const night = list.replace("09:00-11:00", "22:00-06:00");
  const other = await start(script, { ...withList(night), now: "2026-03-02T21:00:00Z" });
  await other.advance("30m", 1);
  await other.advance("2h", 2);
  expect(seen, "more looks: at 23:30 and 01:30, none at 21:30").toHaveLength(3);
});

test("a look counts when it has gone well: a failed one is repeated, a good one is not, not even after a restart", async ({
  start,
}) => {
  const { script, seen } = looks(fault("invalid_request"), OK);
  const list = one().replace("30m", "4h");
  const agent = await start(script, withList(list));
  await agent.advance("30m", 1);
  expect(agent.files[STATE] ?? "{}", "after a failed look").not.toContain("pond");
  await agent.advance("30m", 2);
  expect(seen, "looks: a failed one, a good one").toHaveLength(2);
  const kept = JSON.parse(agent.files[STATE] ?? "{}");
  expect(kept).toEqual({
    pond: { lastRun: expect.stringMatching(/^2026-03-02T10:00:0\d/), cadenceMin: 240 },
  });
  const more = withList(list, { [STATE]: JSON.stringify(kept) });
  const again = await start(script, { ...more, now: "2026-03-02T10:30:00Z" });
  await again.advance("30m", 2);
  await greet(again);
  expect(seen, "looks after the restart").toHaveLength(2);
});

test("a task that fails does not keep the others from their turn", async ({ start }) => {
  const { script, seen } = looks((request) =>
    taskOf(request) === "pond" ? fault("invalid_request") : OK,
  );
  const agent = await start(script, withList(two));
  await agent.advance("30m", 4);
  expect(seen.map(taskOf)).toEqual(["pond", "shed", "pond", "shed"]);
});

/** A look that calls a tool, and gets the reply after it when `letGo` is called. */
function slowLook(next: Reply = OK) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const first = calls("bash", { command: "echo begun" });
  return { letGo: () => letGo(), ...looks(first, async () => held.then(() => next), OK) };
}

test("a look that takes a minute does not make the next one late", async ({ start }) => {
  const { script, seen, letGo } = slowLook();
  const agent = await start(script, withList(one()));
  await agent.advance("30m");
  await agent.seesLater("echo begun");
  await agent.advance("1m");
  letGo();
  await agent.rests();
  await agent.advance("29m", 1);
  expect(seen, "requests of two looks").toHaveLength(3);
});

test("what is typed while a look is under way is answered at once", async ({ start }) => {
  const { script, letGo } = slowLook();
  const agent = await start(script, withList(one()));
  await agent.advance("30m");
  await agent.seesLater("echo begun");
  await greet(agent);
  letGo();
});

test("a list that git tracks is used after the person's yes, and not before", async ({ start }) => {
  const { script, seen } = looks(OK);
  const agent = await start(script, { ...withList(one()), git: true });
  await agent.advance("30m", 1);
  expect(seen, "looks before the yes").toHaveLength(0);
  await agent.type("Hello");
  await agent.answer("HEARTBEAT.md", "y");
  await agent.sees("Well.");
  await agent.ended();
  await agent.advance("30m", 1);
  expect(seen, "looks after it").toHaveLength(1);
});

test("a broken heartbeat-state.json is told, left as it is, and nothing is sent", async ({
  start,
}) => {
  const { script, seen } = looks(OK);
  const agent = await start(script, withList(one(), { [STATE]: '{ "pond": 7' }));
  await agent.advance("30m", 4);
  await greet(agent);
  expect(seen).toHaveLength(0);
  expect(count(printed(agent), /heartbeat-state\.json cannot be used/g)).toBe(1);
  expect(agent.files[STATE]).toBe('{ "pond": 7');
});

test("daily 03:00 is one look a day, and does not drift", async ({ start }) => {
  const list = "### pond: x (daily 03:00)\nLook at the pond.\n";
  const { script, seen } = looks(OK);
  const early = { pond: { lastRun: "2026-03-02T01:00:00Z", cadenceMin: 1440 } };
  const more = withList(list, { [STATE]: JSON.stringify(early) });
  const agent = await start(script, { ...more, now: "2026-03-02T02:10:00Z" });
  await greet(agent);
  await agent.advance("30m", 1);
  expect(seen, "looks until 02:40").toHaveLength(0);
  await agent.advance("1h", 1);
  expect(seen, "looks until 03:40").toHaveLength(1);
  await agent.advance("23h", 1);
  expect(seen, "looks until 02:40 of the next day").toHaveLength(1);
  await agent.advance("30m", 1);
  expect(seen, "looks until 03:10").toHaveLength(2);
});

test("its hours are those of the person's zone, and agent.json5 says how often and when there is a look", async ({
  start,
}) => {
  const settings = (every: string) =>
    `{ agents: { defaults: { userTimezone: "Asia/Tokyo", heartbeat: { every: ${every}, activeHours: { start: "08:00", end: "19:00" } } } } }`;
  const { script, seen } = looks(OK);
  const list = one().replace("30m", "30m, 18:00-20:00");
  const more = (every: string) => withList(list, { "agent.json5": settings(every) });
  const agent = await start(script, { ...more('"1h"'), now: "2026-03-02T08:30:00Z" });
  await agent.advance("30m", 1);
  expect(seen, "looks after half an hour, 18:00 in Tokyo").toHaveLength(0);
  await agent.advance("30m", 1);
  expect(seen, "looks after an hour, 18:30 in Tokyo").toHaveLength(1);
  await agent.advance("1h", 2);
  expect(seen, "looks after 19:00 in Tokyo").toHaveLength(1);
  expect(printed(agent), "problems with the settings").not.toContain("agent.json5");
  const other = await start(script, more('"20m"'));
  await other.advance("10m", 8);
  expect(seen, "more looks: at 18:20 and 18:50, none after 19:00").toHaveLength(3);
  const third = await start(script, more('"20m"'));
  await greet(third);
  await writeFile(join(third.folder, "agent.json5"), settings("0"));
  await third.advance("10m", 3);
  expect(seen, "more looks when the settings have been changed to never").toHaveLength(3);
});

test("what is wrong with the list is told with its line, and so is a list that wants too much", async ({
  start,
}) => {
  const list = `# H\n\n${one()}\n### bad (whenever)\nx\n\n${two.replaceAll("30m", "10m")}`;
  const { script, seen } = looks(OK);
  const agent = await start(script, withList(list));
  await agent.advance("30m", 2);
  expect(seen).toHaveLength(2);
  const told = printed(agent);
  expect(told).toMatch(/line 6: ### bad \(whenever\) is no task/);
  expect(told).toMatch(/twice/);
  expect(told).toMatch(/want 4\.00 looks/);
});

test("of two programs in a folder one looks", async ({ start }) => {
  const { script, seen } = looks(OK);
  const agent = await start(script, withList(one()));
  await agent.advance("30m", 1);
  expect(seen).toHaveLength(1);
  const other = await start(script, { ...withList(one()), beside: agent });
  await other.advance("30m", 2);
  await greet(other);
  expect(seen, "looks of the second program").toHaveLength(1);
  expect(printed(other)).toMatch(/rests: another program/);
});

test("when nobody has typed anything for three days there is no look, until somebody does", async ({
  start,
}) => {
  const { script, seen } = looks(OK);
  const agent = await start(script, withList(one()));
  await agent.advance("30m", 1);
  await agent.advance("72h", 1);
  await agent.advance("30m", 2);
  expect(seen, "looks in three days that passed at once").toHaveLength(1);
  expect(count(printed(agent), /nobody has typed anything/g)).toBe(1);
  await greet(agent);
  await agent.advance("30m", 1);
  expect(seen, "looks after a prompt").toHaveLength(2);
});

test("looks that fail again and again rest, longer each time", async ({ start }) => {
  const { script, seen } = looks(fault("invalid_request"));
  const agent = await start(script, withList(one()));
  await agent.advance("30m", 3);
  expect(seen).toHaveLength(3);
  await agent.advance("30m", 10);
  expect(seen.length, "looks in the five hours after three failures").toBeLessThanOrEqual(6);
  expect(printed(agent)).toMatch(/rests: \d looks in a row have failed/);
});

test("looks have a budget of their own: they use up none of the person's requests, and end at a hundred a day", async ({
  start,
}) => {
  let number = 0;
  const busy = (request: Request) =>
    lastOf(request).includes("too long") ? OK : calls("glob", { pattern: `${++number}.txt` });
  const { script, seen } = looks(busy);
  const more = { env: { TZ: "UTC", MAX_REQUESTS: "5" } };
  const agent = await start(script, { ...withList(one()), ...more });
  await agent.advance("30m", 8);
  expect(seen, "requests of one day").toHaveLength(100);
  expect(printed(agent)).toMatch(/100 requests of this day are used up/);
  await greet(agent);
  await agent.advance("15h", 1);
  expect(seen.length, "requests with the next day").toBeGreaterThan(100);
});

test("a look that never comes to an end is ended, and says what it knows", async ({ start }) => {
  let number = 0;
  const { script, seen } = looks((request) =>
    lastOf(request).includes("too long")
      ? says("The pond has no end.")
      : calls("glob", { pattern: `${++number}.txt` }),
  );
  const agent = await start(script, withList(one()));
  await agent.advance("30m", 1);
  await agent.seesLater("The pond has no end.");
  expect(seen.length).toBeLessThanOrEqual(20);
  const { script: slow, seen: late, letGo } = slowLook(calls("bash", { command: "echo late" }));
  const other = await start(slow, withList(one()));
  await other.advance("30m");
  await other.seesLater("echo begun");
  await other.advance("11m");
  letGo();
  await other.rests();
  expect(late, "requests of a look that has taken eleven minutes").toHaveLength(3);
  expect(lastOf(late[2]), "the result of its call").toContain("too long");
});

test("BOOT.md is looked at once, when the program has started", async ({ start }) => {
  const { script, seen } = looks(says("The barrel is here."));
  const agent = await start(script, withList("", { "BOOT.md": "Look at the boat." }));
  await agent.seesLater("The barrel is here.");
  await agent.advance("30m", 2);
  expect(seen.map(taskOf)).toEqual(["boat"]);
  await greet(agent);
  expect(JSON.stringify(agent.requests.at(-1)), "the person's conversation").not.toContain("boat");
});

test("/heartbeat lists the tasks, looks at one now, and switches the looks off and on", async ({
  start,
}) => {
  const { script, seen } = looks(says("The shed is open."));
  const agent = await start(script, withList(two));
  await agent.type("/heartbeat");
  await agent.sees(/pond .*not looked at yet[\s\S]*shed .*not looked at yet/);
  await agent.type("/heartbeat run shed");
  await agent.sees("The shed is open.");
  await agent.type("/heartbeat run barn");
  await agent.sees(/no task barn.*There are: pond, shed/);
  await agent.type("/heartbeat off");
  await agent.advance("30m", 3);
  expect(seen, "looks while it is off").toHaveLength(1);
  await agent.type("/heartbeat on");
  await agent.advance("30m", 1);
  expect(seen, "looks when it is on again").toHaveLength(2);
});

test("what a look reads may be private, and what it says is heard by the person alone: in a room there is none", async ({
  start,
}) => {
  const secret = "The boat goes to Mia on Friday.";
  const { script, seen } = looks(calls("bash", { command: "cat MEMORY.md" }), OK);
  const more = withList(one(), { "MEMORY.md": `${secret}\n` });
  const agent = await start(script, more);
  await agent.advance("30m", 1);
  expect(String(agent.toolResults[0]?.content)).toContain(secret);
  const room = await start(script, { ...more, args: ["--scope", "group:lunch"] });
  await greet(room);
  await room.advance("30m", 3);
  expect(seen, "requests of looks").toHaveLength(2);
  expect(JSON.stringify(room.requests)).not.toContain('kind=\\"heartbeat');
});
