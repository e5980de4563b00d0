// s21 · bootstrap, draft 1 – the files are read once, at the start, and stand in the system prompt.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mechanism } from "../agent.ts";

const NAMES = [
  "AGENTS.md",
  "SOUL.md",
  "TOOLS.md",
  "IDENTITY.md",
  "USER.md",
  "HEARTBEAT.md",
  "BOOTSTRAP.md",
];

export function createBootstrap(cwd: string): Mechanism {
  let text = "";
  return {
    async start() {
      text = ["# Project Context", ...NAMES.flatMap((name) => blockOf(name, cwd))].join("\n\n");
    },
    state: { bootstrap: async () => text },
  };
}

function blockOf(name: string, cwd: string): string[] {
  try {
    return [`## ${name}\n\n${readFileSync(join(cwd, name), "utf8").trimEnd()}`];
  } catch {
    return []; // there is no such file
  }
}
