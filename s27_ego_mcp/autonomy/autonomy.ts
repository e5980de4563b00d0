// s17 · autonomy – a mate that has nothing to do takes the next task, and gives it back when it cannot go on.
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { oncePer } from "../../shared/once.ts";
import { tellOnce } from "../../shared/tellOnce.ts";
import type { Mechanism } from "../agent.ts";
import type { TaskBoard } from "../tasks/tasks.ts";
import type { MateExtra, TeamMechanism } from "../team/team.ts";
import { effectOf } from "../tools.ts";
import { type Board, extraOf, join, openBoard, type Worker } from "./core.ts";
import {
  countOf,
  dismiss,
  newUse,
  outOfTokens,
  refuse,
  remind,
  spent,
  type Use,
  waitedTooLong,
} from "./limits.ts";
import { giveBackOrOwe, type Owed, settle } from "./owed.ts";
import { named, promptOf } from "./words.ts";

/** What happens in this program wakes a mate at once. Tasks of other programs are looked for this often. */
const LOOK_MS = 10_000;

/** What the system prompt of the lead says about tasks and mates. */
export const AUTONOMY_RULE =
  "A mate that has nothing to do takes the first ready task by itself, does it, and takes the next one. So give a team its work with create_task: in the description all that one must know, in blockedBy the order. Then spawn the mates and end your turn; their results come as mail.";

/** The core, and around it what ends the work of each mate. */
interface Surrounded {
  board: Board;
  owed: Owed;
  useOf(worker: Worker): Use;
  stopClock: (() => void) | undefined;
}

/** Lets the mates of a team work on tasks by themselves. It stops after the team, which has told it of each mate that left. */
export function createAutonomy({ team }: TeamMechanism, { store }: TaskBoard): Mechanism {
  const owed: Owed = new Map();
  const useOf = oncePer((_: Worker) => newUse());
  const tell = tellOnce("[tasks]");
  const report = (error: unknown) => void tell(describeError(error));
  const board = openBoard(team, store, {
    report,
    beforeLook: () => beforeLook(all).catch(report),
    mayTake: (worker) => mayTake(worker, useOf(worker)),
    hasClaimed: (worker) => count(useOf(worker)),
    async giveBack(...what) {
      await giveBackOrOwe(owed, ...what);
      if (owed.size > 0) startClock(all); // a look may have stopped it meanwhile
    },
  });
  const all: Surrounded = { board, owed, useOf, stopClock: undefined };
  team.forMates.push((mate) => {
    startClock(all);
    return surrounded(all, join(board, mate));
  });
  return { stop: async () => stopClock(all) };
}

/** What a mate has for its work on tasks: what the core gives it, with limits. */
function surrounded(all: Surrounded, worker: Worker): MateExtra {
  const core = extraOf(all.board, worker);
  const use = all.useOf(worker);
  return {
    ...core,
    hooks: {
      PreToolUse: ({ call, context }) => refuse(worker, use, effectOf(call, context)),
      Stop: () => remind(worker, use.isAtTask),
      Compacted: () => ({
        notes: worker.task ? [promptOf({ task: worker.task, from: undefined })] : [],
      }),
    },
    status: () => statusOf(worker, use),
    async turnEnded(failure) {
      await afterTurn(all, worker, failure);
      await core.turnEnded?.(failure);
    },
  };
}

async function beforeLook(all: Surrounded): Promise<void> {
  const { board, owed, useOf } = all;
  for (const worker of board.workers) {
    const why = waitedTooLong(worker, useOf(worker));
    if (why !== undefined) dismiss(worker.mate, why);
  }
  await settle(owed, board);
  if (board.workers.size + owed.size === 0) stopClock(all);
}

function startClock(all: Surrounded): void {
  all.stopClock ??= clock.every(LOOK_MS, all.board.wake);
}

function stopClock(all: Surrounded): void {
  all.stopClock?.();
  all.stopClock = undefined;
}

function mayTake({ mate }: Worker, use: Use): boolean {
  const used = spent(mate, use);
  if (used !== undefined) dismiss(mate, `There are tasks for others, but my ${used}.`);
  return used === undefined;
}

function count(use: Use): void {
  use.taken++;
  use.isAtTask = true;
}

/** A mate whose tokens are used up leaves. After a failure, the core gives its task back. */
async function afterTurn({ board, owed, useOf }: Surrounded, worker: Worker, failure?: string) {
  const use = useOf(worker);
  use.isAtTask = false;
  use.idleSince = clock.elapsed();
  owed.delete(worker);
  const used = outOfTokens(worker.mate, use);
  if (used === undefined) return;
  if (failure === undefined) await giveBackOrOwe(owed, board, worker, `my ${used}`);
  if (!board.team.isEnding) dismiss(worker.mate, `I do no more, because my ${used}.`);
}

/** What the list of mates says about it. */
function statusOf(worker: Worker, use: Use): string {
  const has = worker.task ? [`has ${named(worker.task)}`] : [];
  const rests = worker.rests ? ["takes no task before it gets mail"] : [];
  return [...has, ...rests, countOf(use)].join(", ");
}
