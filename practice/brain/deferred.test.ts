// practice/brain/deferred · tools behind a search tool are searched for and then called, as real agents hold them back.
import { expect, test } from "vitest";
import { think } from "./brain.ts";

const search = {
  name: "ToolSearch",
  description: 'Fetches schemas of deferred tools. "select:Read,Edit" fetches these by name.',
  input_schema: {
    type: "object",
    properties: { query: { type: "string" }, max_results: { type: "number", default: 5 } },
    required: ["query", "max_results"],
    additionalProperties: false,
  },
};
const water = {
  name: "mcp__garden__water",
  input_schema: {
    type: "object",
    properties: { bed: { type: "number" } },
    required: ["bed"],
    additionalProperties: false,
  },
};
const LIST =
  "The following deferred tools are now available via ToolSearch. Load their schemas first:\nCronCreate\nmcp__garden__water\n\nMore to know:\nnothing";
const asked = { role: "user", content: "use mcp__garden__water with bed 3" };
const listed = { role: "system", content: [{ type: "text", text: LIST }] };
const searched = (content: unknown, more = {}) => [
  {
    role: "assistant",
    content: [
      {
        type: "tool_use",
        id: "s",
        name: search.name,
        input: { query: "select:mcp__garden__water" },
      },
    ],
  },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "s", content, ...more }] },
];
const watered = [
  {
    role: "assistant",
    content: [{ type: "tool_use", id: "w", name: water.name, input: { bed: 3 } }],
  },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "w", content: "bed 3 is wet" }] },
];
const REFERENCE = [{ type: "tool_reference", tool_name: "mcp__garden__water" }];
const SEARCH = {
  name: "ToolSearch",
  input: { query: "select:mcp__garden__water", max_results: 5 },
};
const WATER = { name: "mcp__garden__water", input: { bed: 3 } };

test.each([
  ["a system message", { messages: [asked, listed] }],
  ["the system text", { system: LIST, messages: [asked] }],
  [
    "a reminder beside the person's words",
    {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: `<system-reminder>\n${LIST}\n</system-reminder>` },
            { type: "text", text: asked.content },
          ],
        },
      ],
    },
  ],
])("a tool that %s lists is searched for first", (_, body) => {
  expect(think({ tools: [search], ...body })).toEqual({ calls: [SEARCH], rule: "tool-search" });
});

test("a tool that is there, but deferred, is searched for, too, and called once a search has brought it", () => {
  const tools = [search, { ...water, defer_loading: true }];
  expect(think({ tools, messages: [asked] }).calls).toEqual([SEARCH]);
  const messages = [asked, ...searched(REFERENCE)];
  expect(think({ tools, messages }).calls).toEqual([WATER]);
  const last = think({ tools, messages: [...messages, ...watered] });
  expect([last.calls, last.text]).toEqual([undefined, expect.stringContaining("bed 3 is wet")]);
});

test("what a client says of a tool that it has loaded is nobody's request", () => {
  const tools = [search, { ...water, defer_loading: true }];
  const [call, result] = searched(REFERENCE);
  const content = [...(result?.content ?? []), { type: "text", text: "Tool loaded." }];
  const messages = [asked, listed, call, { role: "user", content }];
  expect(think({ tools, messages }).calls).toEqual([WATER]);
});

test.each([
  [
    "a definition in the result",
    [search],
    searched(`<function>${JSON.stringify(water)}</function>`),
  ],
  ["a definition among the tools", [search, water], searched("1 tool: mcp__garden__water")],
  [
    "a definition that a message adds",
    [search],
    [
      ...searched("found mcp__garden__water"),
      {
        role: "system",
        content: [{ type: "tool_addition", tool: { type: "tool_definition", definition: water } }],
      },
    ],
  ],
])("after the search it is called: %s", (_, tools, more) => {
  expect(think({ tools, messages: [asked, listed, ...more] }).calls).toEqual([WATER]);
});

test.each([
  ["No matching deferred tools found", {}],
  ["mcp__garden__water: the server is gone", { is_error: true }],
])("a search without the tool ends the turn, and is quoted: %s", (content, more) => {
  const reply = think({ tools: [search], messages: [asked, listed, ...searched(content, more)] });
  expect(reply.calls).toBeUndefined();
  expect(reply.text).toContain(content);
  expect(reply.text).toContain("I did nothing else.");
});

test("what is there is called without a search, and without a search tool nothing is made up", () => {
  expect(think({ tools: [search, water], messages: [asked] }).calls).toEqual([WATER]);
  const reply = think({
    tools: [water],
    messages: [{ role: "user", content: "use CronCreate" }, listed],
  });
  expect(reply.calls).toBeUndefined();
});

test("another search tool gets the name of the tool as its query", () => {
  const other = {
    name: "tool_search",
    input_schema: {
      type: "object",
      properties: { query: { type: "string" } },
      required: ["query"],
    },
  };
  const tools = [other, { ...water, defer_loading: true }];
  expect(think({ tools, messages: [asked] }).calls).toEqual([
    { name: "tool_search", input: { query: "mcp__garden__water" } },
  ]);
});
