// s21 · bootstrap, draft 2 – the files are read before each model call; a missing one is named, a long one is cut.
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
const MAX_CHARS = 20_000;

export function createBootstrap(cwd: string): Mechanism {
  return {
    state: {
      async bootstrap() {
        const blocks = NAMES.map((name) => blockOf(name, textOf(name, cwd)));
        return ["# Project Context", ...blocks].join("\n\n");
      },
    },
  };
}

/** The text of a file, or the marker. */
function textOf(name: string, cwd: string): string {
  try {
    return readFileSync(join(cwd, name), "utf8").trimEnd();
  } catch {
    return "[File not found]";
  }
}

function blockOf(name: string, text: string): string {
  if (text.length <= MAX_CHARS) return `## ${name}\n\n${text}`;
  return `## ${name}\n\n${text.slice(0, MAX_CHARS)}\n\n[... truncated ...]\n`;
}
