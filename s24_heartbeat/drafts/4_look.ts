// s24 · heartbeat, draft 4 – before the model is asked, the code looks: is anything on the list, and is it time for any of it?
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { createStateFile } from "../../shared/stateFile.ts";
import { note } from "../../shared/terminal.ts";
import { ownZone } from "../../shared/zones.ts";
import type { Mechanism } from "../agent.ts";
import { answerAlone, UNATTENDED } from "../heartbeat/alone.ts";
import type { Program } from "../heartbeat/heartbeat.ts";
import { type Task, tasksIn } from "../heartbeat/tasks.ts";
import { promptOf } from "../heartbeat/words.ts";

const EVERY_MS = 30 * 60_000;

const name = "heartbeat-state.json";
const schema = z.record(
  z.string(),
  z.object({ lastRun: z.iso.datetime(), cadenceMin: z.number() }),
);

export function createHeartbeat({ bootstrap, makeAgent, lead, inbox }: Program): Mechanism[] {
  const cwd = process.cwd();
  const state = createStateFile<z.infer<typeof schema>>({
    ...{ cwd, name, schema, maxBytes: 100_000, empty: {} },
  });
  const leaving = new AbortController();
  let stop = () => {};
  let said = ""; // the alert that stands

  async function beat() {
    try {
      const lastRun = new Date(clock.now()).toISOString();
      const task = await next();
      if (task === undefined) return;
      tell(await ask(task.text));
      const entry = { lastRun, cadenceMin: task.cadenceMin };
      await state.update((all) => [{ ...all, [task.id]: entry }, undefined]);
    } catch (error) {
      note(`[heartbeat] ${describeError(error)}`, "yellow");
    }
  }

  /** Of the tasks whose time has come, the one that was not looked at for longest. */
  async function next(): Promise<Task | undefined> {
    const ran = await state.read();
    const last = ({ id }: Task) => Date.parse(ran[id]?.lastRun ?? "1970-01-01T00:00:00Z");
    const tasks = tasksIn(await bootstrap.file("HEARTBEAT.md"), ownZone());
    const due = tasks.filter((task) => task.isDue(last(task), clock.now()));
    return due.sort((one, other) => last(one) - last(other))[0];
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
