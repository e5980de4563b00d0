// course/check/imports · who may import whom. Cycles are the linter's business.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "../base/fault.ts";
import { type Chapter, isTest, listFiles, textOf } from "../chapters/files.ts";
import { type Import, importsOf } from "../chapters/imports.ts";

/** What is wrong with the imports of one chapter's files. */
export function chapterImportFaults(chapter: Chapter): Fault[] {
  const files = [...chapter.files.keys()].filter((file) => file.endsWith(".ts"));
  return files.flatMap((file) => {
    const path = `${chapter.name}/${file}`;
    return importsOf(path, textOf(chapter, file)).flatMap((one) => {
      const says = wrongInChapter(chapter.name, file, one);
      return says === undefined ? [] : [{ file: path, line: one.line, says, mend: MEND }];
    });
  });
}

const MEND = "import what the file needs from its own folder or from ../shared/";

function wrongInChapter(chapter: string, file: string, { target, from }: Import) {
  if (target === undefined) return undefined;
  const [folder = ""] = target.split("/");
  if (isCode(target)) return `imports ${from}; nothing imports code.ts`;
  if (folder === chapter) return wrongDoor(file, target.slice(chapter.length + 1), from);
  if (folder === "shared") return undefined;
  if (/^s\d\d_/.test(folder)) return `imports ${from}; a chapter imports no other chapter`;
  if (isTest(file) && (folder === "course" || folder === "practice")) return undefined;
  return `imports ${from}; a chapter imports only its own files and ../shared`;
}

/** A mechanism of several files is a folder. The file in it that has its name is the door, or a draft in its place; other files stay inside. */
function wrongDoor(file: string, target: string, from: string): string | undefined {
  const [folder, name, ...deeper] = target.split("/");
  const isInside = file.startsWith(`${folder}/`) || file.startsWith("drafts/");
  if (name === undefined || isInside || isTest(file)) return undefined;
  if (name === `${folder}.ts` && deeper.length === 0) return undefined;
  return `imports ${from}, which is inside ${folder}/; only ${folder}/${folder}.ts is its door`;
}

const isCode = (target: string) => /^s\d\d_[^/]*\/code\.ts$/.test(target);

/** What is wrong with the imports of shared/, practice/ and course/. */
export function otherImportFaults(root: string): Fault[] {
  return ["shared", "practice", "course"]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      listFiles(join(root, folder))
        .filter((file) => /\.(ts|mjs)$/.test(file) && !file.includes("fixtures/"))
        .flatMap((file) => otherFaults(root, `${folder}/${file}`)),
    );
}

function otherFaults(root: string, file: string): Fault[] {
  const isClient = file === "shared/client.ts" || isTest(file);
  return importsOf(file, readFileSync(join(root, file), "utf8")).flatMap((one) => {
    const { target = "", from, line } = one;
    if (isCode(target)) {
      const mend = "start it as a child process instead";
      return [{ file, line, says: `imports ${from}; nothing imports code.ts`, mend }];
    }
    if (file.startsWith("shared/") && target.startsWith("practice/") && !isClient) {
      const mend = "go through shared/client.ts";
      return [{ file, line, says: `imports ${from}; in shared/ only client.ts may`, mend }];
    }
    return [];
  });
}
