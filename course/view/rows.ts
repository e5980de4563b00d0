// course/view/rows · what happened, a row for each thing, in order of time; and what each agent has used.
import { type Block, type Entry, type Exchange, plain, promptOf, textOf } from "./entry.ts";

/** One row of the table. */
export interface Row {
  /** In ms since 1970. */
  at: number;
  agent: string;
  what: string;
}

/** What an agent has used. */
export interface Total {
  calls: number;
  input: number;
  cached: number;
  output: number;
  ms: number;
}

export interface Story {
  rows: Row[];
  totals: Map<string, Total>;
  /** Subagents have no name in a trace: they are known by the words with which a task call starts them. */
  tasks: Set<string>;
  /** What began the last turn of each agent: a request that is sent again begins no turn. */
  prompts: Map<string, string>;
}

export const newStory = (): Story => ({
  rows: [],
  totals: new Map(),
  tasks: new Set(),
  prompts: new Map(),
});

/** Takes the next line of a trace. */
export function addEntry(story: Story, entry: Entry): void {
  if ("event" in entry) story.rows.push(toldRow(entry));
  else addExchange(story, entry);
}

/** The rows in order of time, and of the trace at the same time. */
export const inOrder = ({ rows }: Story): Row[] => rows.toSorted((one, other) => one.at - other.at);

const nameOf = (agent: string) => plain(agent, 20) || "lead";

function toldRow({ time, agent, event }: Extract<Entry, { event: string }>): Row {
  return { at: time, agent: nameOf(agent), what: plain(event.replace(/^\[team\] /, "")) };
}

function addExchange(story: Story, entry: Exchange) {
  const { time, ms, request, reply } = entry;
  const agent = agentOf(story, entry);
  addTotal(story, agent, entry);
  const row = (at: number, what: string) => story.rows.push({ at, agent, what });
  const { user_id } = request.metadata;
  if (user_id.startsWith("side:")) {
    row(time, `asks aside, ${plain(user_id.slice("side:".length))}: ${endOf(entry)}`);
    return;
  }
  const prompt = newPrompt(story, agent, request.messages);
  if (prompt !== "") row(time, `is told: ${prompt}`);
  row(time, `calls the model: ${endOf(entry)}`);
  for (const call of reply?.content.filter(({ type }) => type === "tool_use") ?? []) {
    if (call.name === "task") story.tasks.add(String(call.input.description).trim());
    row(time + ms, `calls ${plain(`${call.name} ${inputOf(call)}`)}`);
  }
}

function agentOf({ tasks }: Story, { agent, request }: Exchange): string {
  const first = textOf(request.messages[0]?.content ?? []).trim();
  const isTask = [...tasks].some((words) => words !== "" && first.startsWith(words));
  return agent === "" && isTask ? "subagent" : nameOf(agent);
}

/** What begins a turn; "" when this request goes on in one. */
function newPrompt({ prompts }: Story, agent: string, messages: { content: Block[] }[]): string {
  const last = messages.at(-1)?.content ?? [];
  const prompt = last.some(({ type }) => type === "tool_result") ? "" : promptOf(last);
  const key = `${messages.length} ${prompt}`;
  if (prompt === "" || prompts.get(agent) === key) return "";
  prompts.set(agent, key);
  return prompt;
}

function inputOf({ input }: Block): string {
  const values = Object.values(input);
  return values
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join(" ");
}

/** How a model call ended: the reason why there is no reply, or what it took and what was said. */
function endOf({ ms, reply, usage, error }: Exchange): string {
  const length = lengthInWords(ms);
  if (reply === undefined || error !== undefined)
    return `no reply after ${length}: ${plain(error ?? "it was stopped")}`;
  const tokens = usage ? `${inputTokens(usage)} in, ${usage.output_tokens} out, ` : "";
  const cut = reply.stop_reason === "max_tokens" ? ", cut at max_tokens" : "";
  const said = plain(textOf(reply.content));
  return `${tokens}${length}${cut}${said === "" ? "" : `: ${said}`}`;
}

type Usage = NonNullable<Exchange["usage"]>;

const inputTokens = ({
  input_tokens,
  cache_creation_input_tokens,
  cache_read_input_tokens,
}: Usage) => input_tokens + cache_creation_input_tokens + cache_read_input_tokens;

function addTotal({ totals }: Story, agent: string, { ms, usage }: Exchange) {
  const total = totals.get(agent) ?? { calls: 0, input: 0, cached: 0, output: 0, ms: 0 };
  totals.set(agent, {
    calls: total.calls + 1,
    input: total.input + (usage ? inputTokens(usage) : 0),
    cached: total.cached + (usage?.cache_read_input_tokens ?? 0),
    output: total.output + (usage?.output_tokens ?? 0),
    ms: total.ms + ms,
  });
}

/** A length of time: 310 ms, 3.1 s. */
export const lengthInWords = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
