// course/spec/acts · what a spec does to an agent, tried on toy agents.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { skipOnWindows } from "../../shared/fixtures/windows.ts";
import { EARLIER, holds, problemOf } from "../fixtures/judged.ts";
import { answerOpen } from "./acts.ts";
import { atMost, calls, fault, says } from "./script.ts";
import { note, startState } from "./state.ts";

test("what was printed since the last typed line is seen, and nothing older", async () => {
  const problem = await problemOf("failed", async ({ start }) => {
    const agent = await start([says("First."), says("Second.")]);
    await agent.type("one");
    await agent.sees("First.");
    await agent.type("two");
    await agent.sees(/Sec.nd/);
    await agent.sees("First.");
  });
  expect(problem).toMatch(
    /turn ended \(done\) without "First\."\.\nPrinted since "two" was typed:/,
  );
  expect(problem).toContain("  | Second.");
});

test("output that an agent has reported is waited for, even after the end of the turn", async () => {
  const script = [calls("dawdle", { text: "At last.\n" }), says("Done.")];
  await holds(async ({ start }) => {
    const agent = await start(script);
    await agent.type("be slow");
    await agent.sees("At last.");
  });
  await problemOf("failed", async ({ start }) => {
    const agent = await start(script);
    await agent.type("be slow");
    await agent.seesNot("At last.");
  });
});

test("a text that must not be seen is looked for once the turn has ended", async () => {
  const problem = await problemOf("failed", async ({ start }) => {
    const agent = await start([says("First."), { ...says("Second."), delay_ms: 20 }]);
    await agent.type("one");
    await agent.seesNot("Second.");
    await agent.type("two");
    await agent.seesNot("Second.");
  });
  expect(problem).toMatch(/printed "Second\.":\n( {2}\| .*\n)+/);
});

test("a question is answered, and the reply reaches the agent", () =>
  holds(async ({ start }) => {
    const agent = await start([calls("ask", { question: "Shall I?" }), says("Fine.")]);
    await agent.type("ask");
    await agent.answer("Shall I", "yes");
    await agent.sees("Fine.");
    expect(agent.toolResults).toMatchObject([{ content: "yes", is_error: false }]);
  }));

test("a question that is not asked fails as soon as the turn ends, or another one is asked", async () => {
  const never = await problemOf("failed", async ({ start }) => {
    const agent = await start([says("No question.")]);
    await agent.type("ask");
    await agent.answer("Shall I?", "yes");
  });
  expect(never).toContain('The turn ended without the question "Shall I?"');
  expect(never).toContain("  | No question.");
  const other = await problemOf("failed", async ({ start }) => {
    const agent = await start([calls("ask", { question: "Why?" }), says("Fine.")]);
    await agent.type("ask");
    await agent.answer("Shall I?", "yes");
  });
  expect(other).toContain("It asks: Why?");
});

test("a question left open is answered no, whatever is waited for", async () => {
  const script = [calls("ask", { question: "Shall I?" }), says("Fine.")];
  await holds(async ({ start }) => {
    const agent = await start(script);
    await agent.type("ask");
    await agent.sees("Fine.");
    expect(agent.toolResults[0]?.content).toBe("n");
  });
  await holds(async ({ start }) => {
    const agent = await start([...script, says("Next.")]);
    await agent.type("ask");
    await agent.type("go on");
    await agent.sees("Next.");
    expect(agent.toolResults[0]?.content).toBe("n");
  });
  await holds(async ({ start }) => {
    const agent = await start(script);
    await agent.type("ask");
  });
});

test("the outcome of a turn is told, and that of a failed one too", () =>
  holds(async ({ start }) => {
    const agent = await start([says("Good."), fault("overloaded", { message: "too busy" })]);
    await agent.type("one");
    expect(await agent.ended()).toBe("done");
    await agent.type("two");
    expect(await agent.ended()).toBe("failed");
    await agent.sees("too busy");
  }));

test("Ctrl-C ends a turn that waits for the model, for a tool or for an answer", async (context) => {
  skipOnWindows(context, "signals");
  const slow = [
    [{ ...says("Late."), delay_ms: 60_000 }],
    [calls("wait", { ms: 60_000 })],
    [calls("ask", { question: "Shall I?" })],
  ];
  for (const script of slow) {
    await holds(async ({ start }) => {
      const agent = await start([...script, says("Again.")]);
      await agent.type("go");
      await agent.interrupt();
      expect(await agent.ended()).toBe("interrupted");
      expect(agent.output).toContain("^C");
      await agent.type("again");
      await agent.sees("Again.");
    });
  }
});

test("a question that comes after Ctrl-C is not answered: the answer would be the next prompt", async (context) => {
  skipOnWindows(context, "signals");
  await holds(async ({ start }) => {
    const protest = calls("protest", { question: "Are you sure?" });
    const agent = await start([{ ...says("Working."), ...protest }, says("Again.")]);
    await agent.type("go");
    await agent.sees("Working.");
    await agent.interrupt();
    expect(await agent.ended()).toBe("interrupted");
    await agent.type("again");
    await agent.sees("Again.");
  });
});

test("Ctrl-C at the prompt ends the agent, with 130", async (context) => {
  skipOnWindows(context, "signals");
  await holds(async ({ start }) => {
    const agent = await start([]);
    await agent.type("");
    await agent.ended();
    await agent.interrupt();
    expect(await agent.exit()).toBe(130);
  });
});

test("the clock is advanced once the timer is set", () =>
  holds(async ({ start }) => {
    const script = [calls("wait", { ms: 120_000 }), calls("wait", { ms: 3_600_000 }), says("Now.")];
    const agent = await start(script, { now: "2026-03-02T09:00:00Z" });
    await agent.type("wait");
    await agent.advance("2m");
    await agent.advance("1h");
    await agent.sees("Now.");
    await agent.advance(5);
  }));

test.each([0, -1, 1.5, Number.NaN])("so many steps of the clock are none: %s", async (times) => {
  const problem = await problemOf("broken", async ({ start }) => {
    const agent = await start([says("Now.")]);
    await agent.type("wait");
    await agent.advance("2m", times);
  });
  expect(problem).toContain(`advance: ${times} is no number of times`);
});

test("an agent without a clock fails as soon as it is advanced", async () => {
  const problem = await problemOf(
    "failed",
    async ({ start }) => {
      const agent = await start(atMost(calls("wait", { ms: 60_000 }), says("Now.")));
      await agent.type("wait");
      await agent.advance("1m");
    },
    EARLIER,
  );
  expect(problem).toContain("took no clock");
});

test("files are put into the folder and read from it, without .git", () =>
  holds(async ({ start }) => {
    const files = { "notes/a.txt": "A", "b.txt": "B" };
    const script = [calls("write", { path: "c/d.txt", content: "D" }), says("Done.")];
    const agent = await start(script, { files, git: true });
    await agent.type("write");
    await agent.sees("Done.");
    expect(agent.files).toEqual({ ...files, "c/d.txt": "D" });
    expect(existsSync(join(agent.folder, ".git", "refs", "heads", "main"))).toBe(true);
  }));

test("two repositories of the same files have the same commit", async () => {
  const heads: string[] = [];
  for (const _ of [1, 2]) {
    await holds(async ({ start }) => {
      const agent = await start([], { files: { "a.txt": "A" }, git: true });
      heads.push(await readFile(join(agent.folder, ".git/refs/heads/main"), "utf8"));
    });
  }
  expect(heads[0]).toBe(heads[1]);
});

test("a one-shot run gives its output and its exit code", async () => {
  await holds(async ({ start }) => {
    const agent = await start([says("Hello.")], { args: ["-p", "hi"] });
    expect(await agent.exit()).toBe(0);
    expect(agent.output).toBe("Hello.\n");
  });
  await holds(async ({ start }) => {
    const agent = await start([fault("overloaded")], { args: ["-p", "hi"] });
    expect(await agent.exit()).toBe(1);
  });
});

test("the npx launcher runs the chapter, and Ctrl-C reaches the agent behind it once", async (context) => {
  skipOnWindows(context, "signals");
  await holds(async ({ start }) => {
    const script = [calls("wait", { ms: 60_000 }), calls("later", {}), says("Again.")];
    const agent = await start(script, { launcher: "npx" });
    await agent.type("go");
    await agent.interrupt();
    expect(await agent.ended()).toBe("interrupted");
    await agent.type("again");
    await agent.sees("Again.");
    expect(agent.output.split("^C")).toHaveLength(2);
    expect(agent.output).toMatch(/^toy-agent >> /);
    expect(await agent.exit()).toBe(0);
  });
});

test("a question that the agent tells of again after its answer is not answered twice", () => {
  const state = startState();
  const written: string[] = [];
  const parts = Object({ state, process: { write: (word: string) => written.push(word) } });
  const ask = (id?: number) =>
    note(state, { type: "question", question: "Shall I?", output: 0, id }, 0);
  const answers = (id?: number) => {
    ask(id);
    answerOpen(parts, `to ${id}`);
    note(state, { type: "turn-end", outcome: "done", output: 0 }, 0);
    ask(id); // the agent had not read the answer yet
    answerOpen(parts, `once more to ${id}`);
  };
  for (const id of [1, 2, undefined]) answers(id);
  const told = ["to 1", "to 2", "to undefined", "once more to undefined"]; // without an id nobody can tell
  expect(written).toEqual(told);
  ask(3);
  note(state, { type: "turn-end", outcome: "done", output: 0 }, 0);
  ask(3); // it is still open
  expect(state.question).toBe("Shall I?");
});
