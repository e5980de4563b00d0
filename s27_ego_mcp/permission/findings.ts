// s03 · permission/findings – what the checks of one call have found so far.
import type { How, Star, UsedFile } from "../../shared/shell/order.ts";
import type { Reason, ToolContext } from "../tools.ts";

export interface Findings {
  context: ToolContext;
  /** The folders in which the command may run: the working folder, and any that a `cd` before it leads to. */
  folders: string[];
  reasons: Reason[];
  /** The real paths outside the roots that the call uses. */
  outside: string[];
  /** The new files that earlier commands of the line make. */
  taken: Set<string>;
  /** The pipeline that is checked now. */
  pipeline: number;
  used: UsedFile[];
  stars: Star[];
}

export const newFindings = (context: ToolContext): Findings => ({
  context,
  folders: [context.cwd],
  reasons: [],
  outside: [],
  taken: new Set(),
  pipeline: 0,
  used: [],
  stars: [],
});

/** Adds a reason to ask. Without a grant, "always" is not offered. */
export function addReason({ reasons }: Findings, text: string, grant?: string) {
  reasons.push({ text, ...(grant === undefined ? {} : { grant }) });
}

/** Notes that the command of now uses a file, by its real path. */
export function addUse(found: Findings, how: How, path: string) {
  found.used.push({ how, path, pipeline: found.pipeline });
}

/** Notes that bash will look in a folder for names of a form, when the command of now runs. */
export function addStar(found: Findings, form: string, folder: string) {
  found.stars.push({ form, folder, pipeline: found.pipeline });
}
