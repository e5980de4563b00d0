// practice/trials/testJobs · for tests: tools for tasks, jobs and background commands, with lists that a test gives.

import { think } from "../brain/brain.ts";
import { CRON, FIVE, type Message, oneTask, TODO, tool } from "./testWorld.ts";

const text = { type: "string" };
const flag = { type: "boolean" };

export const JOBS = [
  ...TODO.filter(({ name }) => name !== "bash"),
  tool("bash", { command: text, run_in_background: flag }, ["run_in_background"]),
  tool("create_task", { subject: text, blockedBy: { type: "array", items: text } }, ["blockedBy"]),
  tool("list_tasks", { status: text }, ["status"]),
  ...oneTask,
  tool("read_background", { id: text }, ["id"]),
  tool("stop_background", { id: text }),
  ...CRON.slice(FIVE.length),
  tool("cancel_cron", { job_id: text }),
];

const RESULTS: Readonly<Record<string, string>> = {
  list_tasks: `Tasks: 3 pending (2 ready), 1 in progress, 1 completed
[ ] task_0000000a: Build the login page
[ ] task_0000000b: Write tests (blocked by task_0000000a)
[>] task_0000000c: 写登录页 (lead, this session)
[ ] task_0000000d: READMEを書く
[x] task_0000000e: Update the docs`,
  list_crons: `cron_0000000a (recurring, durable): */5 * * * *, next Wed 2026-03-04 14:25 +00:00: run npm test
cron_0000000b (once, durable): 0 15 4 3 *, next Wed 2026-03-04 15:00 +00:00: Remind me: drink water
cron_0000000c (recurring, durable): 0 9 * * *, next Thu 2026-03-05 09:00 +00:00: 喝水
It is now Wed 2026-03-04 14:20 +00:00 (UTC).`,
  read_background: `bg_1 running for 2 s: npm test (log: .task_outputs/a.log)
bg_2 running for 9 s: node server.js (log: .task_outputs/b.log)
bg_3 completed (exit code 0): node server.js (log: .task_outputs/c.log)`,
};

/** What is called for a request, as "name value", and what is said at the end. */
export function asked(
  say: string,
  tools: unknown[] = JOBS,
  results = RESULTS,
  before: Message[] = [],
) {
  const messages: Message[] = [...before, { role: "user", content: say }];
  const calls: string[] = [];
  for (let turn = 0; turn < 9; turn++) {
    const reply = think({ messages, tools });
    const [call] = reply.calls ?? [];
    const content =
      call === undefined ? (reply.text ?? "") : [{ type: "tool_use", id: `t${turn}`, ...call }];
    messages.push({ role: "assistant", content });
    if (call === undefined) return { calls, messages, text: reply.text ?? "", rule: reply.rule };
    calls.push([call.name, ...Object.values(call.input ?? {}).map(String)].join(" "));
    const result = results[call.name] ?? `Did ${call.name}.`;
    messages.push({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `t${turn}`, content: result }],
    });
  }
  throw new Error("it did not come to an end");
}
