// course/new/command · `course new s03_permission`: the next chapter's folder, made from the last one.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LANGUAGES, readmeName } from "../base/languages.ts";
import { readWords, UsageError, usageOf } from "../base/usage.ts";
import { isOwn, listFiles } from "../chapters/files.ts";
import { listChapters } from "../chapters/list.ts";
import { writeAll } from "../generate/generated.ts";
import { packageText } from "../generate/packages.ts";
import { NEW_SPEC, newReadme } from "./files.ts";

/** How the command is called, what it does, and more. */
export const NEW_HELP = `course new sNN_name ["what it adds, in one sentence"]

Makes the next chapter's folder from the last one, with fresh own files.
Example: npm run course -- new s12_task_system "tasks that survive a restart"`;

const USAGE = usageOf(NEW_HELP);

/**
 * Runs the command; `print` takes its lines. The carried files are copied, the own files are fresh, and the
 * files that name every chapter name this one too. Returns the exit code.
 * Throws a UsageError for a wrong number or a folder that exists.
 */
export async function newCommand(
  args: string[],
  root: string,
  print: (line: string) => void,
): Promise<number> {
  const { name, description } = readArgs(args);
  const last = lastBefore(name, root);
  const carried = listFiles(join(root, last)).filter((file) => !isOwn(file));
  for (const file of carried) {
    const target = join(root, name, file);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, last, file), target);
  }
  for (const [file, text] of Object.entries(ownFiles(name, description, last))) {
    writeFileSync(join(root, name, file), text);
  }
  const written = await writeAll(root);
  print(`${name}: ${carried.length} files carried from ${last}, own files fresh`);
  for (const file of written) if (!file.startsWith(name)) print(`wrote ${file}`);
  print("Next: npm install, then npm run course -- check says what is not written yet.");
  return 0;
}

function readArgs(args: string[]) {
  const { positionals } = readWords({ args, allowPositionals: true }, USAGE);
  const [name, description = "", ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(`Usage: ${USAGE}`);
  if (!/^s\d\d_[a-z][a-z0-9_]*$/.test(name))
    throw new UsageError(`${JSON.stringify(name)} is not a name for a chapter. Usage: ${USAGE}`);
  return { name, description };
}

/** The chapter to start from. Throws when `name` is not that of the next one. */
function lastBefore(name: string, root: string): string {
  if (existsSync(join(root, name))) throw new UsageError(`${name} exists already.`);
  const chapters = listChapters(root);
  const last = chapters.at(-1);
  if (last === undefined) throw new UsageError("There is no chapter to start from.");
  const next = `s${String(Number(last.slice(1, 3)) + 1).padStart(2, "0")}`;
  if (name.startsWith(`${next}_`)) return last;
  throw new UsageError(`The last chapter is ${last}; the next one is ${next}_….`);
}

function ownFiles(name: string, description: string, before: string): Record<string, string> {
  const words = name.slice(4).replaceAll("_", " ");
  const title = words.slice(0, 1).toUpperCase() + words.slice(1);
  const manifest = JSON.stringify({ description, changes: {} });
  const readmes = LANGUAGES.map((language) => [
    readmeName(language),
    newReadme(name.slice(0, 3), title, language),
  ]);
  return {
    ...Object.fromEntries(readmes),
    "spec.test.ts": NEW_SPEC,
    "package.json": packageText(manifest, name, before),
  };
}
