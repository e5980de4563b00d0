// course/generate/packages · what is the same in every chapter's package.json, and the lockfile that names them all.
import { isRecord, parseRecord } from "../base/json.ts";

/** A chapter is made of the one before it, and says so in its package.json. */
const dependsOn = (before: string | undefined) =>
  before === undefined ? {} : { devDependencies: { [`@course/${before}`]: "*" } };

/** A chapter's package.json with what is the same in all of them; the rest of it stays. */
export function packageText(text: string, chapter: string, before: string | undefined): string {
  const { description, descriptions, changes, door, drafts, page } = parseRecord(text) ?? {};
  const manifest = {
    name: `@course/${chapter}`,
    version: VERSION,
    private: true,
    type: "module",
    description: description ?? "",
    ...(descriptions === undefined ? {} : { descriptions }),
    scripts: {
      start: `node ../course/scripts/start.mjs ${chapter}`,
      spec: `node ../course/scripts/tool.mjs trials/main.ts ${chapter}`,
      replay: `node ../course/scripts/tool.mjs replay/main.ts ${chapter}/README.md`,
    },
    ...dependsOn(before),
    ...(changes === undefined ? {} : { changes }),
    ...(door === undefined ? {} : { door }),
    ...(drafts === undefined ? {} : { drafts }),
    ...(page === undefined ? {} : { page }),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

const VERSION = "0.1.0";

/** The lockfile with an entry and a link for each chapter, as npm writes them; undefined when it is no lockfile. */
export function lockfile(text: string, chapters: string[]): string | undefined {
  const lock = parseRecord(text);
  if (!lock || !isRecord(lock.packages)) return undefined;
  const isOther = ([name]: [string, unknown]) =>
    !/^(?:node_modules\/@course\/)?s\d\d_[^/]*$/.test(name);
  const others = Object.entries(lock.packages).filter(isOther);
  const own = chapters.flatMap((name, at): [string, unknown][] => [
    [name, { name: `@course/${name}`, version: VERSION, ...dependsOn(chapters[at - 1]) }],
    [`node_modules/@course/${name}`, { resolved: name, link: true }],
  ]);
  const sorted = [...others, ...own].sort(([a], [b]) => a.localeCompare(b, "en"));
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, undefined, 2)}\n`;
}
