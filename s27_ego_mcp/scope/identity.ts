// s23 · scope/identity – what the agent is called: the settings, then IDENTITY.md, then a default, field by field.
import { firstCharacters } from "../../shared/characters.ts";
import { oneLine } from "../../shared/text.ts";
import { FIELDS, type Source } from "../bootstrap/bootstrap.ts";

const MAX_NAME = 50;
const MAX_VALUE = 200;
const DEFAULT: Source = { from: "the default", says: { name: "Assistant" } };
/** Such as "- Name: Ada", "name: Ada" and "**Name:** Ada". */
const LINE = /^\s*(?:[-*]\s+)?(?:\*\*)?(\w+)(?::\*\*|\*\*:|:)\s*(.*)$/;
/** What a template has in place of a value. */
const PLACEHOLDER = /^(?:[<([_].*|\.\.\.|…|todo|tbd|)$/i;

/** What a text of lines "key: value" says. The first line of a key counts. */
export function identityIn(text: string): Source["says"] {
  const said: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, key = "", value = ""] = LINE.exec(line) ?? [];
    if (!PLACEHOLDER.test(value.trim())) said[key.toLowerCase()] ??= value.trim();
  }
  return Object.fromEntries(FIELDS.flatMap((field) => (said[field] ? [[field, said[field]]] : [])));
}

/** Each field as the first source has it that says anything about it, and which one that is. */
export function cascade(sources: Source[]) {
  return FIELDS.flatMap((field) => {
    const source = [...sources, DEFAULT].find(({ says }) => says[field]?.trim());
    const most = field === "name" ? MAX_NAME : MAX_VALUE;
    const value = firstCharacters(oneLine(source?.says[field]?.trim() ?? "", most), most);
    return source === undefined ? [] : [{ field, value, from: source.from }];
  });
}

/** What the first line of the system prompt says of it; "" for the default. */
export function calledIn(sources: Source[]): string {
  const name = cascade(sources).find(
    ({ field, from }) => field === "name" && from !== DEFAULT.from,
  );
  return name === undefined ? "" : `Your name is ${name.value}.`;
}
