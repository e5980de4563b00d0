// s23 · scope/notes – daily notes: an entry is added at the end, and when there is no room for all, the newest are kept.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { charactersIn, firstCharacters } from "../../shared/characters.ts";
import { clock } from "../../shared/clock.ts";
import { newDigits } from "../../shared/ids.ts";
import { appendPlain, makePlainFolder } from "../../shared/plainFiles.ts";
import { createQueue } from "../../shared/queue.ts";
import { dateIn, timeIn } from "../../shared/zones.ts";
import type { BootstrapFile } from "../bootstrap/bootstrap.ts";
import { defineTool, harmless, type Tool } from "../tools.ts";

/** Of one day. */
const MAX_BYTES = 32_768;
const NOTE = /^memory\/\d{4}-\d\d-\d\d\.md$/;
const CUT = "[... older entries of this day are left out ...]";

/** Where notes are written, and whether they are. */
export interface Place {
  /** The folder of the workspace files: a path from `cwd`. */
  settings(): Promise<{ workspace: string; timezone: string }>;
  cwd: string;
  isRoom: boolean;
}

export interface Notes {
  tool: Tool;
  /** A note without what this conversation has said itself, and without what others have said. Other files as they are. */
  toLoad(file: BootstrapFile): BootstrapFile;
  /** The newest entries of a note that is too long, whole; undefined for another file. */
  cut(file: BootstrapFile, most: number): string | undefined;
  /** From now on, what was said is loaded: the conversation has been replaced by a summary. */
  forget(): void;
}

export function createNotes(place: Place): Notes {
  const own = new Set<string>();
  const inOrder = createQueue();
  const isLoaded = ({ id, scope }: Entry) => scope === "main" && !own.has(id);
  return {
    tool: appendTool((text) => inOrder(() => append(place, own, text))),
    toLoad(file) {
      if (!NOTE.test(file.name) || file.status !== "ok") return file;
      return { ...file, text: textOf(entriesOf(file.text).filter(isLoaded)) };
    },
    cut: ({ name, text }, most) => (NOTE.test(name) ? newest(entriesOf(text), most) : undefined),
    forget: () => own.clear(),
  };
}

const appendTool = (append: (text: string) => Promise<string>): Tool =>
  defineTool({
    name: "memory_append",
    effect: "works",
    description:
      "Add an entry to the person's note of today. Only sessions that the person alone hears have it in their prompt.",
    input: z.object({
      text: z.string().trim().min(1).max(4000).describe("What happened, or was decided"),
    }),
    judge: harmless, // it can only add to a note
    run: ({ text }) => append(text),
  });

/** Who can hear the session decides where the entry belongs; the model is not asked. */
async function append({ cwd, settings, isRoom }: Place, own: Set<string>, text: string) {
  if (isRoom)
    throw new Error(
      "others hear this session, and the notes are the person's alone. Nothing was written.",
    );
  const { workspace, timezone } = await settings();
  const now = clock.now();
  const name = `memory/${dateIn(timezone, now)}.md`;
  await makePlainFolder(`${workspace}/memory`, cwd);
  const path = join(cwd, workspace, name);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const isReadable = size > 0 && size <= MAX_BYTES;
  const isOpen = isReadable && !readFileSync(path, "utf8").endsWith("\n"); // a person's last line may have no end
  const id = newDigits();
  const entry = `${isOpen ? "\n" : ""}---\n[${timeIn(timezone, now, "24")}] (id: ${id}, scope: main, source: agent)\n${safe(text)}\n`;
  const after = size + Buffer.byteLength(entry);
  if (after > MAX_BYTES)
    throw new Error(
      `${name} is full: ${size} of ${MAX_BYTES} bytes. Put what should last into MEMORY.md.`,
    );
  await appendPlain(`${workspace}/${name}`, cwd, entry);
  own.add(id);
  return `Saved to ${name} (entry ${id}, ${after.toLocaleString("en-US")} of ${MAX_BYTES.toLocaleString("en-US")} bytes)`;
}

/** A text of several lines cannot begin an entry of its own. */
const safe = (text: string) => text.toWellFormed().replaceAll(/^---$/gm, " ---");

interface Entry {
  id: string;
  scope: string;
  text: string;
}

/** A line --- alone, as in Markdown, begins no entry. What a person has written before the first one is an entry, too. */
const ENTRY = /^---\r?\n(?=\[\d\d:\d\d\] \(id: \w+, scope: \S+, source: \w+\)\r?$)/m;

function entriesOf(note: string): Entry[] {
  return note.split(ENTRY).flatMap((text) => {
    const [, id = "", scope = "main"] =
      /^\[\d\d:\d\d\] \(id: (\w+), scope: (\S+),/.exec(text) ?? [];
    return text.trim() === "" ? [] : [{ id, scope, text: text.trimEnd() }];
  });
}

const textOf = (entries: Entry[]) =>
  entries.map(({ id, text }) => (id === "" ? text : `---\n${text}`)).join("\n");

function newest(entries: Entry[], most: number): string {
  let room = most;
  const first = entries.findLastIndex((entry) => {
    room -= charactersIn(textOf([entry])) + 1;
    return room < 0;
  });
  const kept = textOf(entries.slice(first + 1));
  return `${CUT}\n${kept || firstCharacters(textOf(entries.slice(-1)), most)}`;
}
