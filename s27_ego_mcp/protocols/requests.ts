// s16 · protocols/requests – what a request is, how its state changes, and its file.
import { join } from "node:path";
import { z } from "zod";
import { clock } from "../../shared/clock.ts";
import { ownOnly } from "../../shared/consent.ts";
import { newId } from "../../shared/ids.ts";
import { makePrivateFolder } from "../../shared/plainFiles.ts";
import { createQueue, type Queue } from "../../shared/queue.ts";
import { createStateFolder, type StateFolder, tidyFolder } from "../../shared/stateFile.ts";
import { explain, type TurnInfo } from "../../shared/terminal.ts";
import { LEAD, type MateHandle, NAME, type Team } from "../team/team.ts";
import type { Around } from "./core.ts";

export const FOLDER = ".requests";
export const MAX_TEXT = 20_000;
const ID = /^req_[0-9a-f]{8}$/;
const MAX_BYTES = 1_000_000;
/** A plan that was sent so long ago is not approved any more: the files may have changed since. */
const REVIEW_MS = 60 * 60_000;
/** Longer than the two minutes that a command can take. */
export const SHUTDOWN_MS = 150_000;
const LASTS = { plan: REVIEW_MS, shutdown: SHUTDOWN_MS };
/** So many earlier requests are told at a time. A folder can come with thousands. */
const MAX_TOLD = 20;

const requestSchema = z.strictObject({
  id: z.string().regex(ID),
  type: z.enum(["plan", "shutdown"]),
  from: z.literal(LEAD),
  to: z.string().regex(NAME),
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
  /** The id of the message with the newest plan. */
  letter?: string | undefined;
}

/** The requests of a lead. Those of this run are in memory, and no file can change them; the files are for the next run. */
export interface Protocols {
  cwd: string;
  team: Team;
  around: Around;
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

export function newProtocols(cwd: string, team: Team, around: Around): Protocols {
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
  return { cwd, team, around, files, open, mates, inOrder: createQueue(), isTold: false };
}

/** Makes a request of the lead to a mate. It counts when it is on the disk. */
export async function add(
  protocols: Protocols,
  mate: MateHandle,
  draft: Pick<Request, "type" | "state" | "task">,
): Promise<Request> {
  const id = newId("req", protocols.files.exists);
  const made: Request = {
    id,
    from: LEAD,
    to: mate.name,
    version: 0,
    createdAt: timeIn(0),
    expiresAt: timeIn(LASTS[draft.type]),
    ...draft,
  };
  await makePrivateFolder(FOLDER, protocols.cwd);
  await protocols.files.write(made);
  protocols.open.set(id, { request: made, mate });
  explain(`[requests] ${id}, ${made.type} of ${mate.name}: ${made.state}`);
  return made;
}

/** Changes a request of this run, on the disk first: what cannot be written has not happened. From when it waits, its time runs. */
export async function change(
  { files, open }: Protocols,
  one: Open,
  part: Partial<Pick<Request, "state" | "version">>,
): Promise<Request> {
  const { request, mate } = one;
  const changed = { ...request, ...part };
  if (part.state === "pending") changed.expiresAt = timeIn(LASTS[request.type]);
  await files.write(changed);
  open.set(request.id, { ...one, request: changed });
  explain(
    `[requests] ${request.id}, ${request.type} of ${mate.name}: ${request.state} → ${changed.state}, version ${changed.version}`,
  );
  return changed;
}

const timeIn = (ms: number) => new Date(clock.now() + ms).toISOString();

/** The state as it is now: a plan that waits for its review too long has expired. */
export function stateOf({ state, expiresAt }: Request): Request["state"] {
  return state === "pending" && Date.parse(expiresAt) <= clock.now() ? "expired" : state;
}

const UNSETTLED: Request["state"][] = ["wanted", "pending", "rejected"];
/** An approved plan is settled when its mate has left. */
const isUnsettled = ({ type, state }: Request) =>
  UNSETTLED.includes(state) || (type === "plan" && state === "approved");

/** The ids of what the lead is still to be told of, also of requests that may have come with the repository. */
export const leftOpen = async ({ files, isTold }: Protocols): Promise<string[]> =>
  isTold ? [] : (await files.all()).values.filter(isUnsettled).map(({ id }) => id);

/** The newest of what an earlier run has left unsettled, how many more there are, and a sentence for each file that cannot be used or may have come with the repository. */
export async function earlier({ cwd, files, open }: Protocols, turn: TurnInfo) {
  await tidyFolder(FOLDER, cwd); // of writes that were killed
  const { values, problems } = await files.all();
  const left = values.filter((one) => !open.has(one.id) && isUnsettled(one));
  const asking = { turn, signal: new AbortController().signal };
  const sorted = await ownOnly(left, join(cwd, FOLDER), "requests", asking);
  const own = sorted.own.toSorted(byTime).slice(-MAX_TOLD);
  const rest = sorted.own.length - own.length;
  const more = rest > 0 ? [`… and ${rest} more in ${FOLDER}`] : [];
  return { own, more, problems: [...problems, ...sorted.problems] };
}

const byTime = (one: Request, other: Request) => one.createdAt.localeCompare(other.createdAt);

/** The files of what the lead has been told about. */
export async function settle({ files }: Protocols, requests: Request[]): Promise<void> {
  for (const request of requests) await files.write({ ...request, state: "void" });
}
