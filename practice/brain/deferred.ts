// practice/brain/deferred · tools that a client holds back until they are searched for: they are searched, then called.

import { type Fields, isFields, listOf } from "../json/fields.ts";
import type { Reply } from "../protocol/reply.ts";
import { blocksOf, messagesOf, stringOf, textOf, textsOf } from "./blocks.ts";
import { languageOf } from "./clauses.ts";
import { readTurn } from "./conversation.ts";
import { parse } from "./record.ts";
import { keyOf } from "./shape.ts";
import { tell } from "./tell.ts";
import type { Call, Language, Outcome } from "./types.ts";
import { valueFrom } from "./values.ts";
import { quoted } from "./words.ts";

type Said = Reply & { rule: string };

/** What can be reached in a request: the body with all its tools as if they were there, and the way to them. */
export interface Reach {
  body: unknown;
  /** A reply with the search in front of a call of a tool that is not there yet. */
  searchFirst(reply: Said): Said;
  /** The calls since, without the searches. */
  withoutSearches(made: Outcome[]): Outcome[];
}

const SEARCH = /^(?:tool_?search(?:_?tool)?|search_?tools?|find_?tools?)$/i;

/** Any value is accepted; without a search tool nothing is changed. */
export function readReach(request: unknown): Reach {
  const fields = isFields(request) ? request : {};
  const added = addedTools(fields);
  const tools = [
    ...listOf(fields.tools),
    ...added.filter(({ input_schema }) => input_schema),
  ].filter(isFields);
  const search = tools.find(isSearch);
  if (search === undefined)
    return {
      body: { ...fields, tools },
      searchFirst: (reply) => reply,
      withoutSearches: (made) => made,
    };
  const names = tools.map(({ name }) => stringOf(name));
  const listed = namesBehind(fields, stringOf(search.name)).filter((name) => !names.includes(name));
  const unknown = listed.map((name) => ({
    name,
    input_schema: { type: "object" },
    defer_loading: true,
  }));
  const loaded = loadedNames(fields, added);
  const isThere = (name: string) =>
    loaded.has(name) || tools.some((tool) => tool.name === name && tool.defer_loading !== true);
  const { request: words, outcomes } = readTurn(request);
  // A search with other words is one that the person asked for.
  const isForTool = ({ call }: Outcome) =>
    call.name === search.name &&
    !words.includes(call.name) &&
    [...listed, ...names].some((name) => asksFor(call, name));
  return {
    body: { ...fields, tools: [...tools, ...unknown] },
    searchFirst: (reply) => {
      const missing = (reply.calls ?? []).map(({ name }) => name).find((name) => !isThere(name));
      if (missing === undefined) return reply;
      const answer = outcomes.find(
        ({ call }) => call.name === search.name && asksFor(call, missing),
      );
      if (answer === undefined) return { calls: [searchFor(search, missing)], rule: "tool-search" };
      const { failed, text = "" } = answer;
      if (!failed && text.includes(missing)) return reply;
      return { text: notFound(missing, text, languageOf(words)), rule: "tool-search" };
    },
    withoutSearches: (made) => made.filter((outcome) => !isForTool(outcome)),
  };
}

const isSearch = ({ name, input_schema }: Fields): boolean =>
  typeof name === "string" &&
  SEARCH.test(name) &&
  isFields(input_schema) &&
  queryKey(input_schema) !== undefined;

const queryKey = ({ properties }: Fields): string | undefined =>
  Object.keys(isFields(properties) ? properties : {}).find((key) =>
    /^(?:query|q|search|pattern|names?|tool_?names?)$/i.test(key),
  );

/** By its exact name, where the tool says how; a word that its name has, where not. */
function searchFor({ name, description, input_schema }: Fields, wanted: string): Call {
  const schema = isFields(input_schema) ? input_schema : {};
  const key = queryKey(schema) ?? "query";
  const query = /\bselect:/.test(stringOf(description)) ? `select:${wanted}` : wanted;
  const isList = keyOf(schema, [key], "array") !== undefined;
  const rest = valueFrom(schema, "");
  const input = { ...(isFields(rest) ? rest : {}), [key]: isList ? [query] : query };
  return { name: String(name), input };
}

const asksFor = ({ input }: Call, name: string): boolean =>
  Object.values(input)
    .flat()
    .some((query) => query === name || query === `select:${name}`);

/** What the search said, and that nothing else was done. */
const notFound = (name: string, text: string, language: Language): string =>
  tell(language, "toolNotFound", { name, said: quoted(language, text) });

const allBlocks = (body: unknown): Fields[] =>
  messagesOf(body).flatMap(({ content }) => blocksOf(content));

/** The tools that messages add, as definitions or as references by name. */
function addedTools(body: unknown): Fields[] {
  const tools = allBlocks(body).filter(({ type }) => type === "tool_addition");
  return tools
    .map(({ tool }) => tool)
    .filter(isFields)
    .map((tool) => (isFields(tool.definition) ? tool.definition : tool));
}

/** Names that a search has brought, or a message added. */
function loadedNames(body: unknown, added: Fields[]): Set<string> {
  const references = allBlocks(body)
    .flatMap(({ content }) => listOf(content))
    .filter(isFields)
    .filter(({ type }) => type === "tool_reference");
  return new Set([
    ...added.map(({ name }) => stringOf(name)),
    ...references.map(({ tool_name }) => stringOf(tool_name)),
  ]);
}

/** The names on lines of their own behind a line that speaks of the search tool, where no person wrote them. */
function namesBehind(body: Fields, search: string): string[] {
  const notes = messagesOf(body).flatMap(({ role, content }) => {
    return textsOf(content).filter((text) => role === "system" || NOTE.test(text));
  });
  return [textOf(body.system), ...notes].flatMap((text) => listedIn(text, search));
}

const NOTE = /^\s*<[\w-]*(?:remind|deferred)[\w-]*>/;

/** A line that is a JSON string has lines of its own: so a harness puts data into its system text. */
function unfolded(line: string): string[] {
  const value = /^\s*".*"\s*$/.test(line) ? parse(line) : undefined;
  return typeof value === "string" ? value.split("\n") : [line];
}

function listedIn(text: string, search: string): string[] {
  const names: string[] = [];
  let isListed = false;
  for (const line of text.split("\n").flatMap(unfolded)) {
    const [, name] = /^\s*(?:[-*] )?([A-Za-z0-9_-]{1,128})\s*(?:: .*)?$/.exec(line) ?? [];
    if (isListed && name !== undefined) names.push(name);
    isListed = (isListed && name !== undefined) || line.includes(search) || /deferred/i.test(line);
  }
  return names;
}
