// s19 · mcp/command – /mcp: the servers, what they offer, what is put aside and why; and their prompts.

import type { ContentBlock } from "@modelcontextprotocol/client";
import { MAX_TEXT } from "../../shared/mcp/content.ts";
import { reasonOf } from "../../shared/mcp/reason.ts";
import { asWords } from "../../shared/messages.ts";
import { clean } from "../../shared/screen.ts";
import { subcommands } from "../../shared/subcommands.ts";
import { ask, type Command, note, type Submission } from "../../shared/terminal.ts";
import { oneLine, withoutMiddle } from "../../shared/text.ts";
import { type Configured, FILE, linesAbout, readConfig } from "./config.ts";
import { endServer, isCurrent, request, runningServers, type Server } from "./core.ts";
import { weightOf } from "./pool.ts";
import { said } from "./server.ts";
import {
  configuredServer,
  connectTo,
  notInFile,
  type Servers,
  serverNamed,
  stateOf,
} from "./servers.ts";

type Submit = (submission: Submission) => void;

export function mcpCommand(servers: Servers, submit: Submit): Command {
  const named = (name = "") => serverNamed(runningServers(servers), name, "that is connected");
  return subcommands("mcp", "the MCP servers", {
    "": { run: (_, signal) => showServers(servers, signal) },
    connect: {
      takes: "NAME",
      run: ([name = ""], signal) => connectNamed(servers, name, signal),
    },
    stop: {
      takes: "NAME",
      run: ([name]) => stopServer(servers, named(name)),
    },
    prompt: {
      takes: "SERVER NAME topic=corks",
      run: ([name, ...rest], signal) => beginWithPrompt(named(name), rest, { submit, signal }),
    },
  });
}

/** The person has named the server, so nothing is asked; Ctrl-C is still possible while it starts. */
async function connectNamed(servers: Servers, name: string, signal: AbortSignal) {
  const wanted = configuredServer(servers, name);
  note(`[mcp] ${name} ${linesAbout(wanted).join("; ")}`);
  servers.allowed.add(wanted.fingerprint);
  await connectTo(servers, wanted, signal);
}

/** The yes ends with it: the model could start it again. */
function stopServer({ allowed }: Servers, server: Server) {
  allowed.delete(server.configured.fingerprint);
  return endServer(server, "the person has stopped it");
}

async function showServers(servers: Servers, signal: AbortSignal) {
  const { servers: all, problems } = readConfig(servers.cwd);
  const others = notInFile(servers, all);
  for (const configured of [...all, ...others]) {
    const { name, notes } = configured;
    const { state, why, server } = stateOf(servers, name);
    const more = server
      ? `, ${sizeOf(server)}${changeOf(server, configured, others)}`
      : why && `: ${said(why)}`;
    note(`${name}: ${state}${more}`, "cyan");
    for (const one of notes) note(`- ${one}`, "yellow");
    if (server) for (const line of await serverLines(server, signal)) note(line);
  }
  for (const problem of problems) note(problem, "yellow");
  if (all.length + others.length + problems.length === 0)
    note(`There are no MCP servers. They are named in ${FILE}.`);
}

/** What runs is not always what the file says now. */
function changeOf(server: Server, now: Configured, others: Configured[]): string {
  if (others.includes(now)) return `; not in ${FILE} any more, /mcp stop ${now.name} ends it`;
  return isCurrent(server, now) ? "" : "; its entry or its program has changed since";
}

function sizeOf(server: Server): string {
  const version = server.client.getNegotiatedProtocolVersion();
  const count = server.offers.length;
  return `protocol ${version}, ${count} ${count === 1 ? "tool" : "tools"}, about ${weightOf([server])} tokens`;
}

async function serverLines(server: Server, signal: AbortSignal): Promise<string[]> {
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
    return [`- its prompts could not be read: ${said(reasonOf(error))}`];
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
async function beginWithPrompt(
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
  const texts = messages.map(({ content }) => wordsIn(content));
  const text = asWords(clean(withoutMiddle(texts.join("\n"), MAX_TEXT))); // nothing is sent that the screen would not show
  if (text.trim() === "") throw new Error(`The prompt ${name} is empty. Nothing was sent.`);
  note(text, "dim"); // all of it: the model takes it for the person's words
  submit({ source: "background", ask, prompt: () => text });
}

function wordsIn(content: ContentBlock): string {
  if (content.type === "text") return content.text;
  if (content.type === "resource" && "text" in content.resource) return content.resource.text;
  return `[${content.type}]`;
}

/** `topic=red corks file-path=a.txt`: a value goes on until the next name. */
const argumentsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w.-]+)=(.*?)(?=\s+[\w.-]+=|$)/g)].map(([, key = "", value = ""]) => [
      key,
      value,
    ]),
  );
