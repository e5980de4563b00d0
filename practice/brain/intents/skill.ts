// practice/brain/intents/skill · skills: which there are, one loaded, one loaded for a file.
import { filesOf, says, spansOf } from "../clauses.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { pick, quoted } from "../words.ts";
import { readStep } from "./read.ts";

const FIRST_LINES = 8;
const REVIEW =
  /\b(?:review|inspect|go over|check|use|apply)\b|审查|评审|审阅|检查|复查|レビュー|点検|チェック/i;

const OTHER = /\b(?:write|create|make|delete|remove|edit)\b|写|创建|新建|删|作っ|作成|書|削除|消/i;

/** "Use the skill code-review on a.js": the skill, then the file. */
export function skill(clause: Clause, context: PlanContext): Reading | undefined {
  const { language } = context;
  if (says(clause, OTHER)) return undefined;
  const loaded = context.steps.at(-1)?.rule === "load-skill" && says(clause, REVIEW);
  const [name, more] = skillsOf(clause, context);
  const named = filesOf(clause).filter((file) => file !== name);
  const pointed = named.length === 0 && loaded ? context.file : undefined;
  const files = pointed === undefined ? named : [pointed];
  const literals = spansOf(clause, "literal").filter((span) => span.text !== name);
  if ((name === undefined) !== loaded || more !== undefined || literals.length > 0)
    return undefined;
  if (files.length === 0 && /\bit\b|それ|它/i.test(clause.text) && loaded) return undefined;
  const load = name === undefined ? [] : [loadStep(language, name)];
  const last = files.length - 1;
  const reads = files.map((file, at) => useStep(language, file, at === last));
  return { kind: "steps", steps: [...load, ...reads] };
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
  if (skills.length === 0)
    return pick(
      language,
      "The system prompt of this request lists no skills.",
      "这个请求的系统提示词里没有列出任何 Skill。",
      "このリクエストのシステムプロンプトには、スキルが 1 つもありません。",
    );
  const lines = skills.map(({ name, description }) => `- ${name}: ${description}`).join("\n");
  const text = quoted(language, lines);
  return pick(
    language,
    `The system prompt lists ${skills.length} skill${skills.length === 1 ? "" : "s"}:${text}`,
    `系统提示词里列出了 ${skills.length} 个 Skill：${text}`,
    `システムプロンプトにあるスキルは ${skills.length} 個です：${text}`,
  );
}

function loadStep(language: Language, name: string): Step {
  return {
    rule: "load-skill",
    task: pick(
      language,
      `load the skill ${name}`,
      `加载 Skill ${name}`,
      `スキル ${name} の読み込み`,
    ),
    call: (offer) => offer.loadSkill?.(name),
    say: (result) => {
      const lines = result.split("\n");
      const first = quoted(language, lines.slice(0, FIRST_LINES).join("\n"));
      return pick(
        language,
        `The text of the skill ${name} came (lines in the result: ${lines.length}). Its first lines:${first}`,
        `Skill ${name} 的文本已收到（结果共 ${lines.length} 行）。开头几行：${first}`,
        `スキル ${name} の本文が届きました（結果は ${lines.length} 行）。最初の数行：${first}`,
      );
    },
  };
}

function useStep(language: Language, file: string, isLast: boolean): Step {
  const step = readStep(language, file);
  const honest = pick(
    language,
    "I am rule-based: I have the manual and the file, but I cannot follow a manual. A language model would now do what it says.",
    "我是基于规则的模型：手册和文件都有了，但我不会照着手册做事。换成语言模型，现在就会照它说的去做。",
    "私はルールだけで動くモデルです。手引きもファイルも手元にありますが、手引きに従うことはできません。言語モデルなら、ここで手引きのとおりに進めます。",
  );
  return {
    ...step,
    rule: "use-skill",
    say: (result, done, call) => `${step.say(result, done, call)}${isLast ? `\n\n${honest}` : ""}`,
  };
}
