// shared/consent · what may have come with a repository is used only after the person said yes to it.
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { note } from "./screen.ts";
import type { Found, StateFolder } from "./stateFile.ts";
import type { TurnInfo } from "./terminal.ts";
import { capped, oneLine } from "./text.ts";
import { trackedAt } from "./tracked.ts";

const MAX_LINES = 10;

export interface ConsentOptions<Value> {
  /** What the values are, for the person: "cron jobs". */
  what: string;
  /** The file that has all values, or the folder that has a file for each. */
  path: string;
  /** The name of a value's file. */
  fileOf(value: Value): string;
  /** What of a value is used. If any of it changes, the value counts as a new one. */
  contentOf(value: Value): unknown;
  /** What the person sees of a value in the question. */
  lineOf(value: Value): string;
}

/** The turn in which the person can be asked. */
export interface Asking {
  turn: Pick<TurnInfo, "ask">;
  signal: AbortSignal;
}

/** Which values may be used. Those in a file that git tracks need a yes of the person, once for each content. */
export interface Consent<Value> {
  /**
   * Gives those that may be used. With `asking` it asks one question about all that have had no answer yet. Values that
   * nobody can be asked about are left out for now; a line on the screen says so, once.
   */
  allowed(values: Value[], asking?: Asking): Promise<Value[]>;
  /** The same for a value that `allowed` has looked at. False for any other. */
  isAllowed(value: Value): boolean;
  /** Allows a value that this program itself has written. */
  own(value: Value): void;
}

/** "open": there is no answer yet. */
type Verdict = "allowed" | "refused" | "open";

/** A value with the hash of its content. */
interface Item<Value> {
  key: string;
  value: Value;
}

interface State<Value> {
  options: ConsentOptions<Value>;
  /** By the hash of the content. */
  verdicts: Map<string, Verdict>;
  /** The hashes of what was reported as left out. */
  told: Set<string>;
}

/** Remembers the answers as long as the program runs. */
export function createConsent<Value>(options: ConsentOptions<Value>): Consent<Value> {
  const state: State<Value> = { options, verdicts: new Map(), told: new Set() };
  const { verdicts } = state;
  const keyOf = (value: Value) => hashOf(options.contentOf(value));
  return {
    isAllowed: (value) => verdicts.get(keyOf(value)) === "allowed",
    own: (value) => verdicts.set(keyOf(value), "allowed"),
    async allowed(values, asking) {
      const items = values.map((value) => ({ key: keyOf(value), value }));
      const isOpen = ({ key }: Item<Value>) => verdicts.get(key) === "open";
      await lookAt(state, items);
      if (asking && items.some(isOpen)) await ask(state, items.filter(isOpen), asking);
      tell(state, items.filter(isOpen));
      return values.filter((_, at) => verdicts.get(items[at]?.key ?? "") === "allowed");
    },
  };
}

const hashOf = (content: unknown) =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex");

/** Git is asked only about what was never seen before. */
async function lookAt<Value>({ options, verdicts }: State<Value>, items: Item<Value>[]) {
  const isNew = ({ key }: Item<Value>) => !verdicts.has(key);
  if (!items.some(isNew)) return;
  const isTracked = await trackedAt(options.path);
  for (const { key, value } of items.filter(isNew))
    verdicts.set(key, isTracked(options.fileOf(value)) ? "open" : "allowed");
}

async function ask<Value>(state: State<Value>, open: Item<Value>[], { turn, signal }: Asking) {
  const answer = await turn.ask(questionOf(state.options, open), signal);
  if (answer === undefined) return;
  const verdict = /^y(es)?$/i.test(answer) ? "allowed" : "refused";
  for (const { key } of open) state.verdicts.set(key, verdict);
}

function questionOf<Value>(options: ConsentOptions<Value>, open: Item<Value>[]): string {
  const { what, path, lineOf } = options;
  const lines = open.map(({ value }) => `- ${oneLine(lineOf(value))}`);
  return [
    `Git tracks these ${what} (${basename(path)}), so they may have come with the repository:`,
    ...capped(lines, MAX_LINES),
    "Use them in this session? [y]es / [N]o",
  ].join("\n");
}

function tell<Value>({ options, told }: State<Value>, open: Item<Value>[]) {
  const fresh = open.filter(({ key }) => !told.has(key));
  if (fresh.length === 0) return;
  for (const { key } of fresh) told.add(key);
  const which = `${options.what} that git tracks (${fresh.length} in ${basename(options.path)})`;
  note(`Left out until you allow them: ${which}.`, "yellow");
}

/** Values of a folder that nobody is asked about. */
export interface Sorted<Value> {
  own: Value[];
  /** Those whose files git tracks: they may have come with the repository, and are left out. */
  tracked: Value[];
  /** Says how many are left out, if there are any. */
  problems: string[];
}

/** Sorts the values in the folder `path`, a file for each. `what` they are is said in the problem. */
export async function ownOnly<Value extends { id: string }>(
  values: Value[],
  path: string,
  what: string,
): Promise<Sorted<Value>> {
  const isTracked = await trackedAt(path);
  const tracked = values.filter(({ id }) => isTracked(`${id}.json`));
  const own = values.filter((value) => !tracked.includes(value));
  const problem = `Left out: ${what} that git tracks (${tracked.length}).`;
  return { own, tracked, problems: tracked.length > 0 ? [problem] : [] };
}

/** A folder in which only some values may be used. */
export interface GuardedFolder<Value> extends StateFolder<Value> {
  /** With `asking`, the person is asked about those that git tracks. */
  all(asking?: Asking): Promise<Found<Value>>;
}

/** The same folder, without the values that may not be used. What is written through it is the program's own. */
export function allowedOnly<Value>(
  files: StateFolder<Value>,
  options: ConsentOptions<Value>,
): GuardedFolder<Value> {
  const consent = createConsent(options);
  return {
    ...files,
    async all(asking) {
      const { values, problems } = await files.all();
      const allowed = await consent.allowed(values, asking);
      const rest = values.length - allowed.length;
      return { values: allowed, problems: rest === 0 ? problems : [...problems, leftOut(rest)] };
    },
    async read(id) {
      const value = await files.read(id);
      if (value === undefined || (await consent.allowed([value])).length > 0) return value;
      throw new Error(
        `${id} is not to be used: git tracks its file, and the person has not allowed it. Leave it, and tell the person about it.`,
      );
    },
    async write(value) {
      await files.write(value);
      consent.own(value);
    },
  };
}

const leftOut = (count: number) =>
  `Left out: ${count} that git tracks and that the person has not allowed in this session.`;
