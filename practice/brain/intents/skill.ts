// practice/brain/intents/skill · skills: which there are, one loaded, one loaded for a file.

import { filesOf, says, spansOf } from "../clauses.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { quoted } from "../words.ts";
import { readStep } from "./read.ts";

const FIRST_LINES = 8;
const OTHER = /\b(?:write|create|make|delete|remove|edit)\b|写|创建|新建|删|作っ|作成|書|削除|消/i;

/** "Use the skill code-review on a.js": the skill, then the file. */
export function skill(clause: Clause, context: PlanContext): Reading | undefined {
  const { language } = context;
  if (says(clause, OTHER)) return undefined;
  const [name, more] = skillsOf(clause, context);
  const files = filesOf(clause).filter((file) => file !== name);
  const literals = spansOf(clause, "literal").filter((span) => span.text !== name);
  if (name === undefined || more !== undefined || literals.length > 0) return undefined;
  const last = files.length - 1;
  const reads = files.map((file, at) => useStep(language, file, at === last));
  return { kind: "steps", steps: [loadStep(language, name), ...reads] };
}

export function listSkills(_: Clause, context: PlanContext): Reading {
  return { kind: "talk", rule: "list-skills", text: listed(context) };
}

/** Names of skills: beside the word, or in quotes and looking like one. */
function skillsOf(clause: Clause, { offer }: PlanContext): string[] {
  const quotes = [...spansOf(clause, "literal"), ...spansOf(clause, "name")].filter(
    (span) => span.kind === "quote" && /^[a-z0-9-]+$/.test(span.text),
  );
  const named = spansOf(clause, "skill-name").filter(
    ({ kind, text }) => kind === "skill" || offer.skills.some(({ name }) => name === text),
  );
  return [...named, ...quotes].map((span) => span.text);
}

function listed({ language, offer: { skills } }: PlanContext): string {
  if (skills.length === 0) return tell(language, "noSkills");
  const lines = skills.map(({ name, description }) => `- ${name}: ${description}`).join("\n");
  const text = quoted(language, lines);
  return tell(language, "skillsListed", {
    length: skills.length,
    what: skills.length === 1 ? "" : "s",
    text,
  });
}

function loadStep(language: Language, name: string): Step {
  return {
    rule: "load-skill",
    task: tell(language, "loadSkill", { name }),
    call: (offer) => offer.loadSkill?.(name),
    say: (result) => {
      const lines = result.split("\n");
      const first = quoted(language, lines.slice(0, FIRST_LINES).join("\n"));
      return tell(language, "skillCame", { name, length: lines.length, first });
    },
  };
}

function useStep(language: Language, file: string, isLast: boolean): Step {
  const step = readStep(language, file);
  const honest = tell(language, "tellsToWait");
  return {
    ...step,
    rule: "use-skill",
    say: (result, done, call) => `${step.say(result, done, call)}${isLast ? `\n\n${honest}` : ""}`,
  };
}
