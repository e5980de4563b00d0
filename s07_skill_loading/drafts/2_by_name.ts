// s07 · second draft – one line per manual in the system prompt. load_skill opens the one that the model names.
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { glob } from "tinyglobby";
import { z } from "zod";
import { parseFrontMatter } from "../../shared/frontMatter.ts";
import type { Mechanism } from "../agent.ts";
import { defineTool, harmless } from "../tools.ts";

const SKILL_RULE =
  "Skills are manuals for certain tasks. If one fits the request, load it with load_skill before you start.";

export interface Skills extends Mechanism {
  /** What the system prompt says about the skills: one line for each; "" when there are none. */
  catalogue(): Promise<string>;
}

/** The skills in `cwd`/skills/NAME/SKILL.md. */
export function createSkills(cwd: string): Skills {
  const read = (name: string) => readFile(join(cwd, "skills", name, "SKILL.md"), "utf8");

  async function lineOf(path: string) {
    const { fields } = parseFrontMatter(await read(basename(dirname(path))));
    return `- ${fields.name}: ${fields.description}`;
  }

  async function catalogue() {
    const paths = await glob("skills/*/SKILL.md", { cwd });
    if (paths.length === 0) return "";
    return [SKILL_RULE, ...(await Promise.all(paths.sort().map(lineOf)))].join("\n");
  }

  const loadSkill = defineTool({
    name: "load_skill",
    description: "Load the whole manual of a skill. Its name is in the list of skills.",
    input: z.object({ name: z.string().describe("Name of the skill") }),
    judge: harmless,
    run: async ({ name }) => `[skills/${name}/SKILL.md]\n${await read(name)}`,
  });

  return { catalogue, tools: [loadSkill] };
}
