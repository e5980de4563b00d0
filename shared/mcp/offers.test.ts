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

test.each([
  ["an argument whose name the API refuses", '{"a b": {"type": "string"}}', 'the argument "a b"'],
  ["a list of the old draft", '{"a": {"type": "array", "items": [{}]}}', "items must be object"],
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
