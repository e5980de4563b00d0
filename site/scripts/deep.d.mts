// site/scripts/deep · the types of deep.mjs, as far as others use it.
import type { Counts } from "../../course/spec/report.ts";

/** The names of a dozen sessions, such as "s03:two". */
export const DOZEN: string[];
/** Plays sessions in a page; `print` gets what did not pass. Where none can be played, all are skipped, and it says why. */
export function playInPage(sessions: string[], print: (line: string) => void): Promise<Counts>;
