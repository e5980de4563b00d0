// practice/brain/intents/change · files written, added to, changed and deleted, always with a content that was given.
import { filesOf, pointsBack, says, spansOf } from "../clauses.ts";
import { kindsIn } from "../numbers.ts";
import { appendCommand, quotePath, replaceCommand } from "../shell.ts";
import { isPlainText } from "../slots.ts";
import type { Call, Clause, Language, Offer, PlanContext, Reading, Span, Step } from "../types.ts";
import { answered, cutMark, isLeftOut, pick } from "../words.ts";
import { programStep } from "./program.ts";
import { openText, withQuotes } from "./quoting.ts";
import { runStep } from "./run.ts";
import { endingOf, isProgram, programNamed } from "./sources.ts";
import { writeStep } from "./writeStep.ts";

const OF_CONTENT =
  /\b(?:contents?|text|containing|contains|says?|prints?|with)\b|内容|文字|写着|打印|中身|テキスト|表示/i;
const EMPTY = /\b(?:empty|blank|nothing)\b|空/i;
/** What is to be written about it is not given. */
const ABOUT = /について|に関して|\babout\b|关于/i;
const LOOKED = /^(?:read|explain|delegate|use-skill)/;

/** "create a.txt with 'hi'": the content is literal; without one the file is empty, or a program that its name stands for. */
export function write(clause: Clause, context: PlanContext): Reading | undefined {
  const { language, steps } = context;
  const [file, content] = fileAndText(clause);
  if (file === undefined || spansOf(clause, "literal").length > 1) return undefined;
  const open = openText(clause, language);
  if (open !== undefined) return { kind: "decline", reason: open };
  if (content !== undefined && isVague(clause, file)) return undefined;
  const isOpen = content === undefined && !says(clause, EMPTY);
  if (isOpen && (says(clause, OF_CONTENT) || steps.some(({ rule }) => LOOKED.test(rule))))
    return { kind: "decline", reason: giveContent(clause, language) };
  if (ABOUT.test(clause.text) && content === undefined) return undefined;
  const kind = endingOf(file) ?? kindsIn(clause.text)[0] ?? "";
  const own = isOpen && isProgram(kind) ? programNamed(file, kind) : undefined;
  if (own !== undefined) return { kind: "steps", steps: [programStep(language, file, kind, own)] };
  const text = content ?? "";
  const step = writeStep(language, file, text === "" || text.endsWith("\n") ? text : `${text}\n`);
  return { kind: "steps", steps: [step] };
}

const CODE = /[(){}<>=;#"'/]/;

/** Words without quotes that only tell what a file is to hold: a program in a few words, "a button". */
function isVague(clause: Clause, file: string): boolean {
  const [text] = spansOf(clause, "literal").filter(({ kind }) => kind === "free");
  if (text === undefined || CODE.test(text.text)) return false;
  const ending = endingOf(file) ?? "";
  return isProgram(ending) || ending === "html" || !isPlainText(text.text);
}

/** A program that is only named: a greeting, in a language it knows. */
export function writeProgram(clause: Clause, context: PlanContext): Reading | undefined {
  const [file = ""] = filesOf(clause);
  return isProgram(endingOf(file) ?? "") ? write(clause, context) : undefined;
}

function giveContent(clause: Clause, language: Language): string {
  const own = withQuotes(clause, language);
  if (own !== undefined) return own;
  return pick(
    language,
    "Give me the content in quotes and the name of the file: Write 'hello' to a.txt.",
    "请用引号写出内容，并写出文件名：把“hello”写入 a.txt。",
    "内容を引用符で囲み、ファイル名も書いてください。例：「hello」を a.txt に書いて。",
  );
}

/** Two names: the one behind "to" is the file, or the first when a content word follows it. */
function fileAndText(clause: Clause): [string | undefined, string | undefined] {
  const names = spansOf(clause, "name");
  const literal = spansOf(clause, "literal")[0]?.text;
  const [first, second] = names;
  if (second === undefined) return [first?.text, literal];
  if (names.length > 2 || literal !== undefined) return [undefined, undefined];
  const of = (span: Span) => clause.tokens.find((token) => token.span === span);
  const between = clause.text.slice(of(first ?? second)?.end, of(second)?.start);
  const isWith = /\b(?:with|as|containing|by)\b|用|以|为|で|使/i.test(between);
  if (
    first?.kind === "quote" &&
    !isWith &&
    /\b(?:to|into|in|onto)\b|到|进|里|中|入|[にへ]/i.test(between)
  )
    return [second.text, first.text];
  if (second.kind === "quote" && isWith) return [first?.text, second.text];
  return [undefined, undefined];
}

export function append(clause: Clause, context: PlanContext): Reading | undefined {
  const { language } = context;
  const open = openText(clause, language);
  if (open !== undefined) return { kind: "decline", reason: open };
  const texts = spansOf(clause, "literal");
  const [text, file] = [texts[0]?.text ?? "", changedFile(clause, context)];
  if (file === undefined || texts.length !== 1 || text === "")
    return { kind: "decline", reason: giveContent(clause, language) };
  const from = context.steps.length;
  const done = pick(
    language,
    `Added a line to ${file}.`,
    `已在 ${file} 末尾追加一行。`,
    `${file} の末尾に追記しました。`,
  );
  const step: Step = {
    rule: "append-file",
    task: pick(language, `add a line to ${file}`, `在 ${file} 末尾追加`, `${file} への追記`),
    file,
    call: (offer, outcomes) => appendCall(offer, file, text, outcomes[from]?.text),
    say: (result) => answered(language, done, result),
  };
  const look: Step = {
    ...step,
    rule: "read-file",
    isQuiet: true,
    call: (offer) => lookCall(offer, file),
  };
  return { kind: "steps", steps: [look, step] };
}

const canEdit = ({ read, edit }: Offer) => read !== undefined && edit !== undefined;

/** What is at the end of a file: to be seen before something is added. */
function lookCall(offer: Offer, file: string): Call | undefined {
  const read = canEdit(offer) ? offer.read?.(file) : undefined;
  return read ?? offer.shell?.(`tail -c 1 ${quotePath(file)} | wc -lc`);
}

/** A change of the last lines where these can be seen; otherwise a line for the shell. */
function appendCall(offer: Offer, file: string, text: string, seen = ""): Call | undefined {
  const isOpen = !canEdit(offer) && /^\s*0\s+1\s*$/.test(seen);
  const line = offer.shell?.(appendCommand(file, text, isOpen));
  const isSeen = !/^(?:\(empty\))?$/.test(seen) && cutMark(seen) === undefined && !isLeftOut(seen);
  if (!canEdit(offer) || (!isSeen && line !== undefined)) return line;
  const end = endOf(seen);
  const added = end.endsWith("\n") ? `${end}${text}\n` : `${end}\n${text}`;
  return offer.edit?.(file, end, added);
}

/** The fewest last lines of a text that are nowhere else in it. */
function endOf(text: string): string {
  const lines = text.split("\n");
  const ends = lines.map((_, at) => lines.slice(lines.length - 1 - at).join("\n"));
  return (
    ends.find((end) => end.trim() !== "" && text.indexOf(end) + end.length === text.length) ?? text
  );
}

/** The one file a change is about: named in it, or spoken of before. */
function changedFile(clause: Clause, { file, steps }: PlanContext): string | undefined {
  const [named, more] = filesOf(clause);
  const isPointed = pointsBack(clause) || steps.some((step) => step.file !== undefined);
  return more === undefined ? (named ?? (isPointed ? file : undefined)) : undefined;
}

export function replace(clause: Clause, context: PlanContext): Reading | undefined {
  const given = spansOf(clause, "literal").map(signOr);
  const [old, next, more] = isSwapped(clause) ? given.toReversed() : given;
  const file = changedFile(clause, context);
  const whole = old !== undefined && next !== undefined && more === undefined;
  if (!whole || old === "" || old === next || file === undefined)
    return { kind: "decline", reason: giveReplacement(context.language) };
  if (VERSION.test(old) && file === "package.json" && RELEASE.test(next))
    return {
      kind: "steps",
      steps: [runStep(context.language, "edit-file", `npm pkg set version=${next}`)],
    };
  return { kind: "steps", steps: [replaceStep(context.language, file, old, next)] };
}

/** Signs that are called by their names where they are not in quotes. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^(?:英文|半角)?双引号$|^double quotes?$|^(?:二重引用符|ダブルクォート)$/i, '"'],
  [/^(?:英文|半角)?单引号$|^single quotes?$|^(?:一重引用符|シングルクォート)$/i, "'"],
  [/^(?:制表符|tab ?键?|タブ(?:文字)?)$/i, "\t"],
];

const signOr = ({ kind, text }: Span): string =>
  (kind === "free" ? SIGNS.find(([name]) => name.test(text))?.[1] : undefined) ?? text;

/** The number of a package is named, not written out. */
const VERSION = /^(?:version(?: number)?|版本号?|バージョン(?:番号)?)$/i;
const RELEASE = /^\d+\.\d+\.\d+[\w.+-]*$/;

const NEW_FIRST = /\bsubstitute\b.*\bfor\b|\b(?:instead of|rather than|in place of)\b|而不是|代替/i;

/** Whether the new text stands before the old one. */
function isSwapped(clause: Clause): boolean {
  const order = clause.tokens.filter(({ role }) => role === "literal").map(({ slot }) => slot);
  return says(clause, NEW_FIRST) || (order[0] === "new" && order[1] === "old");
}

function replaceStep(language: Language, file: string, old: string, next: string): Step {
  const oneLine = !`${old}${next}`.includes("\n");
  const done = pick(
    language,
    `Replaced \`${old}\` with \`${next}\` in ${file}.`,
    `已在 ${file} 中把 \`${old}\` 换成 \`${next}\`。`,
    `${file} の \`${old}\` を \`${next}\` に置き換えました。`,
  );
  return {
    rule: "edit-file",
    task: pick(language, `edit ${file}`, `修改 ${file}`, `${file} の変更`),
    file,
    call: (offer) =>
      offer.edit?.(file, old, next) ??
      (oneLine ? offer.shell?.(replaceCommand(file, old, next)) : undefined),
    say: (result) => answered(language, done, result),
  };
}

function giveReplacement(language: Language): string {
  return pick(
    language,
    "Tell me the file, the old text and the new text, the texts in quotes: Replace 'foo' with 'bar' in a.txt.",
    "请写出文件名、原文和新文，文字用引号括起来：把 a.txt 里的“foo”换成“bar”。",
    "ファイル名と、引用符で囲んだ元の文字列・新しい文字列を書いてください。例：a.txt の「foo」を「bar」に置き換えて。",
  );
}
