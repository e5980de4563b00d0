// s17 · fourth draft – a mate whose turn has failed rests.
import { clock } from "../../shared/clock.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { named, promptOf } from "../autonomy/words.ts";
import { type Claimed, type TaskBoard, workTools } from "../tasks/tasks.ts";
import { LEAD, type MateExtra, type MateHandle, type TeamMechanism } from "../team/team.ts";

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

  async function giveBack(mate: MateHandle, why: string) {
    const task = await store.taskOf(mate.name);
    if (task === undefined) return;
    await store.release(task.id, callerOf(mate));
    const content = `${named(task)} is free again, because ${why}.`;
    await team.post.send({ from: mate.name, to: LEAD, type: "error", content });
  }

  function wake() {
    for (const mate of idle) void takeNext(mate);
  }

  function join(mate: MateHandle): MateExtra {
    return {
      tools: workTools(store),
      async turnEnded(failure) {
        if (failure !== undefined) await giveBack(mate, `my turn was stopped: ${failure}`);
        if (failure === undefined) idle.add(mate); // else it rests
        wake();
      },
    };
  }

  team.forMates.push(join);
  store.onChange(wake);
  return {
    async start() {
      stop = clock.every(5000, wake);
    },
    stop: async () => stop(),
  };
}

function begun(claimed: Claimed): string {
  note(`takes ${named(claimed.task)}`, "magenta");
  return promptOf(claimed);
}
