// site/page/edits · the files of a chapter as the reader has changed them.
import { transform } from "sucrase";
import { edited } from "../../course/readme/diff.ts";
import { inPage } from "../build/course-file.ts";
import type { Modules } from "../host/edited.ts";
import type { EditKit, KitPromise } from "./kit.ts";

export interface Edits {
  /** The paths of all files. */
  files: string[];
  /** The file that the section "Break it" edits. */
  breaks: string;
  /** The first line there that the edit takes away. */
  placeOfEdit: string;
  source(file: string): string;
  text(file: string): string;
  change(file: string, text: string): void;
  /** The files that differ from the course's. */
  changed(): string[];
  /** Makes the edit of "Break it", if it is not made. Throws when the file has no place for it any more. */
  makeEdit(): void;
  undoAll(): void;
  /** All files as they run. Throws the place of what is no TypeScript. */
  modules(): Modules;
  /** What the page's judge knows of the chapter. */
  promises: KitPromise[];
}

/** Fetches the files of a chapter from the site. */
export async function loadEdits(base: string, chapter: string): Promise<Edits> {
  const url = new URL(`${base}agents/edit/${chapter}.json`, location.href);
  const response = await fetch(url);
  if (response.ok) return createEdits(chapter, await response.json());
  throw new Error(`${url.pathname} cannot be read (${response.status}). Load the page again.`);
}

function createEdits(chapter: string, { files, breaks, promises }: EditKit): Edits {
  const texts = new Map<string, string>();
  const source = (file: string) => files[file]?.source ?? "";
  const text = (file: string) => texts.get(file) ?? source(file);
  const broken = () => edited(breaks.diff, source(breaks.file));

  function change(file: string, now: string) {
    if (now === source(file)) texts.delete(file);
    else texts.set(file, now);
  }

  function moduleOf(file: string): string {
    const now = texts.get(file);
    return now === undefined ? (files[file]?.code ?? "") : withoutTypes(`${chapter}/${file}`, now);
  }

  return {
    ...{ files: Object.keys(files), breaks: breaks.file, promises, source, text, change },
    placeOfEdit: breaks.diff.find((line) => line.startsWith("-"))?.slice(1) ?? "",
    changed: () => [...texts.keys()],
    makeEdit() {
      if (text(breaks.file) === broken()) return;
      change(breaks.file, edited(breaks.diff, text(breaks.file)));
    },
    undoAll: () => texts.clear(),
    modules() {
      const all = Object.keys(files).map((file) => [`${chapter}/${file}`, moduleOf(file)]);
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
  return code;
}
