// s23 · scope/guard – what is private is not told by a way around the table: results of tools are looked at, too.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import { describeError } from "../../shared/errors.ts";
import { asNote, blocksOf, isNote } from "../../shared/messages.ts";
import { everyRun } from "../../shared/shell/inner.ts";
import { readShellLine } from "../../shared/shell/line.ts";
import type { Mechanism } from "../agent.ts";
import type { Agent } from "../loop.ts";
import { type Content, type Tool, wordsIn } from "../tools.ts";
import { quotes } from "./core.ts";

const MAX_BYTES = 1024 * 1024;

/**
 * For every agent but the one that the person alone hears: `isPersons` says which that is. Its tools are replaced, not
 * their results: a result is on the screen before any hook sees it. What a background command has printed comes as a note.
 */
export function createGuard(
  folder: () => Promise<string>,
  isPersons: (agent: Agent) => boolean,
  isRoom: boolean,
): Mechanism {
  const check = async (text: string) => {
    const source = privateFiles(await folder()).find(({ text: secret }) => quotes(text, secret));
    if (source !== undefined) throw new Error(withheld(source.name));
  };
  return {
    hooks: {
      async BeforeModel({ messages, context: { agent } }) {
        if (isPersons(agent)) return;
        agent.tools = agent.tools.map((tool) => guarded(tool, check));
        const last = messages.at(-1);
        if (last?.role === "user") await checkNotes(last, check);
      },
      PreToolUse({ call }) {
        const { command = "" }: { command?: unknown } = Object(call.input);
        return isRoom && namesGit(String(command)) ? { denied: NO_GIT } : undefined;
      },
    },
  };
}

/** The history of a repository has lines that the files no longer have, and the guard cannot know them. */
const GIT = /\bgit\b/i;
const NO_GIT =
  "Others hear this session, and git's history may have what is private. Use the files.";

/** A name may have quotes in it: the words are those that bash would read, as they are for the gate. */
function namesGit(line: string): boolean {
  const runs = [...everyRun(readShellLine(line), () => false)];
  const words = runs.flatMap(({ commands }) => commands.flat());
  return [line.replaceAll(/["'\\]/g, ""), ...words].some((text) => GIT.test(text));
}

type Check = (text: string) => Promise<void>;

async function checkNotes(message: Anthropic.MessageParam, check: Check) {
  const blocks = blocksOf(message).map(async (block) => {
    if (block.type !== "text" || !isNote(block)) return block;
    const why = await check(block.text).then(() => undefined, describeError);
    return why === undefined ? block : { ...block, text: asNote("scope", why) };
  });
  message.content = await Promise.all(blocks);
}

/** What a call that fails says is looked at as well. */
const guarded = (tool: Tool<Content>, check: Check): Tool<Content> => ({
  ...tool,
  async run(input, context) {
    const failed = async (error: unknown): Promise<never> => {
      await check(describeError(error));
      throw error;
    };
    const content = await tool.run(input, context).catch(failed);
    await check(wordsIn(content));
    return content;
  },
});

const withheld = (name: string) =>
  `The result was withheld: it has a line of ${name}, which is for the person's own sessions. Go on without it.`;

/** MEMORY.md and all notes, as they are now. */
const privateFiles = (folder: string) =>
  ["MEMORY.md", ...notesIn(folder)].map((name) => ({ name, text: privateText(name, folder) }));

/**
 * The text of such a file; "" when there is none. It is only compared, so a link is followed. Throws when it cannot be
 * read or is too large: what cannot be compared is not told.
 */
export function privateText(name: string, folder: string): string {
  const path = join(folder, name);
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined) return "";
  if (!info.isFile() || info.size > MAX_BYTES)
    throw new Error(`${name} is not a file of at most 1 MB, so nothing can be compared with it.`);
  return readFileSync(path, "utf8").trim();
}

function notesIn(folder: string): string[] {
  const place = join(folder, "memory");
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(place)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `memory/${name}`);
}
