// s21 · bootstrap – the files that say who the agent is and how it works are in its prompt, without a tool call.
import { join } from "node:path";
import { type Asking, type Consent, createConsent, readsOf } from "../../shared/consent.ts";
import { type Setting, settingsIn } from "../../shared/json5File.ts";
import { tellOnce } from "../../shared/tellOnce.ts";
import { note } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import type { Reads } from "../../shared/trust.ts";
import type { Mechanism } from "../agent.ts";
import type { Agent } from "../loop.ts";
import type { PromptSection } from "../prompt.ts";
import { CONFIG, type Config, readConfig, settingOptions } from "./config.ts";
import {
  type BootstrapFile,
  fileOf,
  type Injected,
  load as loadFiles,
  type Memory,
  readAll,
} from "./core.ts";
import { consentOptions, entriesOf } from "./entries.ts";
import { readingOf } from "./files.ts";
import { type BootstrapContext, type BootstrapHandler, persona, runHandlers } from "./handlers.ts";
import { createReport } from "./report.ts";
import { writeTemplates } from "./templates.ts";
import { cutTo } from "./text.ts";

export interface Bootstrap extends Mechanism {
  /** Adds a handler that may change what the prompt says of a file. Handlers run in this order. */
  registerInternalHook(event: "agent:bootstrap", handler: BootstrapHandler): void;
}

/** What the files come to for the next model call. */
export interface Loaded {
  config: Config;
  files: Injected[];
  /** The section of the system prompt. */
  text: string;
}

type Texts = BootstrapContext["bootstrap"];

interface State {
  cwd: string;
  memory: Memory;
  settings: Consent<Setting>;
  handlers: BootstrapHandler[];
  /** What the handlers were last given, as JSON, and what they made of it. */
  handled: { given: string; texts: Texts } | undefined;
  /** The last turn: in it, the person can be asked about files that git tracks. */
  asking: Asking | undefined;
  /** The section as it was last made for a prompt. */
  latest: string;
  /** Prints a problem in one line, once. */
  tell(problem: string): void;
}

/** The files of the workspace in `cwd`, for the agent that the person talks to. */
export function createBootstrap(
  cwd: string,
  sections: PromptSection[],
  agent: () => Agent,
): Bootstrap {
  const state: State = {
    cwd,
    memory: { kept: new Map(), consents: new Map() },
    settings: createConsent(settingOptions(cwd)),
    handlers: [persona],
    handled: undefined,
    asking: undefined,
    latest: "",
    tell: newTeller(),
  };
  const report = createReport(sections, agent, () => load(state));
  return {
    registerInternalHook: (_, handler) => void state.handlers.push(handler),
    state: {
      async bootstrap() {
        state.latest = (await load(state)).text;
        return state.latest;
      },
    },
    hooks: {
      UserPromptSubmit({ context }) {
        state.asking = context;
      },
      AfterModel: () => report.sent(state.latest),
    },
    commands: {
      context: report.command,
      reload: {
        description: "look at the workspace files and their handlers anew",
        run: () => reload(state),
      },
      init: {
        description: "write templates of the workspace files that are missing",
        run: async () => note(await writeTemplates((await configOf(state)).workspace, cwd)),
      },
    },
    reads: readsIn(cwd),
    async start() {
      await configOf(state); // what is wrong with it is told before the first prompt
    },
  };
}

const configOf = ({ cwd, tell, settings, asking }: State): Promise<Config> =>
  readConfig(cwd, tell, (all) => settings.allowed(all, asking));

async function reload(state: State) {
  state.tell = newTeller();
  state.memory.kept.clear();
  state.handled = undefined;
  const { files } = await load(state);
  const loaded = files.filter(({ status }) => status === "ok");
  note(`Loaded: ${loaded.length} of ${files.length} files.`);
}

/** Reads what has changed since the last time. Must not throw. */
async function load(state: State): Promise<Loaded> {
  const { asking, tell, memory } = state;
  const config = await configOf(state);
  const folder = join(state.cwd, config.workspace);
  const { files, text } = await loadFiles(memory, {
    ...readingOf(folder, tell),
    asking,
    change: async (found) => changedBy(await handledTexts(state, config, found), found),
    max: config.max,
    total: config.total,
    cut: cutTo(config.trim),
  });
  return { config, files, text };
}

/** What is there, whether the folder is trusted or not. What agent.json5 would lead to counts only after a yes to it. */
function readsIn(cwd: string): Reads[] {
  const found = async () => {
    const reading = readingOf(cwd, () => {});
    return readAll({ kept: new Map(), consents: new Map() }, reading).flatMap(entriesOf);
  };
  const settings = async () => settingsIn(CONFIG, cwd, () => {});
  return [readsOf(consentOptions(cwd), found), readsOf(settingOptions(cwd), settings)];
}

/** The handlers run again only when what they get has changed, so that the prompt stays the same, and cached. */
async function handledTexts(
  state: State,
  { workspace, mode = "" }: Config,
  files: BootstrapFile[],
): Promise<Texts> {
  const folder = join(state.cwd, workspace);
  const texts = files.map(({ name, status, text }) => [keyOf(name), status === "ok" ? text : null]);
  const context = { mode, workspaceDir: folder, bootstrap: Object.fromEntries(texts) };
  const given = JSON.stringify([context, state.handlers.length]);
  if (state.handled?.given !== given)
    state.handled = {
      given,
      texts: await runHandlers(state.handlers, context, state.tell),
    };
  return state.handled.texts;
}

const keyOf = (name: string) => name.replace(/\.md$/, "");

/** The files as the handlers want them, those with new names last. */
function changedBy(texts: Texts, files: BootstrapFile[]): BootstrapFile[] {
  const names = files.map(({ name }) => name);
  const added = Object.keys(texts).map((key) => `${key}.md`);
  return [...new Set([...names, ...added])].flatMap((name) => {
    const file = files.find((one) => one.name === name);
    const before = file?.status === "ok" ? file.text : null;
    const text = texts[keyOf(name)] ?? null;
    if (file && text === before) return [file];
    if (text === null) return [];
    return [fileOf(name, { status: text === "" ? "empty" : "ok", text, isChanged: true })];
  });
}

function newTeller(): State["tell"] {
  const tell = tellOnce("[bootstrap]");
  return (problem) => tell(oneLine(problem, 300));
}
