// s07 · skills – manuals that stand in the prompt as one line, and as a whole when they are needed.
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { contains, isMissing } from "../shared/files.ts";
import { parseFrontMatter } from "../shared/frontMatter.ts";
import { type Command, note } from "../shared/terminal.ts";
import { estimateTokens } from "../shared/tokens.ts";
import { defineTool, type Tool } from "./tools.ts";

const MAX_BYTES = 32 * 1024;
const MAX_DESCRIPTION = 300;
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The line above the catalogue. */
const SKILL_RULE =
  "Skills are manuals for certain work. When a request fits one, load it with load_skill before you start.";

interface Skill {
  name: string;
  /** Where its SKILL.md is, in skills. */
  folder: string;
  /** One line, for the catalogue. */
  description: string;
  /** The whole file. */
  text: string;
}

export interface Skills {
  /** What the system prompt says about them: a line each; "" when there are none. */
  catalogue(): Promise<string>;
  tool: Tool;
  /** For Compacted: the manuals that were loaded, the newest first, as far as there is room. */
  restate(event: { notes: string[] }): { notes: string[] };
  /** For the terminal: what there is, and what it costs. */
  command: Command;
}

/** The skills in `cwd`/skills/NAME/SKILL.md. They are read anew each time, so that a new one counts at once. */
export function createSkills(cwd: string): Skills {
  const warn = createWarnings();

  const tool = defineTool({
    name: "load_skill",
    description: "Load the manual of a skill, by the name it has in the list of skills.",
    input: z.object({ name: z.string().describe("Name of the skill") }),
    async run({ name }) {
      const skills = await readSkills(cwd, warn);
      const skill = skills.get(name);
      if (skill) loaded = [skill, ...loaded.filter((other) => other.name !== name)];
      if (skill) return `[skills/${skill.folder}/SKILL.md]\n${skill.text}`;
      const names = [...skills.keys()].join(", ") || "none";
      throw new Error(`There is no skill ${name}. There are: ${names}.`);
    },
  });

  async function catalogue() {
    return catalogueOf(await readSkills(cwd, warn));
  }

  async function showCost() {
    const skills = await readSkills(cwd, warn);
    const whole = [...skills.values()].map(({ text }) => text).join("");
    note(catalogueOf(skills) || "There are no skills. A skill is a file skills/NAME/SKILL.md.");
    const [list, all] = [catalogueOf(skills), whole].map(estimateTokens);
    note(`skills: ${skills.size}; about ${list} tokens as a list, ${all} as a whole`);
  }

  const command = { description: "the skills, and what they cost", run: showCost };

  let loaded: Skill[] = [];

  function restate({ notes }: { notes: string[] }) {
    let room = MAX_BYTES;
    const blocks = loaded.map(({ name, folder, text }) => {
      if (text.length > room) return `<skill>${name} was loaded, too: load it again.</skill>`;
      room -= text.length;
      return `<skill>\n[skills/${folder}/SKILL.md]\n${text}\n</skill>`;
    });
    return { notes: [...notes, ...blocks] };
  }

  return { catalogue, tool, restate, command };
}

function catalogueOf(skills: Map<string, Skill>): string {
  if (skills.size === 0) return "";
  const lines = [...skills.values()].map(({ name, description }) => `- ${name}: ${description}`);
  return [SKILL_RULE, ...lines].join("\n");
}

type Warn = (text: string) => void;

/** Says a thing once, however often it is found. */
function createWarnings(): Warn {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) note(text, "yellow");
    said.add(text);
  };
}

/** By name, in the order of their folders. What is wrong with one is said, and it is left out. */
async function readSkills(cwd: string, warn: Warn): Promise<Map<string, Skill>> {
  const skills = new Map<string, Skill>();
  const leaveOut = (folder: string, why: string) => warn(`skills/${folder} is left out: ${why}`);
  for (const folder of await foldersIn(join(cwd, "skills"), warn)) {
    try {
      const skill = await readSkill(cwd, folder);
      const other = skill && skills.get(skill.name);
      const second = skill?.name === folder ? other : other && skill; // its own folder's name goes first
      if (second) leaveOut(second.folder, `there is a skill ${second.name} already.`);
      if (skill && skill !== second) skills.set(skill.name, skill);
    } catch (error) {
      leaveOut(folder, error instanceof Error ? error.message : String(error));
    }
  }
  return skills;
}

async function foldersIn(path: string, warn: Warn): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (!isMissing(error)) warn(`The folder skills cannot be read: ${error}`);
    return [];
  }
}

/** Undefined when there is no manual in the folder. Throws with the reason when it cannot be used. */
async function readSkill(cwd: string, folder: string): Promise<Skill | undefined> {
  const path = await realpath(join(cwd, "skills", folder, "SKILL.md")).catch(nothingIfMissing);
  if (path === undefined) return undefined;
  if (!contains(await realpath(join(cwd, "skills")), path))
    throw new Error("its SKILL.md is a link to somewhere outside skills.");
  const file = await stat(path);
  if (!file.isFile()) throw new Error("its SKILL.md is not a file.");
  if (file.size > MAX_BYTES)
    throw new Error(
      `its SKILL.md has more than ${MAX_BYTES / 1024} KB. Move parts of it into files beside it.`,
    );
  const text = await readFile(path, "utf8");
  if (text.includes("\0")) throw new Error("its SKILL.md is not a text. Save it as UTF-8.");
  const { fields, body } = parseFrontMatter(text);
  const name = [fields.name, folder].find(isName);
  if (name === undefined)
    throw new Error(`its name must be of small letters, digits and "-", as in code-review.`);
  return { name, folder, description: lineOf(fields.description) ?? firstLine(body), text };
}

function isName(value: unknown): value is string {
  return typeof value === "string" && NAME.test(value);
}

function nothingIfMissing(error: unknown): undefined {
  const isNoFolder = error instanceof Error && "code" in error && error.code === "ENOTDIR";
  if (!isMissing(error) && !isNoFolder) throw error;
}

/** A text on one line, so that no skill can flood the catalogue; undefined when there is none. */
function lineOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const line = value.trim().replaceAll(/\s+/g, " ");
  if (line.length <= MAX_DESCRIPTION) return line;
  return `${line.slice(0, MAX_DESCRIPTION).toWellFormed()}…`;
}

/** The first line that is words: not a fence, a comment or a rule. */
function firstLine(body: string): string {
  const lines = body.split(/\r?\n|\r/).map((line) => line.replace(/^#+\s*/, "").trim());
  return lineOf(lines.find((line) => /^[^`<]*\p{L}/u.test(line))) ?? "(no description)";
}
