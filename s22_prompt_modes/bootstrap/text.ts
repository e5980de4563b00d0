// s21 · bootstrap/text – what of the files is in the prompt: cut to the limits, or a marker in place of the text.
import { charactersIn, firstCharacters, lastCharacters } from "../../shared/characters.ts";
import type { Config } from "./config.ts";
import type { BootstrapFile, Status } from "./files.ts";

/** A file as it is in the prompt. */
export interface Injected extends BootstrapFile {
  /** Its text, cut, or the marker. */
  body: string;
  isCut: boolean;
  /** True when a handler of agent:bootstrap has changed it. */
  isChanged: boolean;
}

const CUT = "[... truncated ...]";
const HEAD = `# Project Context

These files of the workspace are already loaded. Read one again only if it was cut.`;
const PERSONA = "Take on the persona of SOUL.md, unless a higher rule forbids it.";

const MARKERS: { [Each in Exclude<Status, "ok">]: (file: BootstrapFile) => string } = {
  empty: () => "[File is empty]",
  missing: () => "[File not found]",
  unreadable: ({ why }) => `[File could not be read: ${why}]`,
  withheld: () => "[File not loaded: the person has not allowed it]",
};

type Changed = BootstrapFile & Pick<Injected, "isChanged">;

/** Cuts the files to the limits: first each of them, then the last ones, so that all together fit. */
export function injected(files: Changed[], { max, total, trim }: Config): Injected[] {
  let room = total;
  return files.map((file) => {
    if (file.status !== "ok") return { ...file, body: MARKERS[file.status](file), isCut: false };
    const most = Math.min(max, room);
    const isCut = charactersIn(file.text) > most;
    room -= Math.min(charactersIn(file.text), most);
    return { ...file, body: isCut ? cut(file, most, trim) : file.text, isCut };
  });
}

function cut({ name, text }: BootstrapFile, max: number, trim: Config["trim"]): string {
  if (trim === "head") return `${firstCharacters(text, max)}\n\n${CUT}\n`;
  const [head, tail] = [Math.floor(max * 0.7), Math.floor(max * 0.2)];
  const middle = `${CUT} Read ${name} for the rest.`;
  return `${firstCharacters(text, head)}\n\n${middle}\n\n${lastCharacters(text, tail)}\n`;
}

/** The section of the system prompt. */
export function projectContext(files: Injected[]): string {
  const hasSoul = files.some(({ name, status }) => name === "SOUL.md" && status === "ok");
  const blocks = files.map(({ name, body }) => `## ${name}\n\n${body}`);
  return [hasSoul ? `${HEAD} ${PERSONA}` : HEAD, ...blocks].join("\n\n");
}
