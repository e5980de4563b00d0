// s25 · soul/guard – SOUL.md changes by its log alone: a tool call that would write it is refused, and one that did is undone.
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { clock } from "../../shared/clock.ts";
import { contains, realPath } from "../../shared/files.ts";
import { newDigits } from "../../shared/ids.ts";
import { makePlainFolder } from "../../shared/plainFiles.ts";
import type { Attempt } from "../../shared/tellOnce.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { TELL, type ToolContext } from "../tools.ts";
import type { Ledger } from "./core.ts";
import { FOLDER } from "./disk.ts";
import { type Author, type Event, isSame } from "./history.ts";
import type { OwnDisk } from "./own.ts";
import { eventLine } from "./show.ts";

/** What surrounds the guard. */
export interface Place {
  cwd: string;
  /** The path of SOUL.md from `cwd`. */
  nameOf(): Promise<string>;
  /** Who wrote a text that is there now and was not there before. */
  author(): Author;
  busy: Busy;
  /** The calls that run now, of all agents. */
  calls: Set<string>;
  /** Tells what goes wrong, once. A log that cannot be used stops no other tool. */
  attempt: Attempt;
}

/** Whether something in the background writes, or has written since the guard looked last. */
export interface Busy {
  wasOrIs(): boolean;
  /** The guard has looked. */
  settle(): void;
}

export interface Guard {
  /** For every agent. */
  common: Mechanism;
  /** Looks at SOUL.md, and says so when somebody has changed it. */
  notice(): Promise<void>;
}

/** So many texts a day that tools have written into SOUL.md are kept. */
const MAX_KEPT = 20;
export const DAY_MS = 24 * 60 * 60 * 1000;

/** What cannot be read is no text. */
const UNREADABLE = Symbol("unreadable");

export function createGuard(place: Place, disk: OwnDisk, ledger: Ledger): Guard {
  let settled: string | symbol | undefined;
  /** False when the person has changed the log: then no tool is blamed, and nothing is put back. */
  let wasWhole = true;
  /** When texts of tools were kept. */
  let kept: number[] = [];
  const textNow = () => disk.read().catch(() => UNREADABLE);

  const notice = () => place.attempt("look", look);

  async function look() {
    const author = place.author();
    try {
      if (await disk.isBegun()) await (author === "agent" ? lookAfterTools() : lookAfterPerson());
    } finally {
      place.busy.settle();
    }
  }

  /** What the person has done stays, even if it cannot be taken into the log. */
  async function lookAfterPerson() {
    try {
      wasWhole = disk.isWhole();
      const { added } = await disk.check(false);
      await bringTogether("person", added);
    } finally {
      settled = await textNow();
    }
  }

  async function lookAfterTools() {
    try {
      const { isRestored, added } = await disk.check(wasWhole);
      if (isRestored)
        note("[soul] A tool call has changed the log of SOUL.md. It is taken back.", "yellow");
      for (const event of added)
        note(`[soul] Not by this program, while tools ran: ${eventLine(event)}`, "yellow");
      if (settled !== UNREADABLE && (await textNow()) === UNREADABLE) await putAside(place);
      if (isForeign(await textNow()) && isTooMuch()) await putBack();
      await bringTogether("agent", added);
      settled = await textNow();
    } catch (error) {
      const whyUnused = await disk.whyUnused().catch(() => undefined); // it may have been made a link
      if (whyUnused === undefined) await putBack(); // also without a log
      throw error;
    }
  }

  const isForeign = (text: string | symbol | undefined) =>
    typeof text === "string" && typeof settled === "string" && !isSame(text, settled);

  /** An agent that goes round in a circle does not fill the log past soul_propose. */
  function isTooMuch() {
    const now = clock.now();
    kept = kept.filter((at) => now - at < DAY_MS);
    if (kept.length >= MAX_KEPT) return true;
    kept.push(now);
    return false;
  }

  async function putBack() {
    if (typeof settled === "string" && settled !== (await textNow())) await disk.write(settled);
  }

  async function bringTogether(author: Author, added: Event[]) {
    const isQuiet = disk.isWhole() && added.length === 0;
    const text = await textNow();
    if (!isQuiet || text !== settled || text === UNREADABLE) await ledger.look(author);
  }

  return {
    notice,
    common: {
      hooks: {
        async PreToolUse({ call, context }) {
          await notice();
          place.calls.add(call.id);
          const isOurs = (await disk.isBegun()) && (await touches(call, context, place));
          return isOurs ? { denied: refusal(await disk.whyUnused()) } : undefined;
        },
        async PostToolUse({ call }) {
          await notice();
          place.calls.delete(call.id);
        },
      },
    },
  };
}

const refusal = (whyUnused: string | undefined) =>
  `The call was refused and did not run: SOUL.md and its log change only with the person's yes. ${whyUnused ?? "The lead proposes a text with soul_propose."} ${TELL}`;

/** True for a call that names SOUL.md or its log, unless the gate finds it harmless: reading is. */
async function touches(call: Anthropic.ToolUseBlock, context: ToolContext, place: Place) {
  const tool = context.agent.tools.find(({ name }) => name === call.name);
  const { path }: { path?: unknown } = Object(call.input);
  const isNamed =
    typeof path === "string"
      ? await isOurs(path, context.cwd, place)
      : namesIt(call.input, tool?.isGuest === true);
  if (!isNamed) return false;
  const decision = await tool?.judge?.(call.input, context);
  return decision?.behaviour !== "allow";
}

/** A command names files within its text, and a server's tool in whatever it is given. */
function namesIt(input: unknown, isGuest: boolean): boolean {
  const { command }: { command?: unknown } = Object(input);
  if (typeof command === "string") return NAMED.test(folded(command));
  return isGuest && NAMED.test(folded(JSON.stringify(input)));
}

/** Quotes within a name are the shell's. */
const NAMED = /(^|[^\w.-])(soul\.md|\.soul)(?![\w-])/;
/** Some disks do not tell upper from lower case, or ſ from s. */
const folded = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/["'\\]/g, "");

async function isOurs(path: string, cwd: string, place: Place): Promise<boolean> {
  const real = async (one: string, from: string) => folded(await realPath(one, from));
  const [given, soul, log] = [
    await real(path, cwd),
    await real(await place.nameOf(), place.cwd),
    await real(FOLDER, place.cwd),
  ];
  return given === soul || contains(log, given);
}

/** A link, a folder or a file that is no text: it is kept beside the log, and SOUL.md is written anew. */
async function putAside({ cwd, nameOf }: Place) {
  const kept = `${FOLDER}/aside_${newDigits()}`;
  await makePlainFolder(FOLDER, cwd);
  const name = await nameOf();
  await makePlainFolder(dirname(name), cwd);
  await rename(join(cwd, name), join(cwd, kept));
  note(
    `[soul] A tool call has put something else in the place of ${name}. It is ${kept} now.`,
    "yellow",
  );
}
