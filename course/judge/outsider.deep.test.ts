// course/judge/outsider.deep.test · agents from elsewhere, judged in three stages by what they do on the wire and on the screen.
import { beforeEach, expect, test } from "vitest";
import { skipOnWindows } from "../../shared/fixtures/windows.ts";
import { folderWith, isInstalled, lines, NAIVE, once } from "../fixtures/elsewhere.ts";
import { atMost, calls, fault, says } from "../spec/script.ts";
import { judge, type SpecBody } from "./judge.ts";

/** So many seconds an agent may do nothing. Before that it starts and calls the model, also on a busy machine. */
const LONG = 5;

const bash = (command: string) => calls("bash", { command });

beforeEach((context) => {
  context.skip(!isInstalled("python3"), "python3 is not installed");
});

/** The verdict, and what is said with it. */
async function verdictOf(folder: string, body: SpecBody) {
  const { verdict, error, note = "" } = await judge(body, folder);
  return [verdict, error?.message ?? note];
}

const greets: SpecBody = async ({ start }) => {
  const agent = await start([bash("echo one > a.txt"), says("Hello.")]);
  await agent.type("greet");
  await agent.sees("Hello.");
  expect(await agent.ended()).toBe("done");
  expect(agent.files).toEqual({ "a.txt": "one\n" });
};

test.each([
  ["once", once],
  ["lines", lines],
])("a turn is judged by %s", async (_, speaking) => {
  expect(await verdictOf(speaking("nothing"), greets)).toEqual(["passed", ""]);
});

const twoTurns: SpecBody = async ({ start }) => {
  const agent = await start([says("One."), says("Two.")]);
  await agent.type("one");
  await agent.sees("One.");
  await agent.type("two");
  await agent.sees("Two.");
};

test.each<[string, SpecBody]>([
  ["a second prompt", twoTurns],
  [
    "Ctrl-C",
    async ({ start }) => {
      const agent = await start([says("One.")]);
      await agent.type("one");
      await agent.interrupt();
    },
  ],
  [
    "a command of the agent's own",
    async ({ start }) => {
      const agent = await start([]);
      await agent.type("/help");
    },
  ],
  [
    "output after the turn",
    async ({ start }) => {
      const agent = await start([says("One.")]);
      await agent.type("one");
      await agent.seesLater("One.");
    },
  ],
  [
    "the end of input",
    async ({ start }) => {
      const agent = await start([]);
      await agent.exit();
    },
  ],
  [
    "what the spec says needs lines",
    async ({ start }) => {
      await start([says("One.")], { needs: "lines" });
    },
  ],
])("with once, %s is not judged", async (_, body) => {
  expect(await verdictOf(once("nothing"), body)).toEqual(["not judged", 'needs "lines"']);
});

const oneTurn =
  (
    act: (agent: Awaited<ReturnType<Parameters<SpecBody>[0]["start"]>>) => Promise<unknown>,
  ): SpecBody =>
  async ({ start }) => {
    const agent = await start([says("One.")]);
    await agent.type("one");
    await act(agent);
  };

test.each<[string, SpecBody]>([
  ["an answer", oneTurn((agent) => agent.answer("Why?", "y"))],
  ["the clock", oneTurn((agent) => agent.advance("2m"))],
  ["a turn that was not typed", oneTurn((agent) => agent.begins("cron"))],
  [
    "a start at a certain time",
    async ({ start }) => {
      await start([says("One.")], { now: "2026-03-02T09:00:00Z" });
    },
  ],
])("without control, %s is not judged", async (_, body) => {
  for (const folder of [once("nothing"), lines("nothing")])
    expect(await verdictOf(folder, body)).toEqual(["not judged", 'needs "control"']);
});

test("with lines, a session goes on, and a failed turn is known from the wire", async () => {
  expect(await verdictOf(lines("nothing"), twoTurns)).toEqual(["passed", ""]);
  const fails: SpecBody = async ({ start }) => {
    const agent = await start([fault("invalid_request"), says("Back.")]);
    await agent.type("one");
    expect(await agent.ended()).toBe("failed");
    await agent.type("two");
    await agent.sees("Back.");
    expect(await agent.ended()).toBe("done");
    expect(await agent.exit()).toBe(0);
  };
  expect(await verdictOf(lines("nothing"), fails)).toEqual(["passed", ""]);
});

test("when the wire does not show how a turn ended, that is not judged", async () => {
  const body: SpecBody = async ({ start }) => {
    const agent = await start([bash("true"), fault("overloaded")]);
    await agent.type("one");
    await agent.ended();
  };
  expect(await verdictOf(lines("nothing"), body)).toEqual(["not judged", 'needs "control"']);
});

test("Ctrl-C reaches an agent behind a launcher that stays in front of it", async (context) => {
  skipOnWindows(context, "signals");
  const folder = lines("nothing", { command: ["sh", "-c", `python3 ${NAIVE} nothing; exit $?`] });
  const stops: SpecBody = async ({ start }) => {
    const agent = await start([bash("touch here; sleep 1000"), says("Again.")]);
    await agent.type("wait");
    await agent.sees("I run");
    await agent.interrupt();
    expect(await agent.ended()).toBe("interrupted");
    await agent.type("go on");
    await agent.sees("Again.");
  };
  expect(await verdictOf(folder, stops)).toEqual(["passed", ""]);
});

test("a run of one prompt through -p is started with the agent's own words", async () => {
  const folder = folderWith({
    command: ["python3", NAIVE],
    speaks: "lines",
    prompt: "me> ",
    once: ["nothing", "-p"],
  });
  const oneShot: SpecBody = async ({ start }) => {
    const agent = await start([says("Hello.")], { args: ["-p", "greet"] });
    expect(await agent.exit()).toBe(0);
    expect(agent.output).toBe("Hello.\n");
  };
  expect(await verdictOf(folder, oneShot)).toEqual(["passed", ""]);
});

test("a test that would pass although the model was never called does not", async () => {
  const body: SpecBody = async ({ start }) => {
    const agent = await start(atMost(says("Hello.")));
    await agent.type("greet");
    await agent.seesNot("secret");
  };
  for (const speaking of [once, lines])
    expect(await verdictOf(speaking("no-call"), body)).toEqual([
      "failed",
      "The agent never called the model. It must send its requests to the address in ANTHROPIC_BASE_URL.",
    ]);
});

test("an agent that does nothing has failed, and the reader learns what it was doing", async () => {
  const body: SpecBody = async ({ start }) => {
    const agent = await start([bash("touch here; sleep 1000"), says("Done.")]);
    await agent.type("wait");
    await agent.sees("Done.");
  };
  const [verdict, words] = await verdictOf(lines("nothing", { patience: LONG }), body);
  expect(verdict).toBe("failed");
  expect(words).toContain('Waited for "Done." to be printed; the agent did nothing for 5 s.');
  expect(words).toContain(
    'The model\'s last reply was bash({"command":"touch here; sleep 1000"}).',
  );
});

test("an agent that asks a person is told that only control can answer", async () => {
  const [verdict, words] = await verdictOf(lines("asks", { patience: LONG }), greets);
  expect([verdict, words]).toEqual([
    "failed",
    expect.stringContaining('only "speaks": "control" can answer it.'),
  ]);
});

test("where the spec allows what is asked about, a refusal is not judged", async () => {
  const body: SpecBody = async ({ start }) => {
    const agent = await start([bash("exit 3"), says("Done.")], { yes: true });
    await agent.type("go");
    await agent.sees("Done.");
    expect(agent.toolResults[0]?.is_error).toBe(false);
  };
  expect(await verdictOf(lines("nothing"), body)).toEqual([
    "not judged",
    'needs "control" to answer a question',
  ]);
});

test.each([
  ["panic: no such tool\n\ngoroutine 1 [running]:", 2],
  ["thread 'main' panicked at src/main.rs:3:5:", 101],
  ['Exception in thread "main" java.lang.Error', 1],
])("a crash is seen in any language: %s", async (stack, code) => {
  const shown = stack.replaceAll("'", "'\\''").replaceAll("\n", "\\n");
  const script = `printf 'me> '; read line; printf '%b' '${shown}' >&2; exit ${code}`;
  const folder = folderWith({ command: ["bash", "-c", script], speaks: "lines", prompt: "me> " });
  const [verdict, words] = await verdictOf(folder, greets);
  expect([verdict, words]).toEqual(["broken", expect.stringContaining("crashed with exit code")]);
});

test("only what an agent writes beside its answer may come on stderr", async () => {
  const script = `printf 'me> '; read line; echo noted >&2; printf 'me> '; read line`;
  const folder = folderWith({ command: ["bash", "-c", script], speaks: "lines", prompt: "me> " });
  const body: SpecBody = async ({ start }) => {
    const agent = await start([]);
    await agent.type("/note");
    await agent.sees("noted");
    expect(agent.output).toContain("noted");
  };
  expect(await verdictOf(folder, body)).toEqual(["passed", ""]);
});

test("lines of background work may follow the prompt", async () => {
  const script = `printf 'me> '; read line; printf 'me> \\n[note] kept\\n'; read line; echo "$line"; printf 'me> '; read line`;
  const folder = folderWith({ command: ["bash", "-c", script], speaks: "lines", prompt: "me> " });
  const body: SpecBody = async ({ start }) => {
    const agent = await start([]);
    await agent.type("/one");
    await agent.sees("[note] kept");
    await agent.type("/two");
    await agent.sees("/two");
  };
  expect(await verdictOf(folder, body)).toEqual(["passed", ""]);
});
