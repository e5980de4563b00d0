// shared/yaml · YAML of a stranger or a model: what would keep the parser busy for minutes, or end the program, is refused first.
import { Lexer, parse } from "yaml";

/** More than a plan needs. The time that the parser takes grows with the square of the length. */
const MAX_CHARACTERS = 8000;
/** So many signs that put one value into another. From some 700 on, the parser runs out of stack, which can end Node itself. */
const MAX_NESTED = 100;
const tooMuch = (most: number) =>
  `it is longer than ${most} characters, or has more than ${MAX_NESTED} brackets and the like.`;

/** The value of a text in YAML, or in JSON, of at most `most` characters. An alias, which stands for another value, is not read. Throws an Error. */
export function parseYaml(text: string, most = MAX_CHARACTERS): unknown {
  if (text.length > most || nestingIn(text) > MAX_NESTED) throw new Error(tooMuch(most));
  return parse(text, { logLevel: "error", maxAliasCount: 0 });
}

/** How many signs there are that begin a value in another one. The first dash of a line may belong to a plain list. */
function nestingIn(text: string): number {
  let [count, dashes] = [0, 0];
  for (const sign of new Lexer().lex(text)) {
    if (sign.includes("\n")) dashes = 0;
    if (sign === "-") dashes++;
    if (/^[[{?]$/.test(sign) || (sign === "-" && dashes > 1)) count++;
  }
  return count;
}
