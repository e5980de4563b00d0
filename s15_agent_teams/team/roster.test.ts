import { mkdirSync } from "node:fs";
import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { typedTurn } from "../../shared/fixtures/turns.ts";
import { beginTrust, endTrust, type Reads, trustCommand } from "../../shared/trust.ts";
import { createInbox } from "../inbox.ts";
import { end, mayRead, newTeam, open } from "./roster.ts";

let above = "";
let cwd = "";
let lines: string[] = [];
beforeEach(async () => {
  above = await realpath(await mkdtemp(join(tmpdir(), "roster-")));
  cwd = join(above, "folder");
  mkdirSync(cwd);
  lines = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(async () => {
  endTrust();
  vi.restoreAllMocks();
  await rm(above, { recursive: true });
});

const turn = typedTurn();
const reads: Reads[] = [{ what: "mail", keys: async () => ["a"] }];

/** A team that makes no mates, in a folder in which an earlier mate has left mail. */
async function teamWithMail() {
  const told: string[] = [];
  const inbox = { ...createInbox(() => {}), put: ({ text = "" }) => void told.push(text) };
  const team = newTeam(cwd, Object(inbox), Object({}));
  await team.mailboxes.send({ from: "lead", to: "alice", type: "message", content: "old" });
  return { team, told };
}

test("the lead hears at once of what an earlier mate has not read", async () => {
  const { team, told } = await teamWithMail();
  await open(team, turn);
  expect(told).toEqual([expect.stringContaining("An earlier alice has not read 1 message: ")]);
  await end(team);
});

test("in a folder that is not trusted the person is told, and the lead after /trust yes", async () => {
  const { team, told } = await teamWithMail();
  await beginTrust(reads, { cwd, env: { AGENT_TRUST_FILE: join(above, "home", "trust.jsonl") } });
  await open(team, turn);
  await mayRead(team, turn);
  expect(told).toEqual([]);
  expect(await readdir(join(cwd, ".mailboxes/alice/untold"))).toHaveLength(1);
  expect(lines.join("")).toContain("set aside, and the lead hears of it after /trust yes");
  expect(lines.join("")).not.toContain("alice"); // the name may have come with the folder
  await trustCommand(reads).run("yes", new AbortController().signal);
  for (let prompts = 0; prompts < 2; prompts++) await mayRead(team, turn);
  expect(told).toEqual([expect.stringContaining("An earlier alice has not read 1 message: ")]);
  await end(team);
});

test("when the program ends before /trust yes, the lead hears of it in the next start, once", async () => {
  const { team } = await teamWithMail();
  const env = { AGENT_TRUST_FILE: join(above, "home", "trust.jsonl") };
  await beginTrust(reads, { cwd, env });
  await open(team, turn);
  await end(team);
  await beginTrust(reads, { cwd, env });
  await trustCommand(reads).run("yes", new AbortController().signal);
  const told: string[] = [];
  for (let starts = 0; starts < 2; starts++) {
    const inbox = { ...createInbox(() => {}), put: ({ text = "" }) => void told.push(text) };
    const next = newTeam(cwd, Object(inbox), Object({}));
    await open(next, turn);
    await end(next);
  }
  expect(told).toEqual([expect.stringContaining("An earlier alice has not read 1 message: ")]);
  expect(await readdir(join(cwd, ".mailboxes/alice/unread"))).toHaveLength(1);
});
