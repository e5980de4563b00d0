// practice/brain/plan · turns a request into steps: every clause must have a meaning, or nothing is done.

import {
  askForIt,
  breaks,
  changes,
  followsNone,
  goesBy,
  isConditional,
  isNegated,
  leavesAlone,
  speaksOfChange,
  tooWide,
} from "./asking.ts";
import { stringOf } from "./blocks.ts";
import { filesOf, joined, languageOf, readClauses, says, spansOf, type Wishes } from "./clauses.ts";
import { decide, fill, strangers } from "./decide.ts";
import { type Book, bookOf } from "./examples.ts";
import { goesOn } from "./intents/again.ts";
import { append, prepend, replace, write, writeProgram } from "./intents/change.ts";
import { compact } from "./intents/compact.ts";
import { countFiles, countLines } from "./intents/count.ts";
import { delegate } from "./intents/delegate.ts";
import { fixIt, onlyReruns, runAllTests, testsAgain, whyFails } from "./intents/fix.ts";
import { folder, folderAndFile, inside } from "./intents/folder.ts";
import { formed } from "./intents/formed.ts";
import { needsModel, needsWriter, orRealModel } from "./intents/leads.ts";
import { mcpToolReading } from "./intents/mcpTools.ts";
import { aboutMemory, fromNotes, keptBeside, ownName } from "./intents/memory.ts";
import { mention, todoComments } from "./intents/mention.ts";
import { leadsFor } from "./intents/nearest.ts";
import { languageIn, planFirst } from "./intents/planFirst.ts";
import {
  asksForProgram,
  GREETS,
  makesOne,
  oneProgram,
  PRINTS,
  program,
  saysContent,
  unknownProgram,
  withRun,
} from "./intents/program.ts";
import { withQuotes } from "./intents/quoting.ts";
import { explain, lines, read } from "./intents/read.ts";
import { readyForTasks } from "./intents/ready.ts";
import { clear, emptied, remove } from "./intents/remove.ts";
import * as run from "./intents/run.ts";
import { find, list } from "./intents/search.ts";
import { listSkills, skill } from "./intents/skill.ts";
import { isToldToWait, waiting } from "./intents/spawnWithPlan.ts";
import { actOf, kindOf } from "./intents/table.ts";
import * as talk from "./intents/talk.ts";
import { sayWho, teamReading } from "./intents/team.ts";
import { teamTasks } from "./intents/teamTasks.ts";
import { useTool } from "./intents/useTool.ts";
import { whoDoesWhat } from "./intents/whoDoesWhat.ts";
import { leavesOut, takesWordForFile } from "./leftOver.ts";
import { isFolderName } from "./names.ts";
import type { Ranked } from "./nearness.ts";
import { numberIn, offersByNumber } from "./numbered.ts";
import { kindsIn } from "./numbers.ts";
import { isWhole, rowOf, slotsOf, stepOf } from "./rows/call.ts";
import { readWhole } from "./rows/plan.ts";
import type { IntentRow } from "./rows/row.ts";
import { withoutFillers } from "./sentences.ts";
import { quotePath } from "./shell.ts";
import { protectQuotes } from "./spans.ts";
import { tell } from "./tell.ts";
import { withTodos } from "./todo.ts";
import { type Piece, splitToolCalls } from "./toolCalls.ts";
import type {
  Clause,
  Intent,
  Language,
  Offer,
  Outcome,
  Plan,
  PlanContext,
  Reading,
  Said,
  Step,
} from "./types.ts";
import { hasUnknown, unknownIn } from "./unknown.ts";
import { sentences } from "./words.ts";

/** The first of these that reads the clause. */
const oneOf =
  (...intents: Intent[]): Intent =>
  (clause, context) => {
    for (const intent of intents) {
      const reading = intent(clause, context);
      if (reading !== undefined) return reading;
    }
    return undefined;
  };

/** How each intent is carried out; one that is not here needs a real model. */
const ACTS: Readonly<Record<string, Intent>> = {
  "list-files": oneOf(list, find, read),
  "read-file": oneOf(read, (clause, context) =>
    filesOf(clause).length > 0 ? list(clause, context) : undefined,
  ),
  "read-lines": lines,
  "explain-file": explain,
  "explain-beginner": explain,
  "find-files": find,
  "file-exists": find,
  "search-text": oneOf(mention, find),
  "find-todo-comments": oneOf(mention, todoComments),
  "count-lines": countLines,
  "count-files": countFiles,
  "show-folder": run.here,
  version: run.version,
  "create-file": inside(oneOf(write, program)),
  "create-empty": inside(write),
  append,
  prepend,
  replace,
  "delete-file": oneOf(clear, remove),
  "clear-file": emptied,
  "make-folder": folder,
  "make-folder-and-file": folderAndFile(withRun(oneOf(program, write))),
  "write-program": inside(oneOf(program, writeProgram, oneProgram)),
  "write-and-run": inside(withRun(oneOf(program, writeProgram, oneProgram))),
  "add-docs": needsWriter,
  "run-file": oneOf(run.command, testsAgain, run.execute),
  "run-command": oneOf(run.command, testsAgain, run.execute),
  "run-tests": runAllTests,
  "why-fails": whyFails,
  "fix-it": fixIt,
  "fix-and-rerun": fixIt,
  "git-status": run.gitStatus,
  "git-diff": run.gitDiff,
  "git-log": run.gitLog,
  "git-blame": run.gitBlame,
  "git-branch": run.branch,
  "git-commit": run.gitCommit,
  delegate,
  "use-skill": skill,
  "list-skills": listSkills,
  compact,
  "team-spawn": sayWho,
  "team-send": sayWho,
  greeting: talk.greeting,
  thanks: talk.thanks,
  bye: talk.bye,
  "who-are-you": talk.identity,
  "what-can-you-do": talk.identity,
  help: talk.identity,
  "how-are-you": talk.howAreYou,
  joke: talk.joke,
  "time-or-date": run.date,
  leave: talk.leave,
  acknowledged: talk.acknowledged,
  "just-asked": talk.justAsked,
};

/** What a request is planned with. */
export interface Known {
  /** What the person said before, where "it" may come from. */
  earlier: Said[];
  offer: Offer;
  /** The intents that are data. */
  rows: readonly IntentRow[];
  /** Whether it is a wish for a subagent. */
  isAlone?: boolean;
  /** In place of all examples. */
  book?: Book;
  /** Whether it is only tried: a decline then leads nowhere. */
  isTried?: boolean;
  /** Whether it is a part of a request in which wishes were looked for by their forms. */
  isPart?: boolean;
}

/** So many spaces in a row would keep the patterns busy for minutes. */
const LONG_GAP = /\s{120}/;

/** Plans `request`; a decline ends in what would work. */
export function planFor(request: string, known: Known): Plan {
  if (LONG_GAP.test(request))
    return refused(talk.decline(languageIn(request), tooWide(languageIn(request))));
  const asMate = known.isAlone ? undefined : planAsMate(request, known);
  if (asMate !== undefined) return asMate;
  const plan = planned(request, known);
  if (plan.kind === "steps" || plan.rule !== "decline" || known.isTried) return plan;
  const whole = withEndings(request, known.earlier);
  const named = whole === request ? plan : planned(whole, known);
  if (named.kind === "steps") return named;
  if (offersByNumber(plan.text)) return plan;
  const language = languageOf(protectQuotes(request).text);
  const isNumber = numberIn(request) !== undefined;
  const leads = leadsFor({
    request: isNumber ? "" : request,
    language,
    book: bookIn(language, known),
    earlier: known.earlier,
    file: lastFile(known.earlier),
    tried: trier(known),
  });
  const beyond = isNumber ? "" : orRealModel(plan.text, language, leads !== "");
  return { ...plan, text: [plan.text, beyond, leads].filter(Boolean).join("\n") };
}

/** What a team's harness or lead asks of a mate in fixed words; undefined for any other request. */
function planAsMate(request: string, known: Known): Plan | undefined {
  const plan = (wish: string) => planned(wish, { ...known, earlier: [], isTried: true });
  const ordered = planFirst(request, { earlier: known.earlier, offer: known.offer, plan });
  if (ordered !== undefined) return ordered;
  const language = languageIn(request);
  if (isToldToWait(request)) return { kind: "talk", rule: "waits", text: waiting(language) };
  return readyForTasks(request, known.offer, language);
}

/** The request with the names of files that were spoken of before whole: 购物清单 for 购物清单.txt; not where its words are kept. */
function withEndings(request: string, earlier: readonly Said[]): string {
  if (/任务|待办|提醒|记住|记得|タスク|覚え|["“「:：]/.test(request)) return request;
  const names = earlier
    .slice(-8)
    .flatMap((said) => readClauses(said.request)?.clauses.flatMap(filesOf) ?? [])
    .filter((name) => WIDE_NAME.test(name));
  for (const name of names.toReversed()) {
    const stem = name.replace(/\.\w+$/, "");
    const at = request.indexOf(stem);
    const isWhole = !/^(?:[\w.]|文件夹|目录|フォルダ)/.test(request.slice(at + stem.length));
    if (at >= 0 && isWhole) return request.replace(stem, () => name);
  }
  return request;
}

const WIDE_NAME = /^[\p{Script=Han}\p{Script=Katakana}ー]{2,12}\.[a-z]\w{0,4}$/u;

/** Tells what would be done about a request, each once. */
function trier(known: Known): PlanContext["tried"] {
  const plans = new Map<string, Plan | undefined>();
  return (request) => {
    if (!plans.has(request)) plans.set(request, tried(request, known));
    return plans.get(request);
  };
}

function tried(request: string, known: Known): Plan | undefined {
  const plan = planned(request, { ...known, isTried: true });
  const { offer } = known;
  const works =
    plan.kind === "talk"
      ? plan.rule !== "decline"
      : plan.steps.every((step) => step.call(offer, []) !== undefined);
  return works ? plan : undefined;
}

const bookIn = (language: Language, { book, rows }: Known) => book ?? bookOf(language, rows);

/** A tool that is named outright comes first, then what is one wish as a whole, then wish by wish. */
function planned(typed: string, known: Known): Plan {
  const request = withoutFillers(typed);
  const { earlier, offer } = known;
  if (numberIn(request) !== undefined) return refused(talk.noList(request, earlier));
  if (splitToolCalls(request, offer) !== undefined) return planWishes(request, known);
  const whole =
    planTeam(request, known) ??
    planWhole(request, known) ??
    aboutMemory(request, offer) ??
    ownName(request, earlier, offer) ??
    asBefore(request, known);
  if (whole !== undefined) return whole;
  const beside = keptBeside(request);
  const plan = beside === undefined ? planWishes(request, known) : planFor(beside.rest, known);
  if (plan.kind === "talk" && plan.rule === "decline")
    return fromNotes(request, offer) ?? byToolsWords(request, known) ?? plan;
  if (beside === undefined) return ofServer(plan, request, known) ?? plan;
  if (plan.kind === "talk") return { ...plan, text: `${beside.words}\n\n${plan.text}` };
  return { ...plan, preface: beside.words };
}

function asBefore(request: string, known: Known): Plan | undefined {
  const plan = (other: string, before: Said[]) => planFor(other, { ...known, earlier: before });
  return goesOn(request, { earlier: known.earlier, plan });
}

/** "Search the docs for cork": for the server that searches docs, where there is one, and not for the files here. */
function ofServer(plan: Plan, request: string, known: Known): Plan | undefined {
  if (plan.kind !== "steps" || plan.steps.some(({ rule }) => rule !== "find-text"))
    return undefined;
  const other = byToolsWords(request, known);
  return other?.kind === "steps" ? other : undefined;
}

/** What a single tool of a server fits. */
function byToolsWords(request: string, { offer }: Known): Plan | undefined {
  const language = languageOf(protectQuotes(request).text);
  return asPlan(mcpToolReading(request, { language, offer }, false), language);
}

/** A request that gives work to other agents by their names, or is known by its form. */
function planTeam(request: string, known: Known): Plan | undefined {
  const { rows, offer, isAlone } = known;
  if (isAlone) return undefined;
  const language = languageOf(protectQuotes(request).text);
  const plan = (head: string) => planned(head, { ...known, isTried: true });
  const steps = teamTasks(request, { language, rows, offer }, plan);
  if (steps !== undefined) return { kind: "steps", steps, language };
  const both = whoDoesWhat(request, { language, rows, offer });
  if (both !== undefined) return { kind: "steps", steps: both, language };
  const reading = teamReading(request, { language, rows, offer });
  if (reading !== undefined || known.isPart) return asPlan(reading, language);
  const part = (wish: string) => planned(wish, { ...known, isTried: true, isPart: true });
  return asPlan(formed(request, { language, rows, offer }, part), language);
}

function asPlan(reading: Reading | undefined, language: Language): Plan | undefined {
  if (reading?.kind === "decline") return refused(talk.decline(language, reading.reason));
  return reading?.kind === "steps" ? { ...reading, language } : reading;
}

/** A request that is one wish as a whole, whatever words stand in it; undefined for any other. */
function planWhole(request: string, known: Known): Plan | undefined {
  const read = readClauses(request);
  if (read?.whole === undefined) return undefined;
  const { language } = read;
  const reading = readWhole(read, contextOf(request, language, known), isConditional);
  if (reading?.kind === "decline") return refused(talk.decline(language, reading.reason));
  if (reading?.kind === "steps" && read.isCorrected)
    return refused(talk.decline(language, followsNone(language)));
  return reading?.kind === "steps" ? { ...reading, language } : reading;
}

function contextOf(request: string, language: Language, known: Known): PlanContext {
  const { earlier, offer, rows, isAlone } = known;
  const bare = { names: offer.names, skills: offer.skills };
  const unheard = { earlier: [], offer: bare, rows, isAlone: true, isTried: true };
  return {
    language,
    book: bookIn(language, known),
    rows,
    offer,
    steps: [],
    file: lastFile(earlier),
    request,
    earlier,
    isAlone: isAlone === true,
    planAlone: (wish) => planFor(wish, unheard),
    tried: trier(known),
  };
}

function planWishes(request: string, known: Known): Plan {
  const { offer } = known;
  const read = readWishes(request, offer);
  if (read === undefined || read.clauses.length === 0) return refused(talk.decline("en"));
  const { language } = read;
  const context = contextOf(request, language, known);
  let talked: Plan | undefined;
  const refuse = (reason: string) => refused(talk.decline(language, reason));
  if (read.isCorrected) return refuse(followsNone(language));
  const isDoubtful = read.clauses.some(isConditional);
  const left = read.clauses.filter(leavesAlone);
  for (const clause of mergeClauses(read.clauses)) {
    if (left.includes(clause) && left.length < read.clauses.length) continue;
    if (context.steps.length > 0 && isSaid(clause, context)) continue;
    const reading = firstReading(clause, context);
    if (reading === undefined && read.isAsked && speaksOfChange(clause))
      return refuse(askForIt(language));
    if (reading === undefined)
      return refuse(isDoubtful ? followsNone(language) : beyond(clause, context));
    if (reading.kind === "decline") return refuse(reading.reason);
    // A tool that cannot be called as asked: the rest may build on it.
    if (reading.kind === "talk" && reading.rule === "use-tool") return reading;
    if (reading.kind === "talk") talked = reading;
    else take(context, clause, reading.steps, reading.replace ?? 0);
  }
  const isChange = context.steps.some(changes);
  if (read.isAsked && isChange) return refuse(askForIt(language));
  const { handsOff, whole } = read;
  if (isChange && goesBy(whole?.text ?? "")) return refuse(followsNone(language));
  if (handsOff !== undefined && context.steps.some((step) => breaks(step, handsOff)))
    return refuse(followsNone(language));
  const doubts = isChange ? isConditional : isNegated;
  const said = isChange ? read.clauses : read.clauses.filter((clause) => !left.includes(clause));
  if (context.steps.length > 0 && said.some(doubts)) return refuse(followsNone(language));
  if (context.steps.length > 0)
    return { kind: "steps", steps: withTodos(context.steps, offer), language: context.language };
  return talked ?? refused(talk.decline(context.language));
}

/** What the steps before it do anyway. */
const isSaid = (clause: Clause, context: PlanContext): boolean =>
  onlyReports(clause) || onlyReruns(clause, context) || onlyConfirms(clause, context);

/** The clauses of a request, with the tools that it names outright in their places. */
function readWishes(request: string, offer: Offer): Wishes | undefined {
  const pieces = splitToolCalls(request, offer);
  if (pieces === undefined) return readClauses(request);
  const language = languageOf(protectQuotes(request).text);
  const wishes: Wishes = { clauses: [], language, isAsked: false, isCorrected: false };
  for (const piece of pieces) {
    const read = piece.kind === "words" ? readClauses(piece.text) : undefined;
    const clauses = piece.kind === "words" ? (read?.clauses ?? []) : called(piece);
    if (clauses.length === 0) return undefined;
    wishes.clauses.push(...clauses);
    wishes.isAsked ||= read?.isAsked === true;
    wishes.isCorrected ||= read?.isCorrected === true;
  }
  return wishes;

  function called(piece: Extract<Piece, { kind: "call" }>): Clause[] {
    return [{ ...NOTHING, reading: useTool(piece, language, offer) }];
  }
}

const NOTHING = { text: "", tokens: [], typed: (words: string) => words };

/** "Create a.txt and write 'hi' in it", "edit a.txt, replace …": two verbs, one wish. */
function mergeClauses(clauses: Clause[]): Clause[] {
  const merged: Clause[] = [];
  for (const clause of clauses) {
    const before = merged.at(-1);
    if (before === undefined || !belongsTo(before, clause)) merged.push(clause);
    else merged.splice(-1, 1, joined([before, clause]));
  }
  return merged;
}

const WRITES =
  /\b(?:create|make|write|save|put|generate|should|must)\b|创建|新建|写|建|生成|保存|存|作成|作っ|作り|書/i;
const HOLDS = /(?:中身|内容)[はも]/;
const CHANGES = /\b(?:edit|change|modify|update|replace)\b|修改|编辑|改|替换|換え|変更|編集|修正/i;
const REPLACES =
  /\b(?:replace|change|swap|substitute|add|append)\b|替换|换|改|追加|加|置き換え|置換|変え|追記/i;
const PROGRAM = /\b(?:program|script)\b|程序|脚本|プログラム|スクリプト/i;
const OTHERS =
  /\b(?:run|execute|delete|remove|append|add|read)\b|运行|执行|跑|删|追加|读|実行|削除|消|追記|読/i;

/** "Save it as a.py": the name for what was asked before. */
const SAVES_AS =
  /^(?:(?:please|then|also) )*(?:save|store|put|call|name|keep|write)(?: (?:it|that|this|all|the (?:\w+ )?(?:file|program|script|code|result|output)))?(?: (?:in|as|to|into|under|inside)(?: the (?:file|name))?)?(?: a file)?(?: (?:called|named))?\s*[\uE000-\uF8FF][.!]?$/i;
/** Where what is written is to be. */
const SAVED =
  /^(?:就|把它|它|文件)*(?:存|保存|写|放|命名|取名|名字)(?:成|为|到|在|进|叫)\s*[\uE000-\uF8FF]\s*(?:里面?|中|吧|就行|就好)*$/;

function belongsTo(before: Clause, clause: Clause): boolean {
  if (filesOf(before).length === 0 && says(before, WRITES) && SAVED.test(clause.text)) return true;
  const isNamed =
    filesOf(before).length > 0 || kindsIn(before.text).length > 0 || says(before, PROGRAM);
  const isFull = spansOf(before, "literal").length > 0 || saysContent(before);
  if (filesOf(before).length === 0 && says(before, WRITES) && says(clause, SAVES_AS)) return true;
  if (filesOf(clause).length > 0 || !isNamed || isFull) return false;
  if (says(before, CHANGES)) return says(clause, REPLACES);
  const isContent = spansOf(clause, "literal").length > 0 || saysContent(clause);
  const adds = [WRITES, PRINTS, GREETS, HOLDS].some((form) => says(clause, form));
  return says(before, WRITES) && isContent && adds && !says(clause, OTHERS);
}

/** What a clause means: what is certain by its spans, else what its words are like. */
function firstReading(clause: Clause, context: PlanContext): Reading | undefined {
  if (clause.reading !== undefined) return clause.reading;
  const { language } = context;
  const intent = intentOf(clause, context);
  if (intent === undefined) return undefined;
  const act = ACTS[intent];
  if (says(clause, CHANGES_TO) && NO_CHANGE_TO.test(intent)) return undefined;
  if (says(clause, OTHERS_DO) && kindOf(intent) === "looks") return undefined;
  const filled = fill(clause, intent, context.book);
  const isLeft = language === "ja" && LITERAL.test(intent) && hasUnknown(filled);
  const isSecond = language === "ja" && LITERAL.test(intent) && says(filled, SECOND_TEXT);
  if (isLeft || isSecond)
    return { kind: "decline", reason: unknownIn(filled, language) || sayAgain(language) };
  const isMistaken = READS.test(intent) && takesWordForFile(filled, clause, context.earlier);
  if (isMistaken) return undefined;
  const reading = act?.(filled, context) ?? rowReading(filled, intent, context);
  if (reading?.kind === "steps" && WHOLE.test(intent))
    if (leavesOut(filled, reading.steps, context.offer)) return undefined;
  if (reading !== undefined || kindOf(intent) !== "model") return reading;
  return { kind: "decline", reason: needsModel(language, intent) };
}

/** What these change is all in their names and texts: a word beside them is a part of the wish that would be lost. */
const LITERAL =
  /^(?:create-|append|replace|delete-file|clear-file|move|copy|make-folder|rename-symbol|git-commit)/;

/** "Change the first line to hi": neither a look at the line nor one more line. */
const CHANGES_TO = /改成|换成|改为|変えて|\bchange\b.*\bto\b/i;
const NO_CHANGE_TO = /^(?:read-|find-|list-|explain-|count-|prepend|append|create-)/;
/** What a subagent is to look at, nobody else does. */
const OTHERS_DO = /子 ?(?:代理|agent)|サブエージェント|\bsub-?agents?\b/i;

/** These are of one file. */
const READS = /^(?:read-|explain-|count-lines)/;

/** What is done by these has to have all that was named. */
const WHOLE =
  /^(?:create-|append|prepend|replace|delete-file|clear-file|make-folder|write-|run-|git-commit)/;

/** "「a」という見出しと、使い方を": a second thing that is only described. */
const SECOND_TEXT =
  /[\uE000-\uF8FF](?:って|と|を)(?:表示|出力|プリント|印刷)する?(?:行|コード|処理|文)|[\uE000-\uF8FF](?:」)?(?:(?:って|という)?[^、。をに\s\uE000-\uF8FF]{1,8})?と、?(?!(?:書|かい|いう|言|追|入|し|保|記|だけ|同)|[\uE000-\uF8FF])[^。\uE000-\uF8FF]{2,}?を(?!書)/;

function sayAgain(language: Language): string {
  return tell(language, "onlyDescribed");
}

/** Why there is no rule for it: no rule can do what it is most like, or there is a word that no example has. */
function beyond(clause: Clause, { language, book }: PlanContext): string {
  const open = withQuotes(clause, language);
  if (open !== undefined) return open;
  if (makesOne(clause)) return unknownProgram(clause, language);
  const best = decide(clause, book).ranked[0]?.intent ?? "";
  if (actOf(best) === "run-file") return run.giveBackticks(language);
  const model = best !== "" && kindOf(best) === "model" ? needsModel(language, best) : "";
  return sentences(language, [unknownIn(clause, language), model]);
}

/** A slip that would otherwise be read as a path. */
const SLIP = /\bb\/ackground\b/i;
const BACKGROUND = /\bbackground\b|behind the scenes|后台|バックグラウンド/i;
const USES =
  /\b(?:review|inspect|go over|check|use|apply)\b|审查|评审|审阅|检查|复查|用|レビュー|点検|チェック|使/i;

function rowReading(clause: Clause, intent: string, context: PlanContext): Reading | undefined {
  const row = rowOf(intent, context.rows);
  const slots = slotsOf(clause);
  return row === undefined || !isWhole(row, slots)
    ? undefined
    : { kind: "steps", steps: [stepOf(row, slots, context.language)] };
}

/** A subagent starts no other. */
const only = (intent: string | undefined, { isAlone }: PlanContext) =>
  intent === "delegate" && isAlone ? undefined : intent;

function intentOf(clause: Clause, context: PlanContext): string | undefined {
  if (spansOf(clause, "wish").length > 0) return context.isAlone ? undefined : "delegate";
  if (clause.tokens.some(({ span }) => span?.kind === "pasted")) return "create-file";
  if (context.steps.at(-1)?.rule === "load-skill" && says(clause, USES)) return "use-skill";
  const isOrder = spansOf(clause, "order").length > 0;
  if (isOrder && (says(clause, BACKGROUND) || SLIP.test(context.request))) return "background-run";
  if (!isOrder && spansOf(clause, "unclear").length === 0) {
    const { intent, ranked } = decide(clause, context.book);
    return only(intent ?? sureOf(clause, ranked, context.steps), context);
  }
  return strangers(clause.tokens, "run-command", context.book).length === 0
    ? "run-command"
    : undefined;
}

const MORE_TEXT =
  /\b(?:append|add)\b|\bat the (?:end|bottom)\b|追加|添加|加上|加入|末尾|追記|足|加え/i;

const STARTS =
  /^(?:start|launch|run|try)(?: it)?$|^(?:启动|运行|跑)(?:它|起来|一下)?$|^(?:起動|動か|実行).{0,6}$/i;

/** As the subject of a task says it: the plain form. */
const RUNS_TEXT =
  /^(?:コマンド(?:の|、)?\s*)?[\uE000-\uF8FF]\s*(?:という|って|の)?(?:コマンド)?\s*を?\s*(?:実行(?:する)?|走らせる|動かす|叩く)(?:こと)?$/;

/** What is certain by its parts, though it is not clearly nearer to the examples of one intent. */
function sureOf(clause: Clause, ranked: readonly Ranked[], steps: Step[]): string | undefined {
  if (asksForProgram(clause)) return "write-and-run";
  const isBare = clause.tokens.every(({ span }) => span === undefined);
  const isRun = ranked[0]?.intent === "run-file" || says(clause, STARTS);
  if (isBare && isRun && steps.at(-1)?.file !== undefined) return "run-file";
  const near = ranked.slice(0, 3).map(({ intent }) => intent);
  const [texts, files] = [spansOf(clause, "literal").length, filesOf(clause).length];
  if (texts === 1 && files === 0 && says(clause, RUNS_TEXT)) return "run-command";
  if (texts === 2 && files === 1 && near.includes("replace")) return "replace";
  if (texts === 1 && files === 1 && near[0] === "prepend") return "prepend";
  if (texts === 1 && files === 1 && near.includes("append") && says(clause, MORE_TEXT))
    return "append";
  if (texts === 1 && files === 1 && near.includes("create-file") && says(clause, WRITES))
    return "create-file";
  const [folders] = [filesOf(clause).filter(isFolderName).length];
  if (folders === 1 && files === 2 && near.includes("make-folder-and-file"))
    return "make-folder-and-file";
  return undefined;
}

function take(context: PlanContext, clause: Clause, steps: Step[], replaced: number): void {
  // "Write a guessing game, save it as guess.py" is one program.
  const isThere = ({ rule, file }: Step) =>
    rule === "write-program" && context.steps.some((one) => one.rule === rule && one.file === file);
  const own = steps.some(isThere) && steps.every(isThere) ? [] : steps;
  context.steps.splice(context.steps.length - replaced, replaced, ...own);
  context.file = steps.at(-1)?.file ?? filesOf(clause).at(-1) ?? context.file;
}

const RESULT =
  /^(?:please |also )*(?:(?:show|tell|give|report|print|let|see)\b.*\b(?:results?|outputs?|outcome|what (?:it|that) (?:prints|says|does)|what happen\w*)|what (?:does|did) it (?:print|say|output)|report(?: back)?)[^a-z]*$|^(?:请)?(?:把|将|并)?(?:告诉|给|显示|看|汇报|报告|输出|让|展示)*(?:我|一下|看看|看)*(?:运行|执行|的)*(?:结果|输出)|显示什么|^結果|出力(?:結果)?を|^(?:and )?save (?:it|the file)$|^保存(?:起来|一下|して.*|し)?$|^(?:with )?(?:the )?(?:smallest|minimal|least|fewest|as (?:small|little|few) a)(?: possible)? (?:changes?|edits?|diffs?|fix)(?: (?:as )?(?:you can|possible))?[^a-z]*$/i;

const CONFIRMS =
  /^(?:ちゃんと|きちんと|正しく|本当に|うまく|問題なく)?(?:動く|動作する|動いている|動いてる|走る|できてる|できている)?(?:かどうか|か|の)?[をもは]?(?:動作)?(?:を)?(?:確認|確かめ|チェック|検証|見)(?:し)?て?(?:みて)?(?:ください|下さい|ほしい|おいて|といて|くれ)?$/;

/** "Run it and see if it works": the run does that. */
function onlyConfirms(clause: Clause, { steps }: PlanContext): boolean {
  const isRun = /^(?:run-|write-program)/.test(steps.at(-1)?.rule ?? "");
  return isRun && clause.tokens.every(({ span }) => span === undefined) && says(clause, CONFIRMS);
}

/** "and show me the result": the answer does that anyway. */
function onlyReports(clause: Clause): boolean {
  return clause.tokens.every(({ span }) => span === undefined) && says(clause, RESULT);
}

function lastFile(earlier: Said[]): string | undefined {
  const files = earlier.slice(-3).flatMap(({ request, outcomes }) => {
    const clauses = readClauses(request)?.clauses ?? [];
    return clauses.flatMap((clause) => standing(clause, outcomes));
  });
  return files.at(-1);
}

const RELOCATES =
  /\b(?:rename|move|mv|copy|cp|duplicate|name of)\b|重命名|改名|移动|移到|挪|复制|拷贝|改成|名前|リネーム|移動|移し|コピー|複製/i;

/** The files a clause leaves in the reader's mind: not the name that a rename or a copy was to make and did not. */
function standing(clause: Clause, outcomes: Outcome[] | undefined): string[] {
  const files = filesOf(clause);
  const to = files.at(-1);
  if (outcomes === undefined || to === undefined || !RELOCATES.test(clause.text)) return files;
  const isDone = outcomes.some(({ call, text, failed }) => {
    const { command } = call.input;
    return !failed && text?.includes(" -> ") && stringOf(command).includes(quotePath(to));
  });
  return isDone ? files : files.slice(0, -1);
}

function refused(text: string): Plan {
  return { kind: "talk", rule: "decline", text };
}
