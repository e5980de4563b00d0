// practice/brain/plan · turns a request into steps: every clause must have a meaning, or nothing is done.
import { covers, filesOf, has, readClauses, valuesOf } from "./clauses.ts";
import { append, replace, write } from "./intents/change.ts";
import { compact } from "./intents/compact.ts";
import { count } from "./intents/count.ts";
import { delegate } from "./intents/delegate.ts";
import { aboutMemory, fromNotes, keptBeside, ownName } from "./intents/memory.ts";
import { giveText, mention } from "./intents/mention.ts";
import { program } from "./intents/program.ts";
import { ends, explain, read } from "./intents/read.ts";
import { relocate } from "./intents/relocate.ts";
import { clear, folder, remove } from "./intents/remove.ts";
import { branch, command, execute, giveBackticks } from "./intents/run.ts";
import { find, list } from "./intents/search.ts";
import { skill } from "./intents/skill.ts";
import { summary } from "./intents/summary.ts";
import { decline, greeting, identity } from "./intents/talk.ts";
import { withTodos } from "./todo.ts";
import type { Clause, Intent, Language, Offer, Plan, PlanContext, Step } from "./types.ts";

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
  list,
  mention,
  find,
  explain,
  read,
  execute,
];

/** Plans `request`; `earlier` is what the person said before, where "it" may come from. */
export function planFor(request: string, earlier: string[], offer: Offer): Plan {
  const memory = aboutMemory(request, offer) ?? ownName(request, offer);
  if (memory !== undefined) return memory;
  const beside = keptBeside(request);
  const plan =
    beside === undefined
      ? planWishes(request, earlier, offer)
      : planFor(beside.rest, earlier, offer);
  if (plan.kind === "talk" && plan.rule === "decline") return fromNotes(request, offer) ?? plan;
  if (beside === undefined) return plan;
  if (plan.kind === "talk") return { ...plan, text: `${beside.words}\n\n${plan.text}` };
  return { ...plan, preface: beside.words };
}

function planWishes(request: string, earlier: string[], offer: Offer): Plan {
  const read = readClauses(request);
  if (read === undefined || read.clauses.length === 0) return declined("en");
  const context: PlanContext = {
    language: read.language,
    offer,
    steps: [],
    file: lastFile(earlier),
    planAlone: (wish) => planFor(wish, [], { names: offer.names, skills: offer.skills }),
  };
  let talk: Plan | undefined;
  if (read.clauses.some((clause) => CONDITION.test(clause.text))) return declined(read.language);
  for (const clause of mergeClauses(read.clauses)) {
    if (context.steps.length > 0 && onlyReports(clause)) continue;
    const reading = firstReading(clause, context);
    if (reading === undefined) return declined(context.language, hint(clause, context.language));
    if (reading.kind === "decline") return declined(context.language, reading.reason);
    if (reading.kind === "talk") talk = reading;
    else take(context, clause, reading.steps, reading.replace ?? 0);
  }
  if (context.steps.length > 0)
    return { kind: "steps", steps: withTodos(context.steps, offer), language: context.language };
  return talk ?? declined(context.language);
}

/** Negations, conditions and alternatives: what a rule that looks for words would get wrong. */
const CONDITION =
  /\b(?:not|never|if|unless|except|without|instead|until|or|but|when|while|don't|doesn't)\b|不|(?<![分区特类])别|如果|除非|除了|否则|或者|或|但|假如|要是|ない|れば|なら(?!び)|たら|以外|ずに|または|もし|けど|しかし/i;

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

function lastFile(earlier: string[]): string | undefined {
  const clauses = earlier.slice(-3).flatMap((request) => readClauses(request)?.clauses ?? []);
  return clauses.flatMap(filesOf).at(-1);
}

function declined(language: Language, reason = ""): Plan {
  return { kind: "talk", rule: "decline", text: decline(language, reason) };
}
