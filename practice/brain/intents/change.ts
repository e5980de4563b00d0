// practice/brain/intents/change · files written, added to, changed and deleted, always with a content that was given.

import { filesOf, pointsBack, says, spansOf } from "../clauses.ts";
import { kindsIn } from "../numbers.ts";
import { wantsLines } from "../perLine.ts";
import { appendCommand, prependCommand, quotePath, replaceCommand } from "../shell.ts";
import { isPlainText } from "../slots.ts";
import { tell } from "../tell.ts";
import type { Call, Clause, Language, Offer, PlanContext, Reading, Span, Step } from "../types.ts";
import { answered, cutMark, isLeftOut } from "../words.ts";
import { programStep, RUNS, unknownProgram } from "./program.ts";
import { openText, withQuotes } from "./quoting.ts";
import { runStep } from "./run.ts";
import { endingOf, isProgram, programNamed } from "./sources.ts";
import { writeStep } from "./writeStep.ts";

const OF_CONTENT =
  /\b(?:contents?|text|containing|contains|says?|prints?|with)\b|内容|文字|写着|打印|中身|テキスト|表示|(?:と|って)(?:だけ)?(?:書|入力)|書いてある|書かれた/i;
const EMPTY = /\b(?:empty|blank|nothing)\b|空/i;
/** What is to be written about it is not given. */
const ABOUT = /について|に関して|\babout\b|关于/i;
const LOOKED = /^(?:read|explain|delegate|use-skill)/;

/** "create a.txt with 'hi'": the content is literal; without one the file is empty, or a program that its name stands for. */
export function write(clause: Clause, context: PlanContext): Reading | undefined {
  const { language, steps } = context;
  const [file, given] = fileAndText(clause);
  if (file === undefined || spansOf(clause, "literal").length > 1) return undefined;
  if (given !== undefined && !says(clause, NEW)) {
    // The file has other lines, too.
    if (says(clause, AT_TOP)) return prepend(clause, context);
    if (says(clause, AMONG_LINES)) return { kind: "decline", reason: "" };
    if (says(clause, INSERTS)) return append(clause, context);
  }
  if (given !== undefined && wantsLines(clause.text))
    return { kind: "decline", reason: giveContent(clause, language) };
  const open = openText(clause, language);
  if (open !== undefined) return { kind: "decline", reason: open };
  if (isPointer(clause)) return { kind: "decline", reason: giveContent(clause, language) };
  if (given !== undefined && isVague(clause, file)) return undefined;
  const isOpen = given === undefined && !says(clause, EMPTY);
  if (isOpen && (says(clause, OF_CONTENT) || steps.some(({ rule }) => LOOKED.test(rule))))
    return { kind: "decline", reason: giveContent(clause, language) };
  if (ABOUT.test(clause.text) && given === undefined) return undefined;
  const kind = endingOf(file) ?? kindsIn(clause.text)[0] ?? "";
  const own = isOpen && isProgram(kind) ? programNamed(file, kind) : undefined;
  if (own !== undefined) return { kind: "steps", steps: [programStep(language, file, kind, own)] };
  if (isOpen && isProgram(kind) && RUNS.test(context.request))
    return { kind: "decline", reason: unknownProgram(clause, language) };
  const text = given ?? "";
  const step = writeStep(language, file, text === "" || text.endsWith("\n") ? text : `${text}\n`);
  return { kind: "steps", steps: [step] };
}

/** A file that is there stays as it is, but for a line more. */
const NEW = /\b(?:create|make|new|generate)\b|新建|创建|新規|作成|作っ/i;
const INSERTS = /\b(?:insert|append|add)\b(?! (?:me )?(?:a|an|another|the) (?:\w+ )?file\b)/i;
const AT_TOP =
  /\bprepend\b|\b(?:very )?(?:top|beginning|start|head|front) of\b|\b(?:at|to|on|onto) the (?:very )?(?:top|beginning|start|front)\b|\b(?:as|is) the (?:very )?first (?:line|thing)\b|\b(?:above|before) (?:everything|all|the rest|the first line)\b|(?:最?开头|最前面|最上面|首行|第一行)|先頭|冒頭|一番上|最初の行/i;
const AMONG_LINES =
  /\b(?:after|before|above|below|under|underneath|beneath|between|behind)\b|\b(?:at|on|into|in|as) (?:the )?(?:\w+ )?line\b|\bin the middle\b/i;
const HEADING = /\b(?:heading|headline|header|title)\b|标题|見出し|タイトル/i;

/** "Put the title 'Monday' at the top of a.md": before the first line of a file that is there. */
export function prepend(clause: Clause, context: PlanContext): Reading {
  const { language } = context;
  const texts = spansOf(clause, "literal");
  const file = changedFile(clause, context);
  const [{ text } = { text: "" }] = texts;
  if (file === undefined || texts.length !== 1 || text === "" || !says(clause, AT_TOP))
    return { kind: "decline", reason: giveContent(clause, language) };
  const from = context.steps.length;
  const isHeading = file.endsWith(".md") && says(clause, HEADING) && !text.startsWith("#");
  const line = isHeading ? `# ${text}` : text;
  const done = tell(language, "putAtTop", { file });
  return seenFirst({
    rule: "prepend-line",
    task: tell(language, "lineIsAtTop", { file }),
    file,
    call: (offer, outcomes) => prependCall(offer, file, line, outcomes[from]?.text),
    say: (result) => answered(language, done, result),
  });
}

/** A change of a file by what is in it: it is looked at before, quietly. */
function seenFirst(step: Step & { file: string }): Reading {
  const call = (offer: Offer) => lookCall(offer, step.file);
  return { kind: "steps", steps: [{ ...step, rule: "read-file", isQuiet: true, call }, step] };
}

const CODE = /[(){}<>=;#"'/]/;

/** A part of a program that is only named. */
const PART =
  /\b(?:function|class|method|component|route|endpoint|test|helper|hook)\s*(?:called|named)?\s*$/i;
/** Behind the text: what it is to do. */
const TELLS_MORE = /^\W*(?:that|which|who|returning|returns|taking|doing|so that|where)\b/i;

/** Words without quotes that only tell what a file is to hold: a program in a few words, "a button". */
function isVague(clause: Clause, file: string): boolean {
  const [text] = spansOf(clause, "literal").filter(({ kind }) => kind === "free");
  if (text === undefined) return false;
  const place = clause.tokens.find(({ span }) => span === text);
  if (TELLS_MORE.test(clause.text.slice(place?.end))) return true;
  if (CODE.test(text.text)) return PART.test(clause.text.slice(0, place?.start));
  const ending = endingOf(file) ?? "";
  return isProgram(ending) || ending === "html" || !isPlainText(text.text);
}

/** In Japanese, what a program is to do: none that is known, or it would have been written. */
const TOPIC =
  /(?:[うくすつぬむるぐぶた]|ための|(?<!python|js|javascript|node|[こそ])の)(?:小さな|簡単な)?(?:プログラム|スクリプト|ツール|アプリ|ゲーム)/i;

/** A program that is only named: a greeting, in a language it knows. */
export function writeProgram(clause: Clause, context: PlanContext): Reading | undefined {
  const [file = ""] = filesOf(clause);
  if (spansOf(clause, "literal").length === 0 && says(clause, TOPIC)) return undefined;
  return isProgram(endingOf(file) ?? "") ? write(clause, context) : undefined;
}

function giveContent(clause: Clause, language: Language): string {
  const own = withQuotes(clause, language);
  if (own !== undefined) return own;
  return tell(language, "giveContent");
}

/** Words for what is somewhere else: nobody wants them written. */
const POINTS =
  /^(?:これ(?:ら)?|それ(?:ら)?|あれ|ここまで|以上|上記|(?:さっき|今|上|今回|先ほど)の\S{0,8}|[こそ]の\S{0,6}|(?:結果|内容|中身|出力|答え|要約|まとめ|差分|一覧))(?:の(?:内容|結果|中身|まとめ|要約|一覧))?(?:を|も|は)?$/;

function isPointer(clause: Clause): boolean {
  return spansOf(clause, "literal").some(({ kind, text }) => kind === "free" && POINTS.test(text));
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

/** Japanese texts in a row, each a line. */
const LISTED =
  /^[^\uE000-\uF8FF]*[\uE000-\uF8FF]?[^\uE000-\uF8FF]*[\uE000-\uF8FF](?:\s*[と、・,]?\s*[\uE000-\uF8FF])+\s*(?:[をのってと]|[12]|行|ず|つ|二|三)[^\uE000-\uF8FF]*$/;

export function append(clause: Clause, context: PlanContext): Reading | undefined {
  const { language } = context;
  const open = openText(clause, language);
  if (open !== undefined) return { kind: "decline", reason: open };
  if (wantsLines(clause.text)) return { kind: "decline", reason: giveContent(clause, language) };
  if (says(clause, AT_TOP) && !says(clause, BOTTOM)) return prepend(clause, context);
  const texts = spansOf(clause, "literal");
  const [quoted, goal, ...others] = spansOf(clause, "name");
  // ".env" is a line of .gitignore.
  if (quoted?.kind === "quote" && goal?.kind === "file" && texts.length + others.length === 0) {
    const tokens = clause.tokens.map((token) =>
      token.span === quoted ? { ...token, role: "literal" } : token,
    );
    return append({ ...clause, tokens }, context);
  }
  const file = changedFile(clause, context);
  // Words are no line of a program: they tell what it is to do.
  const isOrder =
    texts[0]?.kind === "free" &&
    /^(?:please )?(?:add|append|put|insert|write)\s/i.test(texts[0].text);
  if (isOrder) return { kind: "decline", reason: giveContent(clause, language) };
  const isTold = texts[0]?.kind === "free" && isVague(clause, file ?? "");
  if (isTold && isProgram(endingOf(file ?? "") ?? ""))
    return { kind: "decline", reason: giveContent(clause, language) };
  const text = texts.map((one) => one.text).join("\n");
  if (says(clause, AMONG_LINES) && !says(clause, BOTTOM)) return { kind: "decline", reason: "" };
  const isList = texts.length < 2 || LISTED.test(clause.text);
  if (file === undefined || !isList || text === "" || isPointer(clause))
    return { kind: "decline", reason: giveContent(clause, language) };
  const from = context.steps.length;
  const done = tell(language, "addedLineTo", { file });
  return seenFirst({
    rule: "append-file",
    task: tell(language, "addLineTo", { file }),
    file,
    call: (offer, outcomes) => appendCall(offer, file, text, outcomes[from]?.text),
    say: (result) => answered(language, done, result),
  });
}

const BOTTOM =
  /\b(?:end|bottom|last)\b|\b(?:below|under|after|beneath) (?:it|that|everything|all|the rest)\b/i;
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

/** A change of the first lines where these can be seen; otherwise a line for the shell. */
function prependCall(offer: Offer, file: string, text: string, seen = ""): Call | undefined {
  const isSeen = !/^(?:\(empty\))?$/.test(seen) && cutMark(seen) === undefined && !isLeftOut(seen);
  const line = offer.shell?.(prependCommand(file, text));
  if (!canEdit(offer) || (!isSeen && line !== undefined)) return line;
  const lines = seen.split("\n");
  const starts = lines.map((_, at) => lines.slice(0, at + 1).join("\n"));
  const start = starts.find((one) => one.trim() !== "" && seen.indexOf(one, 1) < 0) ?? seen;
  return offer.edit?.(file, start, `${text}\n${start}`);
}

/** The fewest last lines of a text that are nowhere else in it. */
function endOf(text: string): string {
  const lines = text.split("\n");
  const ends = lines.map((_, at) => lines.slice(lines.length - 1 - at).join("\n"));
  return (
    ends.find((end) => end.trim() !== "" && text.indexOf(end) + end.length === text.length) ?? text
  );
}

const THERE = /\bin (?:t?here)\b/i;

/** The one file a change is about: named in it, or spoken of before. */
function changedFile(clause: Clause, { file, steps }: PlanContext): string | undefined {
  const [named, more] = filesOf(clause);
  const isPointed =
    pointsBack(clause) || says(clause, THERE) || steps.some((step) => step.file !== undefined);
  return more === undefined ? (named ?? (isPointed ? file : undefined)) : undefined;
}

const ADDS = /\b(?:add|append|insert)\b|加|追加|插入|追記|足/i;
const SWAPS =
  /\b(?:replace|change|swap|substitute|turn|instead|rename|make|should|set|bump|update|edit|fix|correct)|换|改|替|代|修|变|変|換|置|直し|書き|にし|へ/i;

export function replace(clause: Clause, context: PlanContext): Reading | undefined {
  const given = spansOf(clause, "literal").map(signOr);
  const [old, next, more] = isSwapped(clause) ? given.toReversed() : given;
  const file = changedFile(clause, context);
  if (says(clause, ADDS) && !says(clause, SWAPS))
    return { kind: "decline", reason: giveReplacement(context.language) };
  const isDescribed = spansOf(clause, "literal").some(
    ({ kind, text }) => kind === "free" && DESCRIBED.test(text),
  );
  if (isDescribed) return { kind: "decline", reason: giveReplacement(context.language) };
  const whole = old !== undefined && next !== undefined && more === undefined;
  if (!whole || old === "" || old === next || file === undefined)
    return { kind: "decline", reason: giveReplacement(context.language) };
  // What is set is a field, not a text.
  if (says(clause, SETS) && !VERSION.test(old))
    return { kind: "decline", reason: giveReplacement(context.language) };
  if (VERSION.test(old) && file === "package.json" && RELEASE.test(next))
    return {
      kind: "steps",
      steps: [runStep(context.language, "edit-file", `npm pkg set version=${next}`)],
    };
  return { kind: "steps", steps: [replaceStep(context.language, file, old, next)] };
}

const SETS = /\b(?:set|bump|raise|lower|increase|decrease)\b/i;
/** Japanese words that say what a text is, where it is not in quotes. */
const DESCRIBED =
  /^(?:あいさつ|挨拶|タイトル|見出し|(?:\S*の)?メッセージ|値段|価格|文言|文字|色|説明|コメント|値|数字|数|中身|内容|ところ|部分|言葉|タブ|改行|空白|スペース|大文字|小文字|インデント)(?:文|の?部分|のところ)?$/;
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
  const done = tell(language, "replacedWith", { old, next, file });
  return {
    rule: "edit-file",
    task: tell(language, "edit", { file }),
    file,
    call: (offer) =>
      offer.edit?.(file, old, next) ??
      (oneLine ? offer.shell?.(replaceCommand(file, old, next)) : undefined),
    say: (result) => answered(language, done, result),
  };
}

function giveReplacement(language: Language): string {
  return tell(language, "giveOldAndNew");
}
