// course/judge/obstacle.deep.test · what keeps an agent from elsewhere from being judged: said once, in one sentence, with what to do.
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { skipOnWindows } from "../../shared/fixtures/windows.ts";
import { folderWith, isInstalled, lines, NAIVE, once } from "../fixtures/elsewhere.ts";
import { obstacleOf } from "./obstacle.ts";

const hasPython = isInstalled("python3");
const sh = (script: string, more: object = {}) =>
  folderWith({ command: ["sh", "-c", script], ...more });
const session = { speaks: "lines", prompt: "me> " };
/** An agent that does nothing for so long is given up, in seconds. */
const patience = 0.4;
/** For one that does something first, also on a busy machine. */
const LONGER = 5;

test("a folder without launch.json and code.ts says what to write", async () => {
  const folder = folderWith("{}");
  expect(await obstacleOf(join(folder, "nowhere"))).toContain("Write one of them: launch.json");
});

test("a launch.json that is wrong is told with its line", async () => {
  expect(await obstacleOf(folderWith('{\n"command": "sh agent.sh"\n}'))).toMatch(
    /launch\.json:2: "command" must be a list of words, such as \["python3", "agent\.py"\]\.$/,
  );
  expect(await obstacleOf(folderWith("{"))).toMatch(/launch\.json:1: not JSON/);
});

test("a program that does not exist is told with the places where it was looked for", async () => {
  const folder = folderWith({ command: ["no-such-program"] });
  expect(await obstacleOf(folder)).toBe(
    `The program "no-such-program" was not found, neither in ${folder} nor in PATH. Install it, or write another "command" into launch.json.`,
  );
});

test("a first word that is a file of the folder is started there, if it may be started", async (context) => {
  skipOnWindows(context, "modes");
  const folder = folderWith({ command: ["agent.sh"], ...session });
  writeFileSync(join(folder, "agent.sh"), "#!/bin/sh\nexit 4\n", { mode: 0o644 });
  expect(await obstacleOf(folder)).toContain(`chmod +x ${join(folder, "agent.sh")}`);
  const other = folderWith({ command: ["agent.sh"], ...session });
  writeFileSync(join(other, "agent.sh"), "#!/bin/sh\nexit 4\n", { mode: 0o755 });
  expect(await obstacleOf(other)).toMatch(/^The agent ended with exit code 4 before it waited/);
});

test.each([
  [
    "that never posts ready",
    () => sh("sleep 1000", { patience }),
    'posted no "ready" to AGENT_CONTROL for 0.4 s. If it does not know the control protocol, set "speaks" to "lines" or "once"',
  ],
  [
    "that prints nothing",
    () => sh("sleep 1000", { ...session, patience }),
    "it printed nothing. Set",
  ],
  [
    "that shows another prompt",
    () => sh("printf 'you: '; sleep 1000", { ...session, patience: LONGER }),
    'did not end with the prompt "me> " for 5 s: it ends with "you: ".',
  ],
  [
    "that ends at once",
    () => sh("echo oops >&2; exit 3", session),
    "The agent ended with exit code 3 before it waited for a prompt. It must read prompts from standard input",
  ],
])("an agent %s is told what to do", async (_, folder, words) => {
  expect(await obstacleOf(folder())).toContain(words);
});

test.skipIf(!hasPython).each([
  [
    "no-call",
    lines,
    "The agent never called the model. It must send its requests to the address in ANTHROPIC_BASE_URL.",
  ],
  ["no-call", once, "The agent never called the model."],
  ["other-host", lines, "never called the model. It called api.anthropic.com instead."],
  [
    "invalid",
    lines,
    "sent a request that the API refuses. The API refused POST /v1/messages (400): max_tokens",
  ],
  ["crash", lines, "The agent crashed with exit code 1 in its first turn."],
  ["crash", once, "The agent crashed with exit code 1 in its first turn."],
  ["never-ends", once, "The model replied, but the turn did not end: the agent did nothing for"],
  ["never-ends", lines, "must print the reply and show its prompt again"],
  ["mute", lines, "The agent does not print what the model says."],
  ["bad-code", once, "ended with exit code 3, although the model replied. It must end with 0."],
  ["one-turn", lines, "The agent ended with exit code 0 after its first turn."],
  ["quits", lines, "The agent ended with exit code 0 before it waited for a prompt."],
])("an agent with the fault %s is told what to do", async (fault, speaking, words) => {
  const waits = fault === "never-ends" ? { patience: LONGER } : { patience: 600 };
  expect(await obstacleOf(speaking(fault, waits))).toContain(words);
});

test.skipIf(!hasPython)(
  "an agent that only says things in its own way is no obstacle",
  async () => {
    expect(await obstacleOf(lines("nothing"))).toBeUndefined();
    expect(await obstacleOf(once("nothing"))).toBeUndefined();
  },
);

/** Where the processes of this machine work. */
const places = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        return [readlinkSync(`/proc/${id}/cwd`)];
      } catch {
        return []; // it has ended
      }
    });

test.skipIf(!hasPython || !existsSync("/proc/self/cwd"))(
  "no process is left of an agent, even one in a session of its own",
  async () => {
    const command = ["sh", "-c", `python3 ${NAIVE} leaves; exit 0`];
    const leaving = folderWith({ command, ...session });
    const silent = sh("sleep 1000 & sleep 1000", { patience });
    const own = join(tmpdir(), `elsewhere-places-${process.pid}`);
    mkdirSync(own);
    const before = process.env.TMPDIR;
    process.env.TMPDIR = own; // so that the scratch folders of this test are known
    try {
      expect(await obstacleOf(leaving)).toBeUndefined();
      expect(await obstacleOf(silent)).toContain('no "ready"');
      expect(places().filter((place) => place.startsWith(own))).toEqual([]);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      rmSync(own, { recursive: true });
    }
  },
);
