// s14 · cron – prompts that come at a time, without a person.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { note, type Submission, takesSubmissions } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { Agent } from "../loop.ts";
import { defineTool, harmless, type Tool } from "../tools.ts";
import { type Job, MAX_PROMPT } from "./job.ts";
import { localTime, nextTime, nextTimes, timeNow } from "./schedule.ts";
import {
  acknowledge,
  change,
  createScheduler,
  inOrder,
  type Scheduler,
  startLooking,
  stopLooking,
} from "./scheduler.ts";
import { MAX_JOBS } from "./store.ts";
import { oneLine } from "./turn.ts";

/** What the system prompt says about cron jobs. */
export const CRON_RULE =
  'Use schedule_cron for what is to happen later, or again and again; list_crons tells the time. A note of the kind "cron" is a prompt whose time has come: do what it asks. No person is there then, so ask nothing, and say at the end what was done.';

/** What the cron mechanism needs from the terminal. */
interface Terminal {
  submit(submission: Submission): void;
  askPerson: Agent["ask"];
}

/** Brings the cron jobs of `cwd`, and an `ask` that gives undefined at once while the turn of a job runs. */
export function createCron(
  cwd: string,
  { submit, askPerson }: Terminal,
): { cron: Mechanism; ask: Agent["ask"] } {
  const state = createScheduler(cwd, submit);
  const cron: Mechanism = {
    tools: [scheduleCron(state), listCrons(state), cancelCron(state)],
    hooks: {
      BeforeModel({ messages }) {
        state.messages = messages;
      },
      AfterModel: () => acknowledge(state),
    },
    commands: {
      crons: {
        description: "the cron jobs; /crons cancel and an id cancels one",
        run: (argument) => show(state, argument),
      },
    },
    async start() {
      if (takesSubmissions()) await startLooking(state);
    },
    stop: () => stopLooking(state),
  };
  const ask: Agent["ask"] = async (question, signal) =>
    state.turn ? undefined : askPerson(question, signal);
  return { cron, ask };
}

function scheduleCron(state: Scheduler): Tool {
  return defineTool({
    name: "schedule_cron",
    description:
      "Schedule a prompt for a time in the future. It comes as a prompt of its own, while a program runs in this folder.",
    input: z.object({
      cron: z
        .string()
        .describe("Five fields in local time: minute, hour, day of month, month, day of week"),
      prompt: z.string().trim().min(1).max(MAX_PROMPT).describe("What to do then; all it must say"),
      recurring: z.boolean().default(true).describe("false: fires once, at the next time"),
      durable: z.boolean().default(true).describe("false: forgotten when this program ends"),
    }),
    judge: harmless, // the calls of its turn are judged one by one, with no person to ask
    run: (input) => inOrder(state, () => schedule(state, input)),
  });
}

interface Wanted {
  cron: string;
  prompt: string;
  recurring: boolean;
  durable: boolean;
}

async function schedule(state: Scheduler, { durable, ...wanted }: Wanted): Promise<string> {
  const now = new Date(clock.now());
  const cron = wanted.cron.trim().replaceAll(/\s+/g, " ");
  const due = nextTime(cron, now);
  if (!durable && !takesSubmissions())
    throw new Error("durable: this program ends after its answer, so the job would never fire.");
  const others = await (durable ? state.memory.jobs() : state.file.jobs().catch(() => []));
  let id = "";
  await (durable ? state.file : state.memory).update((jobs) => {
    const taken = [...others, ...jobs].map((job) => job.id);
    if (taken.length >= MAX_JOBS)
      throw new Error(`There are ${MAX_JOBS} cron jobs already. Cancel one with cancel_cron.`);
    id = newId(taken);
    const job = {
      id,
      ...wanted,
      cron,
      createdAt: now,
      due,
      state: "waiting" as const,
      failures: 0,
    };
    return [...jobs, job];
  });
  const times = nextTimes(cron, now, wanted.recurring ? 3 : 1)
    .map(localTime)
    .join(", ");
  const head = `Scheduled ${id} (${kindOf(wanted, durable)}): ${cron}`;
  return `${head}\nIt fires at ${times}${wanted.recurring ? ", …" : ""}\n${timeNow(now)}`;
}

/** A random id that no job has yet. `draw` gives eight hexadecimal digits. */
export function newId(taken: string[], draw = () => randomBytes(4).toString("hex")): string {
  let id = `cron_${draw()}`;
  while (taken.includes(id)) id = `cron_${draw()}`;
  return id;
}

const kindOf = ({ recurring }: { recurring: boolean }, durable: boolean) =>
  `${recurring ? "recurring" : "once"}, ${durable ? "durable" : "until this program ends"}`;

function listCrons(state: Scheduler): Tool {
  return defineTool({
    name: "list_crons",
    description: "List the cron jobs of this folder, and get the time.",
    input: z.object({}),
    judge: harmless,
    run: () =>
      inOrder(state, async () => `${await listed(state)}\n${timeNow(new Date(clock.now()))}`),
  });
}

/** When the file cannot be read, its line says why. */
async function listed({ file, memory }: Scheduler): Promise<string> {
  const lines = (await memory.jobs()).map((job) => described(job, false));
  try {
    lines.unshift(...(await file.jobs()).map((job) => described(job, true)));
  } catch (error) {
    lines.push(describeError(error));
  }
  return lines.join("\n") || "There are no cron jobs.";
}

function described(job: Job, durable: boolean): string {
  return `${job.id} (${kindOf(job, durable)}): ${job.cron}, ${stateOf(job)}: ${oneLine(job.prompt)}`;
}

function stateOf({ state, due, failures, notBefore }: Job): string {
  if (state === "waiting") return `next ${localTime(due)}`;
  if (state === "delivered") return `its turn for ${localTime(due)} has begun`;
  if (notBefore === undefined) return `fired for ${localTime(due)}, its turn comes next`;
  return `fired for ${localTime(due)}, failed ${failures} times, again ${localTime(notBefore)}`;
}

function cancelCron(state: Scheduler): Tool {
  return defineTool({
    name: "cancel_cron",
    description: "Cancel a cron job.",
    input: z.object({ job_id: z.string().describe("Its id, such as cron_1a2b3c4d") }),
    judge: harmless,
    run: ({ job_id }) => inOrder(state, () => cancel(state, job_id)),
  });
}

/** A job whose turn waits in the queue gets no turn: the turn asks for its prompt when it begins. */
async function cancel(state: Scheduler, id: string): Promise<string> {
  let cancelled: Job | undefined;
  await change(state, id, (job) => {
    cancelled = job;
    return undefined;
  });
  if (cancelled) return `Cancelled ${id}: ${oneLine(cancelled.prompt)}`;
  throw new Error(`There is no cron job ${oneLine(id)}. list_crons lists them.`);
}

async function show(state: Scheduler, argument: string): Promise<void> {
  const [word, id = ""] = argument.split(/\s+/);
  if (word === "cancel") note(await inOrder(state, () => cancel(state, id)));
  else note(await inOrder(state, () => listed(state)));
}
