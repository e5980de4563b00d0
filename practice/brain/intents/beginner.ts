// practice/brain/intents/beginner · a program told part by part: what it takes, what it makes, what runs at once.
import { filesOf } from "../clauses.ts";
import { functionsIn, importsIn, indentOf } from "../project/code.ts";
import { listed, paragraphs, tell } from "../project/tell.ts";
import type { Clause, Language, PlanContext, Reading } from "../types.ts";
import { cutMark } from "../words.ts";
import { explain, readStep } from "./read.ts";
import { startCommand } from "./run.ts";

/** "Explain app.js like I'm a beginner": its parts; of another text, an extract. */
export function explainParts(clause: Clause, context: PlanContext): Reading | undefined {
  const { language, file: last } = context;
  const [file = last, more] = filesOf(clause);
  if (file === undefined || more !== undefined || startCommand(file) === undefined)
    return explain(clause, context);
  const step = readStep(language, file);
  const say = (text: string) =>
    text.trim() === "" ? step.say(text, []) : parts(language, file, text);
  const isRead = context.steps.at(-1)?.file === file && context.steps.at(-1)?.rule === "read-file";
  return {
    kind: "steps",
    steps: [{ ...step, rule: "explain-file", say }],
    replace: isRead ? 1 : 0,
  };
}

const MOST = 12;

function parts(language: Language, file: string, text: string): string {
  const lines = text.split("\n");
  const functions = functionsIn(lines);
  const made = functions.map(({ name, args, from, comment }) => {
    const about = comment === "" ? "" : tell(language, "comment", { comment });
    return tell(language, "function", { name, args, line: from + 1 }) + about;
  });
  const uses = importsIn(lines).map(({ names, from }) => `${names.join(", ")} ← ${from}`);
  const runs = lines.filter(
    (line, at) => isRun(line) && !functions.some(({ from, to }) => at >= from && at <= to),
  );
  const part = (key: "uses" | "functions" | "runs", items: string[]) =>
    items.length === 0 ? [] : [tell(language, key), listed(items.slice(0, MOST))];
  const [first] = lines.filter((line) => /^\s*(?:\/\/|#(?!!))/.test(line) && indentOf(line) === 0);
  return paragraphs([
    tell(language, "partsOf", { file, lines: lines.length }) + (cutMark(text) ?? ""),
    first === undefined || lines.indexOf(first) > 1 ? "" : `> ${first}`,
    ...part("uses", uses),
    ...part("functions", made),
    ...part(
      "runs",
      runs.map((line) => `\`${line.trim()}\``),
    ),
    tell(language, "partsOnly"),
  ]);
}

/** A line that does something when the file is started: a call that is not indented, or a loop. */
const isRun = (line: string): boolean =>
  /^(?:(?:const|let|var)?\s*\w+\s*=\s*)?(?:await\s+)?(?:[\w.$]+\(|for\b|while\b|if\b)/.test(line) &&
  !/^(?:import|require)\b/.test(line);
