// practice/validation/rules/sources · what images and documents are made of, in messages and in tool results.

import { type Fields, isFields, listOf } from "../../json/fields.ts";
import type { Place } from "../../protocol/ruleError.ts";
import { isKind, type Kind } from "./fields.ts";
import { alternatives, type Checked, type Rule, tagList, UNKNOWN_TAG } from "./rule.ts";

interface SourceAt {
  /** `image` or `document`. */
  kind: string;
  path: string;
  source: Fields;
  type: string;
}

/** The fields that each type of source needs. */
const REQUIRED: Record<string, Record<string, readonly string[]>> = {
  image: { base64: ["media_type", "data"], url: ["url"], file: ["file_id"] },
  document: {
    base64: ["media_type", "data"],
    text: ["media_type", "data"],
    content: ["content"],
    url: ["url"],
    file: ["file_id"],
  },
};

/** By the kind of the block and the type of its source. */
const MEDIA_TYPES: Record<string, readonly string[]> = {
  "image base64": ["image/jpeg", "image/png", "image/gif", "image/webp"],
  "document base64": ["application/pdf"],
  "document text": ["text/plain"],
};

/** The kinds of what has no rule of its own; the content of a document is a string, or a list of blocks. */
const KINDS: Record<string, readonly Kind[]> = {
  content: ["string", "list"],
  data: ["string"],
  file_id: ["string"],
  url: ["string"],
};

function mistyped({ type, source }: SourceAt) {
  for (const field of Object.keys(KINDS)) {
    const kinds = KINDS[field] ?? [];
    const isWrong = field in source && !kinds.some((kind) => isKind(source[field], kind));
    if (isWrong) return { type, field, kind: kinds.at(-1) ?? "" };
  }
  return false;
}

const sourceOf = (block: unknown, path: string): SourceAt[] => {
  if (!isFields(block)) return [];
  const kind = String(block.type);
  if (!Object.hasOwn(REQUIRED, kind)) return [];
  const source = isFields(block.source) ? block.source : {};
  return [{ kind, path: `${path}.${kind}.source`, source, type: String(source.type) }];
};

const sourcesOf = ({ blocks }: Checked): SourceAt[] =>
  blocks.flatMap(({ type, block, indexes: [message, index] }) => {
    const path = `messages.${message}.content.${index}`;
    if (type !== "tool_result") return sourceOf(block, path);
    return listOf(block.content).flatMap((part, at) =>
      sourceOf(part, `${path}.tool_result.content.${at}`),
    );
  });

type Test = (at: SourceAt) => Record<string, string> | boolean;

/** The first source for which the test is true, or returns words. */
function findSource(request: Checked, test: Test): Place | undefined {
  for (const at of sourcesOf(request)) {
    const found = test(at);
    if (found !== false) return { words: { source: at.path, ...(found === true ? {} : found) } };
  }
  return undefined;
}

const isBase64 = (data: unknown): boolean =>
  typeof data === "string" && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);

/** The media type of an image by its first bytes. */
function mediaTypeOf(data: string): string | undefined {
  const bytes = Buffer.from(data.slice(0, 16), "base64").toString("latin1");
  if (bytes.startsWith("\x89PNG")) return "image/png";
  if (bytes.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (bytes.startsWith("GIF8")) return "image/gif";
  return bytes.startsWith("RIFF") && bytes.slice(8, 12) === "WEBP" ? "image/webp" : undefined;
}

/** Of an image in base64: what it claims to be and what its bytes are. */
function claimOf({ kind, type, source }: SourceAt) {
  if (kind !== "image" || type !== "base64") return undefined;
  return { claimed: String(source.media_type), found: mediaTypeOf(String(source.data)) };
}

export const sourceRules: Rule[] = [
  {
    id: "source-type",
    path: "{source}",
    message: UNKNOWN_TAG,
    source: "inferred",
    find: (request) =>
      findSource(request, ({ kind, type }) => {
        const known = REQUIRED[kind] ?? {};
        return !Object.hasOwn(known, type) && { tag: type, tags: tagList(Object.keys(known)) };
      }),
  },
  {
    id: "source-field-required",
    path: "{source}.{type}.{field}",
    message: "Field required",
    source: "inferred",
    find: (request) =>
      findSource(request, ({ kind, type, source }) => {
        const field = REQUIRED[kind]?.[type]?.find((name) => !(name in source));
        return field !== undefined && { type, field };
      }),
  },
  {
    id: "source-field-type",
    path: "{source}.{type}.{field}",
    message: "Input should be a valid {kind}",
    source: "inferred",
    find: (request) => findSource(request, mistyped),
  },
  {
    id: "source-media-type",
    path: "{source}.{type}.media_type",
    message: "Input should be {choices}",
    source: "seen",
    find: (request) =>
      findSource(request, ({ kind, type, source }) => {
        const known = MEDIA_TYPES[`${kind} ${type}`];
        const isKnown = known?.includes(String(source.media_type)) ?? true;
        return !isKnown && { type, choices: alternatives(known ?? []) };
      }),
  },
  {
    id: "source-base64",
    path: "{source}.base64.data",
    message: "invalid base64 data",
    source: "seen",
    find: (request) =>
      findSource(request, ({ type, source }) => type === "base64" && !isBase64(source.data)),
  },
  {
    id: "image-invalid",
    path: "{source}.base64.data",
    message:
      "The image was specified using the {claimed} media type, but does not appear to be a valid {format} image",
    source: "one source",
    find: (request) =>
      findSource(request, (at) => {
        const claim = claimOf(at);
        if (!claim || claim.found !== undefined) return false;
        return { claimed: claim.claimed, format: claim.claimed.replace("image/", "") };
      }),
  },
  {
    id: "image-media-type",
    path: "{source}.base64.data",
    message:
      "The image was specified using the {claimed} media type, but the image appears to be a {found} image",
    source: "seen",
    find: (request) =>
      findSource(request, (at) => {
        const { claimed = "", found = "" } = claimOf(at) ?? {};
        return claimed !== found && { claimed, found };
      }),
  },
];
