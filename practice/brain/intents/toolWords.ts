// practice/brain/intents/toolWords · the words of a tool's name, as people say them in three languages.
import words from "./toolWords.json" with { type: "json" };

const SAME: Readonly<Record<string, string>> = {
  docs: "doc",
  documentation: "doc",
  find: "search",
  lookup: "search",
  query: "search",
  fetch: "get",
  show: "get",
  remove: "delete",
  add: "create",
  make: "create",
  folder: "directory",
  state: "status",
};

const WORDS = new Map<string, readonly string[]>(Object.entries(words));
const wordOf = (part: string): string =>
  SAME[part] ?? (WORDS.has(part) ? part : part.replace(/(?<=\w{2})s$/, ""));

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

/** The words of a wish as tools have them in their names and descriptions: in English, and in their shortest form. */
export function inEnglish(wish: string): string {
  if (!/[^\p{ASCII}]/u.test(wish)) return wish.replace(/(?<=\b\w{3,})(?:ing|(?<![su])s)\b/g, "");
  const isSaid = (form: string) => WIDE.test(form) && new RegExp(form, "u").test(wish);
  const found = [...WORDS].filter(([, forms]) => forms.some(isSaid));
  return found.length === 0 ? wish : found.map(([word]) => word).join(" ");
}

/** A single sign is a part of many words. */
const WIDE = /^[\u3040-\u30ff\u3400-\u9fff]{2}/;
