// practice/validation/validate · whatever the SDK's types let a client send is accepted, or refused by a rule that is known.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Exchange } from "../api/exchange.ts";
import { createPractice } from "../api/handler.ts";
import { sign } from "../protocol/signature.ts";
import { post } from "../testing.ts";
import {
  fieldsOf,
  literalsIn,
  membersOf,
  type Sample,
  simplestFields,
  spoiltOf,
  type Types,
  valuesOf,
} from "./testTypes.ts";

type Fields = Record<string, unknown>;

const SDK = join(import.meta.dirname, "../..", "node_modules", "@anthropic-ai", "sdk", "resources");
const declarations = (file: string): string =>
  readFileSync(join(SDK, file), "utf8").replace(/\/\*\*[\s\S]*?\*\//g, "");

const PNG = Buffer.from("\x89PNG\r\n\x1a\n-", "latin1").toString("base64");

/** Where the simplest value of a type is not one that the API takes. */
const SAMPLES: Record<string, unknown> = {
  unknown: {},
  "MessagesAPI.Model": "claude-opus-5-5",
  "Base64ImageSource.data": PNG,
  "Base64ImageSource.media_type": "image/png",
  "Base64PDFSource.data": "JVBERi0x",
  "ServerToolUseBlockParam.name": "web_search",
  "ThinkingBlockParam.thinking": "a",
  "ThinkingBlockParam.signature": sign("practice-1", "a", "a"),
  "RedactedThinkingBlockParam.data": sign("practice-1", "a", ""),
  "ThinkingConfigEnabled.budget_tokens": 1024,
  "ToolChoiceTool.name": "bash",
  "Tool.input_schema": { type: "object", additionalProperties: false },
};

const isBetaName = (name: string): boolean => /^[A-Z]/.test(name) && !name.includes("API.");
const types: Record<"stable" | "beta", Types> = {
  stable: { source: declarations("messages/messages.d.ts"), samples: SAMPLES },
  beta: {
    source: declarations("beta/messages/messages.d.ts"),
    samples: Object.fromEntries(
      Object.entries(SAMPLES).map(([name, value]) => [
        isBetaName(name) ? `Beta${name}` : name,
        value,
      ]),
    ),
  },
};
const BETAS = literalsIn(membersOf(declarations("beta/beta.d.ts"), "AnthropicBeta").join());

/** The rule that refuses a request; undefined when it is answered. */
async function refusedBy(body: Fields, betas: string[] = []): Promise<string | undefined> {
  const seen: Exchange[] = [];
  const practice = createPractice({
    reply: () => ({ text: "ok" }),
    observe: (exchange) => seen.push(exchange),
  });
  const more: Record<string, string> =
    betas.length > 0 ? { "anthropic-beta": betas.join(",") } : {};
  const whole = { model: "practice-1", max_tokens: 2000, messages: [user("Hi")], ...body };
  const response = await practice.handle(post("/v1/messages", whole, more));
  const rule = seen[0]?.rule;
  expect(response.status === 200).toBe(rule === undefined);
  return rule;
}

const user = (content: unknown): Fields => ({ role: "user", content });
const assistant = (content: unknown): Fields => ({ role: "assistant", content });
const bash: Fields = { name: "bash", input_schema: { type: "object" } };
const other: Fields = { name: "other", input_schema: { type: "object" } };

const OF_THE_USER = ["text", "image", "document", "search_result", "container_upload"];

/** A conversation in which the block may be. */
function around(block: Fields): Fields[] {
  const type = String(block.type);
  const call = { type: "tool_use", id: "x", name: "bash", input: {} };
  const answer = { type: "tool_result", tool_use_id: "x" };
  if (type === "tool_use") return [user("a"), assistant([block]), user([answer])];
  if (type === "tool_result") return [user("a"), assistant([call]), user([block])];
  if (type.startsWith("tool_") && !type.endsWith("_tool_result"))
    return [user("a"), { role: "system", content: [block] }];
  if (OF_THE_USER.includes(type) && !("citations" in block && type === "text"))
    return [user([block])];
  return [user("a"), assistant([block, { type: "text", text: "c" }]), user("b")]; // nothing may end in thinking
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {});

/** One value for each tag of a union's interfaces. */
const tagged = (from: Types, union: string): Fields[] =>
  membersOf(from.source, union).flatMap((name) => {
    const { type = "" } = Object.fromEntries(
      fieldsOf(from.source, name).map((field) => [field.name, field.type]),
    );
    return literalsIn(type).map((tag) => ({ ...simplestFields(from, name), type: tag }));
  });

const tools = (from: Types, union: string): Fields[] =>
  tagged(from, union).map((tool) =>
    tool.type === "custom" ? { ...bash, ...tool, ...bash } : tool,
  );

describe("the SDK's types", () => {
  const { stable, beta } = types;
  const blocks = tagged(stable, "ContentBlockParam");
  const betaBlocks = tagged(beta, "BetaContentBlockParam");

  test("are found", () => {
    expect(tools(stable, "ToolUnion").length).toBeGreaterThan(20);
    expect(tools(beta, "BetaToolUnion").length).toBeGreaterThan(27);
    expect(blocks.length).toBeGreaterThan(15);
    expect(betaBlocks.length).toBeGreaterThan(22);
    expect(BETAS.length).toBeGreaterThan(40);
  });

  test.each(literalsIn(membersOf(stable.source, "Model").join()))(
    "model %s is known",
    async (model) => {
      expect(await refusedBy({ model })).toBeUndefined();
    },
  );

  test.each(tools(stable, "ToolUnion"))("tool $type is accepted", async (tool) => {
    expect(await refusedBy({ tools: [tool] })).toBeUndefined();
  });

  test.each(blocks)("block $type is accepted", async (block) => {
    expect(await refusedBy({ tools: [bash], messages: around(block) })).toBeUndefined();
  });

  const stableTools = tools(stable, "ToolUnion").map(({ type }) => type);
  test.each(tools(beta, "BetaToolUnion"))("tool $type is accepted with its beta", async (tool) => {
    expect(await refusedBy({ tools: [tool] }, BETAS)).toBeUndefined();
    const isStable = stableTools.includes(tool.type);
    expect(await refusedBy({ tools: [tool] })).toBe(isStable ? undefined : "tool-type");
  });

  const known = blocks.map(({ type }) => type);
  test.each(betaBlocks)("block $type is accepted with its beta", async (block) => {
    const body = { tools: [bash], messages: around(block) };
    expect(await refusedBy(body, BETAS)).toBeUndefined();
    expect(await refusedBy(body)).toBe(known.includes(block.type) ? undefined : "block-type");
  });
});

/** A value of a type, in a request. */
type Place = (value: unknown) => Fields;

const block: Place = (value) => ({ tools: [bash], messages: around(fieldsIn(value)) });
const sourceOf =
  (type: string): Place =>
  (source) => ({ messages: [user([{ type, source }])] });
const inResult =
  (type: string): Place =>
  (source) => {
    const content = [{ type, source }];
    return { tools: [bash], messages: around({ type: "tool_result", tool_use_id: "x", content }) };
  };
const part: Place = (value) => {
  const content = [value];
  return { tools: [bash], messages: around({ type: "tool_result", tool_use_id: "x", content }) };
};
const field =
  (name: string): Place =>
  (value) => ({ tools: [bash], [name]: value });
const marked: Record<string, Place> = {
  "a tool": (mark) => ({ tools: [{ ...bash, cache_control: mark }] }),
  "the system prompt": (mark) => ({
    system: [{ type: "text", text: "a", cache_control: mark }],
  }),
  "a message": (mark) => block({ type: "text", text: "a", cache_control: mark }),
  "a result": (mark) => block({ type: "tool_result", tool_use_id: "x", cache_control: mark }),
};

const DOCUMENT = {
  type: "document",
  source: { type: "url", url: "https://example.org/a.pdf" },
};

/** The types of parameters, and where their values go. */
const PLACES: [name: string, place: Place][] = [
  ["ToolChoiceAuto", field("tool_choice")],
  ["ToolChoiceAny", field("tool_choice")],
  ["ToolChoiceTool", field("tool_choice")],
  ["ToolChoiceNone", field("tool_choice")],
  ["ThinkingConfigEnabled", field("thinking")],
  ["ThinkingConfigDisabled", field("thinking")],
  ["ThinkingConfigBetweenTools", field("thinking")],
  ["ThinkingConfigAdaptive", field("thinking")],
  ["OutputConfig", field("output_config")],
  ["JSONOutputFormat", (format) => ({ output_config: { format } })],
  ["CacheControlEphemeral", field("cache_control")],
  ...Object.values(marked).map((place): [string, Place] => ["CacheControlEphemeral", place]),
  ["CitationsConfigParam", (citations) => block({ ...DOCUMENT, citations })],
  [
    "CitationsConfigParam",
    (citations) =>
      block({ type: "search_result", source: "a", title: "a", content: [], citations }),
  ],
  ["TextBlockParam", (text) => ({ system: [text] })],
  ...["Base64ImageSource", "URLImageSource", "FileImageSource"].flatMap(
    (name): [string, Place][] => [
      [name, sourceOf("image")],
      [name, inResult("image")],
    ],
  ),
  ...[
    "Base64PDFSource",
    "PlainTextSource",
    "ContentBlockSource",
    "URLPDFSource",
    "FileDocumentSource",
  ].flatMap((name): [string, Place][] => [
    [name, sourceOf("document")],
    [name, inResult("document")],
  ]),
  ["Metadata", field("metadata")],
  ["DiagnosticsParam", field("diagnostics")],
  ["ToolReferenceBlockParam", part],
  ["BrowserStateBlockParam", part],
];

const KINDS = ["stable", "beta"] as const;
const nameIn = (kind: (typeof KINDS)[number], name: string): string =>
  kind === "beta" ? `Beta${name}` : name;
const ROWS = KINDS.flatMap((kind) =>
  PLACES.map(([name, place]) => ({ kind, name: nameIn(kind, name), place })),
);
const betasOf = (kind: string): string[] => (kind === "beta" ? BETAS : []);

/** The samples that are refused, with the rule, or that are not. */
async function judged(samples: Sample[], place: Place, betas: string[]) {
  const rows: [name: string, rule: string | undefined][] = [];
  for (const { name, value } of samples) rows.push([name, await refusedBy(place(value), betas)]);
  return rows;
}

describe.each(ROWS)("$kind $name", ({ kind, name, place }) => {
  test("is accepted with each of its fields and their values", async () => {
    const values = valuesOf(types[kind], name);
    expect(values.length).toBeGreaterThan(0);
    const rows = await judged(values, place, betasOf(kind));
    expect(rows.filter(([, rule]) => rule !== undefined)).toEqual([]);
  });

  test("is refused without a field that it needs, or with a value of another kind", async () => {
    const rows = await judged(spoiltOf(types[kind], name), place, betasOf(kind));
    expect(rows.filter(([, rule]) => rule === undefined)).toEqual([]);
  });
});

const UNIONS = [
  { kind: "stable", union: "ToolUnion", place: (tool: unknown) => ({ tools: [other, tool] }) },
  { kind: "stable", union: "ContentBlockParam", place: block },
  { kind: "beta", union: "BetaToolUnion", place: (tool: unknown) => ({ tools: [other, tool] }) },
  { kind: "beta", union: "BetaContentBlockParam", place: block },
] as const;
const MEMBERS = UNIONS.flatMap(({ kind, union, place }) =>
  membersOf(types[kind].source, union).map((name) => ({ kind, name, place })),
);

describe.each(MEMBERS)("the fields of $kind $name", ({ kind, name, place }) => {
  test("are each accepted, with what is in them", async () => {
    const rows = await judged(valuesOf(types[kind], name), place, betasOf(kind));
    expect(rows.filter(([, rule]) => rule !== undefined)).toEqual([]);
  });

  test("are each refused when they lack or are of another kind", async () => {
    const rows = await judged(spoiltOf(types[kind], name), place, betasOf(kind));
    expect(rows.filter(([, rule]) => rule === undefined)).toEqual([]);
  });
});
