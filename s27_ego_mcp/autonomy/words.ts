// s17 · autonomy/words – what a mate is told about its task.
import { asWords } from "../../shared/messages.ts";
import { oneLine } from "../../shared/text.ts";
import type { Claimed, Task } from "../tasks/tasks.ts";

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
