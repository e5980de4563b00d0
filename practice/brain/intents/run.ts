// practice/brain/intents/run · commands: one given in words, a program to be started, the git branch.
import { covers, filesOf, has, spansOf } from "../clauses.ts";
import { quotePath } from "../shell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { isEmpty, pick, quoted } from "../words.ts";

/** A command given word for word, in backticks, in quotes or behind "run". */
export function command(clause: Clause, { language }: PlanContext): Reading | undefined {
  const orders = spansOf(clause, "order");
  const literals = spansOf(clause, "literal").filter((span) => span.kind === "quote");
  const asked = has(clause, "run") || has(clause, "command");
  const commands = orders.length > 0 ? orders : asked ? literals : [];
  if (commands.length === 0 || commands.some((span) => span.text.trim() === "")) return undefined;
  const role = orders.length > 0 ? "order" : "literal";
  if (
    !covers(
      clause,
      role,
      "run",
      "command",
      "show",
      "result",
      "git",
      "it",
      "kind",
      "program",
      "print",
      "folder",
    )
  )
    return undefined;
  return {
    kind: "steps",
    steps: commands.map((span) => runStep(language, "run-command", span.text.trim())),
  };
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
  const named = filesOf(clause);
  const files = named.length > 0 ? named : context.file === undefined ? [] : [context.file];
  const commands = files.map(startCommand);
  if (commands.length === 0) return undefined;
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

function startCommand(file: string): string | undefined {
  const starter = STARTERS[/\.(\w+)$/.exec(file)?.[1] ?? ""];
  return starter === undefined ? undefined : `${starter} ${quotePath(file)}`;
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
      `当前的 git 分支是${name}。`,
      `今の git ブランチは${name} です。`,
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
          `\`${name}\` 运行完毕,没有报错,也没有输出:\`${result}\`。`,
          `\`${name}\` はエラーなく終わり、出力はありませんでした:\`${result}\`。`,
        );
      const output = quoted(language, result);
      return pick(
        language,
        `\`${name}\` printed:${output}`,
        `\`${name}\` 的输出:${output}`,
        `\`${name}\` の出力:${output}`,
      );
    },
  };
}
