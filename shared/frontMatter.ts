// shared/frontMatter · the YAML at the head of a Markdown file: its fields, and the text behind it.
import { parse, stringify } from "yaml";

export interface Document {
  /** The fields as they stand there, of any type: check them. {} when there is no front matter, or none of fields. */
  fields: Record<string, unknown>;
  body: string;
}

/** Three dashes alone on the first line, and again on a line of their own: those in a text are indented or not alone. */
const OPENING = /^\uFEFF?---[ \t]*\r?\n/;
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/m;

/** Reads a document. Throws an Error, of one line, when its front matter has no end or cannot be read. */
export function parseFrontMatter(text: string): Document {
  if (!OPENING.test(text)) return { fields: {}, body: text };
  const [whole, yaml = ""] = FRONT_MATTER.exec(text) ?? [];
  if (whole === undefined)
    throw new Error('its head has no end: close it with a line of "---" alone.');
  const value = read(yaml);
  const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
  return {
    fields: isMapping ? Object.fromEntries(Object.entries(value)) : {},
    body: text.slice(whole.length),
  };
}

function read(yaml: string): unknown {
  try {
    return parse(yaml, { logLevel: "error" });
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split("\n") : [String(error)];
    throw new Error(`its head is not YAML: ${reason} Put values with ": " or " #" in quotes.`);
  }
}

/** The text of a document; parseFrontMatter gives back the same fields and body. */
export function formatFrontMatter({ fields, body }: Document): string {
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n${body}`;
}
