// practice/brain/plan · turns a request into steps: every clause must have a meaning, or nothing is done.

import {
  askForIt,
  changes,
  followsNone,
  goesBy,
  isConditional,
  isNegated,
  speaksOfChange,
  tooWide,
} from "./asking.ts";
import { filesOf, joined, readClauses, says, spansOf, type Wishes } from "./clauses.ts";
import { saidOfQuestion } from "./context.ts";
import { decide, fill, strangers } from "./decide.ts";
import { bookOf } from "./examples.ts";
import { append, replace, write, writeProgram } from "./intents/change.ts";
import { compact } from "./intents/compact.ts";
import { countFiles, countLines } from "./intents/count.ts";
import { declining } from "./intents/declined.ts";
import { delegate } from "./intents/delegate.ts";
import { folder, remove } from "./intents/files.ts";
import { formed } from "./intents/formed.ts";
import { needsModel, orRealModel } from "./intents/leads.ts";
import { mcpToolReading } from "./intents/mcpTools.ts";
import { aboutMemory } from "./intents/memory.ts";
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
import { explain, lines, read } from "./intents/read.ts";
import { readyForTasks } from "./intents/ready.ts";
import * as run from "./intents/run.ts";
import { find, list } from "./intents/search.ts";
import { listSkills, skill } from "./intents/skill.ts";
import { actOf, kindOf } from "./intents/table.ts";
import * as talk from "./intents/talk.ts";
import { fixIt, runTests, whyFails } from "./intents/tests.ts";
import { useTool } from "./intents/useTool.ts";
import { leavesOut, takesWordForFile } from "./leftOver.ts";
import type { Ranked } from "./nearness.ts";
import { numberIn, offersByNumber } from "./numbered.ts";
import { kindsIn } from "./numbers.ts";
import { isWhole, rowOf, slotsOf, stepOf } from "./rows/call.ts";
import { readWhole } from "./rows/plan.ts";
import type { IntentRow } from "./rows/row.ts";
import { withoutFillers } from "./sentences.ts";
import { tell } from "./tell.ts";
import { withTodos } from "./todo.ts";
import { type Piece, splitToolCalls } from "./toolCalls.ts";
import type {
  Clause,
  Intent,
  Language,
  Offer,
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
  "read-file": read,
  "read-lines": lines,
  "explain-file": explain,
  "find-files": find,
  "search-text": oneOf(mention, find),
  "find-todo-comments": oneOf(mention, todoComments),
  "count-lines": countLines,
  "count-files": countFiles,
  "show-folder": run.looking("show-folder", "pwd"),
  version: run.version,
  "create-file": oneOf(write, program),
  "create-empty": write,
  append,
  replace,
  "delete-file": remove,
  "make-folder": folder,
  "write-program": oneOf(program, writeProgram, oneProgram),
  "write-and-run": withRun(oneOf(program, writeProgram, oneProgram)),
  "add-docs": declining("needsWriter"),
  "run-file": oneOf(run.command, run.execute),
  "run-tests": runTests,
  "why-fails": whyFails,
  "fix-it": fixIt,
  "git-status": run.looking("git-status", "git status"),
  "git-diff": run.gitDiff,
  "git-log": run.gitLog,
  "git-branch": run.looking("git-branch", "git branch --show-current"),
  "git-commit": run.gitCommit,
  delegate,
  "use-skill": skill,
  "list-skills": listSkills,
  compact,
  "team-spawn": declining("whichAgent"),
  "team-send": declining("whichAgent"),
  greeting: talk.greeting,
  thanks: talk.saying("thanks"),
  bye: talk.bye,
  "who-are-you": talk.identity,
  "how-are-you": talk.saying("how-are-you"),
  joke: talk.saying("joke"),
  "time-or-date": run.date,
  leave: talk.saying("leave"),
  acknowledged: talk.saying("acknowledged"),
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
  /** Whether it is only tried: a decline then leads nowhere. */
  isTried?: boolean;
}

/** So many spaces in a row would keep the patterns busy for minutes. */
const LONG_GAP = /\s{120}/;

/** Plans `request`; a decline ends in what would work. */
export function planFor(request: string, known: Known): Plan {
  if (LONG_GAP.test(request)) return refused(languageIn(request), tooWide(languageIn(request)));
  const plan = (known.isAlone ? undefined : planAsMate(request, known)) ?? planned(request, known);
  if (plan.kind === "steps" || plan.rule !== "decline" || known.isTried) return plan;
  if (offersByNumber(plan.text)) return plan;
  const language = languageIn(request);
  const isNumber = numberIn(request) !== undefined;
  const leads = leadsFor({
    request: isNumber ? "" : request,
    language,
    book: bookOf(language, known.rows),
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
  return ordered ?? readyForTasks(request, known.offer, languageIn(request));
}

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

/** A tool that is named outright comes first, then what is one wish as a whole, then wish by wish. */
function planned(typed: string, known: Known): Plan {
  const request = withoutFillers(typed);
  const { earlier, offer } = known;
  if (numberIn(request) !== undefined) return declinedPlan(talk.noList(request, earlier));
  if (splitToolCalls(request, offer) !== undefined) return planWishes(request, known);
  const whole =
    planFormed(request, known) ?? planWhole(request, known) ?? aboutMemory(request, offer);
  if (whole !== undefined) return whole;
  const plan = planWishes(request, known);
  const isDeclined = plan.kind === "talk" && plan.rule === "decline";
  return (isDeclined ? byWords(request, known) : ofServer(plan, request, known)) ?? plan;
}

/** What is answered by words that it shares with the name of a tool, or with what is known. */
function byWords(request: string, known: Known): Plan | undefined {
  const text = saidOfQuestion(request, known.offer, known.earlier) ?? "";
  const said: Plan | undefined = text === "" ? undefined : { kind: "talk", rule: "context", text };
  return byToolsWords(request, known) ?? said;
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
  const language = languageIn(request);
  return asPlan(mcpToolReading(request, { language, offer }, false), language);
}

/** A request that is known by its form, such as one that gives work to other agents by their names. */
function planFormed(request: string, known: Known): Plan | undefined {
  const { rows, offer, isAlone } = known;
  if (isAlone) return undefined;
  const language = languageIn(request);
  const plan = (part: string) => planned(part, { ...known, isTried: true });
  return asPlan(formed(request, { language, rows, offer, plan }), language);
}

function asPlan(reading: Reading | undefined, language: Language): Plan | undefined {
  if (reading?.kind === "decline") return refused(language, reading.reason);
  return reading?.kind === "steps" ? { ...reading, language } : reading;
}

/** A request that is one wish as a whole, whatever words stand in it; undefined for any other. */
function planWhole(request: string, known: Known): Plan | undefined {
  const read = readClauses(request);
  if (read?.whole === undefined) return undefined;
  const { language } = read;
  const reading = readWhole(read, contextOf(request, language, known));
  if (reading?.kind === "steps" && read.isCorrected)
    return refused(language, followsNone(language));
  return asPlan(reading, language);
}

function contextOf(request: string, language: Language, known: Known): PlanContext {
  const { earlier, offer, rows, isAlone } = known;
  const bare = { names: offer.names, skills: offer.skills };
  const unheard = { earlier: [], offer: bare, rows, isAlone: true, isTried: true };
  return {
    language,
    book: bookOf(language, rows),
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
  if (read === undefined || read.clauses.length === 0) return refused("en");
  const { language } = read;
  const context = contextOf(request, language, known);
  let talked: Plan | undefined;
  const refuse = (reason: string) => refused(language, reason);
  if (read.isCorrected) return refuse(followsNone(language));
  const doubtful = read.clauses.find(isConditional);
  for (const clause of mergeClauses(read.clauses)) {
    const reading = firstReading(clause, context);
    if (reading === undefined && read.isAsked && speaksOfChange(clause))
      return refuse(askForIt(language));
    if (reading === undefined)
      return refuse(doubtful ? followsNone(language, doubtful) : beyond(clause, context));
    if (reading.kind === "decline") return refuse(reading.reason);
    // A tool that cannot be called as asked: the rest may build on it.
    if (reading.kind === "talk" && reading.rule === "use-tool") return reading;
    if (reading.kind === "talk") talked = reading;
    else take(context, clause, reading.steps, reading.replace ?? 0);
  }
  const isChange = context.steps.some(changes);
  if (read.isAsked && isChange) return refuse(askForIt(language));
  if (isChange && goesBy(read.whole?.text ?? "")) return refuse(followsNone(language, read.whole));
  if (context.steps.length === 0) return talked ?? refused(language);
  const doubted = read.clauses.find(isChange ? isConditional : isNegated);
  if (doubted) return refuse(followsNone(language, doubted));
  return { kind: "steps", steps: withTodos(context.steps, offer), language };
}

/** The clauses of a request, with the tools that it names outright in their places. */
function readWishes(request: string, offer: Offer): Wishes | undefined {
  const pieces = splitToolCalls(request, offer);
  if (pieces === undefined) return readClauses(request);
  const language = languageIn(request);
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
    const reading = useTool(piece, language, offer);
    return [{ text: "", tokens: [], typed: (words) => words, reading }];
  }
}

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
const PROGRAM = /\b(?:program|script)\b|程序|脚本|プログラム|スクリプト/i;
const OTHERS =
  /\b(?:run|execute|delete|remove|append|add|read)\b|运行|执行|跑|删|追加|读|実行|削除|消|追記|読/i;

function belongsTo(before: Clause, clause: Clause): boolean {
  const isNamed =
    filesOf(before).length > 0 || kindsIn(before.text).length > 0 || says(before, PROGRAM);
  const isFull = spansOf(before, "literal").length > 0 || saysContent(before);
  if (filesOf(clause).length > 0 || !isNamed || isFull) return false;
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
  const act = ACTS[intent] ?? ACTS[actOf(intent)];
  if (says(clause, CHANGES_TO) && NO_CHANGE_TO.test(intent)) return undefined;
  if (says(clause, OTHERS_DO) && kindOf(intent) === "looks") return undefined;
  const filled = fill(clause, intent, context.book);
  // A file for the folder that was made just before has to say so in its path.
  const isInside = context.steps.some(({ rule }) => rule === "make-folder");
  if (isInside && NEW_FILE.test(intent) && !filesOf(filled).some((name) => name.includes("/")))
    return undefined;
  const isLeft = language === "ja" && LITERAL.test(intent) && hasUnknown(filled);
  const isSecond = language === "ja" && LITERAL.test(intent) && says(filled, SECOND_TEXT);
  if (isLeft || isSecond)
    return {
      kind: "decline",
      reason: unknownIn(filled, language) || tell(language, "onlyDescribed"),
    };
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

const NEW_FILE = /^(?:create-|write-)/;

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

/** Why there is no rule for it: no rule can do what it is most like, or there is a word that no example has. */
function beyond(clause: Clause, { language, book }: PlanContext): string {
  if (makesOne(clause)) return unknownProgram(language);
  const best = decide(clause, book).ranked[0]?.intent ?? "";
  if (actOf(best) === "run-file") return tell(language, "giveBackticks");
  const model = best !== "" && kindOf(best) === "model" ? needsModel(language, best) : "";
  return sentences(language, [unknownIn(clause, language), model]);
}

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
  const isOrder = spansOf(clause, "order").length > 0;
  if (!isOrder && spansOf(clause, "unclear").length === 0) {
    const { intent, ranked } = decide(clause, context.book);
    return only(intent ?? sureOf(clause, ranked), context);
  }
  return strangers(clause.tokens, "run-command", context.book).length === 0
    ? "run-command"
    : undefined;
}

/** What is certain by its parts, though it is not clearly nearer to the examples of one intent. */
function sureOf(clause: Clause, ranked: readonly Ranked[]): string | undefined {
  if (asksForProgram(clause)) return "write-and-run";
  const near = ranked.slice(0, 3).map(({ intent }) => intent);
  const [texts, files] = [spansOf(clause, "literal").length, filesOf(clause).length];
  if (texts === 2 && files === 1 && near.includes("replace")) return "replace";
  if (texts === 1 && files === 1 && near.includes("create-file") && says(clause, WRITES))
    return "create-file";
  return undefined;
}

function take(context: PlanContext, clause: Clause, steps: Step[], replaced: number): void {
  context.steps.splice(context.steps.length - replaced, replaced, ...steps);
  context.file = steps.at(-1)?.file ?? filesOf(clause).at(-1) ?? context.file;
}

function lastFile(earlier: Said[]): string | undefined {
  const files = earlier.slice(-3).flatMap(({ request }) => {
    const clauses = readClauses(request)?.clauses ?? [];
    return clauses.flatMap((clause) => {
      const named = filesOf(clause);
      return says(clause, RELOCATES) ? named.slice(0, -1) : named;
    });
  });
  return files.at(-1);
}

/** The name that a file was to have has none: no rule moves one. */
const RELOCATES =
  /\b(?:rename|move|mv|copy|cp|duplicate|name of)\b|重命名|改名|移动|移到|挪|复制|拷贝|改成|名前|リネーム|移動|移し|コピー|複製/i;

const declinedPlan = (text: string): Plan => ({ kind: "talk", rule: "decline", text });

const refused = (language: Language, reason = ""): Plan =>
  declinedPlan(talk.decline(language, reason));
