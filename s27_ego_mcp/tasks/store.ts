// s12 · tasks/store – what may happen to a task: made, claimed, completed, released, by one process at a time.
import { now } from "../../shared/clock.ts";
import type { Asking, GuardedFolder } from "../../shared/consent.ts";
import { newDigits, newId } from "../../shared/ids.ts";
import { oneLine } from "../../shared/text.ts";
import { lookAgain, type Reads } from "../../shared/trust.ts";
import { byAge, createTaskFiles, type Task, type Tasks } from "./files.ts";
import { createSession, type Session } from "./session.ts";

/** Who asks: an agent of this process, and the signal that ends its waiting. */
export interface Caller {
  name: string;
  signal: AbortSignal;
  /** For an agent that works on one task at a time: it gets no second one. */
  oneAtATime?: true;
}

export interface Draft {
  subject: string;
  description: string;
  blockedBy: string[];
}

/** Of a session on another computer or in a container, nobody here knows whether it runs. */
const UNSEEN = "a session that cannot be seen from here";
export type Who = "this session" | "another session" | "a session that ended" | typeof UNSEEN;

/** Each function throws an Error that says what to do instead when the task does not allow it. */
export interface TaskStore {
  reads: Reads;
  /**
   * With `asking`, the person is asked about the tasks that git tracks. Until these are allowed, all functions leave
   * them out.
   */
  list(asking?: Asking): Promise<Tasks>;
  get(id: string): Promise<Task>;
  create(draft: Draft, caller: Caller): Promise<Task>;
  /** `from` says whose task it was until now, if its session has ended. */
  claim(id: string, caller: Caller): Promise<Claimed>;
  /** What can be claimed now, the oldest first. Another program may be faster. */
  claimable(): Promise<Task[]>;
  /** Claims the first of these that is wanted. Undefined when there is none, or when the caller has a task. */
  claimNext(caller: Caller, isWanted: (task: Task) => boolean): Promise<Claimed | undefined>;
  /** What this agent works on in this session, as the files say. */
  taskOf(owner: string): Promise<Task | undefined>;
  /** Calls the listener with each task that this process has changed. */
  onChange(listener: (task: Task) => void): void;
  /** `ready` are the tasks that can be claimed because of this completion. */
  complete(id: string, caller: Caller): Promise<{ task: Task; ready: Task[] }>;
  release(id: string, caller: Caller): Promise<Task>;
  /** For the person: gives a task back that no session seen from here works on. */
  free(id: string, signal: AbortSignal): Promise<Task>;
  /** Runs an action that reads and writes tasks. Between its reading and its writing no other process writes. */
  exclusively<Result>(
    action: (files: GuardedFolder<Task>) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>;
  /** Says which session works on a task that is in progress. */
  whoHas(task: Task): Promise<Who>;
  stop(): Promise<void>;
}

export interface Claimed {
  task: Task;
  from: string | undefined;
}

interface State {
  files: GuardedFolder<Task>;
  session: Session;
  /** Makes the eight digits of an id. */
  digits(): string;
  /** True after this process has removed what dead ones left behind. */
  isTidy: boolean;
  /** When the last task was made here. The next one gets a later time, so that the order is kept. */
  lastTime: number;
}

/** The tasks in `cwd`/.tasks. `digits` is given by tests. */
export function createTaskStore(cwd: string, digits = newDigits): TaskStore {
  const listeners: Parameters<TaskStore["onChange"]>[0][] = [];
  const files = announced(createTaskFiles(cwd), listeners);
  const session = createSession(cwd);
  const state: State = { files, session, digits, isTidy: false, lastTime: 0 };
  return {
    reads: files.reads,
    list: async (asking) => byAge(await files.all(asking)),
    get: (id) => get(state, id),
    create: (draft, { signal }) => exclusively(state, () => create(state, draft), signal),
    claim: (id, caller) => exclusively(state, () => claim(state, id, caller), caller.signal),
    claimable: () => claimable(state),
    claimNext: (caller, isWanted) =>
      exclusively(state, () => claimNext(state, caller, isWanted), caller.signal),
    taskOf: (owner) => taskOf(state, owner),
    onChange: (listener) => void listeners.push(listener),
    complete: (id, { name, signal }) => exclusively(state, () => complete(state, id, name), signal),
    release: (id, { name, signal }) => exclusively(state, () => release(state, id, name), signal),
    free: (id, signal) => exclusively(state, () => free(state, id), signal),
    exclusively: (action, signal) => exclusively(state, () => action(files), signal),
    whoHas: (task) => whoHas(state, task),
    stop: () => session.end(),
  };
}

/** Runs an action that reads tasks and then writes one. Between its reading and its writing no other process writes. */
async function exclusively<Result>(
  state: State,
  action: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const run = async () => {
    if (!state.isTidy) await state.session.tidy();
    state.isTidy = true;
    return action();
  };
  return state.files.exclusively(run, signal);
}

async function get({ files }: State, id: string): Promise<Task> {
  const task = await files.read(id);
  if (task !== undefined) return task;
  throw new Error(`There is no task ${id}. list_tasks shows the tasks and their ids.`);
}

async function create(state: State, { subject, description, blockedBy }: Draft): Promise<Task> {
  const dependencies = [...new Set(blockedBy)];
  for (const id of dependencies) await get(state, id);
  const id = newId("task", state.files.exists, state.digits);
  state.lastTime = Math.max(now(), state.lastTime + 1);
  const createdAt = new Date(state.lastTime).toISOString();
  const text = { subject: oneLine(subject), description: description.toWellFormed() };
  const task: Task = { id, ...text, status: "pending", blockedBy: dependencies, createdAt };
  await state.files.write(task);
  return task;
}

/** The same files; the listeners hear of each that is written. */
function announced(files: GuardedFolder<Task>, listeners: ((task: Task) => void)[]): typeof files {
  return {
    ...files,
    async write(task) {
      await files.write(task);
      for (const listener of listeners) listener(task);
    },
  };
}

/** The tasks that are ready, and those that a session which has ended did not complete. */
async function claimable(state: State): Promise<Task[]> {
  await lookAgain(); // what has come since, with an archive that a mate unpacks, is no mate's task before a yes
  const { tasks } = byAge(await state.files.all());
  const found: Task[] = [];
  for (const task of tasks.values()) {
    // one that a person has marked as in progress has no session: nobody takes it unasked
    const isClaimed = task.status === "in_progress" && task.session !== undefined;
    const isLeft = isClaimed && (await whoHas(state, task)) === "a session that ended";
    if (isReady(isLeft ? { ...task, status: "pending" } : task, tasks)) found.push(task);
  }
  return found;
}

async function claimNext(state: State, caller: Caller, isWanted: (task: Task) => boolean) {
  if (await taskOf(state, caller.name)) return undefined;
  const next = (await claimable(state)).find(isWanted);
  return next && claim(state, next.id, caller);
}

async function taskOf({ files, session }: State, owner: string): Promise<Task | undefined> {
  const isIts = (task: Task) =>
    task.status === "in_progress" && task.owner === owner && task.session === session.id();
  return (await files.all()).values.find(isIts);
}

async function claim(state: State, id: string, { name: owner, oneAtATime }: Caller) {
  const other = oneAtATime && (await taskOf(state, owner));
  if (other && other.id !== id)
    throw new Error(`${other.id} is yours. Complete or release it before you claim ${id}.`);
  const task = await get(state, id);
  const from = await previousOwner(state, task, owner);
  const open = await openDependencies(state, task);
  if (open.length > 0)
    throw new Error(`${id} is not ready. Blocked by: ${open.join(", ")}. Claim it after these.`);
  await state.session.begin();
  const claimed: Task = { ...task, status: "in_progress", owner, session: state.session.id() };
  await state.files.write(claimed);
  return { task: claimed, from };
}

/** Throws unless the task is pending, or was claimed by a session that has ended. Then it says by whom. */
async function previousOwner(state: State, task: Task, owner: string): Promise<string | undefined> {
  const { id, status } = task;
  if (status === "pending") return undefined;
  if (status === "completed")
    throw new Error(`${id} is completed already. list_tasks shows which tasks are open.`);
  const who = await whoHas(state, task);
  if (who === "a session that ended") return ownerOf(task);
  if (who === "this session" && task.owner === owner)
    throw new Error(`${id} is yours already. Do the work, then call complete_task.`);
  const isSeen = who === UNSEEN ? `. ${maybeGone(id)}` : ", which is still running.";
  throw new Error(
    `${id} was claimed by ${ownerOf(task)} in ${who}${isSeen} Choose another task; list_tasks shows which are ready.`,
  );
}

const maybeGone = (id: string) =>
  `It may run on another computer or in a container, or be gone. If the person knows that it is gone, /tasks free ${id} frees the task.`;

/** The dependencies that are not completed, each with its state. */
async function openDependencies({ files }: State, { blockedBy }: Task): Promise<string[]> {
  const states = await Promise.all(blockedBy.map(async (id) => openState(await files.read(id))));
  return blockedBy.flatMap((id, at) => (states[at] === undefined ? [] : `${id} (${states[at]})`));
}

function openState(task: Task | undefined): string | undefined {
  if (task === undefined) return "its file is missing";
  if (task.status === "in_progress") return `in_progress, owner ${ownerOf(task)}`;
  return task.status === "pending" ? "pending" : undefined;
}

/** A person may have written a file without one. */
export const ownerOf = ({ owner = "an unknown agent" }: Task): string => oneLine(owner);

async function complete(state: State, id: string, owner: string) {
  const task: Task = { ...(await ownTask(state, id, owner)), status: "completed" };
  await state.files.write(task);
  const { tasks } = byAge(await state.files.all());
  const ready = [...tasks.values()].filter(
    (other) => other.blockedBy.includes(id) && isReady(other, tasks),
  );
  return { task, ready };
}

/** True for a task that can be claimed now. */
export function isReady({ status, blockedBy }: Task, tasks: ReadonlyMap<string, Task>): boolean {
  return status === "pending" && blockedBy.every((id) => tasks.get(id)?.status === "completed");
}

async function release(state: State, id: string, owner: string): Promise<Task> {
  return giveBack(state, await ownTask(state, id, owner));
}

async function giveBack({ files }: State, { owner: _, session: __, ...task }: Task): Promise<Task> {
  const released: Task = { ...task, status: "pending" };
  await files.write(released);
  return released;
}

async function free(state: State, id: string): Promise<Task> {
  const task = await get(state, id);
  const who = task.status === "in_progress" ? await whoHas(state, task) : undefined;
  if (who === UNSEEN || who === "a session that ended") return giveBack(state, task);
  const why = who === undefined ? "is not claimed" : `is worked on by ${ownerOf(task)} in ${who}`;
  throw new Error(`${id} ${why}. Nothing was changed.`);
}

/** The task, if this agent has claimed it in this session. */
async function ownTask(state: State, id: string, owner: string): Promise<Task> {
  const task = await get(state, id);
  if (task.status === "completed") throw new Error(`${id} is completed already. Nothing to do.`);
  if (task.status === "pending")
    throw new Error(`${id} is not claimed. Call claim_task before you work on it.`);
  const who = await whoHas(state, task);
  if (who === "this session" && task.owner === owner) return task;
  throw new Error(`${id} was claimed by ${ownerOf(task)} in ${who}. ${adviceFor(who, id)}`);
}

function adviceFor(who: Who, id: string): string {
  if (who === UNSEEN) return maybeGone(id);
  return who === "a session that ended"
    ? "Call claim_task to take it over, and look at what is done already."
    : "Only its owner can do this. Leave it, and choose another task.";
}

async function whoHas({ session }: State, task: Task): Promise<Who> {
  if (task.session === session.id()) return "this session";
  const isAlive = task.session !== undefined && (await session.isAlive(task.session));
  if (isAlive === undefined) return UNSEEN;
  return isAlive ? "another session" : "a session that ended";
}
