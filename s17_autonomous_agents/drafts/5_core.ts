// s17 · the core – with nothing around it.
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { extraOf, giveBack, join, openBoard } from "../autonomy/core.ts";
import type { TaskBoard } from "../tasks/tasks.ts";
import type { TeamMechanism } from "../team/team.ts";

export const AUTONOMY_RULE =
  "A mate that has nothing to do takes the next task by itself. Give a team its work with create_task.";

export function createAutonomy({ team }: TeamMechanism, { store }: TaskBoard): Mechanism {
  let stop = () => {};
  const board = openBoard(team, store, {
    giveBack,
    beforeLook: async () => {},
    mayTake: () => true,
    hasClaimed() {},
    report: (error) => void note(describeError(error), "red"),
  });
  team.forMates.push((mate) => extraOf(board, join(board, mate)));
  return {
    async start() {
      stop = clock.every(10_000, board.wake);
    },
    stop: async () => stop(),
  };
}
