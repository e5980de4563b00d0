// practice/brain/deferred · tools that a client holds back until they are searched for: they are searched, then called.

import { type Fields, isFields, listOf } from "../json/fields.ts";
import type { Reply } from "../protocol/reply.ts";
import { blocksOf, messagesOf, stringOf, textOf } from "./blocks.ts";
import { languageOf } from "./clauses.ts";
import { readTurn } from "./conversation.ts";
import { parse } from "./record.ts";
import { tell } from "./tell.ts";
import type { Call, Language, Outcome } from "./types.ts";
import { valueFrom } from "./values.ts";
import { quoted } from "./words.ts";

type Said = Reply & { rule: string };

/** What can be reached in a request: the body with all its tools as if they were there, and the way to them. */
export interface Reach {
  /** The body as it came, without what a client says of the tools that it has loaded. */
  request: unknown;
  body: unknown;
  /** A reply with the search in front of a call of a tool that is not there yet. */
  searchFirst(reply: Said): Said;
  /** The calls since, without the searches. */
  withoutSearches(made: Outcome[]): Outcome[];
}

const SEARCH = /^(?:tool_?search(?:_?tool)?|search_?tools?|find_?tools?)$/i;

/** Any value is accepted; without a search tool nothing is changed. */
export function readReach(given: unknown): Reach {
  const request = withoutNotices(given);
  const fields = isFields(request) ? request : {};
  const added = addedTools(fields);
  const tools = [...listOf(fields.tools), ...added.filter(({ input_schema }) => input_schema)];
  const search = tools.filter(isFields).find(isSearch);
  if (search === undefined)
    return {
      request,
      body: added.length > 0 ? { ...fields, tools } : request,
      searchFirst: (reply) => reply,
      withoutSearches: (made) => made,
    };
  const { request: words, outcomes } = readTurn(request);
  const loaded = loadedNames(fields, added);
  const here = tools.filter(isFields).filter((tool) => tool.defer_loading !== true);
  const isThere = (name: string) => loaded.has(name) || here.some((tool) => tool.name === name);
  const listed = namesBehind(fields, String(search.name)).filter(
    (name) => !tools.some((tool) => isFields(tool) && tool.name === name),
  );
  const unknown = listed.map((name) => ({
    name,
    input_schema: { type: "object" },
    defer_loading: true,
  }));
  const searches = outcomes.filter(({ call }) => call.name === search.name);
  const names = [...listed, ...tools.filter(isFields).map(({ name }) => stringOf(name))];
  // A search with other words is one that the person asked for.
  const isForTool = ({ call }: Outcome) =>
    call.name === search.name &&
    !words.includes(String(search.name)) &&
    names.some((name) => asksJustFor(call, name));
  return {
    request,
    body: { ...fields, tools: [...tools, ...unknown] },
    searchFirst: (reply) => {
      const missing = (reply.calls ?? []).map(({ name }) => name).find((name) => !isThere(name));
      if (missing === undefined) return reply;
      const answer = searches.find(({ call }) => asksFor(call, missing));
      if (answer === undefined) return { calls: [searchFor(search, missing)], rule: "tool-search" };
      const isFound = !answer.failed && stringOf(answer.text).includes(missing);
      return isFound
        ? reply
        : { text: notFound(missing, answer, languageOf(words)), rule: "tool-search" };
    },
    withoutSearches: (made) => made.filter((outcome) => !isForTool(outcome)),
  };
}

/** A client puts it behind the results of a search: no person wrote it. */
const NOTICE = /^Tools? loaded\.?$/;

function withoutNotices(body: unknown): unknown {
  const isNotice = (part: unknown) =>
    isFields(part) && part.type === "text" && NOTICE.test(stringOf(part.text));
  const isResult = (part: unknown) => isFields(part) && part.type === "tool_result";
  const clean = (message: unknown) => {
    const parts = isFields(message) ? listOf(message.content) : [];
    if (!isFields(message) || !parts.some(isResult) || !parts.some(isNotice)) return message;
    return { ...message, content: parts.filter((part) => !isNotice(part)) };
  };
  return isFields(body) && Array.isArray(body.messages)
    ? { ...body, messages: body.messages.map(clean) }
    : body;
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
  const { properties } = schema;
  const { [key]: own } = isFields(properties) ? properties : {};
  const isList = isFields(own) && own.type === "array";
  const rest = valueFrom(schema, "");
  return {
    name: String(name),
    input: { ...(isFields(rest) ? rest : {}), [key]: isList ? [query] : query },
  };
}

const asksFor = ({ input }: Call, name: string): boolean => JSON.stringify(input).includes(name);

const asksJustFor = ({ input }: Call, name: string): boolean =>
  Object.values(input)
    .flat()
    .some((query) => query === name || query === `select:${name}`);

/** What the search said, and that nothing else was done. */
function notFound(name: string, { text = "" }: Outcome, language: Language): string {
  const said = quoted(language, text);
  return tell(language, "toolNotFound", { name, said });
}

/** The tools that messages add, as definitions or as references by name. */
function addedTools(body: unknown): Fields[] {
  const changes = messagesOf(body).flatMap(({ content }) => blocksOf(content));
  return changes
    .filter(({ type }) => type === "tool_addition")
    .flatMap(({ tool }) =>
      isFields(tool) ? [isFields(tool.definition) ? tool.definition : tool] : [],
    );
}

/** Names that a search has brought, or a message added. */
function loadedNames(body: unknown, added: Fields[]): Set<string> {
  const results = messagesOf(body)
    .flatMap(({ content }) => blocksOf(content))
    .filter(({ type }) => type === "tool_result");
  const references = results
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
  const messages = messagesOf(body);
  const system = messages.filter(({ role }) => role === "system");
  const texts = [textOf(body.system), ...system.map(({ content }) => textOf(content))];
  const notes = messages
    .flatMap(({ content }) => blocksOf(content))
    .map(({ type, text }) => (type === "text" ? stringOf(text) : ""))
    .filter((text) => /^\s*<[\w-]*(?:remind|deferred)[\w-]*>/.test(text));
  return [...texts, ...notes].flatMap((text) => listedIn(text, search));
}

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
