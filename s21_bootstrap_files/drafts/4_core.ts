// s21 · the core – with nothing around it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { firstCharacters } from "../../shared/characters.ts";
import { note } from "../../shared/terminal.ts";
import type { Mechanism } from "../agent.ts";
import { type Around, load, type Memory } from "../bootstrap/core.ts";
import { textIn } from "../bootstrap/files.ts";

export function createBootstrap(folder: string): Mechanism {
  const memory: Memory = { kept: new Map(), consents: new Map() };
  const around: Around = {
    folder,
    find: (name) => name,
    read: (path) => textIn(readFileSync(join(folder, path))),
    tell: (problem) => note(problem, "yellow"),
    asking: undefined,
    change: async (files) => files,
    max: 20_000,
    total: 60_000,
    cut: ({ text }, most) => `${firstCharacters(text, most)}\n\n[... truncated ...]\n`,
  };
  return {
    state: { bootstrap: async () => (await load(memory, around)).text },
    hooks: {
      UserPromptSubmit({ context }) {
        around.asking = context;
      },
    },
  };
}
