// s27 · ego/state – a file of .ego: what cannot be read is kept aside and told, and a new one begins.
import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { isMissing } from "../../shared/files.ts";
import { makePrivateFolder } from "../../shared/plainFiles.ts";
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
    try {
      await file.read();
    } catch (error) {
      await putAside(error);
    }
    return action();
  }
  /** Another program may have done it. */
  async function putAside(error: unknown) {
    const aside = `${path}.corrupt-${now()}`;
    await rename(join(folder, path), join(folder, aside)).catch((failed) => {
      if (!isMissing(failed)) throw error;
    });
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
