// s10 · memory/index – what of MEMORY.md may stand in the system prompt.
import type { Asking, Consent } from "../../shared/consent.ts";
import { fileText } from "../prompt.ts";
import { catalogueOf } from "./questions.ts";
import { FOLDER, linkOf, type Memory, TITLE } from "./store.ts";

type Entry = [slug: string, memory: Memory];

export interface Index {
  /** What of it may be used. With `asking`, the person is asked about what git tracks of it, memories included. */
  usable(asking?: Asking): Promise<string>;
  /** The memories and what else it says, whether they may be used or not. */
  entries(): Promise<Entry[]>;
}

/**
 * MEMORY.md or, while any of it may not be used, one line for each memory that may. Looks at the memories only when
 * MEMORY.md has changed, or when the person can be asked.
 */
export function createIndex(
  cwd: string,
  consent: Consent<Entry>,
  list: () => Promise<Iterable<Entry>>,
): Index {
  const read = fileText(`${FOLDER}/MEMORY.md`, cwd);
  let last = { text: "", usable: "" };
  const look = async () => {
    const memories = [...(await list())];
    const text = await read();
    return { text, all: [...memories, ...ownLines(text, memories)] };
  };
  return {
    entries: async () => (await look()).all,
    async usable(asking) {
      if (!asking && (await read()) === last.text) return last.usable;
      const { text, all } = await look();
      const used = await consent.allowed(all, asking);
      const usable = used.length === all.length ? text : catalogueOf(new Map(used)).join("\n");
      last = { text, usable };
      return usable;
    },
  };
}

/** The lines of MEMORY.md that are no links to memories, as an entry of their own. A repository may have brought them. */
function ownLines(text: string, entries: Entry[]): Entry[] {
  const known = [TITLE, "", ...entries.map(([slug, memory]) => linkOf(slug, memory))];
  const body = text
    .split("\n")
    .filter((line) => !known.includes(line))
    .join("\n");
  const name = "MEMORY";
  return body === "" ? [] : [[name, { name, description: body, type: "project", body }]];
}
