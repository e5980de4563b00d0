// s06 · writers – agents that work at the same time change a file one after the other.
import { access } from "node:fs/promises";
import { z } from "zod";
import { resolveInside } from "../shared/files.ts";
import { editFile, readFile, writeFile } from "./files.ts";
import type { Agent } from "./loop.ts";
import type { Tool, ToolContext } from "./tools.ts";

const inputWithPath = z.object({ path: z.string() });
/** How the result of read_file ends when the file has more than it shows. */
const HAS_MORE = /… \((more: read on with offset|line) \d+[^)]*\)$/;
const fromStart = z.object({ offset: z.literal(1).optional() });

/** What the agents of one session did with each file, by its real path. */
interface Files {
  /** The call that came last. The next one waits for it. */
  last: Map<string, Promise<unknown>>;
  /** For a file that an agent has changed: the agents that know what is in it now. */
  knownBy: Map<string, WeakSet<Agent>>;
}

/**
 * read_file, write_file and edit_file for agents that share a folder. Calls for one file wait for each other, so
 * that no edit is lost. write_file refuses to replace a file that another agent has changed, until it is read again.
 */
export function createSharedFiles(): Tool[] {
  const files: Files = { last: new Map(), knownBy: new Map() };
  return [shareRead(files), shareWrite(files), shareEdit(files)];
}

function shareRead(files: Files): Tool {
  return inTurn(files, readFile, async (path, agent, read, input) => {
    const text = await read();
    const isWhole = fromStart.safeParse(input).success && !HAS_MORE.test(text);
    if (isWhole) files.knownBy.get(path)?.add(agent);
    return text;
  });
}

function shareWrite(files: Files): Tool {
  return inTurn(files, writeFile, async (path, agent, write) => {
    if (!isKnown(files, path, agent) && (await exists(path))) throw new Error(CHANGED);
    const text = await write();
    files.knownBy.set(path, new WeakSet([agent]));
    return text;
  });
}

function shareEdit(files: Files): Tool {
  return inTurn(files, editFile, async (path, agent, edit) => {
    const text = await edit();
    files.knownBy.set(path, new WeakSet(isKnown(files, path, agent) ? [agent] : []));
    return text;
  });
}

const CHANGED =
  "Nothing was written: another agent has changed this file, and you have not read it since. Read all of it with read_file, then write it with both changes, or change a part of it with edit_file.";

/** True unless another agent has changed the file since this one last read or wrote it. */
function isKnown({ knownBy }: Files, path: string, agent: Agent): boolean {
  return knownBy.get(path)?.has(agent) ?? true;
}

type Step = (
  path: string,
  agent: Agent,
  run: () => Promise<string>,
  input: unknown,
) => Promise<string>;

/** The tool, with `step` around each call of it. Calls for the same file run one after the other. */
function inTurn(files: Files, tool: Tool, step: Step): Tool {
  return {
    ...tool,
    async run(input, context) {
      const run = () => tool.run(input, context);
      const path = await pathIn(input, context);
      if (path === undefined) return run(); // the tool itself reports its wrong input
      return takeTurn(files, path, () => {
        context.signal.throwIfAborted();
        return step(path, context.agent, run, input);
      });
    },
  };
}

/** The real path of the file that an input names. Throws when it is outside the roots. */
async function pathIn(input: unknown, { cwd, roots }: ToolContext): Promise<string | undefined> {
  const checked = inputWithPath.safeParse(input);
  return checked.success ? resolveInside(checked.data.path, cwd, roots) : undefined;
}

async function takeTurn({ last }: Files, path: string, action: () => Promise<string>) {
  const before = last.get(path) ?? Promise.resolve();
  const mine = before.then(action, action);
  last.set(path, mine);
  try {
    return await mine;
  } finally {
    if (last.get(path) === mine) last.delete(path);
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
