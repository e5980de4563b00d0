// s15 · team/post – letters to the lead: one that cannot be written now is owed, and tried again until it is on the disk.
import { clock } from "../../shared/clock.ts";
import { describeError } from "../../shared/errors.ts";
import { createQueue } from "../../shared/queue.ts";
import { note } from "../../shared/terminal.ts";
import type { Mailboxes } from "./mailbox.ts";

type Letter = Parameters<Mailboxes["send"]>[0];

/** A disk that was full, or a folder that could not be written, may be mended by now. */
const AGAIN_MS = 10_000;

/** What is sent to the lead, in its order. */
export interface Post {
  /** Never rejects: what a mate has done is done, whatever becomes of the letter. */
  send(letter: Letter): Promise<void>;
  /** Tries what is still owed once more, and says what is not sent. */
  close(): Promise<void>;
}

/** `write` puts a letter on the disk. */
export function createPost(write: (letter: Letter) => Promise<unknown>): Post {
  const inOrder = createQueue();
  const owed: Letter[] = [];
  let stopClock: (() => void) | undefined;

  async function writeAll() {
    for (let [letter] = owed; letter !== undefined; [letter] = owed) {
      await write(letter);
      owed.shift();
    }
    stopClock?.();
    stopClock = undefined;
  }

  function wait(error: unknown) {
    if (stopClock !== undefined) return; // it was told
    note(`[team] A letter to lead is not sent yet: ${describeError(error)} ${AGAIN}`, "red");
    stopClock = clock.every(AGAIN_MS, () => void tryAll());
  }

  const tryAll = () => inOrder(() => writeAll().catch(wait));

  return {
    send(letter) {
      owed.push(letter);
      return tryAll();
    },
    async close() {
      await tryAll();
      stopClock?.();
      for (const { from, type } of owed)
        note(`[team] The ${type} of ${from} was not sent, and is on the screen only.`, "red");
    },
  };
}

const AGAIN = "It is tried again every ten seconds.";
