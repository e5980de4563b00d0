// course/replay/time · commands that sleep in a session: in the order of real time, without waiting for it.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FIXTURES } from "../base/root.ts";
import { readSessions } from "./readme.ts";
import { CAN_SEE_REST } from "./rest.ts";
import { playSession } from "./session.ts";

const START = "$ npx tsx s90_toy/code.ts\ntoy\n";
const SETTING = { root: join(FIXTURES, "replay"), limit: 60_000 };

/** Plays a session of these lines. */
async function play(lines: string) {
  const [session] = readSessions(`\`\`\`console session=a\n${lines}\n\`\`\``).sessions;
  if (session === undefined) throw new Error("no session");
  return playSession(session, SETTING);
}

describe.runIf(CAN_SEE_REST)("a command that sleeps", () => {
  test.each([
    ["is at its end when the time has come", "$ sleep 5m; echo over\nover"],
    ["takes the sum of its times", "$ (sleep 150; echo b) & sleep 1m 1m; echo a; wait\na\nb"],
    ["takes parts of a second", "$ (sleep 100.5; echo b) & sleep 100.25; echo a; wait\na\nb"],
    ["sleeps in a shell of a shell", "$ sh -c 'sleep 300; echo over'\nover"],
    ["sleeps in a pipeline", "$ (echo a; sleep 300; echo b) | cat\na\nb"],
    [
      "ends after what began later and is shorter",
      "$ (sleep 300; echo c) & (sleep 100; echo a; sleep 100; echo b) & wait\na\nb\nc",
    ],
    [
      "waits for what is at work, however long that takes",
      "$ (node -e 'for (const e = Date.now() + 1500; Date.now() < e; );'; echo work) & sleep 1; echo slept; wait\nwork\nslept",
    ],
    ["is ended by a signal", "$ sleep 300 & kill $!; wait $!; echo $?\n143"],
    ["is one process", "$ sleep 300 & sleep 1; pgrep -cP $!; kill $!\n0"],
    ["is ended by timeout", "$ timeout 100 sleep 300; echo $?\n124"],
    ["is ended by the signal of timeout", "$ timeout -s KILL 100 sleep 300; echo $?\n…\n137"],
    ["ends before its timeout", "$ timeout 300 sleep 100; echo $?\n0"],
    [
      "says what is wrong with its time",
      "$ sleep 1 soon 2>&1 | head -1\n…sleep: invalid time interval …soon…",
    ],
    ["may be there when the session ends", "$ sleep 300 > /dev/null 2>&1 & echo on\non"],
  ])("%s", async (_, lines) => {
    expect(await play(lines)).toMatchObject({ problems: [], verdict: "passed" });
  });

  test.each([
    [
      "beside an agent at its prompt",
      `${START}s90 >> run sleep 30; echo over\nstarted\ns90 >> say one\none\n$ sleep 20\ns90 >> say two\ntwo\n$ sleep 20\ns90 >> say three\nover\nthree`,
    ],
    [
      "until it is waited for",
      `${START}s90 >> run sleep 30; echo over\nstarted\ns90 >> say one\none\nover`,
    ],
    [
      "while the agent's own clock goes ahead",
      `${START}s90 >> ring 15000\nset\n$ sleep 10\ns90 >> say one\none\n$ sleep 10\n…\ns90 >> say two\nit rings\n…\ntwo`,
    ],
    [
      "and ends by a step of the clock",
      `${START}s90 >> run sleep 300; echo over\nstarted\n~ 4m\ns90 >> say one\none\n~ 2m\nover`,
    ],
  ])("%s", async (_, lines) => {
    expect(await play(lines)).toMatchObject({ problems: [], verdict: "passed" });
  });
});
