// course/readme/terms · docs/terms.yml, the one table of terms.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import type { Fault } from "../base/fault.ts";
import { lineWith, messageOf } from "../base/text.ts";

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

const word = z.strictObject({ term: text, says: text, not: z.array(pattern).default([]) });

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

/** The table of a course, where a text of it stands, and what is wrong with it. */
export interface Terms {
  /** Undefined when there is no such file, or it is wrong. */
  table: Table | undefined;
  lineOf(text: string): number;
  faults: Fault[];
}

/** Reads docs/terms.yml; a course without one has no terms. */
export function readTerms(root: string): Terms {
  const path = join(root, TERMS);
  const text = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  const lineOf = (part: string) => lineWith(text ?? "", part);
  if (text === undefined) return { table: undefined, lineOf, faults: [] };
  try {
    const { data, error } = table.safeParse(parse(text));
    const faults = (error?.issues ?? []).map(({ path, message }) =>
      wrong(`${path.join(".") || "the file"}: ${message}`),
    );
    return { table: data, lineOf, faults };
  } catch (error) {
    return { table: undefined, lineOf, faults: [wrong(messageOf(error).split("\n")[0])] };
  }
}

const wrong = (says = ""): Fault => ({
  file: TERMS,
  line: 1,
  says,
  mend: `mend ${TERMS}; its first lines say what a term has`,
});
