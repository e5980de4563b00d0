// course/readme/links · links to files of the repository lead somewhere.
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import type { Fault } from "../check/fault.ts";
import type { Readme } from "./parse.ts";

const LINK = /\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g;

/** Links of the text that lead to no file. `file` is the text's own name from the root. */
export function linkFaults(file: string, readme: Readme, root: string): Fault[] {
  const inBlocks = new Set(
    readme.blocks.flatMap(({ line, lines }) => lines.map((_, at) => line + at + 1)),
  );
  return readme.lines.flatMap((text, at) => {
    if (inBlocks.has(at + 1)) return [];
    const prose = text.replaceAll(/`[^`]*`/g, "");
    return [...prose.matchAll(LINK)].flatMap(([, target = ""]) => {
      if (/^(?:[a-z]+:|#)/i.test(target) || leads(file, target, root)) return [];
      const says = `links to ${target}, which does not exist`;
      return [{ file, line: at + 1, says, mend: "mend the link, or write that file" }];
    });
  });
}

function leads(file: string, target: string, root: string): boolean {
  const [path = ""] = target.split("#");
  const from = posix.join(posix.dirname(file), path.replaceAll("%20", " "));
  return !from.startsWith("..") && existsSync(join(root, from));
}
