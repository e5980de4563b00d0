// s27 · ego/state – a file of .ego: what cannot be read is kept aside and told, and a new one begins.
import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { withLock } from "../../shared/lock.ts";
import { makePrivateFolder, plainPath } from "../../shared/plainFiles.ts";
import { createStateFile, type StateFile } from "../../shared/stateFile.ts";
import { FOLDER } from "../recall/recall.ts";

const MAX_BYTES = 1_000_000;

export interface Place {
  folder: string;
  now(): number;
  tell(line: string): void;
}

/** The values of one kind, by name. */
export function openState<Value>(
  name: string,
  schema: z.ZodType<Value>,
  empty: Value,
  place: Place,
): StateFile<Value> {
  const { folder, now, tell } = place;
  const path = `${FOLDER}/${name}.json`;
  const file = createStateFile({ cwd: folder, name: path, schema, empty, maxBytes: MAX_BYTES });
  async function mended<Result>(action: () => Promise<Result>): Promise<Result> {
    plainPath(FOLDER, folder); // nothing is renamed where a link leads
    if (await isBroken(file)) await withLock(join(folder, path), putAside);
    return action();
  }
  /** Another program may have done it, and begun a new one. */
  async function putAside() {
    if (!(await isBroken(file))) return;
    const aside = `${path}.corrupt-${now()}`;
    await rename(join(folder, path), join(folder, aside));
    tell(`${path} could not be read. It is kept as ${aside}, and a new one begins.`);
  }
  return {
    read: () => mended(file.read),
    async update(change, signal) {
      await makePrivateFolder(FOLDER, folder);
      return mended(() => file.update(change, signal));
    },
  };
}

const isBroken = <Value>(file: StateFile<Value>): Promise<boolean> =>
  file.read().then(
    () => false,
    () => true,
  );
