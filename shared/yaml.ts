// shared/yaml · YAML of a stranger or a model: what would keep the parser busy for minutes, or end the program, is refused first.
import { Lexer, parse } from "yaml";

/** More than front matter or a plan needs. The time that the parser takes grows with the square of the length. */
const MAX_CHARACTERS = 8000;
/** So many signs that put one value into another. From some 700 on, the parser runs out of stack, which can end Node itself. */
const MAX_NESTED = 100;
const TOO_MUCH = `it is longer than ${MAX_CHARACTERS} characters, or has more than ${MAX_NESTED} brackets and the like.`;

/** The value of a text in YAML, or in JSON. An alias, which stands for another value, is not read. Throws an Error. */
export function parseYaml(text: string): unknown {
  if (text.length > MAX_CHARACTERS || nestingIn(text) > MAX_NESTED) throw new Error(TOO_MUCH);
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
