// s21 · bootstrap, draft 2 – the files are read before each model call; a missing one is named, a long one is cut.
import { existsSync, readFileSync } from "node:fs";
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
        const names = NAMES.filter(
          (name) => name !== "BOOTSTRAP.md" || existsSync(join(cwd, name)),
        );
        const blocks = names.map((name) => `## ${name}\n\n${bodyOf(join(cwd, name))}`);
        return ["# Project Context", ...blocks].join("\n\n");
      },
    },
  };
}

function bodyOf(path: string): string {
  try {
    const text = readFileSync(path, "utf8").trimEnd();
    if (text.length <= MAX_CHARS) return text;
    return `${text.slice(0, MAX_CHARS)}\n\n[... truncated ...]\n`;
  } catch {
    return "[File not found]";
  }
}
