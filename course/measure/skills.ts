// course/measure/skills · skills by reference: what the list saves, how it grows, and what the whole prompt saves by it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROMPT_SECTIONS } from "../../s22_prompt_modes/modes/table.ts";
import { loadedIn } from "../../s22_prompt_modes/prompt.ts";
import { createSkills } from "../../s22_prompt_modes/skills.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import { ROOT } from "../base/root.ts";
import { makeFolder, removeFolder } from "../spec/folder.ts";
import { FILES } from "./files.ts";
import { type Files, recorded, systemOf } from "./record.ts";
import { type Case, type Row, savedCase, whole } from "./row.ts";

const BY_REFERENCE = 96;
const IN_ALL = 80;
/** What the design reckons with: tokens of a skill, and of a reference to it. */
const ASSUMED = { skill: 1500, reference: 50 };
const CHAPTER = "s22";

/** A skill's SKILL.md by the name of its folder. */
type Manuals = Map<string, string>;

export async function skillRows(): Promise<Row[]> {
  const five = manuals();
  return [await referenceRow(five), await sizeRow(five), await promptRow(five)];
}

/** The skills of this repository. */
function manuals(): Manuals {
  const folder = join(ROOT, "skills");
  const names = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  return new Map(
    names.map(({ name }) => [name, readFileSync(join(folder, name, "SKILL.md"), "utf8")] as const),
  );
}

/** The same skills again under other names, until there are as many. */
function asMany(skills: Manuals, count: number): Manuals {
  const all = [...skills];
  return new Map(
    Array.from({ length: count }, (_, at) => {
      const [name = "", text = ""] = all[at % all.length] ?? [];
      const round = Math.floor(at / all.length);
      const other = round === 0 ? name : `${name}-${round}`;
      return [other, text.replace(/^name: .*$/m, `name: ${other}`)];
    }),
  );
}

const filesOf = (skills: Manuals): Files =>
  Object.fromEntries([...skills].map(([name, text]) => [`skills/${name}/SKILL.md`, text]));

/** The list as it is in the prompt of the chapter: with its tags, and what is said about it. */
async function listOf(skills: Manuals): Promise<string> {
  const folder = await makeFolder(filesOf(skills), false);
  try {
    const state = { mode: "full", skills: await createSkills(folder).catalogue() };
    const context = { identity: "", tools: [], workspace: "", state };
    const list = loadedIn(PROMPT_SECTIONS, context).find(({ name }) => name === "skills");
    if (!list) throw new Error(`${CHAPTER} has no section with the skills.`);
    return list.text;
  } finally {
    await removeFolder(folder);
  }
}

const sizesOf = (skills: Manuals) => [...skills.values()].map(estimateTokens);
const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);

async function referenceRow(five: Manuals): Promise<Row> {
  const sizes = sizesOf(five);
  const all = sum(sizes);
  const list = estimateTokens(await listOf(five));
  const ten = estimateTokens(await listOf(asMany(five, 10)));
  const saved = (when: string, before: number, now: number) =>
    savedCase(when, [before, now], BY_REFERENCE);
  const read = (count: number) => list + sum(sizes.slice(0, count));
  const { skill, reference } = ASSUMED;
  return {
    id: "P39",
    claim: `skills by reference take ${BY_REFERENCE} % fewer tokens, or better`,
    cases: [
      saved("5 skills, the list of s22", all, list),
      saved("10 skills, the list of s22", 2 * all, ten),
      saved("5 skills, one of them read", all, read(1)),
      saved("5 skills, three of them read", all, read(3)),
      saved("the design's own sizes", skill, reference),
    ],
    how: `Tokens of each SKILL.md in skills/ (${whole(all / sizes.length)} on average), and of the list; ten are these five and the same under other names. The design reckons with ${whole(skill)} tokens for a skill and ${reference} for its reference.`,
    why: `the texts are long beside their references, and none is read. A further skill adds ${whole((ten - list) / 5)} tokens to the list of s22; what stands around the list takes ${whole(2 * list - ten)}. One skill that is read takes more than all references.`,
  };
}

async function sizeRow(five: Manuals): Promise<Row> {
  const size = async (skills: Manuals) => estimateTokens(await listOf(skills));
  const first = await size(asMany(five, 1));
  const grown = async (count: number): Promise<Case> => {
    const now = await size(asMany(five, count));
    const figure = `${whole(first)} → ${whole(now)} tokens`;
    return { when: `1 skill → ${count} skills`, figure, isMet: now === first };
  };
  return {
    id: "P20",
    claim: "the list keeps its size when skills are added",
    cases: [await grown(10), await grown(50), await grown(100)],
    how: "Tokens of the list of s22, with the skills of P39.",
    why: `each skill adds its name and its description, up to the fifty that s07 lists.`,
  };
}

async function promptRow(five: Manuals): Promise<Row> {
  const cases: Case[] = [];
  for (const skills of [five, asMany(five, 10)]) {
    const [request] = await recorded(CHAPTER, { ...FILES, ...filesOf(skills) }, () => ({
      text: "No.",
    }));
    if (!request) throw new Error(`${CHAPTER} has sent no request.`);
    const [system, list] = [systemOf(request), await listOf(skills)];
    if (!system.includes(list)) throw new Error(`${CHAPTER} sends another list than is measured.`);
    const now = estimateTokens(system);
    const before = now - estimateTokens(list) + sum(sizesOf(skills));
    const tools = estimateTokens(JSON.stringify(request.tools));
    const count = `${skills.size} skills`;
    cases.push(
      savedCase(`${count}, the system prompt`, [before, now], IN_ALL),
      savedCase(`${count}, with the tools`, [before + tools, now + tools], IN_ALL),
    );
  }
  return {
    id: "P50",
    claim: `the prompt has ${IN_ALL} % fewer tokens, or better`,
    cases,
    how: "The system prompt of s22 with the files of M51 and the skills of P39: as it is, and with each SKILL.md in place of the list; alone, and with the schemas of the tools, which are in each request, too.",
    why: "the tools are not counted. All of the saving comes from the skills; the rest of a request stays as long as it was.",
  };
}
