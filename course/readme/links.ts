// course/readme/links · links to files of the repository lead somewhere.
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import type { Fault } from "../base/fault.ts";
import type { Readme } from "./parse.ts";

/** Links of the text that lead to no file. `file` is the text's own name from the root. */
export function linkFaults(file: string, { links }: Readme, root: string): Fault[] {
  return links
    .filter(({ target }) => !/^(?:[a-z]+:|#)/i.test(target) && !leads(file, target, root))
    .map(({ target, line }) => {
      const says = `links to ${target}, which does not exist`;
      return { file, line, says, mend: "mend the link, or write that file" };
    });
}

function leads(file: string, target: string, root: string): boolean {
  const [path = ""] = target.split("#");
  const from = posix.join(posix.dirname(file), path.replaceAll("%20", " "));
  return !from.startsWith("..") && existsSync(join(root, from));
}
