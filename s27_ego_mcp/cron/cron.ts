// s14 · cron – prompts that come at a time, without a person.
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { newId } from "../../shared/ids.ts";
import { localTime, nextTime, nextTimes, timeNow } from "../../shared/schedule.ts";
import { subcommands } from "../../shared/subcommands.ts";
import { note, type Submission, takesSubmissions } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import type { Mechanism } from "../agent.ts";
import type { Inbox } from "../inbox.ts";
import { defineTool, harmless, type Tool } from "../tools.ts";
import { type CronJob, MAX_PROMPT } from "./job.ts";
import {
  acknowledge,
  askAbout,
  createScheduler,
  type Scheduler,
  startTicking,
  stopTicking,
} from "./scheduler.ts";
import { FILE } from "./store.ts";

/** What the system prompt says about cron jobs. */
export const CRON_RULE =
  'Use schedule_cron for what is to happen later, or again and again; list_crons tells the time. A note of the kind "cron" is a prompt whose time has come: do what it asks. No person is there then, so ask nothing, and say at the end what was done.';

/** The cron jobs of `cwd`. Their turns are submitted without a way to ask, so no person is asked in them. */
export function createCron(
  cwd: string,
  inbox: Inbox,
  submit: (submission: Submission) => void,
): Mechanism {
  const state = createScheduler(cwd, inbox, submit);
  return {
    tools: [scheduleCron(state), listCrons(state), cancelCron(state)],
    hooks: {
      AfterModel: () => acknowledge(state),
      async UserPromptSubmit({ source, context }) {
        if (source === "person" && takesSubmissions()) await askAbout(state, context);
      },
    },
    commands: {
      crons: subcommands("crons", "the cron jobs", {
        "": { run: async () => note(await state.inOrder(() => listed(state))) },
        cancel: {
          takes: "ID",
          run: async ([id = ""]) => note(await state.inOrder(() => cancel(state, id))),
        },
      }),
    },
    async start() {
      if (takesSubmissions()) await startTicking(state);
    },
    reads: [state.reads],
    stop: () => stopTicking(state),
  };
}

const wanted = z.object({
  cron: z
    .string()
    .describe("Five fields in local time: minute, hour, day of month, month, day of week"),
  prompt: z.string().trim().min(1).max(MAX_PROMPT).describe("What to do then; all it must say"),
  recurring: z.boolean().default(true).describe("false: fires once, at the next time"),
  durable: z.boolean().default(true).describe("false: forgotten when this program ends"),
});

function scheduleCron(state: Scheduler): Tool {
  return defineTool({
    name: "schedule_cron",
    description:
      "Schedule a prompt for a time in the future. It comes as a prompt of its own, while a program runs in this folder.",
    input: wanted,
    judge: harmless, // the calls of its turn are judged one by one, with no person to ask
    run: (input) => state.inOrder(() => schedule(state, input)),
  });
}

async function schedule(
  { store, consent }: Scheduler,
  { durable, recurring, prompt, ...input }: z.infer<typeof wanted>,
): Promise<string> {
  const now = new Date(clock.now());
  const cron = input.cron.trim().replaceAll(/\s+/g, " ");
  const due = nextTime(cron, now);
  if (!durable && !takesSubmissions())
    throw new Error("durable: this program ends after its answer, so the job would never fire.");
  const make = (taken: string[]): CronJob => ({
    id: newId("cron", (id) => taken.includes(id)),
    cron,
    prompt: prompt.toWellFormed(),
    recurring,
    createdAt: now,
    due,
    state: "waiting",
    failures: 0,
  });
  const job = await store.add(make, durable);
  consent.own(job);
  const times = nextTimes(cron, now, recurring ? 3 : 1).map(localTime);
  const head = `Scheduled ${job.id} (${kindOf(job, durable)}): ${cron}`;
  return `${head}\nIt fires at ${times.join(", ")}${recurring ? ", …" : ""}\n${timeNow(now)}`;
}

const kindOf = ({ recurring }: CronJob, durable: boolean) =>
  `${recurring ? "recurring" : "once"}, ${durable ? "durable" : "until this program ends"}`;

function listCrons(state: Scheduler): Tool {
  return defineTool({
    name: "list_crons",
    description: "List the cron jobs of this folder, and get the time.",
    input: z.object({}),
    judge: harmless,
    run: () =>
      state.inOrder(async () => `${await listed(state)}\n${timeNow(new Date(clock.now()))}`),
  });
}

/** When the file cannot be read, its line says why. */
async function listed({ store, consent }: Scheduler): Promise<string> {
  const lines = store.inMemory().map((job) => described(job, false));
  try {
    const jobs = await store.durable();
    const allowed = await consent.allowed(jobs);
    lines.unshift(...jobs.map((job) => described(job, true, allowed.includes(job))));
  } catch (error) {
    lines.push(describeError(error));
  }
  return lines.join("\n") || "There are no cron jobs.";
}

function described(job: CronJob, durable: boolean, isAllowed = true): string {
  const head = `${job.id} (${kindOf(job, durable)}): ${job.cron}`;
  return isAllowed ? `${head}, ${stateOf(job)}: ${oneLine(job.prompt)}` : `${head}, ${NOT_ALLOWED}`;
}

const NOT_ALLOWED = `does not fire: it may have come with ${FILE}, and the person has not allowed it`;

function stateOf({ state, due, failures, notBefore }: CronJob): string {
  const fired = `fired for ${localTime(due)}`;
  if (state === "delivered") return `its turn for ${localTime(due)} has begun`;
  if (notBefore) return `${fired}, failed ${failures} times, again ${localTime(notBefore)}`;
  return due.getTime() > clock.now() ? `next ${localTime(due)}` : `${fired}, its turn comes next`;
}

function cancelCron(state: Scheduler): Tool {
  return defineTool({
    name: "cancel_cron",
    description: "Cancel a cron job.",
    input: z.object({ job_id: z.string().describe("Its id, such as cron_1a2b3c4d") }),
    judge: harmless,
    run: ({ job_id }) => state.inOrder(() => cancel(state, job_id)),
  });
}

/** A job whose turn waits in the queue gets no turn: the turn asks for its prompt when it begins. */
async function cancel({ store, consent }: Scheduler, id: string): Promise<string> {
  const jobs = [...store.inMemory(), ...(await store.durable().catch(() => []))];
  const job = jobs.find((one) => one.id === id);
  await store.change(id, () => undefined); // throws when the file cannot be used
  const [shown] = await consent.allowed(job ? [job] : []);
  if (job) return `Cancelled ${id}${shown ? `: ${oneLine(shown.prompt)}` : ""}`;
  throw new Error(`There is no cron job ${oneLine(id)}. list_crons lists them.`);
}
