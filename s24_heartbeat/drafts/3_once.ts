// s24 · heartbeat, draft 3 – an alert is told once, to you and to the model that you talk to.
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { answerAlone, UNATTENDED } from "../heartbeat/alone.ts";
import type { Program } from "../heartbeat/heartbeat.ts";
import { promptOf } from "../heartbeat/words.ts";

const EVERY_MS = 30 * 60_000;

export function createHeartbeat({ bootstrap, makeAgent, lead, inbox }: Program): Mechanism[] {
  const leaving = new AbortController();
  let stop = () => {};
  let said = ""; // the alert that stands

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
    const alert = answer === "HEARTBEAT_OK" ? "" : answer;
    const isNew = alert !== "" && alert !== said;
    said = alert; // a look that finds nothing ends it
    if (!isNew) return;
    note(`[heartbeat] ${alert}`, "magenta");
    const text = `The person was told by a heartbeat: ${alert}`;
    inbox.put({ kind: "heartbeat", text, turn: UNATTENDED, waits: true });
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
