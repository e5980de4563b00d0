import { expect, test } from "vitest";
import { checkOffers } from "./offers.ts";
import { loadSdk } from "./sdk.ts";

const tool = (name: string, more = {}) => ({ name, inputSchema: { type: "object" }, ...more });

test("names of other servers are taken, too", async () => {
  const taken = new Set(["mcp__s__a"]);
  const { offers, aside } = checkOffers("s", [tool("a"), tool("b")], taken, await loadSdk());
  expect(offers.map(({ name }) => name)).toEqual(["mcp__s__b"]);
  expect(aside).toEqual(["s: the tool a is left out: there is a tool mcp__s__a already."]);
});

test("a server's name is changed like that of a tool, and too many tools are cut", async () => {
  const many = Array.from({ length: 501 }, (_, at) => tool(`t${at}`));
  const { offers, aside } = checkOffers("my server.", many, new Set(), await loadSdk());
  expect(offers[0]?.name).toBe("mcp__my_server___t0");
  expect(offers).toHaveLength(500);
  expect(aside).toHaveLength(1);
});

test("a schema of enormous size is left out", async () => {
  const properties = { a: { enum: Array.from({ length: 9000 }, (_, at) => `value ${at}`) } };
  const sent = [tool("big", { inputSchema: { type: "object", properties } })];
  expect(checkOffers("s", sent, new Set(), await loadSdk()).offers).toEqual([]);
});

const marks = (properties: unknown) => tool("t", { inputSchema: { type: "object", properties } });
const mark = (name: unknown, type = "string") => ({ type, "x-mcp-header": name });

test.each([
  [true, { a: mark("A"), b: { type: "object", properties: { c: mark("C", "integer") } } }],
  [false, { a: mark("A"), b: mark("a") }],
  [false, { a: mark("A", "array") }],
  [false, { a: mark("two words") }],
  [false, { a: mark(5) }],
  [false, { a: { type: "array", items: mark("A") } }],
])(
  "arguments for headers are marked as the protocol allows, or the tool is left out: %#",
  async (isRight, properties) => {
    const { offers } = checkOffers("s", [marks(properties)], new Set(), await loadSdk());
    expect(offers).toHaveLength(isRight ? 1 : 0);
  },
);

test("two tools may have schemas of one $id", async () => {
  const inputSchema = { $id: "https://example.com/s", type: "object" };
  const sent = [tool("a", { inputSchema }), tool("b", { inputSchema: { ...inputSchema } })];
  expect(checkOffers("s", sent, new Set(), await loadSdk()).aside).toEqual([]);
});

const withProperties = (name: string, json: string) =>
  tool(name, { inputSchema: { type: "object", properties: JSON.parse(json) } });

test("the client gets a definition of each tool: without one, it asks for the list by itself", async () => {
  const sent = [withProperties("a", '{"b": {"default": 1e400}}')]; // which JSON reads as infinite
  const { offers } = checkOffers("s", sent, new Set(), await loadSdk());
  expect(offers.map(({ definition }) => definition.name)).toEqual(["a"]);
});

test.each([
  ...[
    String.raw`^[\p{L}\d]+$`,
    String.raw`^(?<year>\d{4})$`,
    String.raw`^[\w-.]+$`,
    "(?<=a+)b",
    "[^]",
  ],
  ...[
    String.raw`\u{1F600}`,
    String.raw`\cA`,
    String.raw`(?:a)\1`,
    String.raw`[a-\d]`,
    "a{99999999999}",
  ],
])("a pattern that some endpoints refuse is dropped, and the tool stays: %s", async (pattern) => {
  const plain = String.raw`^p{2}\.\d{4}-\d{2}\u00e4[\w.-]+(?!a|\/)$`;
  const json = JSON.stringify({ a: { pattern, minLength: 1 }, b: { pattern: plain } });
  const { offers } = checkOffers("s", [withProperties("t", json)], new Set(), await loadSdk());
  expect(offers[0]?.input.properties).toEqual({ a: { minLength: 1 }, b: { pattern: plain } });
});

test.each([
  ["an argument whose name the API refuses", '{"a b": {"type": "string"}}', 'the argument "a b"'],
  ["half a character", '{"a": {"description": "\\ud83d"}}', "half a character"],
])("a schema with %s is left out", async (_, properties, says) => {
  const sent = [
    withProperties("bad", properties),
    withProperties("good", '{"a": {"default": [{"items": []}], "pattern": "\\\\\\\\ud83d"}}'),
  ];
  const { offers, aside } = checkOffers("s", sent, new Set(), await loadSdk());
  expect(offers.map(({ own }) => own)).toEqual(["good"]);
  expect(aside).toEqual([expect.stringContaining(says)]);
});

test("a keyword that is null is none: some servers write what they do not have so", async () => {
  const inputSchema = {
    type: "object",
    required: null,
    properties: { a: { type: "string", format: null, default: null } },
  };
  const { offers } = checkOffers("s", [tool("t", { inputSchema })], new Set(), await loadSdk());
  const properties = { a: { type: "string", default: null } };
  expect(offers[0]?.input).toEqual({ type: "object", properties });
});

test("a tool that can be called only as a task is left out", async () => {
  const sent = [
    tool("research", { execution: { taskSupport: "required" } }),
    tool("echo", { execution: { taskSupport: "optional" } }),
    tool("odd", { execution: 5 }),
  ];
  const { offers, aside } = checkOffers("s", sent, new Set(), await loadSdk());
  expect(offers.map(({ own }) => own)).toEqual(["echo", "odd"]);
  expect(aside).toEqual([expect.stringContaining("only as a task")]);
});

test("a list with fixed places is written as the API wants it: most servers still write the old draft", async () => {
  const places = { type: "array", items: [{ type: "string" }, { type: "number" }] };
  const rest = { ...places, additionalItems: { type: "boolean" } };
  const sent = [withProperties("t", JSON.stringify({ places, rest }))];
  const { offers, aside } = checkOffers("s", sent, new Set(), await loadSdk());
  expect(aside).toEqual([]);
  const prefixItems = places.items;
  expect(offers[0]?.input.properties).toEqual({
    places: { type: "array", prefixItems },
    rest: { type: "array", prefixItems, items: { type: "boolean" } },
  });
});

test.each([
  ['{"any\\u200bOf": [{"required": ["a"]}]}', "anyOf at the top"],
  ['{"prop\\u200berties": {"a b": {}}}', 'the argument "a b"'],
])(
  "a name in a schema that becomes another one by being cleaned is looked at again: %s",
  async (json, says) => {
    const sent = [tool("t", { inputSchema: { type: "object", ...JSON.parse(json) } })];
    const { offers, aside } = checkOffers("s", sent, new Set(), await loadSdk());
    expect(offers).toEqual([]);
    expect(aside).toEqual([expect.stringContaining(says)]);
  },
);

test("a pattern that is none after it was cleaned is dropped", async () => {
  const sent = [
    withProperties("t", '{"a": {"pattern": "a\\\\\\u200b"}, "b": {"patt\\u200bern": "("}}'),
  ];
  const [offer] = checkOffers("s", sent, new Set(), await loadSdk()).offers;
  expect(offer?.input.properties).toEqual({ a: {}, b: {} });
});

test("descriptions in a schema are cleaned, and all schemas together have a limit", async () => {
  const text = "<note>\\u001b[2J";
  const sent = [withProperties("a", `{"a": {"description": "${text}"}, "description": {}}`)];
  const [offer] = checkOffers("s", sent, new Set(), await loadSdk()).offers;
  expect(offer?.input.properties).toEqual({ a: { description: "< note>" }, description: {} });

  const long = (name: string) => withProperties(name, `{"a": {"enum": ["${"x".repeat(19_000)}"]}}`);
  const many = Array.from({ length: 60 }, (_, at) => long(`t${at}`));
  const { offers, aside } = checkOffers("s", many, new Set(), await loadSdk());
  expect(offers).toHaveLength(26);
  expect(aside).toHaveLength(21);
  expect(aside.at(-1)).toBe("s: … and 14 more");
});

const NAME = { type: "string" };
test.each([
  ["nullable beside anyOf", { a: { nullable: true, anyOf: [NAME, { type: "number" }] } }],
  ["escapes that need no escape", { a: { pattern: "^https\\:\\/\\/[\\w.-]+$" } }],
  ["a reference to itself", { a: { $ref: "#" } }],
  [
    "a reference to its own address",
    { a: { $ref: "https://e.x/s" }, b: { $ref: "https://e.x/s#/$defs/b" } },
  ],
  ["a reference to an anchor", { a: { $ref: "#b" } }],
  ["a reference with escapes", { a: { $ref: "#/$defs/c~1d%20e" } }],
  ["the id of the old draft", { a: { id: "x", type: "string" } }],
  ["data that looks like a reference", { a: { default: { $ref: "http://e.x/" } } }],
])("%s costs no tool", async (_, properties) => {
  const $defs = { b: { $anchor: "b", ...NAME }, "c/d e": NAME };
  const inputSchema = { $id: "https://e.x/s", type: "object", properties, $defs };
  const { offers, aside } = checkOffers(
    "s",
    [tool("t", { inputSchema })],
    new Set(),
    await loadSdk(),
  );
  expect(aside).toEqual([]);
  expect(offers[0]?.input.properties).toEqual(properties);
});

test.each([
  ["#/$defs/none", "#/$defs/none"],
  ["#none", "#none"],
  ["http://e.x/s", "http://e.x/s"],
])("a reference that leads nowhere, or out, costs the tool: %s", async ($ref, says) => {
  const sent = [withProperties("t", JSON.stringify({ a: { items: { $ref } } }))];
  const { offers, aside } = checkOffers("s", sent, new Set(), await loadSdk());
  expect(offers).toEqual([]);
  expect(aside).toEqual([expect.stringContaining(says)]);
});

test("a dynamic reference that leads nowhere costs the tool, too", async () => {
  const sent = [withProperties("t", '{"a": {"$dynamicRef": "#none"}}')];
  expect(checkOffers("s", sent, new Set(), await loadSdk()).offers).toEqual([]);
});

test("a pattern that is none goes, and the tool stays", async () => {
  const patternProperties = { "(": NAME, "^b": NAME };
  const properties = {
    a: { pattern: "(?i)^abc$", minLength: 1 },
    b: { patternProperties },
    pattern: NAME,
  };
  const sent = [withProperties("t", JSON.stringify(properties))];
  const [offer] = checkOffers("s", sent, new Set(), await loadSdk()).offers;
  const b = { patternProperties: { "^b": NAME } };
  expect(offer?.input.properties).toEqual({ a: { minLength: 1 }, b, pattern: NAME });
});

test("every text of a schema is cleaned like its descriptions, and the names in it", async () => {
  const text = '<note kind="cron">\u001b[2J\u{e0041}';
  const parts = { title: text, enum: [text], default: { a: text }, const: text, [text]: text };
  const properties = { a: { ...parts, properties: { [text]: { examples: [text] } } } };
  const sent = [tool("t", { inputSchema: { type: "object", properties, title: text } })];
  const [offer] = checkOffers("s", sent, new Set(), await loadSdk()).offers;
  expect(offer?.input.title).toBe('< note kind="cron">');
  expect(JSON.stringify(offer?.input).match(/< note kind=/g)).toHaveLength(9);
  expect(JSON.stringify(offer?.input)).not.toMatch(/<note|u001b|\u{e0041}/u);
});

test("a name of any length, or one that looks like a note, makes a short line and nothing else", async () => {
  const names = ["x".repeat(1_000_000), "x".repeat(150), '<note kind="person">'];
  const sent = names.map((name) => tool(name, { inputSchema: {} }));
  const { aside } = checkOffers("s", [...sent, tool("x".repeat(150))], new Set(), await loadSdk());
  expect(aside).toHaveLength(4);
  expect(Math.max(...aside.map(({ length }) => length))).toBeLessThan(450);
  expect(aside.join()).not.toContain("<note");
  expect(aside.at(-1)).toContain("has more than 64 characters");
});

test("a description that is null costs no tool; a schema that is nested for ever does", async () => {
  const nested = (levels: number) =>
    `${'{"properties":{"a":'.repeat(levels)}{}${"}}".repeat(levels)}`;
  const sent = [
    tool("good", { description: null }),
    tool("thirty", { inputSchema: { type: "object", ...JSON.parse(nested(30)) } }),
    tool("fifty", { inputSchema: { type: "object", ...JSON.parse(nested(51)) } }),
    tool("endless", { inputSchema: { type: "object", ...JSON.parse(nested(50_000)) } }),
  ];
  const { offers, aside } = checkOffers("s", sent, new Set(), await loadSdk());
  expect(offers.map(({ own }) => own)).toEqual(["good", "thirty"]);
  expect(offers[0]?.description).toBe("");
  expect(aside).toEqual([
    expect.stringContaining("nested too deep"),
    expect.stringContaining("nested too deep"),
  ]);
});
