// shared/consent · what may have come with a repository is used only after the person said yes to it.
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { createQueue, type Queue } from "./queue.ts";
import { note } from "./screen.ts";
import type { Found, StateFolder } from "./stateFile.ts";
import type { TurnInfo } from "./terminal.ts";
import { capped, oneLine, withInvisible } from "./text.ts";
import { trackedAt } from "./tracked.ts";
import { answerFor, isTrusted, keepAnswer, lookAgain, type Reads } from "./trust.ts";
import { isUnattended } from "./unattended.ts";

const MAX_LINES = 50;
const MAX_SHOWN = 200;

/** What a consent is about, and how the question shows it. */
export interface ConsentOptions<Value> {
  /** What the values are, for the person: "cron jobs". */
  what: string;
  /** The file that has all values, or the folder that has a file for each. */
  path: string;
  /** The name of a value's file. */
  fileOf(value: Value): string;
  /** What of a value is used. If any of it changes, the value counts as a new one. */
  contentOf(value: Value): unknown;
  /** All that is used of a value. The person sees its beginning in the question, and how much more there is. */
  lineOf(value: Value): string;
}

/** The turn in which the person can be asked. */
export interface Asking {
  turn: Pick<TurnInfo, "ask">;
  signal: AbortSignal;
}

/**
 * Which values may be used. Those in a file that git tracks need a yes of the person, once for each content: it is kept
 * in the person's home. In a folder that is not trusted, only what was allowed before or is the program's own is used.
 */
export interface Consent<Value> {
  /**
   * Gives those that may be used. With `asking` it asks one question about all that have had no answer yet. Values that
   * nobody can be asked about are left out for now; a line on the screen says so, once.
   */
  allowed(values: Value[], asking?: Asking): Promise<Value[]>;
  /** The same for a value that `allowed` has looked at, or of which an answer is kept. False for any other. */
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
  /** Why git did not say which files it tracks, when it was asked last; and whether it is a commit that has them. */
  doubt: string | undefined;
  isPast: boolean;
  /** Runs the questions one after the other. */
  inOrder: Queue;
}

/** Makes the consent to the values of one file or folder. */
export function createConsent<Value>(options: ConsentOptions<Value>): Consent<Value> {
  const state: State<Value> = {
    options,
    verdicts: new Map(),
    told: new Set(),
    doubt: undefined,
    isPast: false,
    inOrder: createQueue(),
  };
  const keyOf = (value: Value) => hashOf(options.contentOf(value));
  const isUsed = (key: string) => verdictOn(state, key) === "allowed";
  return {
    isAllowed: (value) => isUsed(keyOf(value)),
    own(value) {
      state.verdicts.set(keyOf(value), "allowed");
      keepAnswer(options.path, keyOf(value), true);
    },
    async allowed(values, asking) {
      if (values.length > 0) await lookAgain(); // it may have come since the last prompt; a look (s24) or a mate waits for none
      const items = values.map((value) => ({ key: keyOf(value), value }));
      await lookAt(state, items);
      if (asking && openOf(state, items).length > 0) await ask(state, items, asking);
      tell(state, openOf(state, items));
      return values.filter((_, at) => isUsed(items[at]?.key ?? ""));
    },
  };
}

/** An answer that is kept counts first: /trust yes may have come after a no for this run. */
function verdictOn<Value>({ options, verdicts }: State<Value>, key: string): Verdict | undefined {
  const kept = answerFor(options.path, key);
  if (kept !== undefined) return kept ? "allowed" : "refused";
  return isTrusted() ? verdicts.get(key) : undefined;
}

const openOf = <Value>(state: State<Value>, items: Item<Value>[]) =>
  items.filter(({ key }) => verdictOn(state, key) === "open");

/** The same values, for the question about the whole folder. */
export function readsOf<Value>(
  { what, path, contentOf }: ConsentOptions<Value>,
  list: () => Promise<Value[]>,
): Reads {
  return {
    what,
    path,
    keys: async () => (await list()).map((value) => hashOf(contentOf(value))),
  };
}

const hashOf = (content: unknown) =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex");

/** Git is asked only about what was never seen before, and of which no answer is kept. */
async function lookAt<Value>(state: State<Value>, items: Item<Value>[]) {
  const { options, verdicts } = state;
  const isNew = ({ key }: Item<Value>) => verdictOn(state, key) === undefined;
  if (!isTrusted() || !items.some(isNew)) return;
  const fresh = items.filter(isNew);
  const files = fresh.map(({ value }) => options.fileOf(value)).filter((file) => !isDeep(file));
  const atPath = await trackedAt(options.path, [...new Set(files)]);
  state.doubt = atPath.doubt;
  state.isPast = atPath.isPast === true;
  for (const { key, value } of fresh) {
    const file = options.fileOf(value);
    /** A folder in it may be a repository of its own, such as a submodule: of its files, only that one knows. */
    const isTracked = isDeep(file)
      ? await trackedAt(dirname(join(options.path, file)), [basename(file)])
      : atPath;
    state.doubt ??= isTracked.doubt;
    state.isPast ||= isTracked.isPast === true;
    verdicts.set(key, isTracked(basename(file)) ? "open" : "allowed");
  }
}

const isDeep = (file: string) => file.includes("/");

/** Two agents may want the same values at the same time: the second one asks only about what is still open then. */
async function ask<Value>(state: State<Value>, items: Item<Value>[], { turn, signal }: Asking) {
  if (isUnattended(turn)) return; // it does not wait for a question of others
  await state.inOrder(async () => {
    const open = openOf(state, items);
    if (open.length > 0) take(state, open, await turn.ask(questionOf(state, open), signal));
  });
}

/** Enter alone is a no for this run. */
function take<Value>(state: State<Value>, open: Item<Value>[], answer: string | undefined) {
  if (answer === undefined) return;
  const isYes = /^y(es)?$/i.test(answer);
  for (const { key } of open) {
    state.verdicts.set(key, isYes ? "allowed" : "refused");
    if (isYes || /^no?$/i.test(answer)) keepAnswer(state.options.path, key, isYes);
  }
}

function questionOf<Value>({ options, doubt, isPast }: State<Value>, open: Item<Value>[]): string {
  const { what, path } = options;
  const lines = open.map(({ value }) => `- ${shownOf(options, value)}`);
  const known = `Git ${isPast ? "tracks, or has in a commit," : "tracks"} these ${what}`;
  const why = doubt === undefined ? known : notSaid(doubt, `these ${what}`);
  return [
    `${why} (${basename(path)}), so they may have come with the repository:`,
    ...capped(lines, MAX_LINES, (rest) => `… and ${rest} more in ${basename(path)}`),
    "Use them? [y]es / [N]o",
  ].join("\n");
}

/** The beginning of what is used, how much more there is, and where. */
function shownOf<Value>({ path, fileOf, lineOf }: ConsentOptions<Value>, value: Value): string {
  const line = withInvisible(oneLine(lineOf(value), Number.POSITIVE_INFINITY));
  const rest = line.length - MAX_SHOWN;
  if (rest <= 0) return line;
  const file = [...new Set([basename(path), fileOf(value)])].join("/");
  return `${oneLine(line, MAX_SHOWN)} (${rest} characters more in ${file})`;
}

const notSaid = (doubt: string, what: string) =>
  `Git does not say whether it tracks ${what} (${oneLine(doubt)})`;

function tell<Value>({ options, told, doubt }: State<Value>, open: Item<Value>[]) {
  const fresh = open.filter(({ key }) => !told.has(key));
  if (fresh.length === 0) return;
  for (const { key } of fresh) told.add(key);
  const { what, path } = options;
  const which = `${doubtful(what, doubt)} (${fresh.length} in ${basename(path)})`;
  note(`Left out until you allow them: ${which}.`, "yellow");
}

const doubtful = (what: string, doubt: string | undefined) =>
  doubt === undefined
    ? `${what} that git tracks`
    : `${what} of which git does not say whether it tracks them: ${oneLine(doubt)}`;

/** Values of a folder that were sorted. */
export interface Sorted<Value> {
  own: Value[];
  /** Those that may have come with the repository: they are left out. */
  tracked: Value[];
  /** Says how many are left out, if there are any. */
  problems: string[];
}

/**
 * Sorts the values in the folder `path`, a file for each. `what` they are is said in the problem. Those that git tracks
 * are left out without a question, because such files are not meant to be committed. When git does not say what it
 * tracks, the person is asked.
 */
export async function ownOnly<Value extends { id: string }>(
  values: Value[],
  path: string,
  what: string,
  asking?: Asking,
): Promise<Sorted<Value>> {
  const fileOf = ({ id }: Value) => `${id}.json`;
  const isTracked = await trackedAt(path, values.map(fileOf));
  const { doubt } = isTracked;
  const lineOf = (value: Value) => JSON.stringify(value);
  const options = { what, path, fileOf, contentOf: (value: Value) => value, lineOf };
  const own =
    doubt !== undefined && values.length > 0
      ? await createConsent(options).allowed(values, asking)
      : values.filter((value) => isTrusted() && !isTracked(fileOf(value)));
  const tracked = values.filter((value) => !own.includes(value));
  const why = isTrusted() ? doubtful(what, doubt) : `${what}, because this folder is not trusted`;
  const problem = `Left out: ${why} (${tracked.length}).`;
  return { own, tracked, problems: tracked.length > 0 ? [problem] : [] };
}

/** A folder in which only some values may be used. */
export interface GuardedFolder<Value> extends StateFolder<Value> {
  /** All that are there. */
  reads: Reads;
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
    reads: readsOf(options, async () => (await files.all()).values),
    async all(asking) {
      const { values, problems } = await files.all();
      const allowed = await consent.allowed(values, asking);
      const rest = values.length - allowed.length;
      const told = isTrusted() ? problems : []; // they have the names of files
      return { values: allowed, problems: rest === 0 ? told : [...told, leftOut(rest)] };
    },
    async read(id) {
      const value = await files.read(id);
      if (value === undefined || (await consent.allowed([value])).length > 0) return value;
      throw new Error(
        `${id} is not to be used: ${whyNot()}, and the person has not allowed it. Leave it, and tell the person about it.`,
      );
    },
    async write(value) {
      await files.write(value);
      consent.own(value);
    },
  };
}

/** Why a value of a folder needs a yes. */
export const whyNot = () =>
  isTrusted()
    ? "it may have come with the repository, since git does not say otherwise"
    : "this folder is not trusted";

const leftOut = (count: number) =>
  isTrusted()
    ? `Left out: ${count} that may have come with the repository and that the person has not allowed.`
    : `Left out: ${count}, because the person has not said that this folder is trusted.`;
