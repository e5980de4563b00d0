// practice/brain/intents/toolWords · the words of a tool's name, as people say them in three languages.
import DATA from "./toolWords.json" with { type: "json" };

const WORDS = new Map<string, readonly string[]>(Object.entries(DATA.words));
const SAME = new Map(Object.entries(DATA.same));
const wordOf = (part: string): string =>
  SAME.get(part) ?? (WORDS.has(part) ? part : part.replace(/(?<=\w{2})s$/, ""));

/** Tools of any kind have these in their names: they say nothing of what a tool is for. */
const COMMON =
  /^(?:get|list|read|create|delete|update|search|send|start|stop|file|directory|text|name|write|edit|move|run|set|info|data|item)$/;
export const isCommon = (part: string): boolean => COMMON.test(wordOf(part));

/** What a request need not say, if it says the rest: "the version" is enough for get_version. */
export const isNeeded = (part: string): boolean => !/^(?:get|list|read)$/.test(wordOf(part));

/** search_docs, searchDocs and search-docs have the same words. */
export const partsOf = (name: string): string[] =>
  name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split(/[_.-]+/)
    .filter((part) => part !== "");

/** A word of a name as it may stand in a request. */
export function formOf(part: string): RegExp {
  const own = part.replace(/[^\p{L}\p{N}]/gu, "");
  const said = [...new Set([own, ...(WORDS.get(wordOf(part)) ?? [])])];
  const each = said.map((one) => (/^\w/.test(one) ? `(?<![\\w.-])${one}s?(?![\\w-])` : one));
  return new RegExp(each.join("|"), "iu");
}
