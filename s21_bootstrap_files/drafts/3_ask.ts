// s21 · bootstrap, draft 3 – the person is asked about a file that git tracks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Asking, createConsent } from "../../shared/consent.ts";
import type { Mechanism } from "../agent.ts";
import { consentOptions, type Entry } from "../bootstrap/entries.ts";

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
const WITHHELD = "[File not loaded: the person has not allowed it]";

export function createBootstrap(cwd: string): Mechanism {
  const consent = createConsent(consentOptions(cwd));
  let asking: Asking | undefined;
  return {
    state: {
      async bootstrap() {
        const entries = NAMES.map((name): Entry => [name, textOf(name, cwd)]);
        await consent.allowed(entries, asking);
        const blocks = entries.map((entry) =>
          blockOf(entry[0], consent.isAllowed(entry) ? entry[1] : WITHHELD),
        );
        return ["# Project Context", ...blocks].join("\n\n");
      },
    },
    hooks: {
      UserPromptSubmit({ context }) {
        asking = context;
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
