// s22 · modes/cache – what the requests cost, and which change was to blame.
import type Anthropic from "@anthropic-ai/sdk";
import { MODEL } from "../../shared/client.ts";
import { oncePer } from "../../shared/once.ts";
import { type Tokens, tokensOf } from "../../shared/prices.ts";
import { explain } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import type { Agent } from "../loop.ts";
import { loadedIn, type Prompt, type PromptContext, type PromptSection } from "../prompt.ts";
import type { Recovery } from "../recovery/recovery.ts";

/** What an agent has sent last, part by part, and what the reply said about it. */
export interface Sent {
  /** The texts by name: what is in the system prompt, and what defines the tools. */
  sections: Texts;
  tools: Texts;
  /** The one that has answered: each has its own cache. */
  model: string;
  tokens: Tokens;
  calls: number;
}

type Texts = ReadonlyMap<string, string>;

export interface Cache {
  getSystemPrompt: Prompt["getSystemPrompt"];
  callModel: Recovery["callModel"];
  /** Undefined before its first reply. */
  lastOf(agent: Agent): Sent | undefined;
  /** The three caches, each for itself. */
  lines(): string;
}

/** What all agents of this run have sent. */
interface Counts {
  /** How often a part has changed, by its name. */
  changed: Map<string, number>;
  /** System prompts that were assembled, and that were taken from the map of s10. */
  made: number;
  taken: number;
  calls: number;
  tokens: Tokens;
}

/** Each request of each agent goes through these two functions. They watch, and change nothing. */
export function createCache(
  sections: PromptSection[],
  prompt: Prompt,
  callModel: Recovery["callModel"],
): Cache {
  const counts = newCounts();
  const last = new WeakMap<Agent, Sent>();
  /** What is in a system prompt. For the same context s10 gives the same array, so the array is the key. */
  const known = new WeakMap<Anthropic.TextBlockParam[], Texts>();
  return {
    getSystemPrompt(context) {
      const system = prompt.getSystemPrompt(context);
      counts[known.has(system) ? "taken" : "made"]++;
      if (!known.has(system)) known.set(system, textsIn(sections, context));
      return system;
    },
    async callModel(request, context) {
      const reply = await callModel(request, context);
      const before = last.get(context.agent);
      const now: Sent = {
        sections: known.get(request.system) ?? new Map(),
        tools: new Map(request.tools.map((tool) => [tool.name, definitionOf(tool)])),
        model: oneLine(reply.model || MODEL, 80),
        tokens: tokensOf(reply.usage),
        calls: (before?.calls ?? 0) + 1,
      };
      last.set(context.agent, now);
      count(counts, now.tokens);
      if (before) tellChanges(counts, context.agent, before, now);
      return reply;
    },
    lastOf: (agent) => last.get(agent),
    lines: () => linesOf(counts),
  };
}

const textsIn = (sections: PromptSection[], context: PromptContext): Texts =>
  new Map(loadedIn(sections, context).map(({ name, text }) => [name, text]));

const definitionOf = ({ description = "", input_schema }: Anthropic.Tool): string =>
  description + schemaText(input_schema);

/** The same tool has the same schema object in each request. */
const schemaText = oncePer((schema: Anthropic.Tool.InputSchema) => JSON.stringify(schema));

const newCounts = (): Counts => ({
  changed: new Map(),
  made: 0,
  taken: 0,
  calls: 0,
  tokens: { input: 0, written: 0, read: 0, output: 0 },
});

function count(counts: Counts, tokens: Tokens) {
  const { input, written, read, output } = counts.tokens;
  counts.calls++;
  counts.tokens = {
    input: input + tokens.input,
    written: written + tokens.written,
    read: read + tokens.read,
    output: output + tokens.output,
  };
}

/** What is in one of the two and not the same in the other. */
const differences = (before: Texts, now: Texts): string[] =>
  [...new Set([...before.keys(), ...now.keys()])].filter(
    (name) => before.get(name) !== now.get(name),
  );

/** A change far in front takes all that comes after it out of the cache. EXPLAIN=1 shows which one it was. */
function tellChanges({ changed }: Counts, { label }: Agent, before: Sent, now: Sent) {
  const tools = differences(before.tools, now.tools);
  const sections = differences(before.sections, now.sections);
  const model = before.model === now.model ? [] : ["model"];
  const names = [...model, ...(tools.length > 0 ? ["tool schemas"] : []), ...sections];
  if (names.length === 0) return;
  for (const name of names) changed.set(name, (changed.get(name) ?? 0) + 1);
  const many = tools.length > 0 ? ` (${tools.length} tools)` : "";
  const share = shareOf(now.tokens);
  explain(`${label}[cache] changed: ${names.join(", ")}${many}; this request: ${share}`);
}

const inGroups = (tokens: number) => tokens.toLocaleString("en-US");

/** How much of an input came from the cache. */
export function shareOf({ input, written, read }: Tokens): string {
  const all = input + written + read;
  const percent = all === 0 ? 0 : Math.floor((100 * read) / all);
  return `${inGroups(all)} tokens in, ${percent} % read from the cache, ${inGroups(written)} written to it`;
}

function linesOf({ changed, made, taken, calls, tokens }: Counts): string {
  const changes = [...changed].map(([name, times]) => `${name} (${times})`).join(", ");
  return [
    `sections, which are only texts: changed since the start: ${changes || "none"}`,
    `prompts, in our own map: ${made} assembled, ${taken} taken again; this saves no money`,
    `requests, in the cache of the API: ${calls} in this run; ${shareOf(tokens)}`,
  ].join("\n");
}
