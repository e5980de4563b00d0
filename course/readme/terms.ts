// course/readme/terms · docs/terms.yml, the one table of terms: read whole, or with a fault for each line that is wrong.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import type { Fault } from "../base/fault.ts";
import { messageOf } from "../base/text.ts";

export const TERMS = "docs/terms.yml";

const text = z.string().trim().min(1);

/** A pattern of a word that is not to be used; one without capitals finds capitals, too. */
const pattern = text.transform((source, context) => {
  try {
    return new RegExp(source, /[A-Z]/.test(source) ? "u" : "iu");
  } catch (error) {
    context.addIssue({ code: "custom", message: messageOf(error) });
    return z.NEVER;
  }
});

const word = z.strictObject({
  term: text,
  says: text,
  forms: z.array(text).default([]),
  not: z.array(pattern).default([]),
});

const term = z.strictObject({
  in: z.array(z.string().regex(/^(s\d\d|course|practice)$/, "not s01, course or practice")).min(1),
  en: word,
  zh: word,
  ja: word,
});

const phrases = z.array(z.strictObject({ not: pattern, instead: text })).default([]);

const table = z.strictObject({
  groups: z.array(z.strictObject({ en: text, zh: text, ja: text, terms: z.array(term) })),
  phrases: z.strictObject({ en: phrases, zh: phrases, ja: phrases }).prefault({}),
});

export type Table = z.infer<typeof table>;
export type Term = z.infer<typeof term>;

type Path = readonly PropertyKey[];

/** The table of a course, where something of it stands, and what is wrong with it. */
export interface Terms {
  /** Undefined when there is no such file, or it is wrong. */
  table: Table | undefined;
  /** The line of what a path leads to: "groups", 0, "terms", 2, "en". */
  lineOf(path: Path): number;
  faults: Fault[];
}

/** Reads docs/terms.yml; a course without one has no terms. */
export function readTerms(root: string): Terms {
  const path = join(root, TERMS);
  if (!existsSync(path)) return { table: undefined, lineOf: () => 1, faults: [] };
  const lineCounter = new LineCounter();
  const document = parseDocument(readFileSync(path, "utf8"), { lineCounter });
  const lineOf = (of: Path) => lineCounter.linePos(startOf(document, of)).line;
  const [broken] = document.errors;
  if (broken) {
    const line = broken.linePos?.[0].line ?? 1;
    return { table: undefined, lineOf, faults: [wrong(line, broken.message.split(" at line")[0])] };
  }
  const value: unknown = document.toJS();
  const { data, error } = table.safeParse(value);
  const faults = (error?.issues ?? []).map((issue) => {
    const place = issue.path.slice(-2).join(".") || "the file";
    return wrong(lineOf(issue.path), `${nameIn(document, issue.path)}${place}: ${issue.message}`);
  });
  return { table: data, lineOf, faults };
}

const wrong = (line: number, says = ""): Fault => ({
  file: TERMS,
  line,
  says,
  mend: `mend this line of ${TERMS}; its first lines say what a term has`,
});

/** Where a value begins, or what was to hold it. */
function startOf(document: Document, path: Path): number {
  const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  if (isNode(node)) return node.range?.[0] ?? 0;
  return path.length === 0 ? 0 : startOf(document, path.slice(0, -1));
}

/** What a message calls the term that a path leads into. */
function nameIn(document: Document, path: Path): string {
  const name = document.getIn([...path.slice(0, 4), "en", "term"]);
  return path[2] === "terms" && typeof name === "string" ? `the term "${name}", ` : "";
}
