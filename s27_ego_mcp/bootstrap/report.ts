// s21 · bootstrap/report – what the prompt consists of, and what it costs: /context.
import { charactersIn } from "../../shared/characters.ts";
import { subcommands } from "../../shared/subcommands.ts";
import { type Command, note } from "../../shared/terminal.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import type { Agent } from "../loop.ts";
import { type PromptSection, updateContext } from "../prompt.ts";
import { toWire } from "../tools.ts";
import type { Loaded } from "./bootstrap.ts";
import type { Injected } from "./core.ts";

/** Sizes in characters. */
interface Sized {
  name: string;
  characters: number;
}

interface Report extends Loaded {
  sections: Sized[];
  /** The largest first. */
  tools: Sized[];
  source: "last call" | "estimate";
}

/** The command /context, and what is to be called after each model call. */
export function createReport(
  sections: PromptSection[],
  agent: () => Agent,
  load: () => Promise<Loaded>,
) {
  let sentText = "";
  const make = async (): Promise<Report> => {
    const loaded = await load();
    return {
      ...loaded,
      sections: await sizesOf(sections, agent()),
      tools: await toolSizes(agent()),
      source: loaded.text === sentText ? "last call" : "estimate",
    };
  };
  const text = async (form: string) => {
    const report = await make();
    return form === "json" ? JSON.stringify(forProgram(report), undefined, 2) : listOf(report);
  };
  const print = (form: string) => ({ run: async () => note(await text(form)) });
  const forms = { list: print("list"), json: print("json") };
  const command: Command = {
    ...subcommands("context", "what the prompt consists of, also in the shell", forms),
    alone: { words: Object.keys(forms), text },
  };
  return {
    command,
    sent(text: string) {
      sentText = text;
    },
  };
}

async function sizesOf(sections: PromptSection[], agent: Agent): Promise<Sized[]> {
  const context = await updateContext({ ...agent, tools: await agent.pool() });
  return sections.flatMap((section) => {
    const text = section.text(context);
    return text === undefined ? [] : [{ name: section.name, characters: charactersIn(text) }];
  });
}

async function toolSizes(agent: Agent): Promise<Sized[]> {
  const sizes = (await agent.pool()).map((tool) => {
    return { name: tool.name, characters: charactersIn(JSON.stringify(toWire(tool))) };
  });
  return sizes.sort((one, other) => other.characters - one.characters);
}

const sum = (sizes: Sized[]) => sizes.reduce((all, { characters }) => all + characters, 0);
/** Between two sections is a blank line. */
const promptSize = ({ sections }: Report) => sum(sections) + 2 * Math.max(0, sections.length - 1);
const inGroups = (count: number) => count.toLocaleString("en-US");
const used = (files: Injected[]) => files.filter(({ status }) => status === "ok");
const bodies = (files: Injected[]) =>
  used(files)
    .map(({ body }) => body)
    .join("");

function listOf(report: Report): string {
  const { files } = report;
  const all = bodies(files);
  const schemas = sum(report.tools);
  return [
    "Bootstrap files injection:",
    ...files.map(lineOf),
    "",
    `Total bootstrap: ${inGroups(charactersIn(all))} chars (~${inGroups(estimateTokens(all))} tokens)`,
    `Tool schemas: ~${inGroups(schemas)} chars`,
    `Total prompt size: ~${inGroups(promptSize(report) + schemas)} chars`,
  ].join("\n");
}

const STATES = {
  empty: "[empty]",
  missing: "[not found]",
  unreadable: "[could not be read]",
  withheld: "[not allowed]",
};

function lineOf({ name, status, why, text, body, isCut, isChanged }: Injected): string {
  if (status !== "ok") return `- ${name}: ${STATES[status]}${why && ` ${why}`}`;
  const [chars, raw] = [body, text].map(charactersIn).map((count) => inGroups(count ?? 0));
  const more = [isCut ? ", truncated" : "", isChanged ? ", changed by a handler" : ""].join("");
  return `- ${name}: ${chars} chars (raw: ${raw}${more})`;
}

function forProgram(report: Report) {
  const { config, files, sections, tools, source, text } = report;
  return {
    files: files.map(({ name, status, text, body, isCut, isChanged }) => ({
      name,
      status,
      characters: charactersIn(body),
      raw: charactersIn(text),
      isCut,
      isChanged,
    })),
    bootstrapCharacters: charactersIn(bodies(files)),
    projectContextCharacters: charactersIn(text),
    systemCharacters: promptSize(report),
    toolCharacters: sum(tools),
    limits: config,
    sections,
    tools,
    source,
  };
}
