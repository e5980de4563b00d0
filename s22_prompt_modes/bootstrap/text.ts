// s21 · bootstrap/text – the words of the section: its heading, the markers, what is left of a text that is too long.
import { firstCharacters, lastCharacters } from "../../shared/characters.ts";
import type { Config } from "./config.ts";
import type { BootstrapFile, Injected } from "./core.ts";

const HEAD = `# Project Context

These files of the workspace are already loaded. Read one again only if it was cut.`;
const PERSONA = "Take on the persona of SOUL.md, unless a higher rule forbids it.";

/** The section of the system prompt. */
export function projectContext(files: Injected[]): string {
  const hasSoul = files.some(({ name, status }) => name === "SOUL.md" && status === "ok");
  const blocks = files.map(({ name, body }) => `## ${name}\n\n${body}`);
  return [hasSoul ? `${HEAD} ${PERSONA}` : HEAD, ...blocks].join("\n\n");
}

const MARKERS = {
  ok: () => "",
  empty: () => "[File is empty]",
  missing: () => "[File not found]",
  unreadable: ({ why }: BootstrapFile) => `[File could not be read: ${why}]`,
  withheld: () => "[File not loaded: the person has not allowed it]",
};

/** What the prompt says of a file without a text. */
export const markerOf = (file: BootstrapFile): string => MARKERS[file.status](file);

const CUT = "[... truncated ...]";

/** Its beginning, or its beginning and its end, and the marker. */
export function cutTo(trim: Config["trim"]) {
  return ({ name, text }: BootstrapFile, most: number): string => {
    if (trim === "head") return `${firstCharacters(text, most)}\n\n${CUT}\n`;
    const [head, tail] = [Math.floor(most * 0.7), Math.floor(most * 0.2)];
    const middle = `${CUT} Read ${name} for the rest.`;
    return `${firstCharacters(text, head)}\n\n${middle}\n\n${lastCharacters(text, tail)}\n`;
  };
}
