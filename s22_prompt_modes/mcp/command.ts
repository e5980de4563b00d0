// s19 · mcp/command – /mcp: the servers, what they offer, what is put aside and why; and their prompts.
import { asWords } from "../../shared/messages.ts";
import { ask, type Command, note, type Submission } from "../../shared/terminal.ts";
import { oneLine, withoutMiddle } from "../../shared/text.ts";
import { FILE, readConfig } from "./config.ts";
import { MAX_TEXT } from "./content.ts";
import { weightOf } from "./pool.ts";
import { endServer, messageOf, request, type Server } from "./server.ts";
import { configured, connectTo, running, type Servers } from "./servers.ts";

type Submit = (submission: Submission) => void;

export function mcpCommand(servers: Servers, submit: Submit): Command {
  return {
    description:
      "the MCP servers; /mcp connect NAME, /mcp stop NAME, /mcp prompt SERVER NAME topic=corks",
    async run(argument, signal) {
      const [verb = "", name = "", ...rest] = argument.trim().split(/\s+/);
      if (verb === "") return show(servers, signal);
      if (verb === "connect") return connectNamed(servers, name, signal);
      if (verb === "stop")
        return endServer(serverNamed(servers, name), "the person has stopped it");
      if (verb === "prompt") return begin(serverNamed(servers, name), rest, { submit, signal });
      note(`There is no /mcp ${oneLine(verb)}. There are: connect, stop, prompt.`, "yellow");
    },
  };
}

/** The person has named the server, so nothing is asked. */
async function connectNamed(servers: Servers, name: string, signal: AbortSignal) {
  const wanted = configured(servers, name);
  servers.allowed.add(wanted.fingerprint);
  await connectTo(servers, wanted, signal);
}

function serverNamed(servers: Servers, name: string): Server {
  const found = running(servers).find((one) => one.configured.name === name);
  if (found) return found;
  throw new Error(`${oneLine(name) || "That"} is not connected. Type /mcp to see which are.`);
}

async function show(servers: Servers, signal: AbortSignal) {
  const { servers: all, problems } = readConfig(servers.cwd);
  for (const { name } of all) {
    const server = servers.connected.get(name);
    note(`${name}: ${stateOf(server, servers.aside.get(name))}`, "cyan");
    if (server && server.ended === undefined)
      for (const line of await linesOf(server, signal)) note(line);
  }
  for (const problem of problems) note(problem, "yellow");
  if (all.length + problems.length === 0)
    note(`There are no MCP servers. They are named in ${FILE}.`);
}

function stateOf(server: Server | undefined, aside: string | undefined): string {
  if (aside !== undefined) return `put aside: ${aside}`;
  if (server === undefined) return "not connected";
  if (server.ended !== undefined) return `ended: ${oneLine(server.ended, 500)}`;
  const version = server.client.getNegotiatedProtocolVersion();
  const count = server.offers.length;
  return `connected, protocol ${version}, ${count} ${count === 1 ? "tool" : "tools"}, about ${weightOf([server])} tokens`;
}

async function linesOf(server: Server, signal: AbortSignal): Promise<string[]> {
  return [
    ...server.offers.map(({ name, description }) => `- ${name}: ${oneLine(description, 100)}`),
    ...(await promptLines(server, signal)),
    ...server.aside,
  ];
}

/** A server that does not answer hides no other one. */
async function promptLines(server: Server, signal: AbortSignal): Promise<string[]> {
  try {
    const prompts = await promptsOf(server, signal);
    return prompts.map(({ name, description = "" }) =>
      oneLine(`- prompt ${name}: ${description}`, 100),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    return [`- its prompts could not be read: ${messageOf(error)}`];
  }
}

async function promptsOf(server: Server, signal: AbortSignal) {
  if (!server.client.getServerCapabilities()?.prompts) return [];
  const { prompts } = await request(server, signal, (options) =>
    server.client.listPrompts({}, options),
  );
  return prompts;
}

/** Gets a prompt, shows it, and begins a turn with it, in which the person can be asked. */
async function begin(
  server: Server,
  [name = "", ...words]: string[],
  { submit, signal }: { submit: Submit; signal: AbortSignal },
) {
  const prompt = (await promptsOf(server, signal)).find((one) => one.name === name);
  if (!prompt)
    throw new Error(`There is no prompt ${oneLine(name)} of ${server.configured.name}. Type /mcp.`);
  const { messages } = await request(server, signal, (options) =>
    server.client.getPrompt({ name, arguments: argumentsIn(words.join(" ")) }, options),
  );
  const texts = messages.map(({ content }) =>
    content.type === "text" ? content.text : `[${content.type}]`,
  );
  const text = asWords(withoutMiddle(texts.join("\n"), MAX_TEXT));
  if (text.trim() === "") throw new Error(`The prompt ${name} is empty. Nothing was sent.`);
  note(oneLine(text, 500), "dim");
  submit({ source: "background", ask, prompt: () => text });
}

/** `topic=red corks size=2`: a value goes on until the next name. */
const argumentsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)=(.*?)(?=\s+\w+=|$)/g)].map(([, key = "", value = ""]) => [key, value]),
  );
