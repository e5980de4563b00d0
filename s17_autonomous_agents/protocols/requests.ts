// s16 · protocols/requests – what a request is, how its state changes, and its file.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { ignoreIn, makePlainFolder } from "../../shared/plainFiles.ts";
import { createQueue, type Queue } from "../../shared/queue.ts";
import { createStateFolder, type StateFolder } from "../../shared/stateFile.ts";
import { explain } from "../../shared/terminal.ts";
import { trackedAt } from "../../shared/tracked.ts";
import { LEAD, type MateHandle, type Team } from "../team/team.ts";

export const FOLDER = ".requests";
export const MAX_TEXT = 20_000;
const ID = /^req_[0-9a-f]{8}$/;
const MAX_BYTES = 1_000_000;

const requestSchema = z.strictObject({
  id: z.string().regex(ID),
  type: z.enum(["plan", "shutdown"]),
  from: z.string().max(64),
  to: z.string().max(64),
  /** "wanted": there is no plan yet. "void": something newer, or the end of the mate, has taken its place. */
  state: z.enum(["wanted", "pending", "approved", "rejected", "expired", "void"]),
  /** Of the plan: 0 while there is none. */
  version: z.int().min(0),
  task: z.string().max(MAX_TEXT),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Request = z.infer<typeof requestSchema>;

/** A request of this run. It belongs to one mate, not to a name: a later mate of that name has nothing to do with it. */
export interface Open {
  request: Request;
  mate: MateHandle;
}

/** The requests of a lead. Those of this run are in memory, and no file can change them; the files are for the next run. */
export interface Protocols {
  cwd: string;
  team: Team;
  files: StateFolder<Request>;
  /** By id, the oldest first. */
  open: Map<string, Open>;
  /** By the name in lower case. */
  mates: Map<string, MateHandle>;
  /** Of two changes at the same time, the second one sees what the first has done. */
  inOrder: Queue;
  /** True when the lead has been told what an earlier run has left. */
  isTold: boolean;
}

export function newProtocols(cwd: string, team: Team): Protocols {
  const files = createStateFolder({
    cwd,
    folder: FOLDER,
    schema: requestSchema,
    maxBytes: MAX_BYTES,
    id: ID,
    hint: "The id of a request looks like req_1a2b3c4d; list_teammates shows them.",
    idOf: ({ id }) => id,
  });
  const [open, mates] = [new Map(), new Map()];
  return { cwd, team, files, open, mates, inOrder: createQueue(), isTold: false };
}

/** Makes a request of the lead to a mate. It counts when it is on the disk. */
export async function add(
  protocols: Protocols,
  mate: MateHandle,
  draft: Pick<Request, "type" | "state" | "task"> & { lasts: number },
): Promise<Request> {
  const { lasts, ...rest } = draft;
  const id = `req_${randomBytes(4).toString("hex")}`;
  const made: Request = {
    id,
    from: LEAD,
    to: mate.name,
    version: 0,
    createdAt: timeIn(0),
    expiresAt: timeIn(lasts),
    ...rest,
  };
  await makePlainFolder(FOLDER, protocols.cwd);
  await ignoreIn(FOLDER, protocols.cwd);
  await protocols.files.write(made);
  protocols.open.set(id, { request: made, mate });
  explain(`[requests] ${id}, ${made.type} of ${mate.name}: ${made.state}`);
  return made;
}

/** Changes a request of this run, on the disk first: what cannot be written has not happened. */
export async function change(
  { files, open }: Protocols,
  { request, mate }: Open,
  part: Partial<Pick<Request, "state" | "version" | "expiresAt">>,
): Promise<Request> {
  const changed = { ...request, ...part };
  await files.write(changed);
  open.set(request.id, { request: changed, mate });
  explain(
    `[requests] ${request.id}, ${request.type} of ${mate.name}: ${request.state} → ${changed.state}, version ${changed.version}`,
  );
  return changed;
}

export const timeIn = (ms: number) => new Date(clock.now() + ms).toISOString();

/** The request of this type that counts for a mate: the newest. */
export function current(
  { open }: Protocols,
  mate: MateHandle,
  type: Request["type"],
): Open | undefined {
  return [...open.values()].findLast((one) => one.mate === mate && one.request.type === type);
}

/** The state as it is now: a plan that waits for its review too long has expired. */
export function stateOf({ state, expiresAt }: Request): Request["state"] {
  return state === "pending" && Date.parse(expiresAt) <= clock.now() ? "expired" : state;
}

const UNSETTLED: Request["state"][] = ["wanted", "pending", "rejected"];

/** What an earlier run has left unsettled, and a sentence for each file that cannot be used or may have come with the repository. */
export async function earlier({ cwd, files, open }: Protocols) {
  const { values, problems } = await files.all();
  const isTracked = await trackedAt(join(cwd, FOLDER));
  const left = values.filter(({ id, state }) => !open.has(id) && UNSETTLED.includes(state));
  const own = left.filter(({ id }) => !isTracked(`${id}.json`));
  const tracked = left.length - own.length;
  if (tracked > 0) problems.push(`Left out: requests that git tracks (${tracked}).`);
  return { own, problems };
}

/** The files of what the lead has been told about. */
export async function settle({ files }: Protocols, requests: Request[]): Promise<void> {
  for (const request of requests) await files.write({ ...request, state: "void" });
}
