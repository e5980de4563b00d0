// shared/shell/options · divides the arguments of a command into options and operands, by a list of what they may be.

/**
 * What a value of each kind looks like. A form names a kind in angle brackets:
 *
 * - `--all` is just this word, and `--lines=<number>` has a number after its equals sign.
 * - `-n_<number>` is two words, as in `-n 3`.
 * - `-[la]` is any of these letters after one dash: -l, -a and -la. In `-*A<number>`, some of the letters may come
 *   before the A, as in -laA3.
 * - A form without a dash is for operands: each of them must have one of these forms, if there are any.
 */
export type Kinds = Record<string, RegExp>;

/** The arguments of a command; the value of an option stands with the options. */
export interface Arguments {
  options: string[];
  operands: string[];
}

/** Divides arguments into options and operands. Returns the first that has none of the forms as `unknown`. */
export function readArguments(
  args: string[],
  forms: string[],
  kinds: Kinds,
): Arguments | { unknown: string } {
  const options: string[] = [];
  const operands: string[] = [];
  const optionForms = forms.filter((form) => !isOperand(form));
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "--") {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (isOperand(word)) operands.push(word);
    else {
      const length = lengthOf(args.slice(at), optionForms, kinds);
      if (length === 0) return { unknown: word };
      options.push(...args.slice(at, at + length));
      at += length - 1;
    }
  }
  const unknown = unknownOperand(operands, forms.filter(isOperand), kinds);
  return unknown === undefined ? { options, operands } : { unknown };
}

const isOperand = (word: string) => !word.startsWith("-") || word === "-";

function unknownOperand(operands: string[], forms: string[], kinds: Kinds): string | undefined {
  if (forms.length === 0) return undefined;
  return operands.find((word) => !forms.some((form) => hasForm(word, readForm(form), kinds)));
}

/** How many words the option takes with which these words begin: 1 or 2, or 0 if it has none of the forms. */
export function lengthOf([word = "", value]: string[], forms: string[], kinds: Kinds): number {
  const letters = forms.find(isLetters)?.slice(2, -1) ?? "";
  const last = withoutLetters(word, letters);
  if (last === "-" && word !== "-") return 1;
  const fitting = forms
    .filter((form) => !isLetters(form))
    .map(readForm)
    .filter((form) => hasForm(form.canFollow ? last : word, form, kinds));
  const pair = fitting.find(({ isPair }) => isPair);
  if (pair === undefined) return fitting.length > 0 ? 1 : 0;
  return value !== undefined && kinds[pair.kind ?? ""]?.test(value) ? 2 : 0;
}

const isLetters = (form: string) => form.startsWith("-[");

/** The option `-laA3` without the letters `la` is `-A3`. Only its first letters count: `-A3l` stays as it is. */
function withoutLetters(word: string, letters: string): string {
  let at = 1;
  while (at < word.length && letters.includes(word.charAt(at))) at++;
  return word.charAt(0) + word.slice(at);
}

/** A form in its parts: how its first word begins, and the kind of its value. */
interface Form {
  start: string;
  kind: string | undefined;
  /** True if the value is the next word, not the rest of the first one. */
  isPair: boolean;
  /** True if it may follow other letters after the same dash. */
  canFollow: boolean;
}

function readForm(form: string): Form {
  const [head = "", kind] = form.split(/[<>]/);
  const isPair = kind !== undefined && head.endsWith("_");
  const start = isPair ? head.slice(0, -1) : head;
  return { start: start.replace("*", ""), kind, isPair, canFollow: start.includes("*") };
}

function hasForm(word: string, { start, kind, isPair }: Form, kinds: Kinds): boolean {
  if (kind === undefined || isPair) return word === start;
  return word.startsWith(start) && kinds[kind]?.test(word.slice(start.length)) === true;
}
