// s18 · worktrees/place – where an agent works: in the worktree of its task, until its turn has ended.
import { basename, join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { keepTold, newestNote } from "../../shared/currentNote.ts";
import { describeError } from "../../shared/errors.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { HookEvents } from "../hooks.ts";
import type { Task, TaskStore } from "../tasks/tasks.ts";
import { type Effect, effectOf, type ToolContext } from "../tools.ts";
import { branchOf, folderOf, usable } from "./repository.ts";

/** Such calls read, write or run something where the agent works. */
const AT_PLACE: (Effect | undefined)[] = ["reads", "works"];
/** What the agent itself keeps (s08). It is in the main folder, wherever the agent works. */
const KEPT = [".task_outputs", ".transcripts"];

export interface Places {
  /** The main folder: where the program was started. */
  cwd: string;
  store: TaskStore;
  /** By the name of an agent: where it worked at its last call, and in which turn, which the signal stands for. */
  leases: Map<string, { signal: AbortSignal; worktree: string | undefined }>;
}

/** What every agent has. It stands before the permission, which then judges a call from the folder in which it runs. */
export function placement(places: Places): Mechanism {
  return {
    hooks: {
      BeforeModel: (event) => tell(places, event),
      PreToolUse: (event) => place(places, event),
    },
  };
}

/** What an agent works on in this session, as the files say. */
async function tasksOf({ store }: Places, owner: string): Promise<Task[]> {
  const { tasks } = await store.list();
  const own: Task[] = [];
  for (const task of tasks.values()) {
    const isIts = task.status === "in_progress" && task.owner === owner;
    if (isIts && (await store.whoHas(task)) === "this session") own.push(task);
  }
  return own;
}

/**
 * The worktree in which an agent works; undefined is the main folder. Its tasks decide. When it has completed or released
 * them, it stays until its turn has ended: other calls of the same reply were meant for there.
 */
async function worktreeOf(places: Places, { agent, signal }: ToolContext) {
  const last = places.leases.get(agent.name);
  const tasks = await tasksOf(places, agent.name).catch((error: unknown) => {
    if (last?.worktree === undefined) return []; // it has worked in no worktree
    throw error;
  });
  const [first, ...others] = tasks;
  if (others.some(({ worktree }) => worktree !== first?.worktree))
    throw new Error(
      `Your tasks are worked on in different folders: ${tasks.map(({ id }) => id).join(", ")}. Complete or release all but one.`,
    );
  if (first) places.leases.set(agent.name, { signal, worktree: first.worktree });
  const lease = places.leases.get(agent.name);
  return lease?.signal === signal ? lease.worktree : undefined;
}

/** Leads a call to where its agent works. What cannot run there is refused: it must not run elsewhere instead. */
async function place(places: Places, { call, context }: HookEvents["PreToolUse"]) {
  try {
    const denied = await whyNoClaim(places, call, context);
    if (denied !== undefined) return { denied };
    const worktree = await worktreeOf(places, context);
    // a subagent has no task; its context comes from the agent that has called it
    const cwd = worktree === undefined ? context.cwd : join(places.cwd, folderOf(worktree));
    if (cwd === places.cwd) return undefined;
    await usable(places.cwd, basename(cwd));
    return {
      call: effectOf(call, context) === "reads" ? toMain(places, call) : call,
      context: { ...context, cwd, roots: rootsOf(places, cwd) },
    };
  } catch (error) {
    if (!AT_PLACE.includes(effectOf(call, context))) return undefined;
    return { denied: `${describeError(error)} ${STUCK}` };
  }
}

const STUCK =
  "Until that is mended, you cannot read, write or run anything. Nothing was done in another folder instead. Release the task, and say what is wrong. If a worktree is gone, the person takes it out of the tasks: /worktrees remove NAME";

const rootsOf = ({ cwd }: Places, worktree: string) => [
  worktree,
  ...KEPT.map((folder) => join(cwd, folder)),
];

/** A large result was put into a file of the main folder, and the model was told its path from there. */
function toMain({ cwd }: Places, call: Anthropic.ToolUseBlock): Anthropic.ToolUseBlock {
  const { path }: { path?: unknown } = Object(call.input);
  const isKept = typeof path === "string" && KEPT.some((folder) => path.startsWith(`${folder}/`));
  if (!isKept) return call;
  return { ...call, input: { ...Object(call.input), path: join(cwd, path) } };
}

/** One that works on a task in one folder cannot have another one elsewhere. */
async function whyNoClaim(places: Places, call: Anthropic.ToolUseBlock, context: ToolContext) {
  const { task_id }: { task_id?: unknown } = Object(call.input);
  if (effectOf(call, context) !== "claims" || typeof task_id !== "string") return undefined;
  const [own] = await tasksOf(places, context.agent.name);
  const wanted = (await places.store.list()).tasks.get(task_id);
  if (own === undefined || wanted === undefined || own.worktree === wanted.worktree)
    return undefined;
  return `${own.id} is yours, and you work on it in ${placeIn(own.worktree)}. Complete or release it before you claim ${wanted.id}, which is worked on in ${placeIn(wanted.worktree)}.`;
}

const placeIn = (worktree: string | undefined) =>
  worktree === undefined ? "the main folder" : `the worktree ${worktree}`;

const KIND = "worktree";

/**
 * When an agent works elsewhere than it was told last, it is told: however that came, and also when a summary has
 * replaced what it was told. The system prompt stays as it is, so that it is still cached.
 */
async function tell(places: Places, { messages, context }: HookEvents["BeforeModel"]) {
  const place = await worktreeOf(places, context).then(
    (worktree) => ({ worktree }),
    () => undefined,
  );
  if (place === undefined) return; // it works nowhere: its calls are refused, and say why
  const { worktree } = place;
  if (worktree === undefined && newestNote(messages, KIND) === undefined) return;
  const text = worktree === undefined ? backIn(places) : workIn(places, worktree);
  const where = worktree === undefined ? "the main folder again" : folderOf(worktree);
  if (keepTold(messages, KIND, text)) note(`[worktree] works in ${where}`);
}

const backIn = ({ cwd }: Places) => `You work in the main folder again: ${cwd}.`;

const workIn = ({ cwd }: Places, worktree: string) =>
  `You work in the worktree ${worktree} now, until you have no task there and your turn has ended. Its folder is ${join(cwd, folderOf(worktree))}, and your calls start there. Its branch is ${branchOf(worktree)}: commit to it what is to be kept, and do not switch it. The main folder and the other worktrees are not yours.`;
