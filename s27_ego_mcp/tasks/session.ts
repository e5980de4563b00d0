// s12 · tasks/session – a running program holds a lock, so that other programs see that its tasks have an owner.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { newDigits } from "../../shared/ids.ts";
import { type Held, hold, isHeld, isHeldElsewhere } from "../../shared/lock.ts";
import { makePlainFolder } from "../../shared/plainFiles.ts";
import { FOLDER, SESSION } from "./files.ts";

const SESSIONS = `${FOLDER}/sessions`;
const LOCK = ".lock";

/** One run of the program. */
export interface Session {
  /** 8 hexadecimal digits. */
  id(): string;
  /** Takes the lock of this session, if it does not have it yet. */
  begin(): Promise<void>;
  /** Whether the program of this session runs. Undefined when that cannot be known here. */
  isAlive(id: string): Promise<boolean | undefined>;
  /** Removes the locks that dead processes have left behind. Only the holder of the store's lock may do this. */
  tidy(): Promise<void>;
  /** Gives the lock back, so that others may claim the tasks of this session. */
  end(): Promise<void>;
}

/** The session of this process in `cwd`/.tasks/sessions. */
export function createSession(cwd: string): Session {
  let id = newDigits();
  let held: Held | undefined;

  const folder = () => makePlainFolder(SESSIONS, cwd);

  return {
    id: () => id,
    async begin() {
      if (held !== undefined) return;
      const path = await folder();
      held = await hold(join(path, id));
      while (held === undefined) {
        id = newDigits(); // another session has this id
        held = await hold(join(path, id));
      }
    },
    isAlive: async (other) => isAlive(join(await folder(), other)),
    tidy: async () => tidy(await folder()),
    async end() {
      await held?.release();
      held = undefined;
    },
  };
}

/** Of what is in the place of one lock, such as a file, nothing is known. It must not be in the way of all other tasks. */
async function isAlive(path: string): Promise<boolean | undefined> {
  try {
    return (await isHeldElsewhere(path)) ? undefined : await isHeld(path);
  } catch {
    return undefined;
  }
}

async function tidy(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [id = ""] = name.split(LOCK, 1); // what was prepared for a lock has more behind it
    if (id === name || !SESSION.test(id)) continue;
    // hold gives undefined for the lock of a living process, and fails for what is not a lock: both stay
    const abandoned = await hold(join(folder, id)).catch(() => undefined);
    await abandoned?.release();
  }
}
