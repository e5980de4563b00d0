// course/chapters/host · what needs Node itself: modules that another host, such as a page in a browser, cannot stand in for.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isTest, listFiles } from "./files.ts";
import { type Import, importsOf } from "./imports.ts";

/** Modules of Node that a few lines, or a disk in memory, can stand in for. */
const PORTABLE = new Set(
  "async_hooks buffer crypto events fs fs/promises module os path stream/promises timers/promises url util"
    .split(" ")
    .map((name) => `node:${name}`),
);

/** Where the modules are that another host replaces. */
export const HOST_FOLDER = "shared/host/node/";

/** The imports of a file that only Node has. Types are not there at run time. */
export const importsOfNode = (file: string, text: string): Import[] =>
  importsOf(file, text).filter(
    ({ from, isType }) => !isType && from.startsWith("node:") && !PORTABLE.has(from),
  );

/** The files of shared/ that run in an agent, with their texts, named from the root. */
export function sharedFiles(root: string): [file: string, text: string][] {
  const folder = join(root, "shared");
  if (!existsSync(folder)) return [];
  return listFiles(folder)
    .filter((file) => file.endsWith(".ts") && !isTest(file) && !file.startsWith("fixtures/"))
    .map((file) => [`shared/${file}`, readFileSync(join(folder, file), "utf8")]);
}
