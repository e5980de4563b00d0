// s18 · worktrees/place – what an agent is told about where it works, and what it reaches and may claim from there.
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { keepTold, newestNote } from "../../shared/currentNote.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import type { HookEvents } from "../hooks.ts";
import { effectOf, type ToolContext } from "../tools.ts";
import { type Led, type Places, place, tasksOf, worktreeOf } from "./core.ts";
import { branchOf, folderOf } from "./repository.ts";

/** What the agent itself keeps (s08). It is in the main folder, wherever the agent works. */
const KEPT = [".task_outputs", ".transcripts"];

/** What every agent has. It stands before the permission, which then judges a call from the folder in which it runs. */
export function placement(places: Places): Mechanism {
  return {
    hooks: {
      BeforeModel: (event) => tell(places, event),
      PreToolUse: (event) => place(places, event),
    },
  };
}

/** A call that is made from the worktree in which it runs. It also reaches what the agent itself keeps. */
export function lead(places: Places, call: Anthropic.ToolUseBlock, context: ToolContext): Led {
  return {
    call: effectOf(call, context) === "reads" ? toMain(places, call) : call,
    context: { ...context, roots: rootsOf(places, context.cwd) },
  };
}

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
export async function whyNoClaim(
  places: Places,
  call: Anthropic.ToolUseBlock,
  context: ToolContext,
) {
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
