// s23 · scope, draft 3 – and the room can neither read it with a tool nor hear what you have told your own sessions.
import { join } from "node:path";
import { scopeIn } from "../../shared/flags.ts";
import { makePrivateFolder } from "../../shared/plainFiles.ts";
import { alsoSecret } from "../../shared/secrets.ts";
import { nobody } from "../../shared/terminal.ts";
import { list } from "../../shared/text.ts";
import type { BootstrapFile } from "../bootstrap/bootstrap.ts";
import type { Listener, Rule, Scope } from "../scope/scope.ts";

const ALL: Listener[] = ["main", "group", "helper"];
const FILES = list("AGENTS.md SOUL.md USER.md IDENTITY.md HEARTBEAT.md TOOLS.md MEMORY.md");
const RULES = FILES.map(
  (name): Rule => ({ name, layer: "workspace", for: name === "MEMORY.md" ? ["main"] : ALL }),
);

const PRIVATE = list("MEMORY.md memory .memory .tasks .mailboxes .sessions .scheduled_tasks.json");

export function createScope(
  cwd: string,
  _bootstrap: unknown,
  _lead: unknown,
  args = process.argv.slice(2),
): Scope {
  const word = scopeIn(args) ?? "main";
  const isRoom = word !== "main";
  const room = `.rooms/${word.replace("group:", "")}`;
  if (isRoom) alsoSecret((path) => PRIVATE.some((file) => path.startsWith(join(cwd, file))));
  return {
    name: word,
    listener: word === "main" ? "main" : "group",
    rules: () => RULES,
    heardBy: (listener, _rules, files) => files.filter((file) => isFor(listener, file)),
    home: isRoom ? join(cwd, room) : cwd,
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

/** What the file's row says. A file without a row is for the person alone. */
const isFor = (listener: Listener, { name }: BootstrapFile) =>
  RULES.find((rule) => rule.name === name)?.for.includes(listener) ?? listener === "main";
