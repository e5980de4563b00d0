// shared/frontMatter · the front matter of a Markdown file (YAML at its beginning): its fields, and the text after it.
import { stringify } from "yaml";
import { parseYaml } from "./yaml.ts";

export interface Document {
  /** The fields, with values of any type: check them. {} when there is no front matter, or when it is not a mapping. */
  fields: Record<string, unknown>;
  body: string;
}

/**
 * Front matter starts with three dashes alone on the first line and ends with three dashes alone on a
 * later one. Dashes inside a value are indented or followed by other characters.
 */
const OPENING = /^\uFEFF?---[ \t]*\r?\n/;
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;

/** The parser takes a moment for each, and there may be many files. */
const MAX_CHARACTERS = 3000;

/** Reads a document: the fields of its front matter, and the text after it. Throws an Error, of one line, when its front matter has no end or cannot be read. */
export function parseFrontMatter(text: string): Document {
  if (!OPENING.test(text)) return { fields: {}, body: text };
  const [whole, yaml = ""] = FRONT_MATTER.exec(text) ?? [];
  if (whole === undefined)
    throw new Error('its front matter has no end: close it with a line of "---" alone.');
  const value = read(yaml);
  const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
  return {
    fields: isMapping ? Object.fromEntries(Object.entries(value)) : {},
    body: text.slice(whole.length),
  };
}

function read(yaml: string): unknown {
  try {
    return parseYaml(yaml, MAX_CHARACTERS);
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split("\n") : [String(error)];
    throw new Error(
      `its front matter is not YAML: ${reason} Put values with ": " or " #" in quotes.`,
    );
  }
}

/** Writes a document; parseFrontMatter reads the same fields and body from it. */
export function formatFrontMatter({ fields, body }: Document): string {
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n${body}`;
}
