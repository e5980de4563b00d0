// s18 · worktrees/removal – what else is in the way of a removal, and what the person may: see, remove and discard.
import { join } from "node:path";
import { describeError } from "../../shared/errors.ts";
import { exists } from "../../shared/files.ts";
import { subcommands } from "../../shared/subcommands.ts";
import { ask, type Command, note } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import { WORKTREE } from "../tasks/tasks.ts";
import { exclusively, openTasksOf, tasksIn, unbindTasks, type Worktrees } from "./binding.ts";
import { type Asker, agentsIn, checkUnused, removeOne } from "./core.ts";
import {
  branchOf,
  FOLDER,
  folderOf,
  lossOf,
  programsIn,
  usable,
  worktreesIn,
} from "./repository.ts";

/** Said before the names of programs. */
export const STARTS = "git's configuration here may start a program";

/** Throws when a command of an agent runs there, or when the worktree is the person's to remove. */
export async function checkRemoval(worktrees: Worktrees, name: string, asker: Asker) {
  checkJobs(worktrees, name);
  if (!asker.isPerson && (await worktrees.kept.read()).includes(name))
    throw new Error(
      `The worktree ${name} is kept. Only the person removes it: /worktrees remove ${name}`,
    );
}

function checkJobs({ background, cwd }: Worktrees, name: string): void {
  const jobs = background.runningBelow(join(cwd, folderOf(name)));
  if (jobs.length > 0)
    throw new Error(
      `Commands run there: ${jobs.join("; ")}. Wait for them, or end them with stop_background.`,
    );
}

/** Throws while somebody or something works there, or will. */
async function checkIdle(worktrees: Worktrees, name: string, asker: Asker): Promise<void> {
  await checkUnused(worktrees, name, asker);
  checkJobs(worktrees, name);
}

/** Takes a worktree out of the hands of the model. */
export async function keepWorktree(
  worktrees: Worktrees,
  name: string,
  asker: Asker,
): Promise<string> {
  const { cwd, kept } = worktrees;
  await usable(cwd, name);
  return exclusively(worktrees, asker.signal, async () => {
    await usable(cwd, name);
    await checkIdle(worktrees, name, { ...asker, isPerson: true });
    await kept.update((names) => [[...new Set([...names, name])], undefined], asker.signal);
    await unbindTasks(worktrees, name, asker.signal);
    return `The worktree ${name} is kept: ${folderOf(name)}, on the branch ${branchOf(name)}. No task is bound to it. Only the person removes it.`;
  });
}

export const worktreesCommand = (worktrees: Worktrees): Command =>
  subcommands("worktrees", "the worktrees", {
    "": { run: async (_, signal) => note(await listed(worktrees, signal)) },
    remove: {
      takes: "NAME [--discard]",
      async run([name = "", flag, ...rest], signal) {
        const isKnown = [undefined, "--discard"].includes(flag) && rest.length === 0;
        if (!isKnown || !WORKTREE.test(name)) return note(USAGE, "yellow");
        const asker = { signal, isPerson: true };
        note(await removed(worktrees, name, asker, flag !== undefined));
      },
    },
  });

const USAGE = "Type /worktrees remove NAME, or /worktrees remove NAME --discard.";

async function removed(worktrees: Worktrees, name: string, asker: Asker, discards: boolean) {
  const { cwd } = worktrees;
  const problem = await usable(cwd, name).then(() => undefined, describeError);
  if (problem !== undefined) return forget(worktrees, name, asker, problem);
  const isWanted = discards
    ? await isDiscarded(worktrees, name, asker)
    : await looker(cwd, name, asker.signal)();
  return isWanted ? removeOne(worktrees, name, asker, discards) : `${name} was not removed.`;
}

/** The person sees which programs a look starts, before it does. The same ones are asked about once. */
function looker(cwd: string, name: string, signal: AbortSignal): () => Promise<boolean> {
  let allowed = "";
  return async () => {
    const programs = (await programsIn(cwd, name, signal)).join(", ");
    const question = `Look into ${folderOf(name)}? (${STARTS}: ${programs}) [y]es / [N]o`;
    const may = programs === "" || programs === allowed || (await isYes(question, signal));
    if (may) allowed = programs;
    return may;
  };
}

/** The person sees what would be lost before it is. What has come in since the question is asked about, too. */
async function isDiscarded(worktrees: Worktrees, name: string, asker: Asker): Promise<boolean> {
  const mayLook = looker(worktrees.cwd, name, asker.signal);
  let shown: string[] | undefined;
  while (await mayLook()) {
    await checkIdle(worktrees, name, asker);
    const loss = await lossOf(worktrees.cwd, name, asker.signal);
    const fresh = shown && loss.filter((one) => !shown?.includes(one));
    if (fresh?.length === 0) return true;
    const since = fresh ? `New since the last question: ${fresh.join("; ")}. ` : "";
    if (!(await isYes(since + discardQuestion(name, loss), asker.signal))) return false;
    shown = loss;
  }
  return false;
}

const discardQuestion = (name: string, loss: string[]) =>
  `Delete ${folderOf(name)} with what is in it? (${loss.join("; ") || "nothing that is not committed"}; the branch ${branchOf(name)} stays) [y]es / [N]o`;

const isYes = async (question: string, signal: AbortSignal) =>
  /^y(es)?$/i.test((await ask(question, signal)) ?? "");

/** For one that is gone or broken. What there is of it stays. */
async function forget(worktrees: Worktrees, name: string, { signal }: Asker, problem: string) {
  const isKept = (await worktrees.kept.read()).includes(name);
  if (isKept) await noMoreKept(worktrees, name, signal);
  const isBound = openTasksOf(await tasksIn(worktrees), name).length > 0;
  if (isBound) await unbindTasks(worktrees, name, signal);
  return isKept || isBound
    ? `${problem} It is forgotten: no pending task is bound to it any more. Nothing was removed.`
    : problem;
}

/** Nothing of a worktree that was removed is to be kept any more. */
export const noMoreKept = ({ kept }: Worktrees, name: string, signal: AbortSignal) =>
  kept.update((names) => [names.filter((one) => one !== name), undefined], signal);

async function listed(worktrees: Worktrees, signal: AbortSignal): Promise<string> {
  const { cwd } = worktrees;
  const names = (await exists(join(cwd, FOLDER)))
    ? [...(await worktreesIn(cwd)).keys()].sort()
    : [];
  const lines: string[] = [];
  for (const name of names) lines.push(`${name}: ${await lineOf(worktrees, name, signal)}`);
  return lines.join("\n") || "There are no worktrees.";
}

/** A list starts no program. */
async function lossSeen(cwd: string, name: string, signal: AbortSignal): Promise<string[]> {
  const programs = await programsIn(cwd, name, signal);
  return programs.length === 0
    ? lossOf(cwd, name, signal)
    : [`not looked at, because ${STARTS}: ${oneLine(programs.join(", "))}`];
}

async function lineOf(worktrees: Worktrees, name: string, signal: AbortSignal): Promise<string> {
  const { cwd, kept } = worktrees;
  try {
    await usable(cwd, name);
    const bound = (await tasksIn(worktrees)).filter(({ worktree }) => worktree === name);
    const works = agentsIn(worktrees, name).map((agent) => `${agent} works there`);
    const isKept = (await kept.read()).includes(name);
    return [
      branchOf(name),
      ...bound.map(({ id, status, owner = "" }) => oneLine(`${id} ${status} ${owner}`)),
      ...works,
      ...(await lossSeen(cwd, name, signal)),
      ...(isKept ? ["kept"] : []),
    ].join(", ");
  } catch (error) {
    return describeError(error);
  }
}
