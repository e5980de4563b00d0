// s21 · bootstrap/text – the words of the section: its heading, the markers, what is left of a text that is too long.
import { firstCharacters, lastCharacters } from "../../shared/characters.ts";
import type { Rule } from "../scope/scope.ts";
import type { Config } from "./config.ts";
import type { BootstrapFile, Injected } from "./core.ts";

const HEAD = `# Project Context

These files of the workspace are already loaded. Read one again only if it was cut.`;
const PERSONA = "Take on the persona of SOUL.md, unless a higher rule forbids it.";

/** The section of the workspace in the system prompt. */
export function projectContext(rules: Rule[], files: Injected[]): string {
  if (files.length === 0) return "";
  const hasSoul = files.some(({ name, status }) => name === "SOUL.md" && status === "ok");
  const head = [HEAD, priorityOf(rules), ...(hasSoul ? [PERSONA] : [])].join(" ");
  return `${head}\n\n${sectionOf(files)}`;
}

/** Files, each under its name. */
export const sectionOf = (files: Injected[]): string =>
  files.map(({ name, body }) => `## ${name}\n\n${body}`).join("\n\n");

/** A prompt is advice: what must hold whatever a file says is in the gate. */
function priorityOf(rules: Rule[]): string {
  const ranked = rules.filter(({ rank }) => rank !== undefined);
  const names = ranked.toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
  return `If they contradict each other, safety comes first, then ${names.map(({ name }) => name).join(", ")}.`;
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
