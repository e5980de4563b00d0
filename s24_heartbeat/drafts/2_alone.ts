// s24 · heartbeat, draft 2 – each look is a conversation of its own, and you hear of it only when there is something to hear.
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { answerAlone } from "../heartbeat/alone.ts";
import type { Program } from "../heartbeat/heartbeat.ts";
import { promptOf } from "../heartbeat/words.ts";

const EVERY_MS = 30 * 60_000;

export function createHeartbeat({ bootstrap, makeAgent, lead }: Program): Mechanism[] {
  const leaving = new AbortController();
  let stop = () => {};

  async function beat() {
    try {
      tell(await ask(await bootstrap.file("HEARTBEAT.md")));
    } catch (error) {
      note(`[heartbeat] ${describeError(error)}`, "yellow");
    }
  }

  function ask(text: string) {
    const identity = { ...lead(), name: "heartbeat", label: "[heartbeat] ", say() {} };
    const make = (own: Mechanism) => makeAgent(identity, [own]);
    return answerAlone(make, promptOf(text), leaving.signal);
  }

  function tell(answer: string) {
    if (answer !== "HEARTBEAT_OK") note(`[heartbeat] ${answer}`, "magenta");
  }

  return [
    {
      async start() {
        stop = clock.every(EVERY_MS, () => void beat());
      },
      async stop() {
        stop();
        leaving.abort();
      },
    },
  ];
}
