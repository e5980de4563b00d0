// practice/brain/intents/run · commands: one given in words, a program to be started, the git branch.

import { filesOf, pointsBack, says, spansOf } from "../clauses.ts";
import { numbersIn, timesIn } from "../numbers.ts";
import { quote, quotePath } from "../shell.ts";
import { isName, MARK } from "../spans.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading, Span, Step } from "../types.ts";
import { isEmpty, quoted } from "../words.ts";

/** A command given word for word, in backticks, in quotes or behind "run". */
export function command(clause: Clause, { language }: PlanContext): Reading | undefined {
  if (spansOf(clause, "unclear").length > 0)
    return { kind: "decline", reason: giveBackticks(language) };
  const orders = spansOf(clause, "order");
  const lines = clause.tokens.flatMap(({ span, start }) =>
    span !== undefined && isLine(span, clause.text.slice(0, start)) ? [span] : [],
  );
  const commands = orders.length > 0 ? orders : lines;
  if (commands.length === 0 || commands.some((span) => span.text.trim() === "")) return undefined;
  return {
    kind: "steps",
    steps: commands.map((span) => runStep(language, "run-command", span.text.trim())),
  };
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

/** What a request to run something needs that it could not read. */
export function giveBackticks(language: Language): string {
  return tell(language, "giveBackticks");
}

/** How a file is started, by the ending of its name. */
const STARTERS: Record<string, string> = {
  py: "python3",
  js: "node",
  mjs: "node",
  cjs: "node",
  ts: "npx tsx",
  sh: "bash",
  bash: "bash",
  rb: "ruby",
  pl: "perl",
};

/** A name right behind a name is what the first is given. */
const ARGUMENT = new RegExp(`${MARK}\\s+(?:${MARK}|-)`);

/** "那你运行一下试试呗" says no more than "run it". */
const isShort = ({ text }: Clause) =>
  text.length <= 12 && /^[那你就再]*(?:运行|执行|跑|试)/.test(text);

/** "run hello.py", "run it". */
export function execute(clause: Clause, context: PlanContext): Reading | undefined {
  if (ARGUMENT.test(clause.text))
    return { kind: "decline", reason: giveBackticks(context.language) };
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
    return { kind: "decline", reason: cannotStart(context.language, files) };
  const times = timesIn(wordsOf(clause));
  if (times > MOST_TIMES) return { kind: "decline", reason: tooOften(context.language) };
  const steps = known.map((line, at) => ({
    ...runStep(context.language, "run-file", line),
    file: files[at] ?? "",
  }));
  return { kind: "steps", steps: Array.from({ length: Math.max(1, times) }, () => steps).flat() };
}

/** Its words, and what was taken for a name or a text as it was typed. */
const wordsOf = ({ text, tokens }: Clause): string =>
  tokens.reduce((words, { word, span }) => words.replace(word, span?.raw ?? word), text);

const MOST_TIMES = 5;

const tooOften = (language: Language) => tell(language, "tooOften", { MOST_TIMES });

/** The command line that starts a program; undefined for a file of an unknown kind. */
export function startCommand(file: string): string | undefined {
  const starter = STARTERS[/\.(\w+)$/.exec(file)?.[1] ?? ""];
  return starter === undefined ? undefined : `${starter} ${quotePath(file)}`;
}

function cannotStart(language: Language, files: string[]): string {
  const names = files.join(" ");
  return tell(language, "cannotStart", { names });
}

/** An intent that is one command line, always the same. */
const looking =
  (rule: string, line: string) =>
  (_: Clause, { language, steps }: PlanContext): Reading =>
    once(steps, runStep(language, rule, line));

/** "Who committed, and what?" is asked twice, and looked up once. */
function once(before: readonly Step[], step: Step): Reading {
  const last = before.at(-1);
  const isThere = last?.rule === step.rule && last.task === step.task;
  return { kind: "steps", steps: isThere ? [] : [step] };
}

/** "Which directory am I in?": its path, not what is in it. */
export const here = looking("show-folder", "pwd");
export const gitStatus = looking("git-status", "git status");
const byCommand = looking("show-date", "date");

/** From the agent's own status, where it has one: a command only knows the zone of the computer. */
export const date = (clause: Clause, context: PlanContext): Reading =>
  context.offer.status === undefined
    ? byCommand(clause, context)
    : once(context.steps, statusStep(context.language));

const statusStep = (language: Language): Step => ({
  rule: "show-date",
  task: tell(language, "lookAtTime"),
  call: (offer) => offer.status?.(),
  say(result) {
    const now = quoted(language, result.split("\n")[0] ?? "");
    return tell(language, "itIsNow", { now });
  },
});

/** Another branch to compare with. */
const BRANCH = /(?<![\w/.-])(?:origin\/)?(?:main|master|develop|dev)(?![\w/.-])/i;
/** Only the names of the files are asked for. */
const NAMES_ONLY = /どの(?:ファイル|文件)|ファイル名|\bwhich files?\b|哪些文件/i;

/** Two names and what sets them apart are no question about what was changed. */
const OF_GIT =
  /\b(?:git|diff|commit\w*|chang\w+|edit\w*|modif\w+|touch\w*)\b|改|变|动|提交|変|差分|コミット|編集|修正/i;

export function gitDiff(clause: Clause, { language, steps }: PlanContext): Reading | undefined {
  const named = filesOf(clause);
  if (named.length > 1 && !OF_GIT.test(clause.text)) return undefined;
  const branch = BRANCH.exec(clause.text)?.[0];
  if (branch !== undefined || NAMES_ONLY.test(clause.text)) {
    const line = `git diff --stat${branch === undefined ? "" : ` ${branch}`} && git status --short`;
    return once(steps, runStep(language, "git-diff", line));
  }
  const files = named.map((file) => ` ${quotePath(file)}`);
  const place = files.length === 0 ? "" : ` --${files.join("")}`;
  return once(steps, runStep(language, "git-diff", `git diff${place}`));
}

const SINCE: readonly (readonly [RegExp, string])[] = [
  [/\bsince yesterday\b|\bfrom yesterday\b/i, "yesterday"],
  [/\btoday\b/i, "midnight"],
  [/\b(?:this|past|last) week\b/i, "1.week"],
  [/\b(?:this|past|last) month\b/i, "1.month"],
];
/** Only some of the commits: which ones is not looked for. */
const ONLY_SOME =
  /\b(?:since|until|between|yesterday|week|month|year|(?:made|written|done) by|touch(?:ing|ed)?)\b/i;

export function gitLog(clause: Clause, { language, steps }: PlanContext): Reading | undefined {
  const since = SINCE.find(([form]) => form.test(clause.text))?.[1];
  if (since !== undefined)
    return once(steps, runStep(language, "git-log", `${LOG} --since=${since}`));
  if (ONLY_SOME.test(clause.text)) return undefined;
  const [count = /\blast commit\b|最后一次|最近一次|最後のコミット/i.test(clause.text) ? 1 : 10] =
    numbersIn(clause.text);
  const most = Math.max(1, count);
  const line = WHO.test(clause.text) ? `${LOG} -n ${most}` : `git log --oneline -n ${most}`;
  return once(steps, runStep(language, "git-log", line));
}

const POINTS_AT = /\b(?:it|this|that)\b|\bfile\b|它|这|那|文件|これ|それ|この|その|ファイル/i;
const LOG = "git log --format='%h %an %ad %s' --date=short";
const WHO = /\bwho\b|\bauthors?\b|谁|作者|誰|作成者/i;

const whoDidWhat = (language: Language): Reading => ({
  kind: "steps",
  steps: [runStep(language, "git-log", `${LOG} -n 10`)],
});

/** Who changed a file, and when. */
export function gitBlame(clause: Clause, { language, file }: PlanContext): Reading | undefined {
  const [own, more] = filesOf(clause);
  // "Who changed what here lately?" names no file.
  if (own === undefined && !says(clause, POINTS_AT)) return whoDidWhat(language);
  const name = own ?? file;
  if (name === undefined || more !== undefined) return undefined;
  const line = `${LOG} -n 10 -- ${quotePath(name)}`;
  return { kind: "steps", steps: [{ ...runStep(language, "git-blame", line), file: name }] };
}

/** "Just that file": not all that has changed. */
const ONE_FILE =
  /\b(?:just|only)\b.*\b(?:it|this|that|the)\b|\b(?:that|this) file\b|只(?:提交|要)?(?:这|那)|(?:这|那)个文件|(?:この|その|あの)ファイル|だけ/i;

export function gitCommit(clause: Clause, { language, file }: PlanContext): Reading | undefined {
  const [message, more] = spansOf(clause, "literal").map(({ text }) => text);
  if (message === undefined || more !== undefined || message.includes("\n"))
    return { kind: "decline", reason: giveMessage(language) };
  const named = filesOf(clause);
  const isOne = named.length === 0 && says(clause, ONE_FILE);
  if (isOne && file === undefined) return { kind: "decline", reason: giveMessage(language) };
  const files = (isOne ? [file ?? ""] : named).map(quotePath).join(" ");
  const line = `git add ${files || "-A"} && git commit -m ${quote(message)}${files && ` -- ${files}`}`;
  return { kind: "steps", steps: [runStep(language, "git-commit", line)] };
}

function giveMessage(language: Language): string {
  return tell(language, "giveMessage");
}

/** "What version of node do I have?" */
export function version(clause: Clause, { language }: PlanContext): Reading | undefined {
  const name = /\b(?:node|npm|git|python3?|bash)\b/i.exec(clause.text)?.[0].toLowerCase();
  if (name === undefined) return undefined;
  const line = `${name === "python" ? "python3" : name} --version`;
  return { kind: "steps", steps: [runStep(language, "run-command", line)] };
}

export function branch(_: Clause, { language }: PlanContext): Reading | undefined {
  const line = "git branch --show-current";
  const step = runStep(language, "git-branch", line);
  const say = (result: string) => {
    if (isEmpty(result)) return step.say(result, []);
    const name = quoted(language, result);
    return tell(language, "gitBranch", { name });
  };
  return { kind: "steps", steps: [{ ...step, say }] };
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
