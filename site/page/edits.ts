// site/page/edits · the files of a chapter as the reader has changed them.
import { transform } from "sucrase";
import { edited } from "../../course/readme/diff.ts";
import { inPage } from "../build/course-file.ts";
import type { Modules } from "../host/edited.ts";
import { keepingContext } from "./awaits.ts";
import type { EditKit, KitPromise, NoJudge } from "./kit.ts";

export interface Edits {
  /** The paths of all files; while something is built, without those of the course's own mechanism. */
  files(): string[];
  /** The file that the section "Break it" edits. */
  breaks: string;
  /** The first line there that the edit takes away. */
  placeOfEdit: string;
  /** A file before its reader changed it. */
  source(file: string): string;
  text(file: string): string;
  change(file: string, text: string): void;
  /** The files that differ from the course's. */
  changed(): string[];
  /** Makes the edit of "Break it", if it is not made. Throws when the file has no place for it any more. */
  makeEdit(): void;
  /** Where "Build it" begins; undefined where a page has no such place. */
  start: string | undefined;
  /** Puts the start of "Build it" in the place of the mechanism. */
  build(): void;
  /** Goes back to the start of what is built; else to the course's files. */
  undoAll(): void;
  /** All files as they run. Throws the place of what is no TypeScript. */
  modules(): Modules;
  /** Why no promise is judged here; undefined where some are. */
  noJudge: NoJudge | undefined;
  /** What the page's judge knows of the chapter. */
  promises: KitPromise[];
  /** How many promises the chapter's spec has. */
  promised: number;
}

/** Fetches the files of a chapter from the site. */
export async function loadEdits(base: string, chapter: string): Promise<Edits> {
  const url = new URL(`${base}agents/edit/${chapter}.json`, location.href);
  const response = await fetch(url);
  if (response.ok) return createEdits(chapter, await response.json());
  throw new Error(`${url.pathname} cannot be read (${response.status}). Load the page again.`);
}

function createEdits(chapter: string, kit: EditKit): Edits {
  const { files, breaks, promises, promised, noJudge } = kit;
  const texts = new Map<string, string>();
  /** The start of what is built. */
  let start: EditKit["start"];
  const source = (file: string) => (file === start?.file ? start.text : files[file]?.source) ?? "";
  const names = () => start?.files ?? Object.keys(files);
  const text = (file: string) => texts.get(file) ?? source(file);
  const broken = () => edited(breaks.diff, source(breaks.file));

  function change(file: string, now: string) {
    if (now === source(file)) texts.delete(file);
    else texts.set(file, now);
  }

  function moduleOf(file: string): string {
    const now = texts.get(file) ?? (file === start?.file ? start.text : undefined);
    return now === undefined ? (files[file]?.code ?? "") : withoutTypes(`${chapter}/${file}`, now);
  }

  return {
    ...{ files: names, breaks: breaks.file, promises, promised, noJudge, source, text, change },
    start: kit.start?.file,
    placeOfEdit: breaks.diff.find((line) => line.startsWith("-"))?.slice(1) ?? "",
    changed: () => [...new Set([...(start ? [start.file] : []), ...texts.keys()])],
    build() {
      texts.clear();
      start = kit.start;
    },
    makeEdit() {
      if (start) texts.clear();
      start = undefined;
      if (text(breaks.file) === broken()) return;
      change(breaks.file, edited(breaks.diff, text(breaks.file)));
    },
    undoAll: () => texts.clear(),
    modules() {
      const all = names().map((file) => [`${chapter}/${file}`, moduleOf(file)]);
      return Object.fromEntries(all);
    },
  };
}

/** A file as a CommonJS module. No types are checked: what is wrong with them shows when it runs, or never. */
function withoutTypes(path: string, text: string): string {
  const { code } = transform(inPage(text, path), {
    transforms: ["typescript", "imports"],
    ...{ disableESTransforms: true, filePath: path },
  });
  return keepingContext(code);
}
