import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clock } from "../../shared/clock.ts";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { createInbox } from "../inbox.ts";
import type { MateHandle } from "../team/mate.ts";
import { newTeam } from "../team/roster.ts";
import { closed, current, requestPlan, reviewPlan, submitPlan } from "./core.ts";
import { AROUND } from "./protocols.ts";
import { add, change, earlier, newProtocols, type Protocols, stateOf } from "./requests.ts";

let folder = "";
let protocols: Protocols;
let alice: MateHandle;

/** A mate without an agent: letters to it are written to the disk and not read. */
function mateOf(name: string): MateHandle {
  const progress = { isLeaving: false, tokens: 0, isCut: false, turnsAlone: 0, running: undefined };
  return { name, progress, dismiss: async () => {} };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "requests-"));
  const inbox = createInbox(() => {});
  const team = newTeam(folder, inbox, {
    makeAgent: () => {
      throw new Error("no agent is made here");
    },
    toolsFor: () => ({}),
  });
  const turn = typedTurn();
  const member = { inbox, turnOf: () => turn, isOld: () => false, mail: new Map() };
  team.mates.set("alice", Object({ ...member, ...mateOf("alice") }));
  protocols = newProtocols(folder, team, AROUND);
  alice = mateOf("alice");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const WANTED = { type: "plan", state: "wanted", task: "rename it" } as const;
const fileOf = async (id: string) =>
  JSON.parse(await readFile(join(folder, ".requests", `${id}.json`), "utf8"));
const open = () => current(protocols, alice, "plan");
const yes = () => reviewPlan(protocols, { request_id: open()?.request.id ?? "", approve: true });
/** The lead has read all of its mail. */
async function readAll() {
  const { values } = await protocols.team.mailboxes.unread("lead");
  for (const message of values) await protocols.team.mailboxes.markRead(message);
}

test("ids are random, and a request is on the disk before it counts", async () => {
  const one = await add(protocols, alice, WANTED);
  const other = await add(protocols, alice, WANTED);
  expect(one.id).toMatch(/^req_[0-9a-f]{8}$/);
  expect(one.id).not.toBe(other.id);
  expect(await fileOf(one.id)).toEqual(one);
  expect(open()?.request).toEqual(other);
});

test("a request belongs to a mate, and not to its name", async () => {
  await add(protocols, alice, WANTED);
  expect(current(protocols, mateOf("alice"), "plan")).toBeUndefined();
  expect(current(protocols, alice, "shutdown")).toBeUndefined();
});

test("a change that cannot be written has not happened", async () => {
  await add(protocols, alice, { ...WANTED, state: "pending" });
  await rm(join(folder, ".requests"), { recursive: true });
  await symlink(tmpdir(), join(folder, ".requests"));
  const before = open();
  if (before === undefined) throw new Error("there is no request");
  await expect(change(protocols, before, { state: "approved" })).rejects.toThrow();
  expect(open()?.request.state).toBe("pending");
});

test("only a plan that waits for its answer expires", async () => {
  const expiresAt = new Date(clock.now() - 1).toISOString();
  const request = { ...(await add(protocols, alice, WANTED)), expiresAt };
  expect(stateOf(request)).toBe("wanted");
  expect(stateOf({ ...request, state: "pending" })).toBe("expired");
  expect(stateOf({ ...request, state: "approved" })).toBe("approved");
  const later = new Date(clock.now() + 60_000).toISOString();
  expect(stateOf({ ...request, state: "pending", expiresAt: later })).toBe("pending");
});

test("of two answers at the same time the first counts, and the second is told that it does not", async () => {
  await requestPlan(protocols, alice, "rename it");
  await submitPlan(protocols, alice, "1. rename it");
  await readAll();
  const two = [protocols.inOrder(yes), protocols.inOrder(yes)];
  const [first, second] = await Promise.allSettled(two);
  expect(first?.status).toBe("fulfilled");
  expect(String(second?.status === "rejected" && second.reason)).toMatch(
    /Nothing has changed.*approved already/,
  );
  expect(closed(protocols, alice)).toBeUndefined();
});

test("a mate of which no plan is wanted can send none", async () => {
  await expect(submitPlan(protocols, alice, "1. rename it")).rejects.toThrow("No plan is wanted");
  expect(closed(protocols, alice)).toBeUndefined();
});

test("a plan that the lead has not read is not approved", async () => {
  await requestPlan(protocols, alice, "rename it");
  await submitPlan(protocols, alice, "1. rename it");
  await expect(yes()).rejects.toThrow(/Nothing has changed.*not read/);
  expect(closed(protocols, alice)).toContain("is pending");
});

test("what an earlier run has left is what was still open", async () => {
  for (const state of ["wanted", "pending", "rejected", "approved", "expired", "void"] as const)
    await add(protocols, alice, { ...WANTED, state });
  const next = newProtocols(folder, protocols.team, AROUND);
  const { own, problems } = await earlier(next, typedTurn());
  expect(own.map(({ state }) => state).sort()).toEqual([
    "approved",
    "pending",
    "rejected",
    "wanted",
  ]);
  expect(problems).toEqual([]);
  expect((await earlier(protocols, typedTurn())).own).toEqual([]);
});
