// s27 · ego/serve – tools as an MCP server of the official package, over stdin and stdout.
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { messageOf } from "../../shared/errors.ts";
import type { EgoTool } from "./core.ts";
import { NOW, plain } from "./words.ts";

/** The end of the year 9999: a later time has no date of four digits. */
const LAST = Date.UTC(10_000, 0) - 1;
const meta = z.looseObject({ [NOW]: z.number().positive().max(LAST) });

export interface ServerClock {
  now(): number;
  set(time: number): void;
}

/** The time of this computer, until a client says another one. */
export function createServerClock(): ServerClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    set(time) {
      ahead = time - Date.now();
    },
  };
}

/** Serves the tools until the client closes its end. stdout is for the protocol alone; what else is said goes to stderr. */
export function serveTools(tools: EgoTool[], clock: ServerClock, instructions = ""): void {
  console.log = console.info = console.debug = console.error;
  const onerror = (error: Error) => console.error(`[ego] ${plain(error.message, MAX_ERROR)}`);
  serveStdio(() => createServer(tools, clock, instructions), { onerror });
}

function createServer(tools: EgoTool[], clock: ServerClock, instructions: string): Server {
  const about = { name: "ego", version: "1.0.0" };
  const server = new Server(about, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(defined) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const said = meta.safeParse(params._meta).data?.[NOW];
    if (typeof said === "number") clock.set(said);
    return answer(tools, params.name, params.arguments);
  });
  return server;
}

const sent = z.object({
  type: z.literal("object"),
  properties: z.record(z.string(), z.json()),
  required: z.array(z.string()).optional(),
});

/** The definition as it is sent. Each session pays for it, so it has nothing that a model does not need. */
export function defined({ name, description, input }: EgoTool) {
  const schema: unknown = JSON.parse(JSON.stringify(z.toJSONSchema(input, { io: "input" })));
  return { name, description, inputSchema: sent.parse(schema) };
}

/** A reply has no more, either. What a caller has sent may stand in it. */
const MAX_ERROR = 600;

async function answer(tools: EgoTool[], name: string, given: unknown) {
  try {
    return result(await toolNamed(tools, name).run(given ?? {}));
  } catch (error) {
    return { ...result(`Error: ${plain(messageOf(error), MAX_ERROR)}`), isError: true };
  }
}

const result = (text: string) => ({ content: [{ type: "text" as const, text }] });

function toolNamed(tools: EgoTool[], name: string): EgoTool {
  const found = tools.find((one) => one.name === name);
  if (found) return found;
  throw new Error(
    `There is no tool ${name}. There are: ${tools.map((one) => one.name).join(", ")}.`,
  );
}
