import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool, toWire } from "./tools.ts";

const look = defineTool({
  name: "look",
  description: "Looks.",
  input: z.object({ at: z.string().describe("What to look at") }),
  run: async ({ at }) => at,
});

test("the schema of a tool is made once, however often the tool is sent, and a copy of the tool has the same", () => {
  const { input_schema: schema } = toWire(look);
  expect(schema).toMatchObject({ type: "object", required: ["at"] });
  expect(toWire(look).input_schema).toBe(schema);
  expect(toWire({ ...look, name: "see" })).toMatchObject({ name: "see", input_schema: schema });
});

test("a schema that a tool brings as JSON is sent as it is", () => {
  const input = { type: "object" as const, properties: {} };
  expect(toWire({ ...look, input }).input_schema).toBe(input);
});
