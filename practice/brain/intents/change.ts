// practice/brain/intents/change · files written, added to and changed, always with a content that was given.

import { filesOf, pointsBack, says, spansOf } from "../clauses.ts";
import { kindsIn } from "../numbers.ts";
import { wantsLines } from "../perLine.ts";
import { appendCommand, replaceCommand } from "../shell.ts";
import { isPlainText } from "../slots.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { declined } from "./declined.ts";
import { changeStep, writeStep } from "./files.ts";
import { GREETS, PRINTS, programStep, RUNS, unknownProgram } from "./program.ts";
import { endingOf, isProgram, programNamed } from "./sources.ts";

/** A content is spoken of. */
const OF_CONTENT =
  /\b(?:contents?|text|containing|contains|says?|prints?|with|about)\b|内容|文字|写着|打印|关于|中身|テキスト|表示|(?:と|って)(?:だけ)?(?:書|入力)|書いてある|書かれた|について|に関して|\b(?:write|put|append|add|insert)\b[^\uE000-\uF8FF]*\b(?:to|into|in)\b|写[入上进到]|書き込|[とを]書[いき]/i;
const EMPTY = /\b(?:empty|blank|nothing)\b|空/i;
const LOOKED = /^(?:read|explain|delegate|use-skill)/;
/** A file that is there is changed, and not at its end. */
const INTO =
  /\bprepend\b|\b(?:top|beginning|start|head|front|middle)\b|\bfirst (?:line|thing)\b|\b(?:insert|after|before|above|below|under|underneath|beneath|between|behind)\b|\b(?:at|on|into|in|as) (?:the )?(?:\w+ )?line\b|开头|最前面|最上面|首行|第一行|先頭|冒頭|一番上|最初の行/i;
const BOTTOM = /\b(?:end|bottom|last)\b|末|最后/i;

/** "create a.txt with 'hi'": the content is literal; without one the file is empty, or a program that its name stands for. */
export function write(clause: Clause, context: PlanContext): Reading | undefined {
  const { language, steps } = context;
  const [file, given] = fileAndText(clause);
  if (file === undefined || spansOf(clause, "literal").length > 1) return undefined;
  const isElsewhere = says(clause, INTO) || isCut(clause, language) || wantsLines(clause.text);
  if (given !== undefined && isElsewhere) return declined(language, "giveContent");
  if (given !== undefined && isVague(clause, file)) return undefined;
  const isOpen = given === undefined && !says(clause, EMPTY);
  if (isOpen && (says(clause, OF_CONTENT) || steps.some(({ rule }) => LOOKED.test(rule))))
    return declined(language, "giveContent");
  const kind = endingOf(file) ?? kindsIn(clause.text)[0] ?? "";
  const own = isOpen && isProgram(kind) ? programNamed(file, kind) : undefined;
  if (own !== undefined)
    return { kind: "steps", steps: [programStep(language, file, { own, ending: kind })] };
  if (isOpen && isProgram(kind) && RUNS.test(context.request))
    return { kind: "decline", reason: unknownProgram(language) };
  const text = given ?? "";
  const step = writeStep(language, file, text === "" || text.endsWith("\n") ? text : `${text}\n`);
  return { kind: "steps", steps: [step] };
}

/** The source of a program, given literally; what it is to print or greet is no source. */
export function writeProgram(clause: Clause, context: PlanContext): Reading | undefined {
  return says(clause, PRINTS) || says(clause, GREETS) ? undefined : write(clause, context);
}

const CODE = /[(){}<>=;#"'/]/;
/** Words for what is somewhere else: nobody wants them written. */
const POINTS =
  /^(?:これ|それ|あれ|ここまで|以上|上記|さっき|今の|上の|今回の|先ほど|[こそ]の|結果|内容|中身|出力|答え|要約|まとめ|差分|一覧)/;
/** Behind the text: what it is to do. */
const TELLS_MORE = /^\W*(?:that|which|who|returning|returns|taking|doing|so that|where)\b/i;

/** Words without quotes that only tell what a file is to hold: a program in a few words, "a button". */
function isVague(clause: Clause, file: string): boolean {
  const token = clause.tokens.find(({ role, span }) => role === "literal" && span?.kind === "free");
  if (token?.span === undefined) return false;
  const { text } = token.span;
  if (TELLS_MORE.test(clause.text.slice(token.end)) || POINTS.test(text)) return true;
  if (CODE.test(text)) return false;
  const ending = endingOf(file) ?? "";
  return isProgram(ending) || ending === "html" || !isPlainText(text);
}

/** Where a comma cut words off behind a Chinese text without quotes, it may go on. */
function isCut(clause: Clause, language: Language): boolean {
  const token = clause.tokens.find(({ role, span }) => role === "literal" && span?.kind === "free");
  const rest = clause.text.slice(token?.end);
  return language === "zh" && token !== undefined && GOES_ON.test(rest);
}

const GOES_ON = /^ [^\uE000-\uF8FF写加放存追到进里中末]+$/;

/** Of two names it is not known which one is the file. */
function fileAndText(clause: Clause): [string | undefined, string | undefined] {
  const [first, second] = spansOf(clause, "name");
  return [second === undefined ? first?.text : undefined, spansOf(clause, "literal")[0]?.text];
}

export function append(clause: Clause, context: PlanContext): Reading {
  const { language } = context;
  const refused = declined(language, "giveContent");
  const [literal, more] = spansOf(clause, "literal");
  const text = literal?.text ?? "";
  const file = changedFile(clause, context);
  if (file === undefined || text === "" || more !== undefined || isCut(clause, language))
    return refused;
  if (wantsLines(clause.text) || (says(clause, INTO) && !says(clause, BOTTOM))) return refused;
  // Words are no line of a program: they tell what it is to do.
  if (isProgram(endingOf(file) ?? "") && isVague(clause, file)) return refused;
  const step = changeStep(language, {
    rule: "append-file",
    task: "addLineTo",
    done: "addedLineTo",
    slots: { file },
    file,
    call: (offer) => offer.shell?.(appendCommand(file, text)),
  });
  return { kind: "steps", steps: [step] };
}

/** The one file a change is about: named in it, or spoken of before. */
function changedFile(clause: Clause, { file, steps }: PlanContext): string | undefined {
  const [named, more] = filesOf(clause);
  const isPointed = pointsBack(clause) || steps.some((step) => step.file !== undefined);
  return more === undefined ? (named ?? (isPointed ? file : undefined)) : undefined;
}

/** A line more, a field that is set, the new text before the old one, or lines that are counted. */
const OTHERWISE =
  /\b(?:add|append|insert|set|bump|raise|lower|increase|decrease|line|lines)\b|\bsubstitute\b.*\bfor\b|\b(?:instead of|rather than|in place of)\b|追加|插入|而不是|代替|行|代わり/i;
/** Words that say what a text is, where it is not in quotes. */
const DESCRIBED =
  /^(?:version(?: number)?|(?:double|single) quotes?|tabs?|spaces?)$|版本|引号|制表符|あいさつ|挨拶|タイトル|見出し|メッセージ|値段|価格|文言|文字|色|説明|コメント|値|数|中身|内容|ところ|部分|言葉|タブ|改行|空白|スペース|インデント|バージョン|引用符/i;

export function replace(clause: Clause, context: PlanContext): Reading {
  const given = spansOf(clause, "literal");
  const [old, next, more] = given.map(({ text }) => text);
  const file = changedFile(clause, context);
  const isDescribed = given.some(({ kind, text }) => kind === "free" && DESCRIBED.test(text));
  const isPlain = !isDescribed && !says(clause, OTHERWISE);
  const isWhole = old !== undefined && next !== undefined && more === undefined;
  if (!isPlain || !isWhole || old === "" || old === next || file === undefined)
    return declined(context.language, "giveOldAndNew");
  return { kind: "steps", steps: [replaceStep(context.language, file, old, next)] };
}

export function replaceStep(language: Language, file: string, old: string, next: string): Step {
  const oneLine = !`${old}${next}`.includes("\n");
  return changeStep(language, {
    rule: "edit-file",
    task: "edit",
    done: "replacedWith",
    slots: { old, next, file },
    file,
    call: (offer) =>
      offer.edit?.(file, old, next) ??
      (oneLine ? offer.shell?.(replaceCommand(file, old, next)) : undefined),
  });
}
