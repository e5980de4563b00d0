// s21 · bootstrap – the files that say who the agent is and how it works are in its prompt, without a tool call.
import { join } from "node:path";
import { type Asking, type Consent, createConsent, readsOf } from "../../shared/consent.ts";
import { type Json5File, type Setting, settingsIn } from "../../shared/json5File.ts";
import { setPersonsZone } from "../../shared/schedule.ts";
import { tellOnce } from "../../shared/tellOnce.ts";
import { note } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import type { Reads } from "../../shared/trust.ts";
import { ownZone } from "../../shared/zones.ts";
import type { Mechanism } from "../agent.ts";
import type { Agent } from "../loop.ts";
import type { PromptSection } from "../prompt.ts";
import type { Listener, Rule } from "../scope/scope.ts";
import {
  CONFIG,
  type Config,
  readConfig,
  readSettings,
  type SettingsReader,
  settingOptions,
} from "./config.ts";
import {
  type BootstrapFile,
  fileOf,
  fitted,
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
import { cutTo, projectContext, sectionOf } from "./text.ts";

export { type Config, FIELDS, type Source } from "./config.ts";
export type { BootstrapFile } from "./core.ts";

export interface Bootstrap extends Mechanism {
  /** Adds a handler that may change what the prompt says of a file. Handlers run in this order. */
  registerInternalHook(event: "agent:bootstrap", handler: BootstrapHandler): void;
  /** What agent.json5 said when it was read last: before each model call of the lead, and for each `file`. */
  settings(): Promise<Config>;
  /** What a mechanism reads of agent.json5 for itself, as it is now. */
  settingsOf<Value>(read: (file: Json5File) => Value): () => Promise<Value>;
  /** The files for the lead's helpers, as its last prompt had them; before its first prompt they are read. */
  rules(): Promise<string>;
  /** The text of a file of the table, as it is now; "" when there is none, or the person has not allowed it. Nobody is asked. */
  file(name: string): Promise<string>;
}

/** Who gets what. The table of s23 says it. */
export interface Loading {
  /** Who hears the lead. */
  listener: Listener;
  /** The rules of this moment, by the clock of the zone. */
  rules(zone: string): Rule[];
  /** What a listener gets of the files, which hooks may have changed; `found` are those on the disk. */
  heardBy(
    listener: Listener,
    rules: Rule[],
    files: BootstrapFile[],
    found: BootstrapFile[],
  ): BootstrapFile[];
  /** What is used of a file that is too long; undefined leaves it to the settings. */
  cut?(file: BootstrapFile, most: number): string | undefined;
}

/** What the files come to for the next model call. */
export interface Loaded {
  config: Config;
  files: Injected[];
  /** The sections of the system prompt; `text` is that of the workspace. */
  text: string;
  tooling: string;
  memory: string;
  /** All that helpers get. */
  rules: string;
}

type Texts = BootstrapContext["bootstrap"];

interface State {
  cwd: string;
  loading: Loading;
  memory: Memory;
  settings: Consent<Setting>;
  handlers: BootstrapHandler[];
  readers: SettingsReader[];
  /** What the handlers were last given, as JSON, and what they made of it. */
  handled: { given: string; texts: Texts } | undefined;
  /** The last turn: in it, the person can be asked about files that git tracks. */
  asking: Asking | undefined;
  /** The files as they were last loaded for a prompt. */
  latest: Loaded | undefined;
  config: Config | undefined;
  /** Prints a problem in one line, once. */
  tell(problem: string): void;
}

/** The files of the workspace in `cwd`, for the agent that the person talks to. */
export function createBootstrap(
  cwd: string,
  sections: PromptSection[],
  agent: () => Agent,
  loading: Loading,
): Bootstrap {
  const state: State = {
    cwd,
    loading,
    memory: { kept: new Map(), consents: new Map() },
    settings: createConsent(settingOptions(cwd)),
    handlers: [persona],
    readers: [],
    handled: undefined,
    asking: undefined,
    latest: undefined,
    config: undefined,
    tell: newTeller(),
  };
  const report = createReport(sections, agent, () => load(state));
  const latest = async () => state.latest ?? (await load(state));
  return {
    registerInternalHook: (_, handler) => void state.handlers.push(handler),
    settings: async () => state.config ?? configOf(state),
    settingsOf(read) {
      state.readers.push(read);
      return async () => read(await settingsNow(state));
    },
    rules: async () => (await latest()).rules,
    file: (name) => textOf(state, name),
    state: {
      async bootstrap() {
        state.latest = await load(state);
        return state.latest.text;
      },
      tooling: async () => (await latest()).tooling,
      diary: async () => (await latest()).memory,
    },
    hooks: {
      UserPromptSubmit({ context }) {
        state.asking = context;
      },
      AfterModel: () => report.sent(state.latest?.text ?? ""),
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
    reads: readsIn(cwd, loading),
    async start() {
      await configOf(state); // what is wrong with it is told before the first prompt
    },
  };
}

async function configOf(state: State): Promise<Config> {
  const { cwd, tell, settings, asking, readers } = state;
  const allowed = (all: Setting[]) => settings.allowed(all, asking);
  state.config = await readConfig(cwd, tell, allowed, readers);
  setPersonsZone(state.config.timezone); // cron jobs follow it, too
  return state.config;
}

/** The settings outside of a turn. Nobody can be asked there, so one that git tracks counts only if it was allowed before. */
const settingsNow = ({ cwd, tell, settings }: State): Promise<Json5File> =>
  readSettings(cwd, tell, (all) => settings.allowed(all));

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
  const { loading, asking, tell, memory } = state;
  const config = await configOf(state);
  const rules = loading.rules(config.timezone);
  const limits = limitsOf(state, config, rules);
  const { files, found } = await loadFiles(memory, {
    ...readingOf(join(state.cwd, config.workspace), tell),
    ...limits,
    asking,
    async change(read) {
      const isDiary = ({ name }: BootstrapFile) => layerOf(rules, name) === "memory";
      const open = read.filter((file) => !isDiary(file)); // handlers are about the workspace
      const changed = changedBy(await handledTexts(state, config, open), open);
      return [...changed, ...read.filter(isDiary)];
    },
  });
  const isInPrompt = ({ name }: BootstrapFile) => layerOf(rules, name) !== "beat";
  const heard = (listener: Listener) =>
    fitted(loading.heardBy(listener, rules, files, found).filter(isInPrompt), limits);
  const own = {
    full: () => heard(loading.listener),
    minimal: () => heard("helper"),
    none: () => [],
  };
  return {
    config,
    ...sectionsOf(rules, own[config.promptMode]()),
    rules: rulesText(rules, heard("helper")),
  };
}

const limitsOf = ({ loading }: State, { max, total, trim }: Config, rules: Rule[]) => ({
  rules,
  max,
  total,
  cut: (file: BootstrapFile, most: number) => loading.cut?.(file, most) ?? cutTo(trim)(file, most),
});

async function textOf(state: State, name: string): Promise<string> {
  const config = await configOf(state);
  const { rules: all, listener } = state.loading;
  const isIts = (rule: Rule) => rule.name === name && rule.for.includes(listener);
  const rules = all(config.timezone).filter(isIts);
  const limits = limitsOf(state, config, rules);
  const { files } = await loadFiles(state.memory, {
    ...readingOf(join(state.cwd, config.workspace), state.tell),
    ...limits,
    asking: undefined,
    change: async (read) => read,
  });
  const [file] = fitted(files, limits);
  if (file?.isCut) state.tell(`${name} is too long, and is cut.`);
  return file?.status === "ok" ? file.body : "";
}

/** The files, and the sections that they are in the system prompt. */
function sectionsOf(rules: Rule[], files: Injected[]): Omit<Loaded, "config" | "rules"> {
  const inLayer = (layer: Rule["layer"]) =>
    files.filter(({ name }) => layerOf(rules, name) === layer);
  return {
    files,
    text: projectContext(rules, inLayer("workspace")),
    tooling: sectionOf(inLayer("tooling")),
    memory: sectionOf(inLayer("memory")),
  };
}

/** A file that a handler has added belongs to the workspace. */
const layerOf = (rules: Rule[], name: string) =>
  rules.find((rule) => rule.name === name)?.layer ?? "workspace";

function rulesText(rules: Rule[], files: Injected[]): string {
  const { text, tooling } = sectionsOf(rules, files);
  return [tooling, text].filter((part) => part !== "").join("\n\n");
}

/** What is there, whether the folder is trusted or not. What agent.json5 would lead to counts only after a yes to it. */
function readsIn(cwd: string, { rules }: Loading): Reads[] {
  const found = async () => {
    const reading = readingOf(cwd, () => {});
    const memory = { kept: new Map(), consents: new Map() };
    return readAll(rules(ownZone()), memory, reading).flatMap(entriesOf);
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
