// s12 · tasks/session – a running program holds a lock, so that other programs see that its tasks have an owner.
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { resolveInside } from "../../shared/files.ts";
import { type Held, hold, isHeld } from "../../shared/lock.ts";
import { FOLDER, namesIn, SESSION } from "./files.ts";

const SESSIONS = `${FOLDER}/sessions`;
const LOCK = ".lock";

/** One run of the program. */
export interface Session {
  /** 8 hexadecimal digits. */
  id(): string;
  /** Takes the lock of this session, if it does not have it yet. */
  begin(): Promise<void>;
  /** True while the program of this session runs: until five seconds after it died. */
  isAlive(id: string): Promise<boolean>;
  /** Removes the locks that dead processes have left behind. Only the holder of the store's lock may do this. */
  tidy(): Promise<void>;
  /** Gives the lock back, so that others may claim the tasks of this session. Must not throw. */
  end(): Promise<void>;
}

interface State {
  folder(): Promise<string>;
  id: string;
  held: Held | undefined;
}

/** The digits of a new id. */
export const newDigits = (): string => randomBytes(4).toString("hex");

/** The session of this process in `cwd`/.tasks/sessions. */
export function createSession(cwd: string): Session {
  const folder = () => resolveInside(SESSIONS, cwd, [cwd]);
  const state: State = { folder, id: newDigits(), held: undefined };
  return {
    id: () => state.id,
    begin: () => begin(state),
    isAlive: async (id) => isHeld(join(await folder(), id)),
    tidy: async () => tidy(await folder()),
    async end() {
      const { held } = state;
      state.held = undefined;
      await held?.release().catch(() => {}); // it counts as the lock of a dead process after five seconds
    },
  };
}

async function begin(state: State): Promise<void> {
  if (state.held !== undefined && !state.held.isLost()) return;
  const folder = await state.folder();
  await mkdir(folder, { recursive: true });
  state.held = await hold(join(folder, state.id));
  while (state.held === undefined) {
    state.id = newDigits(); // another session has this id
    state.held = await hold(join(folder, state.id));
  }
}

async function tidy(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const id = name.slice(0, -LOCK.length);
    if (!name.endsWith(LOCK) || !SESSION.test(id)) continue;
    // hold gives undefined for the lock of a living process, and fails for what is not a lock: both stay
    const abandoned = await hold(join(folder, id)).catch(() => undefined);
    await abandoned?.release();
  }
}
