// practice/validation/rules/rule · what a validation rule is, and the request as the rules see it.
import { type Fields, isFields, listOf } from "../../json/fields.ts";
import { type Profile, profileOf } from "../../protocol/profiles.ts";
import type { Place, RuleText, Words } from "../../protocol/ruleError.ts";

/** A rule about the body of a request. */
export interface Rule extends RuleText {
  /** The first place that breaks the rule. May rely on all rules before it in the table. */
  find(request: Checked): Place | undefined;
}

export interface BlockAt {
  role: unknown;
  block: Fields;
  type: string;
  /** The index of the message and of the block in it. */
  indexes: number[];
}

/** A request as the rules see it: parts that have the wrong shape are left out of the lists. */
export interface Checked {
  body: unknown;
  /** The body, or no fields when it is not an object. */
  fields: Fields;
  version: string;
  /** Whether it goes to count_tokens, which takes fewer fields. */
  counting: boolean;
  betas: string[];
  profile: Profile | undefined;
  messages: Fields[];
  /** All blocks of all messages; a string is one text block. */
  blocks: BlockAt[];
  tools: Fields[];
}

export interface RequestContext {
  version: string;
  counting: boolean;
  betas?: string[];
}

export function checkedOf(body: unknown, context: RequestContext): Checked {
  const fields = isFields(body) ? body : {};
  const messages = listOf(fields.messages).map((message) => (isFields(message) ? message : {}));
  return {
    body,
    fields,
    version: context.version,
    counting: context.counting,
    betas: context.betas ?? [],
    profile: profileOf(String(fields.model)),
    messages,
    blocks: messages.flatMap(({ role, content }, message) =>
      blocksOf(content).map((block, index) => ({
        role,
        block,
        type: String(block.type),
        indexes: [message, index],
      })),
    ),
    tools: listOf(fields.tools).map((tool) => (isFields(tool) ? tool : {})),
  };
}

const blocksOf = (content: unknown): Fields[] =>
  typeof content === "string"
    ? [{ type: "text", text: content }]
    : listOf(content).map((block) => (isFields(block) ? block : {}));

export type Found = boolean | Words | undefined;

const placed = (indexes: number[], found: Found): Place | undefined => {
  if (!found) return undefined;
  return found === true ? { indexes } : { indexes, words: found };
};

/** The first item for which the test is true, or returns words. */
export function findIn<T>(items: T[], test: (item: T, index: number) => Found): Place | undefined {
  for (const [index, item] of items.entries()) {
    const place = placed([index], test(item, index));
    if (place) return place;
  }
  return undefined;
}

/** The same over things that know where they are. */
export function findAt<At extends { indexes: number[] }>(
  things: At[],
  test: (at: At) => Found,
): Place | undefined {
  for (const at of things) {
    const place = placed(at.indexes, test(at));
    if (place) return place;
  }
  return undefined;
}

/** The same over the blocks of all messages. */
export const findBlock = (request: Checked, test: (at: BlockAt) => Found): Place | undefined =>
  findAt(request.blocks, test);

/** Whether a beta whose name starts so is announced. */
export const hasBeta = ({ betas }: Checked, start: string): boolean =>
  betas.some((name) => name.startsWith(start));

/** The tags that are always known, and those that a beta's header adds. */
export const openTags = (
  request: Checked,
  always: readonly string[],
  added: Record<string, string | readonly string[]>,
): string[] => [
  ...always,
  ...Object.entries(added).flatMap(([tag, betas]) =>
    [betas].flat().some((start) => hasBeta(request, start)) ? [tag] : [],
  ),
];

/** A place that is one field's, without indexes. */
export const fieldPlace = (field: string | undefined, words: Words = {}): Place | undefined =>
  field === undefined ? undefined : { words: { field, ...words } };

/** The words of a field that a test has found. */
export const fieldWords = (field: string | undefined, words: Words = {}): Found =>
  field !== undefined && { field, ...words };

/** A place for a rule about the whole request. */
export const somewhere = (broken: boolean, words: Words = {}): Place | undefined =>
  broken ? { words } : undefined;

/** The first field that is not among the known ones. */
export const extraField = (fields: Fields, known: readonly string[]): string | undefined =>
  Object.keys(fields).find((name) => !known.includes(name));

/** The wording for a union with a tag that is none of its own. */
export const UNKNOWN_TAG =
  "Input tag '{tag}' found using 'type' does not match any of the expected tags: {tags}";

/** `'a', 'b' or 'c'`, as the API lists what it expects. */
export const alternatives = (words: readonly string[]): string =>
  words
    .map((word) => `'${word}'`)
    .join(", ")
    .replace(/, ([^,]*)$/, " or $1");

/** `'a', 'b'`, as the API lists the tags of a union. */
export const tagList = (words: readonly string[]): string =>
  words.map((word) => `'${word}'`).join(", ");
