// s23 · scope, draft 1 – one more file in the prompt: MEMORY.md, for every agent.
import { list } from "../../shared/text.ts";
import type { Listener, Rule, Scope } from "../scope/scope.ts";

const ALL: Listener[] = ["main", "group", "helper"];
const FILES = list("AGENTS.md SOUL.md USER.md IDENTITY.md HEARTBEAT.md TOOLS.md MEMORY.md");

export function createScope(cwd: string): Scope {
  const rules = FILES.map((name): Rule => ({ name, layer: "workspace", for: ALL }));
  return {
    name: "main",
    listener: "main",
    home: cwd,
    rules: () => rules,
    heardBy: (_listener, _rules, files) => files,
    turnOf: (turn) => turn,
    isRoom: false,
    async begin() {},
    async start() {},
    common: {},
    withNotes: (memory) => memory,
    isCommand: () => true,
  };
}
