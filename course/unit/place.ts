// course/unit/place · where tests that write much put their folders.
import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";

/** A folder in memory where the system has one: half of the time of a story, and more of a crash test, is the disk. */
export const PLACE = isWritable("/dev/shm") ? "/dev/shm" : tmpdir();

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
