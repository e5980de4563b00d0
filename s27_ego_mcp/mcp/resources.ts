// s19 · mcp/resources – what servers have to read: texts and files, by their address.
import { z } from "zod";
import { messageOf } from "../../shared/errors.ts";
import { MAX_TEXT, resourceContent } from "../../shared/mcp/content.ts";
import { oneLine } from "../../shared/text.ts";
import { type Content, defineTool, harmless, type Tool, type ToolContext } from "../tools.ts";
import { askAboutCall, request, type Server } from "./core.ts";
import { saidBy } from "./server.ts";
import { serverNamed } from "./servers.ts";

const readInput = z.object({ server: z.string(), uri: z.string().min(1) });
const listInput = z.object({ server: z.string().optional() });
const TO_READ = "that has something to read";

/** The two tools for resources; none when no server has any. */
export function resourceTools(servers: Server[]): Tool<Content>[] {
  const having = servers.filter(({ client }) => client.getServerCapabilities()?.resources);
  if (having.length === 0) return [];
  return [listTool(having), readTool(having)];
}

function listTool(servers: Server[]): Tool<Content> {
  const tool = defineTool({
    name: "list_mcp_resources",
    description: "List what MCP servers have to read, with the addresses for read_mcp_resource.",
    input: listInput,
    judge: harmless, // it only asks for a list, as connecting does
    async run({ server }, { signal }) {
      const lists =
        server === undefined
          ? await Promise.all(servers.map((one) => linesOrReason(one, signal)))
          : [await resourceLines(serverNamed(servers, server, TO_READ), signal)];
      return (
        lists.flat().join("\n").slice(0, MAX_TEXT).toWellFormed() || "There is nothing to read."
      );
    },
  });
  return { ...tool, isGuest: true };
}

/** One that cannot tell what it has hides no other one. */
const linesOrReason = (server: Server, signal: AbortSignal): Promise<string[]> =>
  resourceLines(server, signal).catch((error) => {
    if (signal.aborted) throw error;
    return [
      `- ${server.configured.name}: its list could not be read: ${saidBy(server.configured, messageOf(error))}`,
    ];
  });

async function resourceLines(server: Server, signal: AbortSignal): Promise<string[]> {
  const { client, configured } = server;
  const { resources } = await request(server, signal, (options) =>
    client.listResources({}, options),
  );
  const { resourceTemplates } = await request(server, signal, (options) =>
    client.listResourceTemplates({}, options),
  ).catch(() => ({ resourceTemplates: [] })); // many servers have none, and do not know the question
  const line = (uri: string, { name, description = "" }: { name: string; description?: string }) =>
    oneLine(saidBy(configured, `- ${configured.name}: ${uri} (${name}) ${description}`), 300);
  return [
    ...resources.map((one) => line(one.uri, one)),
    ...resourceTemplates.map((one) => line(one.uriTemplate, one)),
  ];
}

function readTool(servers: Server[]): Tool<Content> {
  return {
    name: "read_mcp_resource",
    description: "Read a resource of an MCP server by its address.",
    input: readInput,
    isGuest: true,
    judge(input) {
      const { data } = readInput.safeParse(input);
      const server = data && servers.find(({ configured }) => configured.name === data.server);
      return server ? askAboutCall(server, "read_mcp_resource", input) : harmless(); // `run` refuses this input
    },
    run: (input, context) => readResource(servers, readInput.parse(input), context),
  };
}

async function readResource(
  servers: Server[],
  { server: name, uri }: z.infer<typeof readInput>,
  { signal }: ToolContext,
): Promise<Content> {
  const server = serverNamed(servers, name, TO_READ);
  const { contents } = await request(server, signal, (options) =>
    server.client.readResource({ uri }, options),
  );
  return resourceContent(contents);
}
