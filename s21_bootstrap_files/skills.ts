// s07 · skills – manuals: the system prompt has one line for each, and the model loads a whole one when it needs it.
import { isUtf8 } from "node:buffer";
import { readdir } from "node:fs/promises";
import { z } from "zod";
import { isMissing } from "../shared/files.ts";
import { parseFrontMatter } from "../shared/frontMatter.ts";
import { beginningOf, plainPath } from "../shared/plainFiles.ts";
import { note } from "../shared/terminal.ts";
import { estimateTokens } from "../shared/tokens.ts";
import { isTrusted, lookAgain } from "../shared/trust.ts";
import type { Mechanism } from "./agent.ts";
import { defineTool, harmless, type Tool } from "./tools.ts";

const MAX_BYTES = 32 * 1024;
const MAX_DESCRIPTION = 300;
/** Each is a line in every request. */
const MAX_SKILLS = 50;
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The line above the catalogue. */
const SKILL_RULE =
  "Skills are manuals for certain tasks. If one fits the request, load it with load_skill before you start.";

interface Skill {
  name: string;
  /** The name of the folder in skills that has its SKILL.md. */
  folder: string;
  /** One line, for the catalogue. */
  description: string;
  /** The whole file. */
  text: string;
}

/** The skills that were loaded, the newest first. */
type Loaded = { skills: Skill[] };

/** Reads all skills from the disk: by name, in the order of their folders. */
type ReadSkills = () => Promise<Map<string, Skill>>;

export interface Skills extends Mechanism {
  /** What the system prompt says about the skills: one line for each; "" when there are none. */
  catalogue(): Promise<string>;
}

/** The skills in `cwd`/skills/NAME/SKILL.md. They are read again each time, so that a new one is found at once. */
export function createSkills(cwd: string): Skills {
  const warn = createWarnings();
  const read = () => readSkills(cwd, warn);
  const loaded: Loaded = { skills: [] };
  const catalogue = async () => catalogueOf(await read());
  return {
    catalogue,
    state: { skills: catalogue },
    reads: [{ what: "skills", keys: () => foldersIn(cwd, () => {}) }],
    tools: [loadSkill(read, loaded)],
    hooks: {
      Compacted: () => ({ notes: restated(loaded) }),
      AfterModel: () => lookAgain(), // something may have come while the model thought
      PostToolUse: () => lookAgain(), // the call may have unpacked an archive
    },
    commands: {
      skills: { description: "the skills, and what they cost", run: () => showCost(read) },
    },
  };
}

function loadSkill(read: ReadSkills, loaded: Loaded): Tool {
  return defineTool({
    name: "load_skill",
    description: "Load the whole manual of a skill. Its name is in the list of skills.",
    input: z.object({ name: z.string().describe("Name of the skill") }),
    judge: harmless,
    kept: true,
    async run({ name }) {
      const skills = await read();
      const skill = skills.get(name);
      if (skill) loaded.skills = [skill, ...loaded.skills.filter((one) => one.name !== name)];
      if (skill) return textOf(skill);
      const names = [...skills.keys()].join(", ") || "none";
      throw new Error(`There is no skill ${name}. There are: ${names}.`);
    },
  });
}

function textOf({ folder, text }: Skill): string {
  return `[skills/${folder}/SKILL.md]\n${text}`;
}

/** What is repeated when a summary replaces the history: whole manuals as long as there is room, then only names. */
function restated({ skills }: Loaded): string[] {
  let room = MAX_BYTES;
  return skills.map((skill) => {
    if (skill.text.length > room)
      return `The skill ${skill.name} was loaded, too. Load it again when you need it.`;
    room -= skill.text.length;
    return textOf(skill);
  });
}

async function showCost(read: ReadSkills) {
  const skills = await read();
  const whole = [...skills.values()].map(({ text }) => text).join("");
  note(catalogueOf(skills) || (isTrusted() ? NO_SKILLS : NOT_TRUSTED));
  const [list, all] = [catalogueOf(skills), whole].map(estimateTokens);
  note(`skills: ${skills.size}; about ${list} tokens as a list, ${all} as a whole`);
}

const NO_SKILLS = "There are no skills. A skill is a file skills/NAME/SKILL.md.";
const NOT_TRUSTED = "Skills are left out, because this folder is not trusted. See /trust.";

function catalogueOf(skills: Map<string, Skill>): string {
  if (skills.size === 0) return "";
  const lines = [...skills.values()].map(({ name, description }) => `- ${name}: ${description}`);
  return [SKILL_RULE, ...lines].join("\n");
}

type Warn = (text: string) => void;

/** Prints each warning once, however often its cause is found. */
function createWarnings(): Warn {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) note(text, "yellow");
    said.add(text);
  };
}

/** Skips a skill that cannot be used, with a warning that says why. A folder that is not trusted has none. */
async function readSkills(cwd: string, warn: Warn): Promise<Map<string, Skill>> {
  const skills = new Map<string, Skill>();
  const skip = (folder: string, why: string) => warn(`skills/${folder} is skipped: ${why}`);
  const folders = isTrusted() ? await foldersIn(cwd, warn) : [];
  for (const folder of folders) {
    if (skills.size === MAX_SKILLS) {
      warn(`skills has more than ${MAX_SKILLS} skills: from ${folder} on, they are skipped.`);
      break;
    }
    try {
      const skill = await readSkill(cwd, folder);
      const other = skill && skills.get(skill.name);
      const skipped = skill?.name === folder ? other : other && skill; // the skill that is named like its folder stays
      if (skipped) skip(skipped.folder, `there is a skill ${skipped.name} already.`);
      if (skill && skill !== skipped) skills.set(skill.name, skill);
    } catch (error) {
      skip(folder, reasonOf(error));
    }
  }
  return skills;
}

/** The folders in `cwd`/skills, and the links, so that each is reported. None when skills itself is a link. */
async function foldersIn(cwd: string, warn: Warn): Promise<string[]> {
  try {
    const entries = await readdir(plainPath("skills", cwd), { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (!isMissing(error)) warn(`The folder skills is skipped: ${reasonOf(error)}`);
    return [];
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Undefined when the folder has no manual. Throws with the reason when the manual cannot be used. */
async function readSkill(cwd: string, folder: string): Promise<Skill | undefined> {
  const bytes = bytesOf(`skills/${folder}/SKILL.md`, cwd);
  if (bytes === undefined) return undefined;
  if (bytes.length > MAX_BYTES)
    throw new Error(
      `its SKILL.md has more than ${MAX_BYTES / 1024} KB. Move parts of it into other files.`,
    );
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new Error("its SKILL.md is not a text file. Save it as UTF-8.");
  const text = bytes.toString("utf8");
  const { fields, body } = parseFrontMatter(text);
  const name = [fields.name, folder].find(isName);
  if (name === undefined)
    throw new Error(
      `its name may have only lower case letters, digits and "-", as in code-review.`,
    );
  return { name, folder, description: lineOf(fields.description) ?? firstLine(body), text };
}

function isName(value: unknown): value is string {
  return typeof value === "string" && NAME.test(value);
}

/** A little more than a manual may have; undefined when there is none. */
function bytesOf(name: string, cwd: string): Buffer | undefined {
  plainPath(name, cwd); // throws for a link, and says which part of the path it is
  try {
    return beginningOf(name, cwd, MAX_BYTES + 1);
  } catch (error) {
    if (isMissing(error) || isNoFolder(error)) return undefined;
    throw new Error(`its SKILL.md is not used: ${reasonOf(error)}`);
  }
}

const isNoFolder = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOTDIR";

/** A description as one line of limited length; undefined when there is none. */
function lineOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const line = value.trim().replaceAll(/\s+/g, " ");
  if (line.length <= MAX_DESCRIPTION) return line;
  return `${line.slice(0, MAX_DESCRIPTION).toWellFormed()}…`;
}

/** The first line that has words and is not a code fence or a comment. */
function firstLine(body: string): string {
  const lines = body.split(/\r?\n|\r/).map((line) => line.replace(/^#+\s*/, "").trim());
  return lineOf(lines.find((line) => /^[^`<]*\p{L}/u.test(line))) ?? "(no description)";
}
