// course/build/helpers · what a chapter's new code takes from code that is there, with the first sentence of each description.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isCounted, listFiles } from "../chapters/files.ts";

const IMPORT = /import (?:type )?\{([^}]*)\} from "(\.[\w./]+\.ts)"/g;
const PASSED_ON = /export \{([^}]*)\} from "\.\/(\w+\.ts)"/g;

/**
 * One line for each name that a file of the chapter imports from shared/, or from a file of the chapter before, and that
 * it did not import there.
 */
export function helpersOf(chapter: string, before: string | undefined): string[] {
  const found = new Map<string, string>();
  for (const file of listFiles(chapter).filter(isCounted)) {
    const known = before === undefined ? new Map() : importsOf(before, file);
    for (const [name, module] of importsOf(chapter, file)) {
      const isOld = module.startsWith("../shared/") || existsSync(join(before ?? "", module));
      if (isOld && !known.has(name)) found.set(name, module);
    }
  }
  return [...found].map(([name, module]) => {
    const shown = module.startsWith("../") ? module.slice(3) : `./${module}`;
    return `  ${name}  (${shown})  ${about(name, join(chapter, module))}`;
  });
}

/** The names that a file imports, each with its module as it is found from the chapter's folder. */
function importsOf(chapter: string, file: string): Map<string, string> {
  const path = join(chapter, file);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const found = [...text.matchAll(IMPORT)].flatMap(([, names = "", module = ""]) =>
    namesIn(names).map((name) => [name, join(dirname(file), module)] as const),
  );
  return new Map(found);
}

const namesIn = (list: string): string[] =>
  list.split(",").flatMap((part) => /^(?:type )?(\w+)/.exec(part.trim())?.[1] ?? []);

/** The first sentence of the comment above a declaration; "" where there is none. A module may pass on another's names. */
function about(name: string, module: string): string {
  const text = readFileSync(module, "utf8");
  const passedOn = [...text.matchAll(PASSED_ON)].find(([, names = ""]) =>
    namesIn(names).includes(name),
  );
  if (passedOn) return about(name, join(dirname(module), passedOn[2] ?? ""));
  const declared = new RegExp(
    String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\s*export (?:async )?(?:function\*?|const|let|interface|type|class) ${name}\b`,
  ).exec(text)?.[1];
  const words = (declared ?? "").replaceAll(/\s*\n\s*\*\s?/g, " ").trim();
  return /^.*?\.(?=\s|$)/.exec(words)?.[0] ?? words;
}
