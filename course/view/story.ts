// course/view/story · what happened, as a list of events: from the lines of a trace, in their order on the clock.
import type { Entry, Exchange, Told, ToolCall } from "./entry.ts";
import { createLanes, type Lane } from "./lanes.ts";
import { lengthInWords } from "./words.ts";

/** What an agent does: a model call runs, its tools run, it waits, or it is not there. */
export type Doing = "calls" | "tools" | "waits" | "nothing";

/** One line of the picture. */
export interface Event {
  kind:
    | "prompt"
    | "begin"
    | "reply"
    | "whole"
    | "failure"
    | "tool"
    | "side"
    | "mail"
    | "read"
    | "told";
  /** In ms since 1970. */
  at: number;
  lane: Lane;
  /** Who gets the mail. */
  to?: Lane;
  text: string;
  /** What the agent does from now on; undefined when that does not change. */
  next?: Doing;
  /** The model call that begins or ends here, by its number. */
  call?: number;
}

/** What an agent has used. */
export interface Total {
  lane: Lane;
  calls: number;
  input: number;
  cached: number;
  output: number;
  ms: number;
}

export interface Story {
  /** Takes the next line of the trace. */
  add(entry: Exchange | Told): void;
  /** How many events there are so far. */
  size(): number;
  /** In order of time, and of the trace at the same time. */
  events(): Event[];
  totals(): Total[];
}

/** True for a line from which events are made. */
export const isTold = (entry: Entry): entry is Exchange | Told =>
  entry.kind === "exchange" || entry.kind === "told";

/** Times are whole milliseconds, so that one can seem to be before what caused it. */
const ROUNDING_MS = 3;
const notBefore = (at: number, earlier: number) =>
  at < earlier && earlier - at <= ROUNDING_MS ? earlier : at;

/** What is known of the lines so far. */
interface State {
  events: Event[];
  totals: Map<Lane, Total>;
  /** When the last line was written, and when the last reply of each agent had come. */
  written: number;
  replied: Map<Lane, number>;
  /** What began the last turn of each agent: a request that is sent again begins no turn. */
  prompts: Map<Lane, string>;
  /** Tool calls whose results have not been sent yet, by id. */
  open: Map<string, Event>;
  /** The types of messages, by id. */
  mail: Map<string, string>;
  calls: number;
}

/** Makes the list. The lines must come in the order of the trace: by their ends. */
export function createStory(): Story {
  const lanes = createLanes();
  const state: State = {
    events: [],
    totals: new Map(),
    written: 0,
    replied: new Map(),
    prompts: new Map(),
    open: new Map(),
    mail: new Map(),
    calls: 0,
  };
  return {
    add(entry) {
      const end = entry.kind === "told" ? entry.at : entry.from + entry.ms;
      const at = notBefore(end, state.written);
      state.written = at;
      if (entry.kind === "told") state.events.push(toldEvent(state, entry, lanes.named, at));
      else addExchange(state, entry, lanes.of(entry), at);
    },
    size: () => state.events.length,
    events: () => joined(state.events.toSorted((a, b) => a.at - b.at)),
    totals: () => [...state.totals.values()],
  };
}

function addExchange(state: State, entry: Exchange, lane: Lane, at: number) {
  addTotal(state, entry, lane);
  if (entry.side !== undefined) state.events.push(sideEvent(entry, lane, at));
  else addCall(state, entry, lane, at);
}

function addTotal({ totals }: State, { ms, usage }: Exchange, lane: Lane) {
  const total = totals.get(lane) ?? { lane, calls: 0, input: 0, cached: 0, output: 0, ms: 0 };
  totals.set(lane, {
    lane,
    calls: total.calls + 1,
    input: total.input + (usage?.input ?? 0),
    cached: total.cached + (usage?.cached ?? 0),
    output: total.output + (usage?.output ?? 0),
    ms: total.ms + ms,
  });
}

function sideEvent(entry: Exchange, lane: Lane, at: number): Event {
  return { kind: "side", at, lane, text: `${entry.side}: ${endOf(entry)}` };
}

/** A model call of the conversation: what began the turn, the request, the reply, and the tool calls in it. */
function addCall(state: State, entry: Exchange, lane: Lane, at: number) {
  const from = notBefore(entry.from, state.replied.get(lane) ?? 0);
  const call = ++state.calls;
  const { events } = state;
  state.replied.set(lane, at);
  markErrors(state, entry);
  if (isNewPrompt(state, entry, lane))
    events.push({ kind: "prompt", at: from, lane, text: entry.prompt });
  const begins = entry.messages === 1 ? "1 message" : `${entry.messages} messages`;
  events.push({ kind: "begin", at: from, lane, text: `sends ${begins}`, next: "calls", call });
  events.push({ ...ending(entry), at, lane, call });
  if (entry.error === undefined) for (const tool of entry.calls) addTool(state, tool, lane, at);
}

/** The results of the calls before are in this request. */
function markErrors({ open }: State, { results }: Exchange) {
  for (const { id, isError } of results) {
    const event = open.get(id);
    if (event && isError) event.text = `(error) ${event.text}`;
    open.delete(id);
  }
}

function isNewPrompt({ prompts }: State, { messages, prompt }: Exchange, lane: Lane): boolean {
  const key = `${messages} ${prompt}`;
  if (prompt === "" || prompts.get(lane) === key) return false;
  prompts.set(lane, key);
  return true;
}

function ending(entry: Exchange): Pick<Event, "kind" | "text" | "next"> {
  const text = endOf(entry);
  if (entry.error !== undefined) return { kind: "failure", text, next: "waits" };
  if (entry.calls.length > 0) return { kind: "reply", text, next: "tools" };
  return {
    kind: "reply",
    text: entry.text === "" ? text : `${text}: ${entry.text}`,
    next: "waits",
  };
}

const USUAL_STOPS = ["end_turn", "tool_use", "stop_sequence", ""];

/** How a model call ended, in words. */
function endOf({ usage, ms, error, stop }: Exchange): string {
  const length = lengthInWords(ms);
  if (error !== undefined) return `no reply after ${length}: ${error}`;
  const tokens = usage ? `${usage.input} in, ${usage.output} out, ` : "";
  const why = USUAL_STOPS.includes(stop) ? "" : `, ended by ${stop}`;
  return `${tokens}${length}${why}`;
}

/** Tokens as the terminal of a chapter shows them. */
export const tokensInWords = ({ input, cached, output }: NonNullable<Exchange["usage"]>) =>
  `${input} in (${cached} cached), ${output} out`;

function addTool({ events, open }: State, { id, name, input }: ToolCall, lane: Lane, at: number) {
  const event: Event = { kind: "tool", at, lane, text: `${name} ${input}`.trim() };
  events.push(event);
  open.set(id, event);
}

const TEAM = /^\[team\] /;
const MAIL = /^(\S+) → (\S+): (\S+) (\S+), (\d+ characters)$/;
const READ = /^(\S+) has read (\S+) from (\S+)$/;

/** The lines of s15 about mail; any other is shown as it is. */
function toldEvent(
  { mail }: State,
  { agent, text }: Told,
  named: (name: string) => Lane,
  at: number,
): Event {
  const said = text.replace(TEAM, "");
  const [, from = "", to = "", type = "", id = "", size = ""] = MAIL.exec(said) ?? [];
  if (from !== "") {
    mail.set(id, type);
    const words = `${from} → ${to}: ${type}, ${size}`;
    return { kind: "mail", at, lane: named(from), to: named(to), text: words };
  }
  const [, reader = "", read = "", writer = ""] = READ.exec(said) ?? [];
  if (reader === "") return { kind: "told", at, lane: named(agent), text: said };
  const words = `has read the ${mail.get(read) ?? "message"} from ${writer}`;
  return { kind: "read", at, lane: named(reader), text: words };
}

/** A model call during which nothing else happened is one event, where it began. */
function joined(events: Event[]): Event[] {
  const isJoined = (event: Event | undefined, next: Event | undefined) =>
    event?.kind === "begin" && event.call === next?.call;
  return events.flatMap((event, at) => {
    if (isJoined(event, events[at + 1])) return [];
    const before = events[at - 1];
    if (!before || !isJoined(before, event)) return [event];
    const kind = event.kind === "reply" ? "whole" : event.kind;
    return [{ ...event, kind, at: before.at }];
  });
}
