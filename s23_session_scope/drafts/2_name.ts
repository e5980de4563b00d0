// s23 · scope, draft 2 – only the session that the person alone hears gets the file of this name.
import { scopeIn } from "../../shared/flags.ts";
import { list } from "../../shared/text.ts";
import type { Listener, Rule, Scope } from "../scope/scope.ts";

const ALL: Listener[] = ["main", "group", "helper"];
const FILES = list("AGENTS.md SOUL.md USER.md IDENTITY.md HEARTBEAT.md TOOLS.md MEMORY.md");

export function createScope(
  cwd: string,
  _bootstrap: unknown,
  _lead: unknown,
  args = process.argv.slice(2),
): Scope {
  const name = scopeIn(args) ?? "main";
  const rules = FILES.map((file): Rule => ({ name: file, layer: "workspace", for: ALL }));
  return {
    name,
    listener: name === "main" ? "main" : "group",
    home: cwd,
    rules: () => rules,
    heardBy: (listener, _rules, files) =>
      listener === "main" ? files : files.filter((file) => file.name !== "MEMORY.md"),
    turnOf: (turn) => turn,
    isRoom: false,
    async begin() {},
    async start() {},
    common: {},
    withNotes: (memory) => memory,
    isCommand: () => true,
  };
}
