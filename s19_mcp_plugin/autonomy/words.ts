// s17 · autonomy/words – what a mate is told about its task.
import { asWords } from "../../shared/messages.ts";
import { oneLine } from "../../shared/text.ts";
import type { Claimed, Task } from "../tasks/tasks.ts";
import type { Worker } from "./core.ts";

/** Said once to a mate that ends its turn before its task. */
const REMINDER =
  "Your task is still open. If it is done, call complete_task. If you cannot do it, call release_task and say why. If you wait for an answer, say so, and end your turn.";

/** One line, whatever the file says. */
export const named = ({ id, subject }: Task): string => `${id}: ${oneLine(subject)}`;

/** The words of a task are data from a file. They begin a turn, in which the gate judges every call, as in any other. */
export function promptOf({ task, from }: Pick<Claimed, "task" | "from">): string {
  const lines = [`Task ${task.id} is yours: ${oneLine(task.subject)}`];
  if (task.description !== "") lines.push(task.description);
  if (from !== undefined)
    lines.push(`It was claimed by ${from}, whose session has ended. Look at what is done already.`);
  lines.push("Do it, then call complete_task. If you cannot, call release_task and say why.");
  return asWords(lines.join("\n"));
}

/** Keeps it from forgetting its task at the end of the turn in which it got it. One that leaves may call nothing. */
export const remind = ({ task, mate }: Worker, isAtTask: boolean) =>
  isAtTask && task && !mate.progress.isLeaving ? { again: [REMINDER], atMost: 1 } : undefined;
