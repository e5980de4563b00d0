// A coding agent to start from. It keeps the first three promises of s01; the fourth one is yours.
import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

type Block = { type: string; text?: string; id?: string; input?: { command: string } };
type Message = { role: "user" | "assistant"; content: string | object[] };

const { ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY = "", MODEL_ID: model } = process.env;
const headers = {
  "content-type": "application/json",
  "anthropic-version": "2023-06-01",
  "x-api-key": ANTHROPIC_API_KEY,
};
const properties = { command: { type: "string" } };
const input_schema = { type: "object", properties, required: ["command"] };
const tools = [{ name: "bash", description: "Run a shell command.", input_schema }];
const system = `You are a coding agent. You work in ${process.cwd()}.`;

async function ask(messages: Message[]): Promise<Block[]> {
  const body = JSON.stringify({ model, max_tokens: 8000, system, messages, tools });
  const url = `${ANTHROPIC_BASE_URL}/v1/messages`;
  const response = await fetch(url, { method: "POST", headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text).content;
}

function run({ id, input }: Block) {
  const { stdout, stderr } = spawnSync("bash", ["-c", input?.command ?? ""], { encoding: "utf8" });
  return { type: "tool_result", tool_use_id: id, content: (stdout + stderr).trimEnd() };
}

async function turn(messages: Message[]) {
  while (true) {
    const content = await ask(messages);
    messages.push({ role: "assistant", content });
    for (const { type, text } of content) if (type === "text") console.log(text);
    const call = content.find(({ type }) => type === "tool_use"); // promise 4: a reply may hold several calls
    if (call === undefined) return;
    messages.push({ role: "user", content: [run(call)] });
  }
}

const history: Message[] = [];
process.stdout.write("agent> ");
for await (const content of createInterface({ input: process.stdin })) {
  history.push({ role: "user", content });
  await turn(history).catch((error) => console.log(error.message));
  process.stdout.write("agent> ");
}
