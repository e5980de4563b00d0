// s23 · scope, draft 1 – one more file in the prompt: MEMORY.md, for every agent.
import { scopeIn } from "../../shared/flags.ts";
import { list } from "../../shared/text.ts";
import type { BootstrapFile } from "../bootstrap/bootstrap.ts";
import type { Listener, Rule, Scope } from "../scope/scope.ts";

const ALL: Listener[] = ["main", "group", "helper"];
const FILES = list("AGENTS.md SOUL.md USER.md IDENTITY.md HEARTBEAT.md TOOLS.md MEMORY.md");
const RULES = FILES.map((name): Rule => ({ name, layer: "workspace", for: ALL }));

export function createScope(
  cwd: string,
  _bootstrap: unknown,
  _lead: unknown,
  args = process.argv.slice(2),
): Scope {
  const word = scopeIn(args) ?? "main";
  return {
    name: word,
    listener: word === "main" ? "main" : "group",
    rules: () => RULES,
    heardBy: (listener, _rules, files) => files.filter((file) => isFor(listener, file)),
    home: cwd,
    turnOf: (turn) => turn,
    isRoom: false,
    async begin() {},
    async start() {},
    common: {},
    withNotes: (memory) => memory,
    isCommand: () => true,
  };
}

/** What the file's row says. A file without a row is for the person alone. */
const isFor = (listener: Listener, { name }: BootstrapFile) =>
  RULES.find((rule) => rule.name === name)?.for.includes(listener) ?? listener === "main";
