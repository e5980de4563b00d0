// s23 · scope, draft 3 – and the room can neither read it with a tool nor hear what you have told your own sessions.
import { join } from "node:path";
import { scopeIn } from "../../shared/flags.ts";
import { makePrivateFolder } from "../../shared/plainFiles.ts";
import { alsoSecret } from "../../shared/secrets.ts";
import { nobody } from "../../shared/terminal.ts";
import { list } from "../../shared/text.ts";
import type { Listener, Rule, Scope } from "../scope/scope.ts";

const ALL: Listener[] = ["main", "group", "helper"];
const FILES = list("AGENTS.md SOUL.md USER.md IDENTITY.md HEARTBEAT.md TOOLS.md MEMORY.md");
const PRIVATE = list("MEMORY.md memory .memory .tasks .mailboxes .sessions .scheduled_tasks.json");

export function createScope(
  cwd: string,
  _bootstrap: unknown,
  _lead: unknown,
  args = process.argv.slice(2),
): Scope {
  const name = scopeIn(args) ?? "main";
  const isRoom = name !== "main";
  const room = `.rooms/${name.replace("group:", "")}`;
  const rules = FILES.map((file): Rule => ({ name: file, layer: "workspace", for: ALL }));
  if (isRoom) alsoSecret((path) => PRIVATE.some((file) => path.startsWith(join(cwd, file))));
  return {
    name,
    listener: isRoom ? "group" : "main",
    home: isRoom ? join(cwd, room) : cwd,
    rules: () => rules,
    heardBy: (listener, _rules, files) =>
      listener === "main" ? files : files.filter((file) => file.name !== "MEMORY.md"),
    turnOf: (turn) =>
      isRoom ? (prompt, signal, info) => turn(prompt, signal, { ...info, ask: nobody }) : turn,
    isRoom,
    async begin() {
      if (isRoom) await makePrivateFolder(room, cwd, ".rooms");
    },
    async start() {},
    common: {},
    withNotes: (memory) => memory,
    isCommand: () => true,
  };
}
