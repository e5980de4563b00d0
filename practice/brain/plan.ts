// practice/brain/plan · turns a request into steps: every clause must have a meaning, or nothing is done.
import { askForIt, changes, speaksOfChange } from "./asking.ts";
import { stringOf } from "./blocks.ts";
import { covers, filesOf, has, languageOf, readClauses, valuesOf, type Wishes } from "./clauses.ts";
import { append, replace, write } from "./intents/change.ts";
import { compact } from "./intents/compact.ts";
import { count } from "./intents/count.ts";
import { delegate } from "./intents/delegate.ts";
import { aboutMemory, fromNotes, keptBeside, ownName } from "./intents/memory.ts";
import { giveText, mention } from "./intents/mention.ts";
import { declineClause, declineCondition, declineReason } from "./intents/nearest.ts";
import { newcomer } from "./intents/newcomer.ts";
import { program } from "./intents/program.ts";
import { ends, explain, read } from "./intents/read.ts";
import { relocate } from "./intents/relocate.ts";
import { clear, folder, remove } from "./intents/remove.ts";
import { branch, command, execute, giveBackticks, here } from "./intents/run.ts";
import { find, list } from "./intents/search.ts";
import { skill } from "./intents/skill.ts";
import { summary } from "./intents/summary.ts";
import { decline, greeting, identity } from "./intents/talk.ts";
import { useTool } from "./intents/useTool.ts";
import { planByRow } from "./rows/plan.ts";
import type { IntentRow } from "./rows/row.ts";
import { quotePath } from "./shell.ts";
import { protectQuotes } from "./spans.ts";
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
  Said,
  Step,
} from "./types.ts";

/** In this order: the first that reads the clause has it. */
const INTENTS: Intent[] = [
  delegate,
  skill,
  compact,
  command,
  greeting,
  identity,
  summary,
  folder,
  program,
  append,
  write,
  relocate,
  replace,
  clear,
  remove,
  branch,
  count,
  ends,
  here,
  list,
  mention,
  find,
  explain,
  read,
  execute,
];

/** What a request is planned with. */
export interface Known {
  /** What the person said before, where "it" may come from. */
  earlier: Said[];
  offer: Offer;
  /** The intents that are data. */
  rows: readonly IntentRow[];
}

/** Plans `request`. A tool that it names outright comes first, then the rows, then what is code. */
export function planFor(request: string, known: Known): Plan {
  const { earlier, offer, rows } = known;
  if (splitToolCalls(request, offer) !== undefined) return planWishes(request, known);
  const whole =
    planByRow(request, rows) ?? aboutMemory(request, offer) ?? ownName(request, earlier, offer);
  if (whole !== undefined) return whole;
  const beside = keptBeside(request);
  const plan = beside === undefined ? planWishes(request, known) : planFor(beside.rest, known);
  if (plan.kind === "talk" && plan.rule === "decline")
    return fromNotes(request, offer) ?? asNewcomer(request, known) ?? plan;
  if (beside === undefined) return plan;
  if (plan.kind === "talk") return { ...plan, text: `${beside.words}\n\n${plan.text}` };
  return { ...plan, preface: beside.words };
}

function asNewcomer(request: string, known: Known): Plan | undefined {
  const { earlier, offer } = known;
  const plan = (other: string, before: Said[]) => planFor(other, { ...known, earlier: before });
  return newcomer(request, { earlier, offer, file: lastFile(earlier), plan });
}

function planWishes(request: string, { earlier, offer, rows }: Known): Plan {
  const read = readWishes(request, offer);
  if (read === undefined || read.clauses.length === 0) return refused(decline("en"));
  const unheard = { earlier: [], offer: { names: offer.names, skills: offer.skills }, rows };
  const context: PlanContext = {
    language: read.language,
    offer,
    steps: [],
    file: lastFile(earlier),
    isFirst: earlier.length === 0,
    planAlone: (wish) => planFor(wish, unheard),
  };
  let talk: Plan | undefined;
  if (read.isCorrected || read.clauses.some(isConditional))
    return refused(declineCondition(read.language, whole(read.clauses)));
  for (const clause of mergeClauses(read.clauses)) {
    if (context.steps.length > 0 && onlyReports(clause)) continue;
    const reading = firstReading(clause, context);
    if (reading === undefined && read.isAsked && speaksOfChange(clause) && !has(clause, "count"))
      return refused(declineReason(read.language, askForIt(read.language), clause));
    if (reading === undefined)
      return refused(declineClause(read.language, hint(clause, read.language), clause));
    if (reading.kind === "decline")
      return refused(declineReason(read.language, reading.reason, clause));
    // A tool that cannot be called as asked: the rest may build on it.
    if (reading.kind === "talk" && reading.rule === "use-tool") return reading;
    if (reading.kind === "talk") talk = reading;
    else take(context, clause, reading.steps, reading.replace ?? 0);
  }
  if (read.isAsked && context.steps.some(changes))
    return refused(declineReason(read.language, askForIt(read.language), whole(read.clauses)));
  if (context.steps.length > 0)
    return { kind: "steps", steps: withTodos(context.steps, offer), language: context.language };
  return talk ?? refused(decline(context.language));
}

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
    return [{ text: "", tokens: [], reading: useTool(piece, language, offer) }];
  }
}

/** Negations, conditions and alternatives: what a rule that looks for words would get wrong. */
const CONDITION =
  /\b(?:not|never|if|unless|except|without|instead|until|or|but|when|while|don't|doesn't)\b|不|(?<![分区特类])别|如果|除非|除了|否则|或者|或|但|假如|要是|ない|れば|(?<!さよう?)なら(?!び)|たら|以外|ずに|または|もし|けど|しかし/i;

/** A polite 能不能 is no condition, nor is a question for the time. */
const NO_CONDITION =
  /(?:能不能|可不可以)(?=\s*(?:请|麻烦|你|帮|给我))|^\s*when(?= (?:is|are|was|were|do|does|did|will)\b)/gi;

function isConditional({ text }: Clause): boolean {
  return CONDITION.test(text.replace(NO_CONDITION, ""));
}

/** "Create a.txt and write 'hi' in it", "edit a.txt, replace …": two verbs, one wish. */
function mergeClauses(clauses: Clause[]): Clause[] {
  const merged: Clause[] = [];
  for (const clause of clauses) {
    const before = merged.at(-1);
    if (before === undefined || !belongsTo(before, clause)) merged.push(clause);
    else
      merged.splice(-1, 1, {
        text: `${before.text} ${clause.text}`,
        tokens: [...before.tokens, ...clause.tokens],
      });
  }
  return merged;
}

function belongsTo(before: Clause, clause: Clause): boolean {
  if (
    has(clause, "name") ||
    !(has(before, "name") || valuesOf(before, "kind").length > 0) ||
    has(before, "literal", "hello", "fibonacci", "range")
  )
    return false;
  if (has(before, "replace"))
    return has(clause, "replace", "append") && covers(before, "replace", "name", "file");
  const content = has(clause, "literal", "hello", "fibonacci", "range");
  return (
    has(before, "write") &&
    content &&
    has(clause, "write", "print") &&
    !has(clause, "run", "delete", "append")
  );
}

function firstReading(clause: Clause, context: PlanContext) {
  if (clause.reading !== undefined) return clause.reading;
  for (const intent of INTENTS) {
    const reading = intent(clause, context);
    if (reading !== undefined) return reading;
  }
  return undefined;
}

function hint(clause: Clause, language: Language): string {
  if (has(clause, "run")) return giveBackticks(language);
  return has(clause, "find") ? giveText(language) : "";
}

function take(context: PlanContext, clause: Clause, steps: Step[], replaced: number): void {
  context.steps.splice(context.steps.length - replaced, replaced, ...steps);
  context.file = steps.at(-1)?.file ?? filesOf(clause).at(-1) ?? context.file;
}

/** "and show me the result": the answer does that anyway. */
function onlyReports(clause: Clause): boolean {
  return (
    has(clause, "result", "what") &&
    covers(clause, "result", "show", "print", "what", "it", "program", "content", "run") &&
    !has(clause, "name") &&
    has(clause, "result", "print")
  );
}

function lastFile(earlier: Said[]): string | undefined {
  const files = earlier.slice(-3).flatMap(({ request, outcomes }) => {
    const clauses = readClauses(request)?.clauses ?? [];
    return clauses.flatMap((clause) => standing(clause, outcomes));
  });
  return files.at(-1);
}

/** The files a clause leaves in the reader's mind: not the name that a rename or a copy was to make and did not. */
function standing(clause: Clause, outcomes: Outcome[] | undefined): string[] {
  const files = filesOf(clause);
  const to = files.at(-1);
  if (outcomes === undefined || to === undefined || !has(clause, "move", "copy")) return files;
  const isDone = outcomes.some(({ call, text, failed }) => {
    const { command } = call.input;
    return !failed && text !== undefined && stringOf(command).includes(quotePath(to));
  });
  return isDone ? files : files.slice(0, -1);
}

function refused(text: string): Plan {
  return { kind: "talk", rule: "decline", text };
}

/** All that was said, as one clause. */
function whole(clauses: Clause[]): Clause {
  return {
    text: clauses.map(({ text }) => text).join(" "),
    tokens: clauses.flatMap(({ tokens }) => tokens),
  };
}
