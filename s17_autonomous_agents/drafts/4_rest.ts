// s17 · fourth draft – a mate whose turn has failed rests.
import { clock } from "../../shared/clock.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { named, promptOf } from "../autonomy/words.ts";
import { type Claimed, type TaskBoard, workTools } from "../tasks/tasks.ts";
import type { MateExtra, MateHandle, TeamMechanism } from "../team/team.ts";

export const AUTONOMY_RULE =
  "A mate that has nothing to do takes the next task by itself. Give a team its work with create_task.";

const callerOf = ({ name }: MateHandle) => ({ name, signal: new AbortController().signal });

export function createAutonomy({ team }: TeamMechanism, { store }: TaskBoard): Mechanism {
  const idle = new Set<MateHandle>();
  let stop = () => {};

  async function takeNext(mate: MateHandle) {
    const claimed = await store.claimNext(callerOf(mate), () => true);
    if (claimed === undefined) return;
    idle.delete(mate);
    void mate.submit(() => begun(claimed));
  }

  function tick() {
    for (const mate of idle) void takeNext(mate);
  }

  function join(mate: MateHandle): MateExtra {
    return {
      tools: workTools(store),
      async turnEnded(failure) {
        const task = failure === undefined ? undefined : await store.taskOf(mate.name);
        if (task !== undefined) await store.release(task.id, callerOf(mate));
        if (failure === undefined) idle.add(mate); // else it rests
      },
    };
  }

  team.forMates.push(join);
  return {
    async start() {
      stop = clock.every(5000, tick);
    },
    stop: async () => stop(),
  };
}

function begun(claimed: Claimed): string {
  note(`takes ${named(claimed.task)}`, "magenta");
  return promptOf(claimed);
}
