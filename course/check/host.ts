// course/check/host · what only Node has is imported in shared/host, so that another host can run the chapters as they are.
import type { Fault } from "../base/fault.ts";
import { type Chapter, isTest } from "../chapters/files.ts";
import { HOST_FOLDER, importsOfNode, sharedFiles } from "../chapters/host.ts";

/** Files that need Node all the same, with the reason. The list only becomes shorter. */
const ALLOWED: Record<string, string> = {
  "s19_mcp_plugin/drafts/1_by_hand.ts": "the draft starts its server by hand, which is its point",
};

/** Imports in chapters and in shared/ of what another host has no stand-in for. */
export function hostFaults(chapters: Chapter[], root: string): Fault[] {
  const shared = sharedFiles(root).filter(([file]) => !file.startsWith(HOST_FOLDER));
  return [...shared, ...chapters.flatMap(filesOf)].flatMap(([file, text]) => {
    const found = importsOfNode(file, text);
    const allowed = ALLOWED[file];
    if (allowed === undefined) return found.map((one) => fault(file, one.line, one.from));
    return found.length > 0 ? [] : [needless(file, allowed)];
  });
}

const filesOf = ({ name, files }: Chapter): [file: string, text: string][] =>
  [...files]
    .filter(([file]) => file.endsWith(".ts") && !isTest(file))
    .map(([file, text]) => [`${name}/${file}`, text.toString("utf8")]);

const fault = (file: string, line: number, from: string): Fault => ({
  file,
  line,
  says: `imports ${from}, which only Node has`,
  mend: `go through shared/, and there through a module of ${HOST_FOLDER}`,
});

const needless = (file: string, reason: string): Fault => ({
  file,
  line: 1,
  says: `may import what only Node has (${reason}), and does not`,
  mend: "take it out of ALLOWED in course/check/host.ts",
});
