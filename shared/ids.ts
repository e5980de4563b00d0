// shared/ids · random ids.
import { randomBytes } from "node:crypto";

/** So many random hexadecimal digits, an even number. */
export const newDigits = (count = 8): string => randomBytes(count / 2).toString("hex");

/** An id: `prefix`, _ and eight random digits, such as task_1a2b3c4d. They are drawn again while the id is taken. */
export function newId(
  prefix: string,
  isTaken: (id: string) => boolean,
  draw: () => string = newDigits,
): string {
  for (;;) {
    const id = `${prefix}_${draw()}`;
    if (!isTaken(id)) return id;
  }
}
