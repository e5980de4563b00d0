// course/build/helpers · what a chapter's new code takes from shared/, with the first sentence of each description.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../base/root.ts";
import { isCounted, listFiles } from "../chapters/files.ts";

const IMPORT = /import (?:type )?\{([^}]*)\} from "(?:\.\.\/)+shared\/([\w/]+\.ts)"/g;
const PASSED_ON = /export \{([^}]*)\} from "\.\/(\w+\.ts)"/g;

/** One line for each name that a file of the chapter imports from shared/ and that it did not import in the chapter before. */
export function helpersOf(chapter: string, before: string | undefined): string[] {
  const found = new Map<string, string>();
  for (const file of listFiles(chapter).filter(isCounted)) {
    const text = readFileSync(join(chapter, file), "utf8");
    const known = importsOf(before === undefined ? "" : textIn(before, file));
    for (const [name, module] of importsOf(text)) if (!known.has(name)) found.set(name, module);
  }
  return [...found].map(
    ([name, module]) => `  ${name}  (shared/${module})  ${about(name, module)}`,
  );
}

function textIn(folder: string, file: string): string {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** The names that a file takes from shared/, each with its module. */
function importsOf(text: string): Map<string, string> {
  const found = [...text.matchAll(IMPORT)].flatMap(([, names = "", module = ""]) =>
    namesIn(names).map((name) => [name, module] as const),
  );
  return new Map(found);
}

const namesIn = (list: string): string[] =>
  list.split(",").flatMap((part) => /^(?:type )?(\w+)/.exec(part.trim())?.[1] ?? []);

/** The first sentence of the comment above a declaration; "" where there is none. A module may pass on another's names. */
function about(name: string, module: string): string {
  const text = readFileSync(join(ROOT, "shared", module), "utf8");
  const passedOn = [...text.matchAll(PASSED_ON)].find(([, names = ""]) =>
    namesIn(names).includes(name),
  );
  if (passedOn) return about(name, passedOn[2] ?? "");
  const declared = new RegExp(
    String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\s*export (?:async )?(?:function\*?|const|let|interface|type|class) ${name}\b`,
  ).exec(text)?.[1];
  const words = (declared ?? "").replaceAll(/\s*\n\s*\*\s?/g, " ").trim();
  return /^.*?\.(?=\s|$)/.exec(words)?.[0] ?? words;
}
