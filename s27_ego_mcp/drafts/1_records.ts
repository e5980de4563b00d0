// s27 · ego, draft 1 – a tool for each thing that can be done with each kind of record.
import { z } from "zod";
import { connectEgo } from "../ego/connect.ts";
import type { EgoTool } from "../ego/core.ts";
import type { Ego, Parts } from "../ego/ego.ts";
import { createServerClock, serveTools } from "../ego/serve.ts";

export const createEgo = (parts: Parts): Ego => connectEgo(parts, import.meta.filename);

const KINDS = ["memory", "desire", "relationship", "episode"];
const id = z
  .string()
  .describe("The unique identifier of the record, as returned by create or list");
const fields = z
  .record(z.string(), z.unknown())
  .describe("The fields of the record as a JSON object, each with its name and its value");
const limit = z
  .number()
  .optional()
  .describe("The maximum number of records to return (default 20)");

const recordTools = (kind: string): EgoTool[] => {
  const records = new Map<string, unknown>([["1", { id: "1", level: 0.5, name: "curiosity" }]]);
  const about = (verb: string, returns: string) =>
    `${verb} of the kind "${kind}" in the persistent store of the agent. Use this tool whenever you need to ${verb.toLowerCase()} of this kind; do not use it for records of any other kind, for which there are other tools. ${returns} Call the list tool first if you do not know which records exist. All times are ISO 8601 and all levels are numbers from 0 to 1. The call fails when the store is not available.`;
  const put = (key: string, value: unknown) => {
    records.set(key, value);
    return JSON.stringify(records.get(key));
  };
  const tool = <Input extends z.ZodObject>(
    ...[verb, words, input, run]: [string, string, Input, (given: z.infer<Input>) => unknown]
  ): EgoTool => ({
    name: `${verb}_${kind}`,
    description: about(words, "Returns the complete record, with all of its fields, as JSON."),
    input,
    run: async (given) => JSON.stringify(run(input.parse(given))),
  });
  return [
    tool("create", "Create a new record", z.object({ fields }), (given) =>
      put(`${records.size + 1}`, given.fields),
    ),
    tool("get", "Get an existing record", z.object({ id }), (given) => records.get(given.id)),
    tool("list", "List all existing records", z.object({ limit }), () => [...records.values()]),
    tool("update", "Update an existing record", z.object({ id, fields }), (given) =>
      put(given.id, given.fields),
    ),
    tool("delete", "Delete an existing record", z.object({ id }), (given) =>
      records.delete(given.id),
    ),
  ];
};

if (process.argv[1] === import.meta.filename)
  serveTools(KINDS.flatMap(recordTools), createServerClock());
