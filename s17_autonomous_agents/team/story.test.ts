import { join } from "node:path";
import { expect, test } from "vitest";
import { firstFailure, firstFaults, orderOf, seedGroups } from "../../course/unit/seeds.ts";
import { type Cast, storyOf } from "../../course/unit/story.ts";
import { underTest } from "../../course/unit/under-test.ts";
import type { createAutonomy } from "../autonomy/autonomy.ts";
import type { createProtocols } from "../protocols/protocols.ts";
import type { createTasks } from "../tasks/tasks.ts";
import type { createTeam } from "./team.ts";

const chapter = underTest(join(import.meta.dirname, ".."));
const AGAIN = "npx vitest run s17_autonomous_agents/team/story.test.ts";

interface Own {
  createAutonomy: typeof createAutonomy;
  createProtocols: typeof createProtocols;
  createTasks: typeof createTasks;
  createTeam: typeof createTeam;
}

/** Three mates get their tasks by themselves; one also looks for tasks, and claims them with its tools. */
const cast: Cast<Own> = {
  entry: `
export { createAutonomy } from "./autonomy/autonomy.ts";
export { createProtocols } from "./protocols/protocols.ts";
export { createTasks } from "./tasks/tasks.ts";
export { createTeam } from "./team/team.ts";`,
  looksForTasks: (name) => name === "ada",
  leaver: "dan",
  releases: true,
  mechanisms({ createAutonomy, createProtocols, createTasks, createTeam }, setting) {
    const { cwd, inbox, agentWith } = setting;
    const tasks = createTasks(cwd);
    const team = createTeam(cwd, agentWith, inbox);
    return [tasks, createAutonomy(team, tasks), inbox, team, createProtocols(cwd, team)];
  },
};

// on the newest chapter, which carries this team, fewer; `npm run test:deep` tries 1,000 and 100, with --all 5,000 and 500
test.each(seedGroups(process.env.UNIT_ON ? 4 : 40))(
  "in whatever order four mates take tasks by themselves: no agent owns two tasks, no message is lost or comes twice, each call is answered, and all ends ($named)",
  async ({ seeds }) => {
    expect(await firstFailure(await storyOf(chapter, cast), seeds, AGAIN)).toBeUndefined();
  },
);

test("the same seed gives the same steps again, and another one gives others", async () => {
  const tell = await storyOf(chapter, cast);
  const [once, again, other] = [
    await tell(orderOf(7)),
    await (await storyOf(chapter, cast))(orderOf(7)),
    await tell(orderOf(8)),
  ];
  expect(again.steps).toEqual(once.steps);
  expect(other.steps).not.toEqual(once.steps);
});

const SEEDS = Array.from({ length: 100 }, (_, at) => at);

const RACES = [
  {
    name: "the next task is claimed without the lock",
    file: "tasks/store.ts",
    old: "exclusively(state, () => claimNext(state, caller, isWanted), caller.signal),",
    new: "claimNext(state, caller, isWanted),",
    fault: /goes from \w+ to \w+|owns two tasks/,
  },
  {
    name: "the lock of the team is released while its mates still leave",
    file: "team/roster.ts",
    old: "if (!mate.progress.isLeaving) await leave(",
    new: "if (!mate.progress.isLeaving) void leave(",
    fault: /is in_progress at the end|is left behind/,
  },
  {
    name: "nobody waits for the turn of a mate that leaves, or for its claim",
    file: "team/roster.ts",
    old: "  await inOrder(async () => {});\n",
    new: "",
    fault: /is in_progress at the end|is left behind|it does not end/,
  },
  {
    name: "a task is not given back at the end",
    file: "autonomy/core.ts",
    old: "  await board.around.giveBack(board, worker, why);\n",
    new: "  if (!board.team.isEnding) await board.around.giveBack(board, worker, why);\n",
    fault: /is in_progress at the end/,
  },
];

// each of them in `npm run test:deep`
test.each(process.env.TEST_DEPTH ? RACES : RACES.slice(0, 1))(
  "found by a seed, when planted: $name",
  async ({ fault, ...edit }) => {
    const tell = await storyOf(chapter, cast, [edit]);
    expect((await firstFaults(tell, SEEDS)).join()).toMatch(fault);
  },
);
