import { join } from "node:path";
import { expect, test } from "vitest";
import { firstFailure, firstFaults, orderOf, seedGroups } from "../../course/unit/seeds.ts";
import { type Cast, storyOf } from "../../course/unit/story.ts";
import { underTest } from "../../course/unit/under-test.ts";
import type { createTasks } from "../tasks/tasks.ts";
import type { createTeam } from "./team.ts";

const chapter = underTest(join(import.meta.dirname, ".."));
const AGAIN = "npx vitest run s15_agent_teams/team/story.test.ts";

/** The mates get some of the tools for tasks, and claim tasks with them. */
const cast: Cast<{ createTasks: typeof createTasks; createTeam: typeof createTeam }> = {
  entry: `
export { createTasks } from "./tasks/tasks.ts";
export { createTeam } from "./team/team.ts";`,
  looksForTasks: () => true,
  mechanisms({ createTasks, createTeam }, { cwd, inbox, agentWith }) {
    const tasks = createTasks(cwd);
    const wanted = ["list_tasks", "claim_task", "complete_task"];
    const tools = (tasks.tools ?? []).filter(({ name }) => wanted.includes(name));
    return [
      tasks,
      inbox,
      createTeam(cwd, (who, own) => agentWith(who, [...own, { tools }]), inbox),
    ];
  },
};

// fewer than for the newest team (s17): 100 in `npm run test:deep`, with --all 500
test.each(seedGroups(4))(
  "in whatever order a lead and four mates go on: no agent owns two tasks, no message is lost or comes twice, each call is answered, and all ends ($named)",
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

const RACES = [
  {
    name: "a task is claimed without the lock",
    file: "tasks/store.ts",
    old: "claim: (id, { name, signal }) => exclusively(state, () => claim(state, id, name), signal),",
    new: "claim: (id, { name }) => claim(state, id, name),",
    fault: /goes from \w+ to \w+|owns two tasks/,
  },
  {
    name: "a message is put into the inbox without a second look",
    file: "team/core.ts",
    old: "    if (isHanded(message.id)) continue; // by another call, while this one read\n",
    new: "",
    fault: /has got a message of \w+ 2 times/,
  },
  {
    name: "a message counts as read when it is put into the inbox",
    file: "team/core.ts",
    old: "    put(around, member, message);\n",
    new: "    put(around, member, message);\n    await around.markRead(member, message);\n",
    fault: /counts as read before a reply/,
  },
  {
    name: "a mate begins a turn while another one runs",
    file: "team/mate.ts",
    old: "return mate.inOrder(turn);",
    new: "return turn();",
    fault: /has a call without its one result|two replies to one request/,
  },
];

// each of them in `npm run test:deep`
test.each(process.env.TEST_DEPTH ? RACES : RACES.slice(0, 1))(
  "found by a seed, when planted: $name",
  async ({ fault, ...edit }) => {
    const tell = await storyOf(chapter, cast, [edit]);
    expect((await firstFaults(tell, Array(100).keys())).join()).toMatch(fault);
  },
);
