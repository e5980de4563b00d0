// practice/brain/heldOut · how often the brain does what newcomers ask, in words that its rules were not made from.
import type Anthropic from "@anthropic-ai/sdk";
import type { Figure } from "../bench/bench.ts";
import type { MessageRequest, Reply } from "../protocol/reply.ts";
import { think } from "./brain.ts";
import requests from "./held-out.json" with { type: "json" };
import { ROWS } from "./rows/rows.ts";
import unseenRequests from "./unseen.json" with { type: "json" };

/** A request and what it must lead to: a call, small talk, a refusal, or anything that changes nothing. */
export interface HeldOut {
  id: string;
  language: string;
  text: string;
  want: "call" | "talk" | "decline" | "nothing-changed";
  /** Regular expressions of the first call's name, and of its input as JSON. */
  tool?: string;
  input?: string;
}

/** `declined`: the brain declined a request it should have met. `wrong`: a call or an answer that was not wanted. */
export type Verdict = "right" | "declined" | "wrong";

export const heldOut = requests as HeldOut[];

/** Requests that no example was made from, written by three strangers after the last change of the engine. */
export const unseen = unseenRequests as HeldOut[];

/** How the brain did on each language's requests: the share that was not right, and the share of it that was wrong. */
export async function heldOutFigures(): Promise<Figure[]> {
  return [...figuresOf("held-out", heldOut, TOOLS), ...figuresOf("unseen", unseen, ALL_TOOLS)];
}

function figuresOf(kind: string, all: readonly HeldOut[], tools: Anthropic.Tool[]): Figure[] {
  return [...new Set(all.map(({ language }) => language))].flatMap((language): Figure[] => {
    const own = all.filter((each) => each.language === language);
    const verdicts = own.map((each) => verdictOf(each, tools));
    const share = (of: (verdict: Verdict) => boolean) =>
      (100 * verdicts.filter(of).length) / verdicts.length;
    const name = `${kind} requests, ${language}`;
    return [
      { name: `${name}: not right`, value: share((it) => it !== "right"), unit: "%", target: 40 },
      { name: `${name}: wrong`, value: share((it) => it === "wrong"), unit: "%", target: 2 },
    ];
  });
}

export const ask = (text: string, tools = TOOLS): Reply & { rule: string } =>
  think(requestOf(text, tools));

export function verdictOf({ text, want, tool = "", input = "" }: HeldOut, tools = TOOLS): Verdict {
  const reply = ask(text, tools);
  const calls = reply.calls ?? [];
  const [first] = calls;
  if (!first) {
    if (want === "nothing-changed") return "right";
    const declined = reply.rule === "decline";
    if (want === "decline") return declined ? "right" : "wrong";
    return want === "talk" && !declined ? "right" : "declined";
  }
  if (want === "nothing-changed") return calls.some(mayChange) ? "wrong" : "right";
  if (want !== "call") return "wrong";
  const wanted =
    new RegExp(tool).test(first.name) && new RegExp(input).test(JSON.stringify(first.input));
  return wanted ? "right" : "wrong";
}

const READING = new Set(["read_file", "glob", "todo_write"]);
const READING_COMMAND =
  /^(ls|cat|head|tail|wc|grep|rg|find|sort|uniq|pwd|du|stat|file|test|echo|tree|date|git (log|status|diff))\b/;

/** A command counts as reading only when each of its parts is known to be. */
function mayChange({ name, input }: { name: string; input: unknown }): boolean {
  if (READING.has(name)) return false;
  if (name !== "bash") return true;
  const command = String((input as { command?: unknown }).command).replace(
    /\d?>\s*\/dev\/null/g,
    "",
  );
  if (/[>`]|\$\(|-delete|-exec|-ok/.test(command)) return true;
  return !command.split(/\|\||&&|[;|&\n]/).every((part) => READING_COMMAND.test(part.trim()));
}

const requestOf = (text: string, tools: Anthropic.Tool[]): MessageRequest => ({
  model: "practice-1",
  max_tokens: 2000,
  system: "You are a coding agent. You work in the folder /work.",
  tools,
  messages: [{ role: "user", content: text }],
});

const tool = (
  name: string,
  description: string,
  properties: Record<string, object>,
  required = Object.keys(properties),
): Anthropic.Tool => ({
  name,
  description,
  input_schema: { type: "object", properties, required, additionalProperties: false },
});

const string = { type: "string" };
const line = { type: "integer", minimum: 1 };

/** The tools of the chapters from s05 on. */
export const TOOLS = [
  tool("bash", "Run a command line in bash and get what it prints.", { command: string }),
  tool(
    "read_file",
    "Read a text file, or some of its lines.",
    { path: string, offset: line, limit: line },
    ["path"],
  ),
  tool("write_file", "Write a text file whole.", { path: string, content: string }),
  tool(
    "edit_file",
    "Replace text in a file. It must occur exactly once, unless replace_all is set.",
    { path: string, old_text: string, new_text: string, replace_all: { type: "boolean" } },
    ["path", "old_text", "new_text"],
  ),
  tool("glob", "Find files by name, such as **/*.ts.", { pattern: string }),
  tool("todo_write", "Write down the plan: all steps, each with its status.", {
    todos: {
      type: "array",
      items: {
        type: "object",
        properties: {
          content: string,
          status: { type: "string", enum: ["pending", "in_progress", "completed"] },
        },
        required: ["content", "status"],
      },
    },
  }),
];

/** With those of the rows: tasks, jobs and schedules. */
const ALL_TOOLS = [
  ...TOOLS,
  ...ROWS.filter(({ tools }) => tools[0] !== "bash").map(({ tools, input }) =>
    tool(
      tools[0] ?? "",
      "",
      Object.fromEntries(
        Object.entries(input).map(([names, value]) => [
          names.split("|")[0] ?? "",
          { type: typeof value },
        ]),
      ),
      [],
    ),
  ),
];
