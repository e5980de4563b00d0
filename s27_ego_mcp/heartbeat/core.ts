// s24 · heartbeat/core – ask the code whether to ask the model, and the model whether to tell the person.
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { createQueue } from "../../shared/queue.ts";
import { createStateFile } from "../../shared/stateFile.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { Inbox } from "../inbox.ts";
import { UNATTENDED } from "./alone.ts";
import type { Task } from "./tasks.ts";
import { alertIn, promptOf } from "./words.ts";

export const EVERY_MIN = 30;

const schema = z.record(
  z.string(),
  z.object({ lastRun: z.iso.datetime(), cadenceMin: z.number() }),
);
type LastRuns = z.infer<typeof schema>;

/** What surrounds the core. */
export interface Around {
  /** The tasks of the person's list, as it is now. */
  tasks(): Promise<Task[]>;
  /** The answer of a new agent, which knows nothing of the conversation. Throws when there is none. */
  answer(prompt: string, signal: AbortSignal): Promise<string>;
  inbox: Pick<Inbox, "put" | "takeBack">;
  /** How often there is a beat. */
  everyMs?: number;
  /** True when there is to be no look now, whatever is due. */
  isResting?(): Promise<boolean>;
  /** Called with true after a look that has gone well, and with false after a failure. */
  ended?(isGood: boolean): void;
}

export interface Beats extends Mechanism {
  /** The model looks at a task, whether it is due or not. Throws when that fails. */
  look(task: Task, signal?: AbortSignal): Promise<void>;
  /** The same for a prompt that is no task of the list; a problem is printed. */
  lookOnce(name: string, text: string): Promise<void>;
  /** When each task was last looked at with success. */
  lastRuns(): Promise<LastRuns>;
}

export function createBeats(cwd: string, around: Around): Beats {
  const { tasks, answer, inbox, everyMs = EVERY_MIN * 60_000, isResting, ended } = around;
  const name = "heartbeat-state.json";
  const state = createStateFile<LastRuns>({ cwd, name, schema, maxBytes: 100_000, empty: {} });
  const tried = new Map<string, number>(); // when a task was last looked at, well or not
  const said = new Map<string, string>(); // the alert of a task that stands
  const notes = new Map<string, string>(); // the last one that was put into the inbox
  const failed = new Map<string, string>(); // why the last look at a task has failed
  const inOrder = createQueue();
  const leaving = new AbortController();
  let isBeating = false;
  let stop = () => {};

  async function beat() {
    if (isBeating) return;
    isBeating = true;
    const now = clock.now(); // not that of its end: the next beat would come a little too early for the task
    await attempt("the list", async () => {
      if (await isResting?.()) return;
      const task = await next(now);
      if (task) await attempt(task.id, () => look(task, leaving.signal, now));
    });
    isBeating = false;
  }

  /** Of the tasks whose time has come, the one that was not looked at for longest. */
  async function next(now: number): Promise<Task | undefined> {
    const ran = await state.read();
    const last = ({ id }: Task) => past(Date.parse(ran[id]?.lastRun ?? NEVER));
    const waitedSince = (task: Task) => Math.max(last(task), past(tried.get(task.id) ?? 0));
    const due = (await tasks()).filter((task) => task.isDue(last(task), now));
    return due.sort((one, other) => waitedSince(one) - waitedSince(other))[0];
  }

  /** A look that fails changes nothing but the task's place in the line: it is still due. */
  const look = ({ id, cadenceMin, text }: Task, signal = leaving.signal, now = clock.now()) =>
    inOrder(async () => {
      signal.throwIfAborted();
      tried.set(id, now);
      await ask(id, text, AbortSignal.any([signal, leaving.signal]));
      const lastRun = new Date(now).toISOString();
      await state.update((all) => [{ ...all, [id]: { lastRun, cadenceMin } }, undefined]);
      ended?.(true);
    });

  async function ask(id: string, text: string, signal: AbortSignal) {
    const words = await answer(promptOf(text), signal);
    tell(id, words, alertIn(words));
  }

  /** An alert is told once. It stands until a look finds nothing, or something else. */
  function tell(id: string, words: string, alert: string) {
    const isNew = alert !== "" && alert !== said.get(id);
    said.set(id, alert);
    if (!isNew) return;
    note(`[heartbeat] ${id}: ${words}`, "magenta");
    const older = notes.get(id);
    if (older !== undefined) inbox.takeBack(older); // it is out of date, and may still wait
    const text = `The person was told by a heartbeat: ${id}: ${words}`;
    notes.set(id, inbox.put({ kind: "heartbeat", text, turn: UNATTENDED, waits: true }));
  }

  /** A problem is printed once, until it went well. Must not throw. */
  async function attempt(id: string, work: () => Promise<void>) {
    try {
      await work();
      failed.delete(id);
    } catch (error) {
      if (leaving.signal.aborted) return;
      const words = describeError(error);
      const problem = words.replace(/ req_\w+/, ""); // the API gives each request another number
      if (problem !== failed.get(id)) note(`[heartbeat] ${id}: ${words}`, "yellow");
      failed.set(id, problem);
      ended?.(false);
    }
  }

  return {
    ...{ look, lastRuns: state.read },
    lookOnce: (name, text) => attempt(name, () => inOrder(() => ask(name, text, leaving.signal))),
    async start() {
      stop = clock.every(everyMs, () => void beat());
    },
    async stop() {
      stop();
      leaving.abort();
      await inOrder(async () => {}); // what a look has begun has ended
    },
  };
}

const NEVER = "1970-01-01T00:00:00Z";

/** A time after now is of a clock that was wrong: it says nothing. */
export const past = (time: number) => (time > clock.now() ? 0 : time);
