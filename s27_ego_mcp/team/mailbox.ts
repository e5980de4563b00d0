// s15 · team/mailbox – a folder for each agent, a file for each message: written whole, and moved when it was read.
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { isMissing } from "../../shared/files.ts";
import { newDigits } from "../../shared/ids.ts";
import { makePrivateFolder, namesIn } from "../../shared/plainFiles.ts";
import { createQueue } from "../../shared/queue.ts";
import {
  createStateFolder,
  type Found,
  type StateFolder,
  tidyFolder,
} from "../../shared/stateFile.ts";

export const FOLDER = ".mailboxes";
/** What a member of a team may be called. The name becomes a part of a path. */
export const NAME = /^[A-Za-z0-9_-]{1,64}$/;
/** The time, a number, and digits that are the same for all messages of one run of the program. */
const ID = /^\d{13}-\d{6}-([0-9a-f]{8})$/;
const FILE = /^(.*)\.json$/;
const REQUEST = /^req_[0-9a-f]{8}$/;
const TYPES = [
  "message",
  "result",
  "error",
  "plan_request",
  "plan",
  "plan_review",
  "shutdown_request",
  "shutdown_response",
] as const;
/** The longest content can be, as JSON. */
const MAX_BYTES = 2_000_000;

const messageSchema = z.strictObject({
  id: z.string().regex(ID),
  from: z.string().regex(NAME),
  to: z.string().regex(NAME),
  type: z.enum(TYPES),
  /** The request that it belongs to. */
  request: z.string().regex(REQUEST).optional(),
  content: z.string(),
  sentAt: z.iso.datetime(),
});
export type Message = z.infer<typeof messageSchema>;

/** Each function throws an Error when the disk fails. */
export interface Mailboxes {
  /** Resolves when the message is on the disk. Those that one program sends arrive in their order. */
  send(draft: Omit<Message, "id" | "sentAt">): Promise<Message>;
  /** True for the id of a message that this program has sent. */
  isSentHere(id: string): boolean;
  /** What was not read yet, in the order of sending, and a sentence for each file that cannot be used. `most` of it, without those of `known`. */
  unread(
    name: string,
    known?: { has(id: string): boolean },
    most?: number,
  ): Promise<Found<Message>>;
  /** Moves a message from new/ to read/. One that is gone is read, too. */
  markRead(message: Message): Promise<void>;
  /** Removes what senders have left half written that were killed. */
  tidy(name: string): Promise<void>;
  /** Whose mailboxes there are, in lower case. */
  names(): Promise<string[]>;
  /**
   * Moves all that was sent before and not read from new/ to unread/, and gives how many messages that were. What the lead
   * may not hear of yet is in untold/ until then.
   */
  setAside(name: string, from?: "new" | "untold", to?: "untold" | "unread"): Promise<number>;
  /** How many messages are in untold/. */
  untold(name: string): Promise<number>;
}

/** The mailboxes in `cwd`. */
export function createMailboxes(cwd: string): Mailboxes {
  const inOrder = createQueue();
  const run = newDigits();
  const sent = new Set<string>();
  let [last, count] = [0, 0];

  /** Later messages of this program have later ids, also when the clock is set back. */
  function nextId(): string {
    last = Math.max(last, clock.now());
    const id = `${String(last).padStart(13, "0")}-${String(++count).padStart(6, "0")}-${run}`;
    sent.add(id);
    return id;
  }

  return {
    send: (draft) =>
      inOrder(async () => {
        const folder = await placeOf(draft.to, "new", cwd);
        const sentAt = new Date(clock.now()).toISOString();
        const message: Message = { id: nextId(), ...draft, sentAt };
        await filesIn(folder, cwd).write(message);
        return message;
      }),
    isSentHere: (id) => sent.has(id),
    unread: (name, known, most) => read(name, cwd, known, most),
    markRead: ({ to, id }) => move(to, [id], { from: "new", to: "read" }, cwd),
    tidy: (name) => inOrder(() => tidyFolder(folderOf(name, "new"), cwd)),
    async names() {
      const names = (await namesIn(join(cwd, FOLDER))).filter((name) => NAME.test(name));
      return [...new Set(names.map((name) => name.toLowerCase()))];
    },
    setAside: (name, from = "new", to = "unread") =>
      inOrder(() => setAside(name, { from, to }, cwd)),
    untold: async (name) => (await idsIn(folderOf(name, "untold"), cwd)).length,
  };
}

async function setAside(name: string, parts: Parts, cwd: string): Promise<number> {
  const folder = await placeOf(name, parts.from, cwd);
  await tidyFolder(folder, cwd); // of a sender that was killed
  const ids = await idsIn(folder, cwd);
  await move(name, ids, parts, cwd);
  return ids.length;
}

/** In lower case: some file systems take Alice and alice for one name. */
const folderOf = (name: string, part: string) => `${FOLDER}/${name.toLowerCase()}/${part}`;

async function placeOf(name: string, part: string, cwd: string): Promise<string> {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name.slice(0, 100))} is not a name.`);
  const folder = folderOf(name, part);
  await makePrivateFolder(folder, cwd, FOLDER);
  return folder;
}

const filesIn = (folder: string, cwd: string): StateFolder<Message> =>
  createStateFolder({
    cwd,
    folder,
    schema: messageSchema,
    maxBytes: MAX_BYTES,
    id: ID,
    hint: `A file in ${folder} has this name; it is left as it is.`,
    idOf: ({ id }) => id,
  });

async function read(
  name: string,
  cwd: string,
  known: { has(id: string): boolean } = new Set(),
  most = Number.POSITIVE_INFINITY,
): Promise<Found<Message>> {
  const folder = folderOf(name, "new");
  const files = filesIn(folder, cwd);
  const found: Found<Message> = { values: [], problems: [] };
  for (const id of await idsIn(folder, cwd)) {
    if (found.values.length >= most) break; // broken files do not count, so they keep nothing away
    if (known.has(id)) continue;
    try {
      const message = await files.read(id);
      if (message === undefined) continue; // moved since the list was made
      if (message.to.toLowerCase() === name.toLowerCase()) found.values.push(message);
      else found.problems.push(`${folder}/${id}.json is to ${message.to}; it is left as it is.`);
    } catch (error) {
      found.problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return found;
}

/**
 * The ids in a folder, in their order. Files arrive while the folder is read: when a program writes message 1 and then
 * message 2, the list may have 2 and not 1. In that case 1 is there by now, so a second list has all that came before
 * what is in the first one.
 */
async function idsIn(folder: string, cwd: string): Promise<string[]> {
  const list = async () => {
    const names = await namesIn(join(cwd, folder));
    return names.flatMap((name) => FILE.exec(name)?.[1] ?? []).sort();
  };
  const last = new Map((await list()).map((id) => [runOf(id), id]));
  return (await list()).filter((id) => id <= (last.get(runOf(id)) ?? ""));
}

const runOf = (id: string) => ID.exec(id)?.[1] ?? id;

/** The folders of a mailbox between which messages are moved. */
interface Parts {
  from: string;
  to: string;
}

async function move(name: string, ids: string[], parts: Parts, cwd: string): Promise<void> {
  const from = await placeOf(name, parts.from, cwd);
  const to = await placeOf(name, parts.to, cwd);
  for (const id of ids)
    await rename(join(cwd, from, `${id}.json`), join(cwd, to, `${id}.json`)).catch((error) => {
      if (!isMissing(error)) throw error;
    });
}
