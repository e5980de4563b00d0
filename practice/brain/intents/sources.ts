// practice/brain/intents/sources · the small programs it can write, as they stand in programs/.
import programs from "../programs/programs.json" with { type: "json" };
import type { Sentences } from "../rows/row.ts";
import { quote } from "../shell.ts";

/** One small program, in each language that it is written in. */
export interface Program {
  /** Its file's name, without an ending. */
  file: string;
  name: Sentences;
  /** Forms of the words that ask for it. */
  words: readonly string[];
  /** asks: after it was given some input. */
  ends?: string;
  code: Readonly<Partial<Record<string, readonly string[]>>>;
}

export const PROGRAMS: Readonly<Record<string, Program>> = programs;

const SAMENESS: Record<string, string> = { mjs: "js", cjs: "js", ts: "js", bash: "sh" };

/** Whether it can write programs in files of this ending. */
export function isProgram(ending: string): boolean {
  return ["py", "js", "sh"].includes(SAMENESS[ending] ?? ending);
}

/** The ending of a file's name. */
export const endingOf = (file: string): string | undefined => /\.(\w+)$/.exec(file)?.[1];

/** The text of a program, with what it is to say; undefined where it is not written in that language. */
export function source(
  { code }: Program,
  ending: string,
  text = "Hello, world!",
): string | undefined {
  const kind = SAMENESS[ending] ?? ending;
  const said = kind === "sh" ? quote(text) : JSON.stringify(text);
  const lines = code[kind]?.map((line) => `${line.replace("{{text}}", () => said)}\n`);
  return lines?.join("");
}

/** Names that say nothing of what is in the file. */
const PLAIN_NAME = /^(?:hello\w*|hi|test|main|app|index|demo|example|script|tool|[a-z])\d*$/;

/** The program of a file that is only named: the one that has its name, or a greeting. */
export function programNamed(file: string, ending: string): Program | undefined {
  const stem = /([^/.]*)\.\w+$/.exec(file)?.[1]?.toLowerCase().replace(/[-_ ]/g, "") ?? "";
  const named = Object.values(PROGRAMS).find((program) => program.file === stem);
  if (named?.code[SAMENESS[ending] ?? ending] !== undefined) return named;
  return PLAIN_NAME.test(stem) ? PROGRAMS.say : undefined;
}

/** A Latin word is whole. */
const bounded = (form: string): string => (/^[a-z]/.test(form) ? `\\b${form}` : form);

/** The programs that the words ask for. */
export const programsIn = (words: string): Program[] =>
  Object.values(PROGRAMS).filter((program) =>
    program.words.some((form) => new RegExp(bounded(form), "i").test(words)),
  );
