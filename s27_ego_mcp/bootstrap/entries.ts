// s21 · bootstrap/entries – what the person is asked about.
import type { BootstrapFile } from "./core.ts";

/** A name under which git may track a file, and what is used of it. */
export type Entry = [path: string, text: string];

export const entriesOf = ({ status, paths, text }: BootstrapFile): Entry[] =>
  status === "ok" ? paths.map((path) => [path, text]) : [];

export const consentOptions = (folder: string) => ({
  what: "workspace files",
  path: folder,
  fileOf: ([path]: Entry) => path,
  contentOf: (entry: Entry) => entry,
  lineOf: ([path, text]: Entry) => `${path}: ${text}`,
});
