// practice/brain/intents/sources · the small programs it can write, as they stand in programs/.
import programs from "../programs/programs.json" with { type: "json" };
import type { Sentences } from "../rows/row.ts";
import { quote } from "../shell.ts";
import type { Language } from "../types.ts";

/** One small program, in each language that it is written in. */
export interface Program {
  /** Its file's name, without an ending. */
  file: string;
  name: Sentences;
  /** Forms of the words that ask for it. */
  words: readonly string[];
  /** What stands at {{name}} in its code, where a request says nothing else. */
  numbers?: Readonly<Record<string, number>>;
  text?: Readonly<Record<string, string>>;
  /** What a single number is; without it the first. */
  one?: readonly string[];
  /** The biggest number that it takes. */
  most?: number;
  /** asks: after it was given some input. */
  ends?: string;
  code: Readonly<Partial<Record<string, readonly string[]>>>;
}

export type Values = Readonly<Record<string, string | number>>;

export const PROGRAMS: Readonly<Record<string, Program>> = programs;

const SAMENESS: Record<string, string> = { mjs: "js", cjs: "js", ts: "js", bash: "sh" };

/** Whether it can write programs in files of this ending. */
export function isProgram(ending: string): boolean {
  return ["py", "js", "sh"].includes(SAMENESS[ending] ?? ending);
}

/** The ending of a file's name. */
export const endingOf = (file: string): string | undefined => /\.(\w+)$/.exec(file)?.[1];

/** The text of a program; undefined where it is not written in that language. */
export function source(program: Program, ending: string, given: Values = {}): string | undefined {
  const values: Values = { ...program.numbers, ...program.text, ...given };
  const kind = SAMENESS[ending] ?? ending;
  const code = program.code[kind]?.map((line) =>
    line.replace(/\{\{(\w+)\}\}/g, (_, name: string) => literal(values[name] ?? "", kind)),
  );
  return code && `${code.join("\n")}\n`;
}

/** A value as the language writes it. */
function literal(value: string | number, kind: string): string {
  if (typeof value === "number") return String(value);
  return kind === "sh" ? quote(value) : JSON.stringify(value);
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

const forms = new Map<Program, RegExp>();

/** Where the words ask for a program: the longest place of all that do. */
function placeIn(words: string, program: Program): { from: number; to: number } | undefined {
  const form = forms.get(program) ?? new RegExp(program.words.map(bounded).join("|") || "$^", "gi");
  forms.set(program, form);
  const places = [...words.matchAll(form)].map(({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }));
  return places.sort((one, other) => other.to - other.from - (one.to - one.from))[0];
}

/** A Latin word is whole. */
const bounded = (form: string): string => (/^[a-z]/.test(form) ? `\\b${form}` : form);

/** The programs that the words ask for, the longest words first. */
export function programsIn(words: string): Program[] {
  const found = Object.values(PROGRAMS).flatMap((program) => {
    const place = placeIn(words, program);
    return place === undefined ? [] : [{ program, ...place }];
  });
  return found
    .sort((one, other) => other.to - other.from - (one.to - one.from))
    .map(({ program }) => program);
}

const PLAIN =
  /\b(?:write|make|create|program|script|an?|the|that|for|in|of|me|to)\b|程序|プログラム/gi;

/** The names of three programs that come near the words. */
export function nearPrograms(words: string, language: Language): string[] {
  const own = partsOf(words);
  return Object.values(PROGRAMS)
    .filter(({ words }) => words.length > 0)
    .map(({ name }) => name[language])
    .map((name) => ({ name, shared: partsOf(name).filter((part) => own.includes(part)).length }))
    .sort((one, other) => other.shared - one.shared)
    .flatMap(({ name }, at, all) => (name === all[at - 1]?.name ? [] : [name]))
    .slice(0, 3);
}

/** Latin words, and pairs of other signs. */
function partsOf(words: string): string[] {
  const said = words.toLowerCase().replace(PLAIN, " ");
  return said.match(/[a-z]+|[^\x00-\x7f]/g) ?? [];
}
