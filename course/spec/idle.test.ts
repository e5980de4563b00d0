import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../base/root.ts";
import { judge, type SpecBody } from "../judge/judge.ts";
import { createCompany } from "./idle.ts";
import { calls, says } from "./script.ts";

/** Longer than any of these tests may take: no wait of theirs lasts until a limit. */
const NEVER_MS = 100_000_000;
const CHAPTER = join(ROOT, "s01_agent_loop");

const judged = (body: SpecBody, chapter = CHAPTER, limit = NEVER_MS) => judge(body, chapter, limit);

test.each([
  ["in the process of the spec", false],
  ["in a process of its own", true],
])(
  "a text that no longer comes is given up at once, with what was printed, %s",
  async (_, real) => {
    const { verdict, error } = await judged(async ({ start }) => {
      const agent = await start([says("Hello.")], { real });
      await agent.type("hi");
      await agent.seesLater("Good night.");
    });
    expect(verdict).toBe("failed");
    expect(error?.message).toMatch(
      /"Good night\." to be printed, and the agent has nothing left to do/,
    );
    expect(error?.message).toContain("Hello.");
  },
);

test("so is a turn that never begins, and a question that is never asked", async () => {
  for (const wait of ["cron", "Really?"]) {
    const { verdict } = await judged(async ({ start }) => {
      const agent = await start([says("Hello.")]);
      await agent.type("hi");
      await (wait === "cron" ? agent.begins("cron") : agent.answerLater(wait, "y"));
    });
    expect(verdict).toBe("failed");
  }
});

test("an agent is not idle while a command runs, or while the model thinks", async () => {
  const { verdict, error } = await judged(async ({ start }) => {
    const command = "sleep 0.5; echo slept";
    const agent = await start([
      { ...calls("bash", { command }), delay_ms: 500 },
      { ...says("It slept."), delay_ms: 500 },
    ]);
    await agent.type("sleep");
    await agent.sees("It slept.");
  });
  expect(error?.message).toBeUndefined();
  expect(verdict).toBe("passed");
});

/** A model whose answer to one prompt is held back until it is let go. */
function heldBack() {
  let letGo = () => {};
  const open = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const reply = () => open.then(() => says("At last."));
  return { letGo: () => letGo(), reply };
}

test.each([
  ["in the process of the spec", false],
  ["in a process of its own", true],
])(
  "an answer that the spec holds back is no work: a text behind it is given up at once, %s",
  async (_, real) => {
    const { verdict, error } = await judged(async ({ start }) => {
      const agent = await start(heldBack().reply, { real });
      await agent.type("hi");
      await agent.sees("At last.");
    });
    expect(error?.message).toMatch(/"At last\." to be printed, and the agent has nothing left/);
    expect(verdict).toBe("failed");
  },
);

test.each([
  ["in the process of the spec", false],
  ["in a process of its own", true],
])("an answer that nobody waits for any more is not held back, %s", async (_, real) => {
  const { verdict, error } = await judged(async ({ start }) => {
    const answers = [heldBack().reply(), { ...says("Second."), delay_ms: 1000 }];
    const agent = await start(() => answers.shift() ?? says("No more."), { real });
    await agent.type("hi");
    await agent.interrupt();
    await agent.ended();
    await agent.type("again");
    await agent.sees("Second.");
  });
  expect(error?.message).toBeUndefined();
  expect(verdict).toBe("passed");
});

test("an answer that is let go while its text is waited for is waited for", async () => {
  const { verdict, error } = await judged(async ({ start }) => {
    const slow = heldBack();
    const agent = await start(slow.reply);
    await agent.type("hi");
    const command = "sleep 0.5; echo slept";
    const other = await start([calls("bash", { command }), says("It slept.")], { beside: agent });
    await other.type("sleep");
    const slept = other.sees("It slept.").then(slow.letGo);
    await Promise.all([agent.sees("At last."), slept]);
  });
  expect(error?.message).toBeUndefined();
  expect(verdict).toBe("passed");
});

test("one agent may be what another one waits for", async () => {
  const { verdict, error } = await judged(async ({ start }) => {
    const wait = "until test -e found; do sleep 0.05; done";
    const first = await start([says("Ready.")]);
    await first.type("hi");
    const second = await start(
      [calls("bash", { command: "sleep 0.5; touch found" }), says("Put.")],
      { beside: first },
    );
    const third = await start([calls("bash", { command: wait }), says("Found.")], {
      beside: first,
    });
    await Promise.all([third.type("find"), second.type("put")]);
    await third.sees("Found.");
  });
  expect(error?.message).toBeUndefined();
  expect(verdict).toBe("passed");
});

test.each([
  ["in the process of the spec", false],
  ["in a process of its own", true],
])("an agent rests only when what it does late is done, %s", async (_, real) => {
  const { verdict, error } = await judged(
    async ({ start }) => {
      const command = "sleep 0.5; echo late > late.txt";
      const agent = await start(
        [
          calls("bash", { command, run_in_background: true }),
          says("It runs."),
          says("It is late."),
        ],
        { real },
      );
      await agent.type("be late");
      await agent.ended();
      await agent.rests();
      expect(agent.files["late.txt"]).toBe("late\n");
      expect(agent.output).toContain("It is late.");
    },
    join(ROOT, "s13_background_tasks"),
  );
  expect(error?.message).toBeUndefined();
  expect(verdict).toBe("passed");
});

test("an agent that never rests is given up, with what was printed", async () => {
  const { verdict, error } = await judged(
    async ({ start }) => {
      const agent = await start([{ ...calls("bash", { command: "sleep 600" }), ...says("Wait.") }]);
      await agent.type("sleep");
      await agent.sees("Wait.");
      await agent.rests();
    },
    CHAPTER,
    1000,
  );
  expect(verdict).toBe("broken");
  expect(error?.message).toMatch(/^Waited 1 s for the agent to have nothing left to do\./);
  expect(error?.message).toContain("Wait.");
});

test("one that ends has not come to rest", async () => {
  const { verdict, error } = await judged(async ({ start }) => {
    const agent = await start([calls("bash", { command: "kill -9 $PPID" })], { real: true });
    await agent.type("end");
    await agent.rests();
  });
  expect(verdict).toBe("broken");
  expect(error?.message).toContain("was ended by SIGKILL before it rested");
});

test("an agent is asked one question at a time, however many waits want to know", async () => {
  const state: { idle: number[]; announced: number } = { idle: [], announced: 0 };
  let asked = 0;
  const company = createCompany();
  company.add(
    Object({
      state,
      process: { exit: () => undefined, received: () => 0 },
      control: { tellsIdle: () => true, askIdle: () => ++asked },
      model: { heldBack: () => 0 },
    }),
  );
  const first = company.idle();
  const others = [company.idle(), company.idle(), company.idle()];
  await new Promise(setImmediate); // all that can ask has asked
  expect(asked).toBe(1);
  state.idle.push(1);
  company.changed(false);
  await first;
  await new Promise(setImmediate);
  expect(asked).toBe(2); // once more for all that came later
  state.idle.push(2);
  company.changed(false);
  await Promise.all(others);
  expect(asked).toBe(2);
});
