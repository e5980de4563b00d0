// s07 · first draft – all manuals are in the system prompt, whole.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { glob } from "tinyglobby";
import type { Mechanism } from "../agent.ts";

const MANUALS_RULE = "These are your manuals. If one fits the request, do what it says.";

export interface Skills extends Mechanism {
  /** What the system prompt says about the skills; "" when there are none. */
  catalogue(): Promise<string>;
}

/** The manuals in `cwd`/skills/NAME/SKILL.md. */
export function createSkills(cwd: string): Skills {
  async function catalogue() {
    const paths = await glob("skills/*/SKILL.md", { cwd });
    if (paths.length === 0) return "";
    const manuals = paths.sort().map((path) => readFile(join(cwd, path), "utf8"));
    return [MANUALS_RULE, ...(await Promise.all(manuals))].join("\n\n");
  }

  return { catalogue };
}
