// s23 · scope/core – who can hear a session decides what is loaded for it: one table, and no way around it.
import { join, relative } from "node:path";
import { columnsIn } from "../../shared/characters.ts";
import { clock } from "../../shared/clock.ts";
import { describeError, UserError } from "../../shared/errors.ts";
import { contains } from "../../shared/files.ts";
import { makePrivateFolder } from "../../shared/plainFiles.ts";
import { alsoSecret } from "../../shared/secrets.ts";
import { nobody, note, type Turn } from "../../shared/terminal.ts";
import { dateIn, dayBefore } from "../../shared/zones.ts";
import type { BootstrapFile, Loading } from "../bootstrap/bootstrap.ts";

/** Who hears what an agent says: the person alone, everybody in a room, or the agent that it works for. */
export type Listener = "main" | "group" | "helper";

/** Comparisons, in characters, of a moment. Files of a stranger can ask for hours, and Ctrl-C would have to wait. */
const MOST = 200_000_000;

export interface LoadRule {
  /** Its name in the workspace. That of a daily note is made from the date. */
  name: string | ((date: string) => string);
  /** Where it is in the system prompt. */
  layer: "workspace" | "tooling" | "memory";
  for: Listener[];
  /** Of two files that contradict each other, the one with the smaller number counts. */
  rank?: number;
  /** Nobody needs to be told that it is missing. */
  isOptional?: true;
}

const all: Listener[] = ["main", "group", "helper"];
const talk: Listener[] = ["main", "group"];
const main: Listener[] = ["main"];

/** What is loaded, in the order of the prompt. What is not in the table is loaded for the person alone. */
export const LOAD_RULES: LoadRule[] = [
  { name: "AGENTS.md", layer: "workspace", for: all, rank: 1 },
  { name: "SOUL.md", layer: "workspace", for: talk, rank: 3 },
  { name: "USER.md", layer: "workspace", for: talk, rank: 2 },
  { name: "IDENTITY.md", layer: "workspace", for: talk, rank: 4 },
  { name: "HEARTBEAT.md", layer: "workspace", for: main },
  { name: "BOOTSTRAP.md", layer: "workspace", for: main, isOptional: true },
  { name: "TOOLS.md", layer: "tooling", for: all },
  { name: "MEMORY.md", layer: "memory", for: main, isOptional: true },
  { name: (day) => `memory/${dayBefore(day)}.md`, layer: "memory", for: main, isOptional: true },
  { name: (day) => `memory/${day}.md`, layer: "memory", for: main, isOptional: true },
];

/** A rule with the name that the file has on one day. */
export type Rule = LoadRule & { name: string };

export const rulesOn = (date: string): Rule[] =>
  LOAD_RULES.map((rule) => ({
    ...rule,
    name: typeof rule.name === "string" ? rule.name : rule.name(date),
  }));

/**
 * The files that a listener gets. `found` are all of them as they are on the disk; `files` are what the hooks have made
 * of them. A file is private by what it is, not by its name: a link to one is, and a text that quotes one.
 */
export function heardBy(
  listener: Listener,
  rules: Rule[],
  files: BootstrapFile[],
  found: BootstrapFile[],
): BootstrapFile[] {
  const isFor = (name: string) =>
    rules.find((rule) => rule.name === name)?.for.includes(listener) ?? listener === "main";
  const secrets = found.filter(({ name, status }) => status === "ok" && !isFor(name));
  const isOpen = (file: BootstrapFile) =>
    secrets.every(({ id, text }) => id !== file.id && !quotes(file.text, text));
  const isLinked = ({ paths: [, ...targets] }: BootstrapFile) =>
    listener !== "main" && targets.some(isPrivate);
  return files.filter((file) => isFor(file.name) && isOpen(file) && !isLinked(file));
}

/** True when a whole line of `secret` is in the text. Lines that say little, such as "## Today", do not count. */
export function quotes(text: string, secret: string): boolean {
  const words = linesOf(text).join(" ");
  const lines = linesOf(secret).filter((line) => columnsIn(line) >= 12);
  if (lines.length * words.length > MOST) return true; // what takes too long to compare is not told
  return lines.some((line) => words.includes(line));
}

/** Its lines without what Markdown puts before or around them, in one spelling. */
const linesOf = (text: string) =>
  text.split(/\r\n?|\n/).map((line) =>
    line
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/[*_`\p{Cf}]/gu, "")
      .replace(/^(\s*([>#+-]+|\d+[.)]|\[[ x]\])\s)*/, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );

/** A session, and who can hear it. */
export interface Session extends Loading {
  /** Such as "main" or "group:lunch". */
  name: string;
  /** Where it keeps what it remembers: memories, tasks, jobs, mail, conversations. */
  home: string;
  /** What the session makes of its turns. */
  turnOf(turn: Turn): Turn;
  isRoom: boolean;
  /** Runs before anything is read. Throws a UserError when there is no such session. */
  begin(): Promise<void>;
  /** Says who is listening. */
  start(): Promise<void>;
}

type Place = Pick<Session, "listener" | "home" | "turnOf" | "isRoom" | "begin" | "start">;

/** The session in `cwd` that the word after --scope names. */
export function openSession(cwd: string, word: string): Session {
  const place = word === "main" ? alone(cwd) : roomOf(cwd, word);
  const rules = (zone: string) => rulesOn(dateIn(zone, clock.now()));
  return { name: word, rules, heardBy, ...place };
}

const alone = (home: string): Place => ({
  listener: "main",
  home,
  turnOf: (turn) => turn,
  isRoom: false,
  async begin() {},
  async start() {},
});

/** A room is group:NAME. Another word begins nothing, because nobody knows who would hear it. */
function roomOf(cwd: string, word: string): Place {
  const [, name = ""] = /^group:([a-z0-9][a-z0-9-]{0,39})$/.exec(word) ?? [];
  const folder = `.rooms/${name}`;
  const home = join(cwd, folder);
  alsoSecret((path) => isPrivate(relative(cwd, path)) && !contains(home, path));
  return {
    listener: "group",
    home,
    turnOf: withoutQuestions,
    isRoom: true,
    async begin() {
      if (name === "")
        throw new UserError(`--scope ${word}: who is that? Write main or group:NAME.`);
      await makePrivateFolder(folder, cwd, ".rooms").catch((error) => {
        throw new UserError(describeError(error)); // such as a link in its place
      });
    },
    async start() {
      note(`[scope] ${word}: everyone here hears what I say. Nothing is asked, and ${CLOSED}.`);
    },
  };
}

const CLOSED = "MEMORY.md, the daily notes and what you keep elsewhere stay closed";

/** What is the person's alone, and what sessions keep in the folder. */
const isPrivate = (name: string) =>
  /(^|\/)[.#]*(memory\.md|memory\/[.#]*\d{4}-\d\d-\d\d\.md)([.~#][^/]*)?$/i.test(name) ||
  KEPT.test(name); // also the copies that editors leave: MEMORY.md~

const KEPT =
  /(^|\/)\.(memory|tasks|task_outputs|transcripts|mailboxes|requests|sessions|scheduled_tasks|rooms)\b/iu;

/** In a room, a stranger could say yes. So nobody is asked, and what needs a yes is refused. */
const withoutQuestions =
  (turn: Turn): Turn =>
  (prompt, signal, info) =>
    turn(prompt, signal, { ...info, ask: nobody });
