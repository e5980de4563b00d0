// practice/brain/intents/run · commands: one given in words, a program to be started, the git branch.

import { filesOf, pointsBack, says, spansOf } from "../clauses.ts";
import { numbersIn } from "../numbers.ts";
import { quote, quotePath } from "../shell.ts";
import { isName, MARK } from "../spans.ts";
import starters from "../starters.json" with { type: "json" };
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading, Span, Step } from "../types.ts";
import { isEmpty, quoted } from "../words.ts";
import { declined } from "./declined.ts";

/** A command given word for word, in backticks, in quotes or behind "run". */
export function command(clause: Clause, { language }: PlanContext): Reading | undefined {
  if (spansOf(clause, "unclear").length > 0) return declined(language, "giveBackticks");
  const orders = spansOf(clause, "order");
  const lines = clause.tokens.flatMap(({ span, start }) =>
    span !== undefined && isLine(span, clause.text.slice(0, start)) ? [span] : [],
  );
  const commands = orders.length > 0 ? orders : lines;
  if (commands.length === 0 || commands.some((span) => span.text.trim() === "")) return undefined;
  const steps = commands.map((span) => runStep(language, "run-command", span.text.trim()));
  return { kind: "steps", steps };
}

/** Signs of a shell, a space among them: no file is named so without a word that says it. */
const SHELL_SIGN = /[\s|&;<>()$`"'*?[\]{}#!~\\]/;
const CALLED = /\b(?:named|called|name|file)\s*$|(?:名为|叫做?|文件|という|ファイル)\s*$/i;

/** Whether a quotation is a line for the shell, not the name of a file. */
function isLine(span: Span, before: string): boolean {
  if (span.kind !== "quote") return false;
  if (!isName(span.text)) return true;
  return SHELL_SIGN.test(span.text) && (span.raw.startsWith("`") || !CALLED.test(before));
}

/** How a file is started, by the ending of its name. */
const STARTERS: Readonly<Record<string, string>> = starters;

/** A name right behind a name is what the first is given. */
const ARGUMENT = new RegExp(`${MARK}\\s+(?:${MARK}|-)`);

/** "那你运行一下试试呗" says no more than "run it". */
const isShort = ({ text }: Clause) =>
  text.length <= 12 && /^[那你就再]*(?:运行|执行|跑|试)/.test(text);

/** "run hello.py", "run it". */
export function execute(clause: Clause, context: PlanContext): Reading | undefined {
  if (ARGUMENT.test(clause.text)) return declined(context.language, "giveBackticks");
  const named = filesOf(clause);
  const isBare = clause.tokens.every(({ span }) => span === undefined) && isShort(clause);
  const pointed =
    context.file !== undefined && (pointsBack(clause) || isBare || context.steps.length > 0);
  const files = named.length > 0 || !pointed ? named : [context.file ?? ""];
  const commands = files.map(startCommand);
  if (commands.length === 0) return undefined;
  // What was written just before says how a person starts it.
  if (context.steps.some(({ file = "", ends }) => ends !== undefined && files.includes(file)))
    return { kind: "steps", steps: [] };
  const known = commands.filter((line) => line !== undefined);
  if (known.length < commands.length)
    return declined(context.language, "cannotStart", { names: files.join(" ") });
  if (OFTEN.test(wordsOf(clause))) return declined(context.language, "giveBackticks");
  const steps = known.map((line, at) => ({
    ...runStep(context.language, "run-file", line),
    file: files[at] ?? "",
  }));
  return { kind: "steps", steps };
}

/** More than once is nothing that a single command does. */
const OFTEN = /\b(?:twice|times)\b|(?<!第)[\d二两三四五六七八九十]+\s*(?:次|遍|回(?!目))/i;

/** Its words, and what was taken for a name or a text as it was typed. */
const wordsOf = ({ text, tokens }: Clause): string =>
  tokens.reduce((words, { word, span }) => words.replace(word, span?.raw ?? word), text);

/** The command line that starts a program; undefined for a file of an unknown kind. */
export function startCommand(file: string): string | undefined {
  const starter = STARTERS[/\.(\w+)$/.exec(file)?.[1] ?? ""];
  return starter === undefined ? undefined : `${starter} ${quotePath(file)}`;
}

/** An intent that is one command line, always the same. */
export const looking =
  (rule: string, line: string) =>
  (_: Clause, { language }: PlanContext): Reading => ({
    kind: "steps",
    steps: [runStep(language, rule, line)],
  });

/** From the agent's own status, where it has one: a command only knows the zone of the computer. */
export function date(_: Clause, { language, offer }: PlanContext): Reading {
  const byCommand = runStep(language, "show-date", "date");
  const step = offer.status === undefined ? byCommand : statusStep(language);
  return { kind: "steps", steps: [step] };
}

const statusStep = (language: Language): Step => ({
  rule: "show-date",
  task: tell(language, "lookAtTime"),
  call: (offer) => offer.status?.(),
  say(result) {
    const now = quoted(language, result.split("\n")[0] ?? "");
    return tell(language, "itIsNow", { now });
  },
});

/** Another branch to compare with, only the names of files, or two things and what sets them apart. */
const OTHER_DIFF =
  /(?<![\w/.-])(?:origin\/)?(?:main|master|develop|dev)(?![\w/.-])|どの(?:ファイル|文件)|ファイル名|\bwhich files?\b|哪些文件/i;

export function gitDiff(clause: Clause, { language }: PlanContext): Reading | undefined {
  const [file, more] = filesOf(clause);
  if (more !== undefined || says(clause, OTHER_DIFF)) return undefined;
  const place = file === undefined ? "" : ` -- ${quotePath(file)}`;
  return { kind: "steps", steps: [runStep(language, "git-diff", `git diff${place}`)] };
}

/** Only some of the commits, or who made them: that is not looked for. */
const ONLY_SOME =
  /\b(?:since|until|between|today|yesterday|week|month|year|(?:made|written|done) by|touch(?:ing|ed)?|who|authors?)\b|谁|作者|今天|昨天|周|誰|作成者|今日|昨日|週/i;
const LAST_ONE = /\blast commit\b|最后一次|最近一次|最後のコミット/i;

export function gitLog(clause: Clause, { language }: PlanContext): Reading | undefined {
  if (says(clause, ONLY_SOME) || filesOf(clause).length > 0) return undefined;
  const [count = says(clause, LAST_ONE) ? 1 : 10] = numbersIn(clause.text);
  const line = `git log --oneline -n ${Math.max(1, count)}`;
  return { kind: "steps", steps: [runStep(language, "git-log", line)] };
}

/** "Just that file", where no file is named: not all that has changed. */
const ONE_FILE =
  /\b(?:just|only)\b.*\b(?:it|this|that|the)\b|\b(?:that|this) file\b|只(?:提交|要)?(?:这|那)|(?:这|那)个文件|(?:この|その|あの)ファイル|だけ/i;

export function gitCommit(clause: Clause, { language }: PlanContext): Reading {
  const [message, more] = spansOf(clause, "literal").map(({ text }) => text);
  const named = filesOf(clause);
  const isLine = message !== undefined && more === undefined && !message.includes("\n");
  if (!isLine || (named.length === 0 && says(clause, ONE_FILE)))
    return declined(language, "giveMessage");
  const files = named.map(quotePath).join(" ");
  const line = `git add ${files || "-A"} && git commit -m ${quote(message)}${files && ` -- ${files}`}`;
  return { kind: "steps", steps: [runStep(language, "git-commit", line)] };
}

/** "What version of node do I have?" */
export function version(clause: Clause, { language }: PlanContext): Reading | undefined {
  const name = /\b(?:node|npm|git|python3?|bash)\b/i.exec(clause.text)?.[0].toLowerCase();
  if (name === undefined) return undefined;
  const line = `${name === "python" ? "python3" : name} --version`;
  return { kind: "steps", steps: [runStep(language, "run-command", line)] };
}

/** A step that runs one command line and quotes what it printed. */
export function runStep(language: Language, rule: string, line: string): Step {
  const name =
    line.includes("\n") || line.includes("`") ? line.split("\n")[0]?.replaceAll("`", "'") : line;
  const task = tell(language, "runCommand", { name });
  return {
    rule,
    task,
    call: (offer) => offer.shell?.(line),
    say: (result) => {
      if (isEmpty(result)) return tell(language, "printedNothing", { name });
      const output = quoted(language, result);
      return tell(language, "printed", { name, output });
    },
  };
}
