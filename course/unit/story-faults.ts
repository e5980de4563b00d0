// course/unit/story-faults · what must not happen in the story, whatever the order is.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import type { Task } from "../../s15_agent_teams/tasks/files.ts";
import type { Message } from "../../s15_agent_teams/team/mailbox.ts";
import { blocksOf, textOf } from "../../shared/messages.ts";
import type { Step } from "./turnstile.ts";

/** What is there when the story is over. */
export interface Ending {
  /** The messages of each agent, by its name. */
  histories: Map<string, readonly Anthropic.MessageParam[]>;
  /** Letters; none that came when its recipient had left. */
  unread: Message[];
  read: Message[];
  /** To a mate that has left before it has read them. */
  setAside: Message[];
  tasks: Task[];
  /** Names of locks that were not released. */
  locks: string[];
  /** The mate whose turn failed, where the chapter lets it keep its task until it goes on. */
  keeper?: string;
}

/** A sentence for each promise that is broken. When the program has ended in the middle, not all is done and read. */
export function faultsOf(ending: Ending, isCutShort: boolean): string[] {
  const { histories, unread, tasks, locks, keeper } = ending;
  const undone = tasks.filter(({ status }) => status !== "completed");
  const begun = tasks.filter(
    ({ status, owner }) => status === "in_progress" && (keeper === undefined || owner !== keeper),
  );
  return [
    ...letterFaults(ending),
    ...[...histories].flatMap(([name, messages]) => callFaults(name, messages)),
    ...(isCutShort ? [] : unread).map(
      ({ from, to }) => `a message from ${from} to ${to} stays unread`,
    ),
    ...(isCutShort ? begun : undone).map(
      ({ subject, status }) => `${subject} is ${status} at the end`,
    ),
    ...locks.map((name) => `${name} is left behind`),
  ];
}

/** Each letter is in the history of its recipient once; those of one sender in their order. As many are there as were sent. */
function letterFaults({ histories, read, unread, setAside }: Ending): string[] {
  const letters = [...read, ...unread, ...setAside];
  const faults = [
    ...read.flatMap((letter) =>
      timesFaults(letter, wordsOf(histories, letter.to), mayBeTakenBack(letter.type) ? 0 : 1),
    ),
    ...[...unread, ...setAside].flatMap((letter) =>
      timesFaults(letter, wordsOf(histories, letter.to), 0),
    ),
  ];
  const results = [...histories.values()].flatMap(resultsIn);
  const sent = results.filter((text) => text.startsWith("Sent to")).length;
  const most = sent + results.filter((text) => GONE.test(text)).length;
  const written = letters.filter(
    ({ type, content }) => type === "message" && !FAREWELL.test(content),
  );
  if (written.length < sent || written.length > most)
    faults.push(`${sent} messages were sent, and ${written.length} are on the disk`);
  const inOrder = read.filter(({ type }) => !mayBeTakenBack(type));
  return [...faults, ...orderFaults(inOrder, histories)];
}

/** What a sender hears when its recipient leaves: its message may be on the disk by then, but it knows that it is not read. */
const GONE = /is leaving the team|There is no \w+ in the team/;

/** What a mate that has waited for too long writes without a tool. */
const FAREWELL = /I have left the team/;

/** That it is to leave is no news for a mate that has left: this letter counts as read then. */
const mayBeTakenBack = (type: string) => type === "shutdown_request";

/** A letter that is unread at the end can be in a request that got no reply. */
function timesFaults({ id, from, to }: Message, words: string, least: number): string[] {
  const times = words.split(id).length - 1;
  const isRight = times >= least && times <= 1;
  return isRight ? [] : [`${to} has got a message of ${from} ${times} times: ${id}`];
}

function orderFaults(letters: Message[], histories: Ending["histories"]): string[] {
  const sorted = letters.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const last = new Map<string, number>();
  return sorted.flatMap(({ id, from, to }) => {
    const at = wordsOf(histories, to).indexOf(id);
    const isLate = at < (last.get(`${from} ${to}`) ?? -1);
    last.set(`${from} ${to}`, at);
    return isLate ? [`${to} has got a message of ${from} after a later one: ${id}`] : [];
  });
}

/** Of what an agent has got, without the results of its tools: these may name letters, too. */
const wordsOf = (histories: Ending["histories"], name: string) =>
  (histories.get(name) ?? [])
    .filter(({ role }) => role === "user")
    .map(textOf)
    .join("\n");

/** The results of tools in a message. */
export const resultsOf = (message: Anthropic.MessageParam) =>
  blocksOf(message).filter((block) => block.type === "tool_result");

const resultsIn = (messages: readonly Anthropic.MessageParam[]) =>
  messages.flatMap(resultsOf).map(({ content }) => String(content));

/** Each call has its result in the next message, and no reply follows another one. After a failed call, prompts do. */
function callFaults(name: string, messages: readonly Anthropic.MessageParam[]): string[] {
  return messages.flatMap((message, at) => {
    const next = messages[at + 1];
    const isTwice = message.role === "assistant" && next?.role === "assistant";
    const faults = isTwice ? [`${name} has two replies to one request`] : [];
    const called = blocksOf(message).flatMap((block) =>
      block.type === "tool_use" ? [block.id] : [],
    );
    const answered = next ? resultsOf(next).map(({ tool_use_id }) => tool_use_id) : [];
    const isAnswered = called.join() === answered.join();
    return isAnswered ? faults : [...faults, `${name} has a call without its one result`];
  });
}

/** What is wrong when a letter was moved: it counts as read when its recipient has replied to it, not earlier. */
export function earlyFaults(move: string, histories: Ending["histories"]): string[] {
  const [, name = "", id = ""] = /\/(\w+)\/read\/([^/]+)\.json$/.exec(move) ?? [];
  if (id === "" || mayBeTakenBack(typeIn(move))) return [];
  const messages = histories.get(name) ?? [];
  const at = messages.findIndex(
    (message) => message.role === "user" && textOf(message).includes(id),
  );
  const isRead = at >= 0 && messages.slice(at).some(({ role }) => role === "assistant");
  return isRead ? [] : [`a message to ${name} counts as read before a reply to it: ${id}`];
}

/** To be called after each step: whether a mate begins something after the team has ended, that is, after its lock was released. */
export function lateFaults(): (step: Step) => string[] {
  let isOver = false;
  return ({ who, what }) => {
    isOver ||= what.startsWith("removes") && what.endsWith("/team.lock");
    const isLate = isOver && what.startsWith("calls the model");
    return isLate ? [`${who} ${what} after the end of the team`] : [];
  };
}

/** The type of the letter that was moved. */
function typeIn(move: string): string {
  const path = move.slice(move.lastIndexOf(" ") + 1);
  return JSON.parse(readFileSync(path, "utf8")).type;
}

/** To be called after each step: whether an agent has two tasks, or a task goes from one owner to another. */
export function ownerFaults(folder: string): () => string[] {
  let before = new Map<string, Task>();
  let stamp = "";
  return () => {
    const tasks = tasksIn(folder);
    const now = JSON.stringify(tasks);
    if (now === stamp) return [];
    stamp = now;
    const faults = [...doubles(tasks), ...tasks.flatMap((task) => moved(task, before))];
    before = new Map(tasks.map((task) => [task.id, task]));
    return faults;
  };
}

function tasksIn(folder: string): Task[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    return names.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  } catch {
    return []; // there is no task yet
  }
}

function doubles(tasks: Task[]): string[] {
  const owners = tasks.flatMap(({ status, owner = "" }) => (status === "in_progress" ? owner : []));
  const twice = owners.filter((owner, at) => owners.indexOf(owner) !== at);
  return twice.map((owner) => `${owner} owns two tasks`);
}

/** Only a task without an owner can get one, and a completed task stays completed. */
function moved({ id, subject, status, owner }: Task, before: Map<string, Task>): string[] {
  const old = before.get(id);
  if (old?.owner === undefined || (old.owner === owner && old.status === status)) return [];
  if (old.status === "completed") return [`${subject} is changed after ${old.owner} completed it`];
  if (status === "pending" || old.owner === owner) return [];
  return [`${subject} goes from ${old.owner} to ${owner}`];
}
