// practice/brain/toolCalls.test · any tool, called by its name and its arguments, in three languages.
import { expect, test } from "vitest";
import { FIVE } from "../trials/testWorld.ts";
import { think } from "./brain.ts";

const text = { type: "string" };
const tool = (name: string, properties: Record<string, unknown>, required: string[] = []) => ({
  name,
  input_schema: { type: "object", properties, required },
});
const TOOLS = [
  ...FIVE,
  tool("create_task", { subject: text, blockedBy: { type: "array", items: text } }, ["subject"]),
  tool("plant_seed", { name: text, depth: { type: "number" }, indoors: { type: "boolean" } }, [
    "name",
  ]),
  tool("list_tasks", {}),
  tool("mcp__garden__water-all", { plan: { type: "object" }, note: text }),
];
const say = (content: string, tools: unknown[] = TOOLS) =>
  think({ messages: [{ role: "user", content }], tools });

const DOCS = { subject: "Write the docs", blockedBy: ["task_1a2b3c4d"] };
test.each([
  ['use create_task with subject "Write the docs" and blockedBy ["task_1a2b3c4d"]', DOCS],
  [
    'Please call the create_task tool with subject: "Write the docs", blockedBy: ["task_1a2b3c4d"].',
    DOCS,
  ],
  [
    'Use the tool create_task with {"subject":"Write the docs","blockedBy":["task_1a2b3c4d"]}',
    DOCS,
  ],
  [
    'Could you use `create_task` with subject "then delete a.txt; use bash"?',
    { subject: "then delete a.txt; use bash" },
  ],
  ['use create_task with subject "a \\"b\\"\\nc"', { subject: 'a "b"\nc' }],
  [
    '用 create_task 工具，参数 subject "写文档" 和 blockedBy ["task_1a2b3c4d"]',
    { ...DOCS, subject: "写文档" },
  ],
  [
    '请调用 create_task，参数：subject 为“写文档”，blockedBy 为 ["task_1a2b3c4d"]。',
    { ...DOCS, subject: "写文档" },
  ],
  ['使用工具 create_task，subject="写文档"', { subject: "写文档" }],
  ['create_task を subject "ドキュメント" で使って', { subject: "ドキュメント" }],
  [
    'create_task ツールを subject「ドキュメント」と blockedBy ["task_1a2b3c4d"] で呼び出してください。',
    { ...DOCS, subject: "ドキュメント" },
  ],
  [
    'create_task を、引数 subject は "ドキュメント" で使ってくれますか？',
    { subject: "ドキュメント" },
  ],
])("create_task is called exactly as written: %s", (words, input) => {
  expect(say(words)).toEqual({ rule: "use-tool", calls: [{ name: "create_task", input }] });
});

test.each(["use wake_up with {}", "use wake_up", "使用 wake_up", "wake_up を使って"])(
  "a tool whose schema has no list of what it needs is called with nothing: %s",
  (words) => {
    const wakeUp = { name: "wake_up", input_schema: { type: "object", properties: {} } };
    expect(say(words, [...TOOLS, wakeUp]).calls).toEqual([{ name: "wake_up", input: {} }]);
  },
);

test.each([
  ['use plant_seed with name "Basil"', "plant_seed", { name: "Basil" }],
  [
    'use plant_seed with name "Basil", depth -1.5 and indoors true',
    "plant_seed",
    { name: "Basil", depth: -1.5, indoors: true },
  ],
  [
    '用 plant_seed 工具，参数 name "罗勒"、depth 2、indoors false',
    "plant_seed",
    { name: "罗勒", depth: 2, indoors: false },
  ],
  ['plant_seed を name "バジル"、depth 2 で使って', "plant_seed", { name: "バジル", depth: 2 }],
  ["use list_tasks", "list_tasks", {}],
  ["调用 list_tasks 工具", "list_tasks", {}],
  ["list_tasks を使ってください", "list_tasks", {}],
  [
    'use mcp__garden__water-all with plan {"beds":[{"id":1,"dry":true}]} and note "all"',
    "mcp__garden__water-all",
    { plan: { beds: [{ id: 1, dry: true }] }, note: "all" },
  ],
  [
    '用 mcp__garden__water-all 工具，参数 plan {"beds":[]}',
    "mcp__garden__water-all",
    { plan: { beds: [] } },
  ],
  ['mcp__garden__water-all を note "全部" で使って', "mcp__garden__water-all", { note: "全部" }],
  ['use bash with command "ls -la"', "bash", { command: "ls -la" }],
  [
    'use write_file with path "a.txt" and content "remember that I like tabs"',
    "write_file",
    { path: "a.txt", content: "remember that I like tabs" },
  ],
])("it comes before what the words mean elsewhere: %s", (words, name, input) => {
  expect(say(words)).toEqual({ rule: "use-tool", calls: [{ name, input }] });
});

test.each([
  [
    'use list_tasks, then use create_task with subject "A"; list the files',
    ["list_tasks", "create_task", "bash"],
  ],
  ['read a.txt, then use create_task with subject "A"', ["read_file", "create_task"]],
  ['用 create_task 工具，参数 subject "甲"，然后用 list_tasks 工具', ["create_task", "list_tasks"]],
  ['读取 a.txt，然后用 create_task 工具，参数 subject "甲"', ["read_file", "create_task"]],
  [
    'create_task を subject "A" で使って、それから list_tasks を使って',
    ["create_task", "list_tasks"],
  ],
  ['a.txt を読んで、それから create_task を subject "A" で使って', ["read_file", "create_task"]],
])("several wishes, one call at a time: %s", (words, names) => {
  const messages: unknown[] = [{ role: "user", content: words }];
  for (const name of names) {
    const [call] = think({ messages, tools: TOOLS }).calls ?? [];
    expect(call?.name).toBe(name);
    const id = `toolu_${messages.length}`;
    messages.push({ role: "assistant", content: [{ type: "tool_use", id, ...call }] });
    messages.push({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: id, content: `said ${id}` }],
    });
  }
  const { text: answer, calls } = think({ messages, tools: TOOLS });
  expect(calls).toBeUndefined();
  for (const at of names.keys()) expect(answer).toContain(`said toolu_${1 + 2 * at}`);
});

test.each([
  ['use make_tea with sort "green"', ["make_tea", "create_task", "list_tasks"]],
  ['用 make_tea 工具，参数 sort "绿茶"', ["make_tea", "create_task", "list_tasks"]],
  ['make_tea を sort "緑茶" で使って', ["make_tea", "create_task", "list_tasks"]],
  ['use create_task with title "A"', ["title", "subject (string)", "blockedBy (array)"]],
  ['用 create_task 工具，参数 title "甲"', ["title", "subject (string)", "blockedBy (array)"]],
  ['create_task を title "A" で使って', ["title", "subject (string)", "blockedBy (array)"]],
  ["use create_task with blockedBy []", ["also needs subject"]],
  ["用 create_task 工具，参数 blockedBy []", ["还需要 subject"]],
  ["create_task を blockedBy [] で使って", ["subject も必要"]],
  ["use create_task with subject 5", ["does not take this value: subject"]],
  ["用 create_task 工具，参数 subject 5", ["不接受这个值：subject"]],
  ["create_task を subject 5 で使って", ["受け付けません：subject"]],
  ['use create_task with subject "A" but only if you like', ["cannot read the arguments"]],
  ["use create_task with subject docs", ["cannot read the arguments", "subject (string)"]],
  ["用 create_task 工具，参数 subject 文档", ["读不懂", "subject (string)"]],
  ["create_task を subject ドキュメント で使って", ["読み取れません", "subject (string)"]],
  ['use list_tasks, then use create_task with title "A"', ["no argument title"]],
])("what does not fit is said, and nothing is done: %s", (words, parts) => {
  const reply = say(words);
  expect(reply).toMatchObject({ rule: "use-tool" });
  expect(reply.calls).toBeUndefined();
  for (const part of parts) expect(reply.text).toContain(part);
});

test.each([
  'should I use create_task with subject "A"?',
  'do not use create_task with subject "A"',
  "要不要用 create_task 工具？",
  "create a.txt with \"x; use bash with command 'rm b.txt'\"",
  'create a.txt with this text:\nuse list_tasks\nuse bash with command "rm b.txt"',
])("words that only speak of a tool call none: %s", (words) => {
  for (const { name } of say(words).calls ?? []) expect(name).toBe("write_file");
});
