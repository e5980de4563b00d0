// practice/trials/trials · how often the brain does what people ask, in words that its rules were not made from.
import type Anthropic from "@anthropic-ai/sdk";
import type { Figure } from "../bench/bench.ts";
import { think } from "../brain/brain.ts";
import { ROWS } from "../brain/rows/rows.ts";
import type { MessageRequest, Reply } from "../protocol/reply.ts";
import blindRequests from "./blind.json" with { type: "json" };
import requests from "./held-out.json" with { type: "json" };
import unseenRequests from "./unseen.json" with { type: "json" };

/** A request and what it must lead to: a call, small talk, a refusal, or anything that changes nothing. */
export interface Trial {
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

export const heldOut = requests as Trial[];

/** Requests that no example was made from, written by three strangers after the last change of the engine. */
export const unseen = unseenRequests as Trial[];

/** What a newcomer might type in the samples `bottle` and `kiosk`, written without a look at the rules. */
export const blind = blindRequests as Trial[];

const LISTS = [
  { kind: "held-out", all: heldOut, tools: () => TOOLS },
  { kind: "unseen", all: unseen, tools: () => ALL_TOOLS },
  { kind: "blind", all: blind, tools: () => ALL_TOOLS },
];

/** How the brain did on each language's requests: the shares of those that were right, wrong and declined. */
export function trialFigures(): Figure[] {
  return LISTS.flatMap(({ kind, all, tools }) =>
    LANGUAGES.flatMap((language) => {
      const own = all.filter((each) => each.language === language);
      const verdicts = own.map((each) => verdictOf(each, tools()));
      const share = (verdict: Verdict) =>
        (100 * verdicts.filter((each) => each === verdict).length) / verdicts.length;
      const name = `${kind} requests, ${language}`;
      return [
        { name: `${name}: right`, value: share("right"), unit: "%" },
        { name: `${name}: wrong`, value: share("wrong"), unit: "%", target: 2 },
        { name: `${name}: declined`, value: share("declined"), unit: "%" },
      ];
    }),
  );
}

const LANGUAGES = ["en", "zh", "ja"];

export const ask = (text: string, tools = TOOLS): Reply & { rule: string } =>
  think(requestOf(text, tools));

export function verdictOf({ text, want, tool = "", input = "" }: Trial, tools = TOOLS): Verdict {
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
