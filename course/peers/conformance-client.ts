// course/peers/conformance-client · started by the conformance suite with the address of a server: the newest agent connects it and calls its tools.
import { z } from "zod";
import { meet, meetAll, tool } from "./client.ts";

/** The calls that a scenario wants; without them each tool is called once. */
const wanted = z.object({
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })),
});

const entry = { type: "http", url: process.argv[2] };
const { MCP_CONFORMANCE_CONTEXT: context = "{}" } = process.env;
const { data } = wanted.safeParse(JSON.parse(context || "{}"));
const calls = data?.toolCalls.map(({ name, arguments: input }) => tool(name, input));
const { results } = await (calls === undefined ? meetAll(entry) : meet(entry, calls));
for (const { is_error, content } of results) console.log(is_error ? "error:" : "result:", content);
process.exit(0);
