// course/deep/soak-cast · the model of a soak: it answers the lead, its mates and its subagents, and remembers what the lead was told.
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { calls, fault, type SpecReply, says } from "../spec/script.ts";
import { type Act, type Answer, isDone, PART } from "./soak-acts.ts";

/** What a mate has to do. */
interface Worker {
  jobs: Set<string>;
  task: string | undefined;
}

/** One of so many requests that nobody waits for fails, and is sent again. */
const FAULT_EVERY = 9;

/** The model of one soak, over all its programs. */
export interface Cast {
  reply(request: MessageRequest): SpecReply | Promise<SpecReply>;
  /** From now on the lead's turn is this one. */
  begin(act: Act): void;
  /** Whether the last answer of the act was given. */
  hasAsked(): boolean;
  /** Whether these words have come to the lead since the act began that waits for them. */
  hasCome(news: string): boolean;
  /** The last request of the lead, and the reply to it. */
  last(): { request: MessageRequest; reply: SpecReply } | undefined;
}

/** `isTyped` tells whether the lead's turn that runs was typed; `changed` is called before each answer, which may never come. */
export function createCast(isTyped: () => boolean, changed: () => void): Cast {
  const workers = new Map<string, Worker>();
  const told = new Set<string>();
  let answers: Answer[] = [];
  let asked = 0;
  let others = 0;
  let last: ReturnType<Cast["last"]>;

  const mayFail = (reply: SpecReply): SpecReply =>
    ++others % FAULT_EVERY === 0
      ? { ...reply, ...fault("overloaded", { retry_after_ms: 1 }) }
      : reply;

  async function nextOf(request: MessageRequest): Promise<SpecReply> {
    asked++;
    for (let answer = answers.shift(); answer; answer = answers.shift()) {
      changed();
      const reply = typeof answer === "function" ? await answer(request) : answer;
      if (reply) return reply;
    }
    return says("Done.");
  }

  async function lead(request: MessageRequest): Promise<SpecReply> {
    const text = wordsOf(request);
    for (const [news = ""] of text.matchAll(NEWS)) told.add(news);
    const reply = isTyped() ? await nextOf(request) : mayFail(says("Noted."));
    last = { request, reply };
    return reply;
  }

  return {
    reply(request) {
      const [, mate] =
        /You are (\w+), a helper, in a team/.exec(JSON.stringify(request.system)) ?? [];
      if (mate !== undefined) return mayFailOnce(workerOf(workers, mate), request, mayFail);
      const isPart = JSON.stringify(request.messages[0]).includes(PART);
      return isPart && !hasHistory(request) ? says("A quiet place.") : lead(request);
    },
    begin(act) {
      answers = [...act.answers];
      asked = 0;
    },
    hasAsked: () => asked > 0 && answers.length === 0,
    hasCome: (news) => told.has(news),
    last: () => last,
  };
}

/** What comes to the lead of its own: the words of mates, of commands and of jobs. */
const NEWS = /\b[a-z]+-\d+ is (?:done|over|due)/g;

/** What was said since the last reply: after an interrupt these are several messages. */
const wordsOf = ({ messages }: MessageRequest) =>
  textsIn(messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1)).join(
    "\n",
  );

/** All texts in a value; in JSON, a line break would be a letter beside a word. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** A subagent has only its own job. */
const hasHistory = ({ messages }: MessageRequest) => messages.length > 1;

function workerOf(workers: Map<string, Worker>, name: string): Worker {
  const worker = workers.get(name) ?? { jobs: new Set(), task: undefined };
  workers.set(name, worker);
  return worker;
}

/** A reply that fails is asked for again, so the worker's state moves on only with one that does not. */
function mayFailOnce(
  worker: Worker,
  request: MessageRequest,
  mayFail: (reply: SpecReply) => SpecReply,
): SpecReply {
  const words = wordsOf(request);
  for (const [, job = ""] of words.matchAll(/<job ([\w-]+)>/g)) worker.jobs.add(job);
  const [, task] = /Task (task_\w+) is yours/.exec(words) ?? [];
  worker.task ??= task;
  const { reply, isOver } = stepOf(worker, words);
  const sent = mayFail(reply);
  if (sent.fault === undefined) isOver();
  return sent;
}

function stepOf(worker: Worker, words: string): { reply: SpecReply; isOver(): void } {
  const { jobs, task } = worker;
  const nothing = () => {};
  if (!words.includes("tool_result") && jobs.size > 0)
    return {
      reply: calls("bash", { command: `echo ${[...jobs].join(" ")} >> work.txt` }),
      isOver: nothing,
    };
  if (task !== undefined)
    return {
      reply: calls("complete_task", { task_id: task }),
      isOver() {
        worker.task = undefined;
      },
    };
  const done = [...jobs].map(isDone).join(", ");
  return { reply: says(done || "I am ready."), isOver: () => jobs.clear() };
}
