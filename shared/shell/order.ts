// shared/shell/order · a line changes the folder while it runs: finds the parts of it that see these changes.
import { relative } from "node:path";
import { contains } from "../files.ts";
import { fitsStars } from "./stars.ts";

/** What is done with a file. In a folder, a search reads the files; `read` only lists their names. */
export type How = "read" | "search" | "write";

/** A file that a pipeline of the line uses, by its real path. */
export interface UsedFile {
  how: How;
  path: string;
  pipeline: number;
}

/** A star, for which bash looks in a folder for names of some form. */
export interface Star {
  form: string;
  folder: string;
  pipeline: number;
}

/**
 * In words, with paths from `cwd`: each star that may find a name that the line makes or takes away, and each file that
 * a pipeline reads and writes, so that it may grow without end.
 */
export function seenChanges(used: UsedFile[], stars: Star[], cwd: string): string[] {
  return used
    .filter(({ how }) => how === "write")
    .flatMap((written) => {
      const shown = relative(cwd, written.path);
      const isFound = stars.some((star) => mayFind(star, written));
      const isInput = used.some((other) => isInputOf(other, written));
      return [
        ...(isFound ? [`a star may find what the line changes: ${shown}`] : []),
        ...(isInput ? [`reads what it writes: ${shown}`] : []),
      ];
    });
}

/** True if bash looks for the names when the file is written or later, and may find it or a folder on the way to it. */
function mayFind({ folder, form, pipeline }: Star, written: UsedFile): boolean {
  const [name = ""] = relative(folder, written.path).split("/");
  return pipeline >= written.pipeline && contains(folder, written.path) && fitsStars(name, form);
}

function isInputOf({ how, path, pipeline }: UsedFile, written: UsedFile): boolean {
  if (how === "write" || pipeline !== written.pipeline) return false;
  return how === "search" ? contains(path, written.path) : path === written.path;
}
