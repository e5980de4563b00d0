// s25 · soul/history – what can happen to SOUL.md, and what follows from all of it: the versions, and which one counts.
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { WRITTEN_BY_TOOL } from "./words.ts";

/** So many bytes may SOUL.md have, and no text of so many bytes has more characters. */
export const MAX_TEXT = 65_536;

const number = z.int().nonnegative();
const words = z.string().max(4000);
const text = z.string().max(MAX_TEXT);
const base = { at: z.iso.datetime(), version: number };
const finding = z.object({
  name: words,
  verdict: z.enum(["passed", "failed", "doubt"]),
  why: words,
});
const proposal = { text, intent: words, why: words };
const judgement = { contract: words, findings: z.array(finding) };

/** An event with a text makes a version, and no other text ever gets its number. */
export const EVENT = z.discriminatedUnion("type", [
  z.object({ type: z.literal("seeded"), ...base, text }),
  z.object({ type: z.literal("proposed"), ...base, ...proposal, ...judgement, on: number }),
  z.object({ type: z.literal("edited"), ...base, text }),
  z.object({ type: z.literal("rolled_back"), ...base, text, to: number }),
  z.object({ type: z.literal("approved"), ...base, by: z.enum(["person", "setting"]) }),
  z.object({ type: z.literal("vetoed"), ...base }),
  z.object({ type: z.literal("written"), ...base }),
]);
export type Event = z.infer<typeof EVENT>;
/** An event that has no time yet. */
export type News = Event extends infer One
  ? One extends unknown
    ? Omit<One, "at">
    : never
  : never;
export type Finding = z.infer<typeof finding>;
export type Proposal = Record<keyof typeof proposal, string>;
/** What the checks of a contract have found. It stays as it is when the checks change. */
export interface Judgement {
  contract: string;
  findings: Finding[];
}

/** What is to be said of a proposal before a person sees it. */
export type Judge = (history: History) => Promise<Judgement>;
export type Author = "person" | "agent";
/** Who says yes: the setting is autoActivate. */
export type By = "person" | "setting";

export interface Version {
  version: number;
  text: string;
  /** Whose words they are. */
  by: Author;
  state: "waiting" | "refused" | "active" | "past" | "vetoed";
  /** The event that brought it. */
  event: Extract<Event, { text: string }>;
  /** Its own number; that of the original for a copy that a roll back has made. They are vetoed together. */
  origin: number;
  /** What was active before it; before the original for a copy. */
  after: Version | undefined;
}

export interface History {
  events: Event[];
  versions: Version[];
  active: Version | undefined;
  /** What SOUL.md says, as far as the log knows. */
  written: Version | undefined;
}

/** What follows from the events, the oldest first. Throws for what cannot have happened. */
export function historyOf(events: Event[]): History {
  const history: History = { events: [], versions: [], active: undefined, written: undefined };
  for (const event of events) happen(history, event);
  return history;
}

/** Adds an event, and gives the version that it is about. Throws for one that cannot follow the others. */
export function happen(history: History, event: Event): Version {
  const { events, versions } = history;
  const one = "text" in event ? newVersion(history, event) : versions[event.version];
  if (one === undefined || !canFollow(history, event)) throw new Error(wrong(event, events.length));
  events.push(event);
  if ("text" in event) versions.push(one);
  switch (event.type) {
    case "proposed":
      break; // it waits, or it was refused
    case "vetoed":
      for (const each of versions) if (each.origin === one.origin) each.state = "vetoed";
      break;
    case "approved":
    case "rolled_back":
      activate(history, one);
      break;
    case "seeded":
    case "edited":
      activate(history, one);
      history.written = one; // SOUL.md has this text already
      break;
    case "written":
      history.written = one;
  }
  return one;
}

function activate(history: History, one: Version) {
  if (history.active?.state === "active") history.active.state = "past";
  one.state = "active";
  if (one.origin === one.version) one.after = history.active;
  history.active = one;
}

/** A text has the next number, and what an event is about must be in a state that allows it. */
function canFollow({ versions, active }: History, event: Event): boolean {
  const stateOf = (version: number) => versions[version]?.state ?? "";
  if ("text" in event && event.version !== versions.length) return false;
  switch (event.type) {
    case "seeded":
      return event.version === 0;
    case "approved":
      return stateOf(event.version) === "waiting";
    case "vetoed":
      return ["waiting", "active", "past"].includes(stateOf(event.version));
    case "rolled_back":
      return stateOf(event.to) === "past";
    case "written":
      return event.version === active?.version;
    default:
      return active !== undefined;
  }
}

const wrong = ({ type, version }: Event, count: number) =>
  `The log of SOUL.md is not used: its event ${count + 1} cannot follow the others (${type} v${version}).`;

function newVersion({ versions }: History, event: Version["event"]): Version {
  const { version, text, type } = event;
  const original = type === "rolled_back" ? versions[event.to] : undefined;
  const isRefused =
    type === "proposed" && event.findings.some(({ verdict }) => verdict === "failed");
  const state = isRefused ? "refused" : "waiting";
  const by = type === "proposed" ? "agent" : "person";
  return {
    ...{ version, text, by, state, event },
    ...{ origin: original?.origin ?? version, after: original?.after },
  };
}

/** True for texts that differ at most in how their lines end, and in white space at their end. */
export const isSame = (one: string, other: string) => plain(one) === plain(other);
const plain = (text: string) => text.replaceAll(/\r\n?/g, "\n").trimEnd();

/** The version of that number. */
export function versionIn({ versions }: History, version: number): Version {
  const one = versions[version];
  if (one === undefined) throw new Error(`There is no v${version}. /soul log shows all versions.`);
  return one;
}

/** What was active before the active version, and was not vetoed. */
export function before({ active }: History): Version {
  let earlier = active?.after;
  while (earlier !== undefined && earlier.state !== "past") earlier = earlier.after;
  if (earlier === undefined) throw new Error("There is nothing before it to go back to.");
  return earlier;
}

/** Going back is going on: a new version with the text of an old one. */
export function copyOf(history: History, { version, text } = before(history)): News {
  return { type: "rolled_back", version: history.versions.length, text, to: version };
}

/** What a text is that was not written from the log: an edit of the person, or what a tool has done. */
export function foundText({ versions, active }: History, text: string, author: Author): News {
  const edit = { version: versions.length, text };
  if (author === "person") return { type: "edited", ...edit };
  return { ...WRITTEN_BY_TOOL, ...edit, on: active?.version ?? 0 };
}

/** The event as it happens now. Throws for one that the log could not be read with. */
export function eventNow(news: News): Event {
  const event: Event = { at: new Date(clock.now()).toISOString(), ...news };
  EVENT.parse(event);
  return event;
}
