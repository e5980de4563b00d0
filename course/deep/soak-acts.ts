// course/deep/soak-acts · the turns of a soak: what is typed, what the model replies, and what must come of it.
import fc from "fast-check";
import { faultKinds } from "../../practice/faults/faults.ts";
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { calls, cut, fault, mistaken, type SpecReply, says } from "../spec/script.ts";

/** A reply, or what makes it from the request; undefined when it is not needed. */
export type Answer =
  | SpecReply
  | ((request: MessageRequest) => SpecReply | undefined | Promise<SpecReply>);

/** What happens while the turn runs, or after it. */
export type Deed = "interrupt in a call" | "interrupt" | "wait out a fault" | "advance";

/** One turn that is typed. */
export interface Act {
  /** What is typed. */
  prompt: string;
  /** The replies of its model; after the last one it says that it is done. */
  answers: Answer[];
  deed?: Deed;
  /** The words that must come to the lead, now or later: of a mate, a command or a job. */
  news?: string;
}

type Make = (number: number) => Omit<Act, "prompt">;

/** The mates, by name. */
export const MATES = ["ann", "ben", "cleo", "dora"];
/** The number of a subagent's job in its prompt. */
export const PART = "Do part";

const asks = (name: string, input: unknown): Omit<Act, "prompt"> => ({
  answers: [calls(name, input)],
});
const mateFor = (number: number) => MATES[number % MATES.length] ?? "ann";
/** About 6,000 characters: a history that leaks shows in the memory. */
const linesOf = (number: number) => `${number}: a line of words that is read\n`.repeat(180);

/** What a mate is to do; it says so when it has done it. */
export const jobOf = (name: string) => `<job ${name}>`;
export const isDone = (name: string) => `${name} is done`;

const hire = (name: string, job: string) =>
  calls("spawn_teammate", { name, role: "a helper", prompt: jobOf(job) });
const textOf = (request: MessageRequest) => JSON.stringify(request.messages.at(-1));

/** A mate that has used up its tasks has left, or is leaving: then its place is filled. */
const hireIfGone = (name: string, job: string) => (request: MessageRequest) =>
  /There is no |is leaving/.test(textOf(request)) ? hire(name, job) : undefined;

function mail(number: number): Omit<Act, "prompt"> {
  const [name, job] = [mateFor(number), `mail-${number}`];
  const send = calls("send_message", { to: name, content: jobOf(job) });
  const again = Array.from({ length: 20 }, () => hireIfGone(name, job));
  return { answers: [send, ...again], news: isDone(job) };
}

function task(number: number): Omit<Act, "prompt"> {
  const job = `task-${number}`;
  const draft = { subject: `Work ${number}`, description: jobOf(job) };
  return { answers: [calls("create_task", draft)], news: isDone(job) };
}

const background: Make = (number) => ({
  answers: [
    calls("bash", { command: `echo background-${number} is over`, run_in_background: true }),
  ],
  news: `background-${number} is over`,
});

const stopped: Make = () => ({
  answers: [
    calls("bash", { command: "sleep 1000 & sleep 1000", run_in_background: true }),
    (request) => {
      const [, id] = /\b(bg_\d+) runs/.exec(textOf(request)) ?? [];
      return calls("stop_background", { id: id ?? "none" });
    },
  ],
});

const cron: Make = (number) => ({
  answers: [
    calls("schedule_cron", {
      cron: "* * * * *",
      prompt: `cron-${number} is due`,
      recurring: false,
      durable: number % 2 === 0,
    }),
  ],
  deed: "advance",
  news: `cron-${number} is due`,
});

const connect = (request: MessageRequest) =>
  (request.tools ?? []).some((tool) => "name" in tool && tool.name === "mcp__s__echo")
    ? undefined
    : calls("connect_mcp", { name: "s" });

const mcp: Make = (number) => ({
  answers: [connect, calls("mcp__s__echo", { text: `wire ${number}` })],
});

const crash: Make = (number) => ({
  answers: [
    connect,
    calls("mcp__s__crash", { text: "" }),
    calls("connect_mcp", { name: "s" }),
    calls("mcp__s__echo", { text: `again ${number}` }),
  ],
});

function files(number: number): Omit<Act, "prompt"> {
  const path = `notes/${number % 10}.txt`;
  const [from, to] = [`${number}: a line`, `${number}: the first line`];
  return {
    answers: [
      calls("write_file", { path, content: linesOf(number) }),
      calls(["read_file", { path }], ["bash", { command: `wc -l ${path}` }]),
      calls("edit_file", {
        path,
        old_text: `${from} of words that is read\n${from}`,
        new_text: to,
      }),
    ],
  };
}

const WRONG: SpecReply[] = [
  calls("bash", { command: "echo no; exit 3" }),
  calls("read_file", { path: "there/is/none" }),
  mistaken(calls("no_such_tool", { text: "" })),
  mistaken(calls("read_file", { path: 5 })),
  calls("bash", { command: "rm -rf /" }),
  cut("bash", { command: "echo cut" }),
];
const wrong: Make = (number) => ({ answers: [WRONG[number % WRONG.length] ?? says("none")] });

/** Every kind of fault, at the first call or after a result. */
const faulty: Make = (number) => {
  const kinds = faultKinds();
  const kind = kinds[number % kinds.length] ?? "overloaded";
  const work = calls("bash", { command: `echo ${kind}` });
  const broken = { ...work, text: "half", ...fault(kind, { retry_after_ms: 1, at_event: 5 }) };
  return {
    answers: number < kinds.length ? [broken, work] : [work, broken],
    deed: "wait out a fault",
  };
};

const interrupted: Make = (number) =>
  number % 2 === 0
    ? { answers: [calls("bash", { command: "sleep 1000" })], deed: "interrupt in a call" }
    : { answers: [() => new Promise<never>(() => {})], deed: "interrupt" };

const worktree: Make = (number) => ({
  answers: [
    calls("create_worktree", { name: `place-${number}` }),
    calls("remove_worktree", { name: `place-${number}` }),
  ],
});

const plan: Make = (number) => ({
  answers: [
    calls(
      ["todo_write", { todos: [{ content: `step ${number}`, status: "in_progress" }] }],
      ["load_skill", { name: "greet" }],
      ["glob", { pattern: "notes/*" }],
    ),
  ],
});

const part: Make = (number) => asks("task", { description: `${PART} ${number}.` });
const talk: Make = () => ({ answers: [] });
const shell: Make = (number) => asks("bash", { command: `echo ${number}; ls -A notes | head -3` });

/** How often each kind of turn comes. */
const KINDS: Record<string, { make: Make; times: number }> = {
  talk: { make: talk, times: 28 },
  files: { make: files, times: 92 },
  shell: { make: shell, times: 70 },
  wrong: { make: wrong, times: 30 },
  background: { make: background, times: 30 },
  stopped: { make: stopped, times: 6 },
  cron: { make: cron, times: 36 },
  mail: { make: mail, times: 44 },
  task: { make: task, times: 24 },
  mcp: { make: mcp, times: 34 },
  crash: { make: crash, times: 10 },
  fault: { make: faulty, times: 2 * faultKinds().length },
  interrupted: { make: interrupted, times: 20 },
  worktree: { make: worktree, times: 6 },
  plan: { make: plan, times: 10 },
  part: { make: part, times: 14 },
};

/** All acts but the special ones, in the order of a seed. */
export function actsOf(seed: number): Act[] {
  const all = Object.entries(KINDS).flatMap(([kind, { make, times }]) =>
    Array.from({ length: times }, (_, number) => ({
      prompt: `${kind} ${number}`,
      ...make(number),
    })),
  );
  const inAnyOrder = fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
  return fc.sample(inAnyOrder, { seed, numRuns: 1 })[0] ?? [];
}

/** The first turn of each program: it connects the server, for which a package is loaded, and hires the mates. */
export const opening = (at: number): Act => ({
  prompt: `opening ${at}`,
  answers: [connect, ...MATES.map((name) => hire(name, `${name}-${at}`))],
  news: isDone(`${MATES.at(-1)}-${at}`),
});

/** In the last call of this turn the program is killed: bash is a child of it. */
export const KILLED_IN_CALL: Act = {
  prompt: "killed in a call",
  answers: [
    calls("bash", { command: "while echo tick; do sleep 0.1; done", run_in_background: true }),
    calls(
      ["bash", { command: "echo before" }],
      ["bash", { command: "kill -9 $PPID" }],
      ["bash", { command: "echo after" }],
    ),
  ],
};

/** The program is killed while it waits for this reply. */
export const KILLED_WAITING: Act = {
  prompt: "killed while it waits",
  answers: [() => new Promise<never>(() => {})],
};

/** What still runs when the person types /exit. */
export const LEFT_RUNNING: Act = {
  prompt: "left running",
  answers: [
    calls("bash", { command: "sleep 1000 & sleep 1000", run_in_background: true }),
    connect,
  ],
};

/** A turn in which nothing is to be done. */
export const GO_ON: Act = { prompt: "go on", answers: [] };
