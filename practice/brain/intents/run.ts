// practice/brain/intents/run · commands: one given in words, a program to be started, the git branch.
import { covers, filesOf, has, spansOf } from "../clauses.ts";
import { quotePath } from "../shell.ts";
import { MARK } from "../spans.ts";
import type { Clause, Language, PlanContext, Reading, Step, Token } from "../types.ts";
import { isEmpty, pick, quoted } from "../words.ts";
import { isServer } from "./sources.ts";

/** A command given word for word, in backticks, in quotes or behind "run". */
export function command(clause: Clause, { language }: PlanContext): Reading | undefined {
  if (has(clause, "unclear")) return { kind: "decline", reason: giveBackticks(language) };
  const lines = clause.tokens.filter((token, at) => isLine(token, clause.tokens[at - 1]));
  const orders = spansOf(clause, "order");
  const asked = has(clause, "run", "command");
  const commands = orders.length > 0 || !asked ? orders : lines.flatMap(({ span }) => span ?? []);
  if (commands.length === 0 || commands.some((span) => span.text.trim() === "")) return undefined;
  const tokens = clause.tokens.filter(({ span }) => span === undefined || !commands.includes(span));
  if (!covers({ ...clause, tokens }, ...BESIDE)) return undefined;
  return {
    kind: "steps",
    steps: commands.map((span) => runStep(language, "run-command", span.text.trim())),
  };
}

const BESIDE = "run command show result git it kind program print folder".split(" ");
/** Signs of a shell, a space among them: no file is named so without a word that says it. */
const SHELL_SIGN = /[\s|&;<>()$`"'*?[\]{}#!~\\]/;

/** Whether a quotation is a line for the shell, not the name of a file. */
function isLine({ span, concepts }: Token, before: Token | undefined): boolean {
  if (span?.kind !== "quote") return false;
  if (concepts.includes("literal")) return true;
  const isCalled = before?.concepts.some((one) => one === "named" || one === "file") === true;
  return SHELL_SIGN.test(span.text) && (span.raw.startsWith("`") || !isCalled);
}

/** What a request to run something needs that it could not read. */
export function giveBackticks(language: Language): string {
  return pick(
    language,
    "To have a command run word for word, put it in backticks: run `ls -la`.",
    "要逐字运行一个命令，请用反引号括起来：运行 `ls -la`。",
    "コマンドを一字一句そのまま実行するには、バッククォートで囲んでください：`ls -la` を実行して。",
  );
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
const ARGUMENT = new RegExp(`${MARK}\\s+${MARK}`);

/** "run hello.py", "run it". */
export function execute(clause: Clause, context: PlanContext): Reading | undefined {
  if (!has(clause, "run")) return undefined;
  if (
    !covers(
      clause,
      "run",
      "name",
      "it",
      "file",
      "program",
      "kind",
      "result",
      "show",
      "back",
      "print",
      "command",
    )
  )
    return undefined;
  if (ARGUMENT.test(clause.text))
    return { kind: "decline", reason: giveBackticks(context.language) };
  const named = filesOf(clause);
  const files = named.length > 0 ? named : context.file === undefined ? [] : [context.file];
  const commands = files.map(startCommand);
  if (commands.length === 0) return undefined;
  const isOwn = (file: string) =>
    context.steps.some((step) => step.file === file && step.rule.startsWith("write"));
  if (files.some((file) => isServer(file) && isOwn(file)))
    return { kind: "decline", reason: endless(context.language) };
  const known = commands.filter((line) => line !== undefined);
  if (known.length < commands.length)
    return { kind: "decline", reason: cannotStart(context.language, files) };
  return {
    kind: "steps",
    steps: known.map((line, at) => ({
      ...runStep(context.language, "run-file", line),
      file: files[at] ?? "",
    })),
  };
}

/** The command line that starts a program; undefined for a file of an unknown kind. */
export function startCommand(file: string): string | undefined {
  const starter = STARTERS[/\.(\w+)$/.exec(file)?.[1] ?? ""];
  return starter === undefined ? undefined : `${starter} ${quotePath(file)}`;
}

/** A program that does not end by itself would hold up the conversation. */
export function endless(language: Language): string {
  return pick(
    language,
    'A server runs until it is stopped, so I do not start one here. Try: "Create server.js", and start it in a terminal of your own.',
    "服务器会一直运行，直到被停止，所以我不在这里启动它。可以试试：“创建 server.js”，然后在你自己的终端里启动。",
    "サーバーは止めるまで動き続けるので、ここでは起動しません。例：「server.js を作って」。起動は別のターミナルで行ってください。",
  );
}

function cannotStart(language: Language, files: string[]): string {
  const names = files.join(" ");
  return pick(
    language,
    `I do not know how to run ${names}.`,
    `我不知道怎样运行 ${names}。`,
    `${names} の実行方法がわかりません。`,
  );
}

const FOLDER_ASKED = new RegExp(
  [
    "(?:what|which)(?:'s| is) (?:the|my) (?:current|working|current working) (?:directory|folder|dir)(?: called)?",
    "(?:what|which) (?:directory|folder) (?:am i|are we) (?:in|working in)",
    "当前(?:的)?(?:工作)?(?:目录|文件夹)(?:是(?:什么|哪个|哪里)|在哪里?|的路径)?",
    "我(?:现在)?在(?:哪个|什么)(?:目录|文件夹)(?:里|下|中)?",
    "(?:現在|今|カレント|作業)の?(?:いる|作業)?(?:ディレクトリ|フォルダー?)(?:は(?:何|どこ)?(?:ですか)?|を教えて(?:ください)?)?",
  ]
    .map((form) => `^(?:${form})[.?。]?$`)
    .join("|"),
  "i",
);

/** "Which directory am I in?": its path, not what is in it. */
export function here(clause: Clause, { language }: PlanContext): Reading | undefined {
  if (!FOLDER_ASKED.test(clause.text)) return undefined;
  return { kind: "steps", steps: [runStep(language, "show-folder", "pwd")] };
}

export function branch(clause: Clause, { language }: PlanContext): Reading | undefined {
  if (
    !has(clause, "branch") ||
    !covers(clause, "branch", "git", "what", "show", "folder", "print", "introduce")
  )
    return undefined;
  const line = "git branch --show-current";
  const step = runStep(language, "git-branch", line);
  const say = (result: string) => {
    if (isEmpty(result)) return step.say(result, []);
    const name = quoted(language, result);
    return pick(
      language,
      `The current git branch is${name}.`,
      `当前的 git 分支是 ${name}。`,
      `今の git ブランチは ${name} です。`,
    );
  };
  return { kind: "steps", steps: [{ ...step, say }] };
}

/** A step that runs one command line and quotes what it printed. */
export function runStep(language: Language, rule: string, line: string): Step {
  const name =
    line.includes("\n") || line.includes("`") ? line.split("\n")[0]?.replaceAll("`", "'") : line;
  const task = pick(language, `run \`${name}\``, `运行 \`${name}\``, `\`${name}\` の実行`);
  return {
    rule,
    task,
    call: (offer) => offer.shell?.(line),
    say: (result) => {
      if (isEmpty(result))
        return pick(
          language,
          `\`${name}\` ended without an error and printed nothing: \`${result}\`.`,
          `\`${name}\` 运行完毕，没有报错，也没有输出：\`${result}\`。`,
          `\`${name}\` はエラーなく終わり、出力はありませんでした：\`${result}\`。`,
        );
      const output = quoted(language, result);
      return pick(
        language,
        `\`${name}\` printed:${output}`,
        `\`${name}\` 的输出：${output}`,
        `\`${name}\` の出力：${output}`,
      );
    },
  };
}
