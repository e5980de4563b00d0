import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readAll, type Writing } from "../../course/unit/mail-writers.ts";
import { underTest } from "../../course/unit/under-test.ts";
import { createMailboxes } from "./mailbox.ts";

/** On the newest chapter as many as a long run of it could have; on this one, whose mailbox is nearly the same, a tenth. */
const MESSAGES = process.env.UNIT_ON ? 1000 : 100;
/** A place among the changes of the disk, in proportion. */
const early = (change: number) => Math.round((change * MESSAGES) / 1000);

test(`a hundred programs write ${MESSAGES} messages each, some are killed: none is lost, none comes twice, each sender's are in order`, async () => {
  const folder = await mkdtemp(join(tmpdir(), "much-mail-"));
  const writing: Writing = {
    mailbox: join(underTest(join(import.meta.dirname, "..")), "team/mailbox.ts"),
    folder,
    writers: 100,
    messages: MESSAGES,
    atOnce: 10,
    killsOf: (writer) => (writer % 3 === 0 ? [97 + 31 * writer, 41 + 17 * writer].map(early) : []),
  };
  const losses = await readAll(writing, createMailboxes(folder));
  expect(losses).toEqual({ torn: [], lost: [], twice: [], late: [] });
  expect((await readdir(join(folder, ".mailboxes/lead/read"))).length).toBeGreaterThan(
    100 * MESSAGES - 100, // each kill loses one at most
  );
  await rm(folder, { recursive: true });
});
