// s17 · second draft – the claim is made under the lock of the tasks, and each change of a task wakes who waits.
import { asWords } from "../../shared/messages.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { type Claimed, type TaskBoard, workTools } from "../tasks/tasks.ts";
import type { MateExtra, MateHandle, TeamMechanism } from "../team/team.ts";

export const AUTONOMY_RULE =
  "A mate that has nothing to do takes the next task by itself. Give a team its work with create_task.";

export function createAutonomy({ team }: TeamMechanism, { store }: TaskBoard): Mechanism {
  const idle = new Set<MateHandle>();

  /** When the turn begins: claims the first task that is ready then. */
  async function take(mate: MateHandle) {
    const caller = { name: mate.name, signal: new AbortController().signal };
    const claimed = await store.claimNext(caller, () => true);
    if (claimed) return promptOf(claimed);
    idle.add(mate);
    return undefined;
  }

  function wake() {
    for (const mate of [...idle]) {
      idle.delete(mate);
      void mate.submit(() => take(mate));
    }
  }

  function join(mate: MateHandle): MateExtra {
    return {
      tools: workTools(store),
      async turnEnded() {
        idle.add(mate);
        wake();
      },
    };
  }

  team.forMates.push(join);
  store.onChange(wake);
  return {};
}

function promptOf({ task: { id, subject, description } }: Claimed): string {
  note(`takes ${id}: ${subject}`, "magenta");
  const what = description === "" ? "" : `\n${description}`;
  return asWords(`Task ${id} is yours: ${subject}${what}\nDo it, then call complete_task.`);
}
