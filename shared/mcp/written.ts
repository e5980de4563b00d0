// shared/mcp/written · secrets that are written out in an entry of .mcp.json, found by their names, by the form of an address, and by looking random.
import { isSecretName } from "../process.ts";
import type { Entry } from "./entry.ts";

type Named = [name: string, value: string];

/** Values of the entry that nobody else should get, each with its name; also the words of each, such as the token after "Bearer". */
export const writtenSecrets = (entry: Entry): Named[] =>
  [
    ...[...namedIn(entry), ...textsOf(entry).flatMap(inText)].filter(([name]) =>
      isSecretName(name),
    ),
    ...textsOf(entry).flatMap(inAddresses),
    ...textsOf(entry)
      .flatMap((text) => text.match(RANDOM) ?? [])
      .map((word): Named => ["secret", word]),
  ].flatMap(([name, value]) => partsOf(value).map((part): Named => [name, part]));

/** A word that nobody would choose, such as a token in the path of an address: letters and digits mixed, or a UUID. */
const RANDOM =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![a-z\d])(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{16,}/gi;

/** What the entry gives a name to: variables, headers, and arguments such as `--token abc`, `KEY=abc` or `Key: abc`. */
function namedIn(entry: Entry): Named[] {
  if ("url" in entry) return Object.entries(entry.headers);
  const { args, env } = entry;
  return [
    ...Object.entries(env),
    ...args.map((arg, at): Named => [arg.startsWith("-") ? arg : "", args[at + 1] ?? ""]),
    ...args.flatMap((arg) => split(arg, /^([\w-]+)[=:]/)),
  ];
}

/** The name that `form` finds at the beginning of a text, and what follows. */
function split(text: string, form: RegExp): Named[] {
  const [all = "", name] = form.exec(text) ?? [];
  return name === undefined ? [] : [[name, text.slice(all.length)]];
}

/** Anywhere in a text, such as the headers that a variable has as JSON. A value may have another name and value in it. */
const inText = (text: string): Named[] =>
  [...text.matchAll(/(?<![\w-])([\w-]+)["']?\s*[=:]\s*["']?(?=([^"',;}]{1,4000}))/g)].map(
    ([, name = "", value = ""]) => [name, value],
  );

const textsOf = (entry: Entry): string[] =>
  "url" in entry
    ? [entry.url, ...Object.values(entry.headers)]
    : [entry.command, ...entry.args, ...Object.values(entry.env)];

/** User and password, and the values behind the question mark. */
const inAddresses = (text: string): Named[] =>
  [...text.matchAll(/[a-z][a-z\d+.-]{0,30}:\/[^\s"'`<>]+/gi)].flatMap(([address]) => {
    const [, user = "", password = ""] = /:\/\/([^/?#:]*):?([^/?#]*)@/.exec(address) ?? [];
    const query = /\?([^#]*)/.exec(address)?.[1] ?? "";
    return [
      ...[user, password].map((value): Named => ["password", value]),
      ...query.split(/[&;]/).flatMap((one) => split(one, /^([^=]*)=/)),
    ];
  });

/** A variable in it is none of them. What stands in for one is. */
function partsOf(value: string): string[] {
  const texts = value.split(/\$\{(?:env:)?\w+(?::-)?|\}/).map((text) => text.trim());
  const words = texts.flatMap((text) => text.split(/[\s;,]+/));
  const values = words.map((word) => word.replace(/^[\w.-]+=/, ""));
  return [...new Set([...texts, ...words, ...values].flatMap((part) => [part, decoded(part)]))];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
