// site/views/trace/read · a trace as steps, read by the same code as `npm run course -- view`. The file is not trusted.
import { readEntry } from "../../../course/view/entry.ts";
import { addEntry, newStory, type Row, type Total } from "../../../course/view/rows.ts";
import { clean } from "../../../shared/screen.ts";

/** What one line of a trace tells. */
export interface Step {
  /** In ms since the first step. */
  at: number;
  agent: string;
  /** As the table of `course view` has them. */
  rows: string[];
  /** How many of the messages an earlier step of the same agent has sent already. */
  earlier: number;
  /** The line itself. */
  line: string;
}

export interface Trace {
  steps: Step[];
  agents: string[];
  totals: Map<string, Total>;
  /** Lines that are none of a trace. */
  leftOut: number;
}

/** Why there is nothing to show. */
export type Problem = "empty" | "none" | "large" | "unread";

const MOST_CHARACTERS = 100 * 1024 * 1024;
/** Each is a button in the page. */
const MOST_LINES = 20_000;

/** Reads a trace. Must not throw: what can't be read is left out, and a file in which nothing can be is a problem. */
export function readTrace(text: string): Trace | Problem {
  if (text.length > MOST_CHARACTERS) return "large";
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return "empty";
  if (lines.length > MOST_LINES) return "large";
  const story = newStory();
  const sent = new Map<string, number>();
  const found = lines.flatMap((line) => stepOf(line, story, sent) ?? []);
  if (found.length === 0) return "none";
  const steps = found.toSorted((one, other) => one.at - other.at);
  const begin = steps[0]?.at ?? 0;
  return {
    steps: steps.map((step) => ({ ...step, at: step.at - begin })),
    agents: [...new Set(steps.map(({ agent }) => agent))],
    totals: story.totals,
    leftOut: lines.length - found.length,
  };
}

function stepOf(
  line: string,
  story: ReturnType<typeof newStory>,
  sent: Map<string, number>,
): Step | undefined {
  const before = story.rows.length;
  try {
    const entry = readEntry(line);
    if (entry) addEntry(story, entry);
    const rows = story.rows.slice(before);
    const [first] = rows;
    if (!entry || !first) return undefined;
    const { agent, at } = first;
    const count = "event" in entry || isAside(rows) ? 0 : entry.request.messages.length;
    const known = sent.get(agent) ?? 0;
    if (count > 0) sent.set(agent, count);
    const earlier = known < count ? known : 0;
    return { at, agent, rows: rows.map(({ what }) => what), earlier, line };
  } catch {
    story.rows.length = before; // a value that is nested too deep to be written
    return undefined;
  }
}

const isAside = ([first]: Row[]) => first?.what.startsWith("asks aside") ?? false;

const BEGINNINGS = [
  ["told", "is told: "],
  ["model", "calls the model: "],
  ["aside", "asks aside, "],
  ["calls", "calls "],
] as const;

/** A row of `course view`, which is in English, with its beginning in the language of the page. */
export function rowIn(row: string, words: Record<(typeof BEGINNINGS)[number][0], string>): string {
  const [name, beginning] = BEGINNINGS.find(([, one]) => row.startsWith(one)) ?? [];
  return name === undefined ? row : words[name] + row.slice(beginning?.length);
}

/** What was sent, or came back: a title and a text. */
export interface Piece {
  title: string;
  text: string;
}

export interface Detail {
  system: string;
  tools: string[];
  /** The messages that are new in this step. */
  sent: Piece[];
  reply: Piece[];
  usage: { input: number; cached: number; output: number } | undefined;
}

/** All of a step that is shown when it is chosen. Must not throw. */
export function detailOf({ line, earlier }: Step): Detail {
  const { request, reply, usage, error } = open(parsed(line));
  const { system, tools, messages } = open(request);
  const sent = list(messages)
    .slice(earlier)
    .flatMap((one) => {
      const { role, content } = open(one);
      return piecesOf(content, plainText(role));
    });
  const failed = error === undefined ? [] : [{ title: "error", text: plainText(error) }];
  return {
    system: piecesOf(system, "")
      .map(({ text }) => text)
      .join("\n\n"),
    tools: list(tools).map((tool) => plainText(open(tool).name)),
    sent,
    reply: [...piecesOf(open(reply).content, "assistant"), ...failed],
    usage: usage === undefined ? undefined : usageOf(open(usage)),
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A value's fields; none of what has none. */
const open = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function piecesOf(content: unknown, role: string): Piece[] {
  if (typeof content === "string") return [{ title: role, text: plainText(content) }];
  return list(content).flatMap((block) => {
    const { type, text, thinking, name, input, content } = open(block);
    if (type === "tool_use")
      return { title: `${role} → ${plainText(name)}`, text: plainText(input) };
    if (type === "tool_result") return { title: `${role}: tool_result`, text: resultText(content) };
    return { title: role, text: plainText(text ?? thinking ?? block) };
  });
}

const resultText = (content: unknown) =>
  typeof content === "string"
    ? plainText(content)
    : list(content)
        .map((block) => plainText(open(block).text ?? block))
        .join("\n");

const MOST_SHOWN = 50_000;

/** A value as a text that controls nothing; a long one is cut. */
function plainText(value: unknown): string {
  const text = typeof value === "string" ? value : written(value);
  const cut = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  return clean(cut).toWellFormed();
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2) ?? "";
  } catch {
    return "…"; // nested too deep
  }
}

function usageOf(usage: Record<string, unknown>) {
  const number = (name: string) => Number(usage[name] ?? 0) || 0;
  const cached = number("cache_read_input_tokens");
  const input = number("input_tokens") + number("cache_creation_input_tokens") + cached;
  return { input, cached, output: number("output_tokens") };
}
