// practice/brain/intents/nearest · what a decline leads on to: the nearest requests that would work here and now, in the person's words.
import { changes, isConditional, speaksOfChange } from "../asking.ts";
import { filesOf, joined, readClauses, spansOf } from "../clauses.ts";
import { decide, fill } from "../decide.ts";
import type { Book } from "../examples.ts";
import { isFolderName } from "../names.ts";
import { canBeOffered, numbered } from "../numbered.ts";
import { kindsIn } from "../numbers.ts";
import { slotsOf } from "../rows/call.ts";

import type { Clause, PlanContext, Said } from "../types.ts";
import { freshName, keysOf, type Slots, sentenceOf } from "./leads.ts";
import { kindOf } from "./table.ts";

const MOST = 3;
/** Of so many the nearest are offered. */
const TRIED = 5;
/** How many intents it tries, and how near the nearest example of each must be. */
const INTENTS = 5;
const NEAREST = 0.3;
/** How many of them may change something. */
const CHANGING = 2;

/** What leads are made from: the request that was declined, and what there is besides. */
export interface Asked extends Pick<PlanContext, "language" | "book" | "file" | "tried"> {
  request: string;
  earlier: readonly Said[];
}

type Requests = Generator<string | undefined>;

/** At most three requests by number: none declines, and none changes what the person did not name. */
export function leadsFor(asked: Asked): string {
  const found = new Set<string>();
  for (const request of requestsFor(asked)) {
    if (request === undefined || !canBeOffered(request)) continue;
    if (asked.tried(request) !== undefined) found.add(request);
    if (found.size === TRIED) break;
  }
  // What names the same files is nearer than what does not.
  const named = readClauses(asked.request)?.clauses.flatMap(filesOf) ?? [];
  const isAway = (request: string) => Number(!named.some((name) => request.includes(name)));
  const all = [...found].sort((one, other) => isAway(one) - isAway(other)).slice(0, MOST);
  return numbered(
    asked.language,
    all.map((request) => ({ request })),
  );
}

/** What is understood of it, what the rest is like, then what is known of the files it names, and the list of them all. */
function* requestsFor(asked: Asked): Requests {
  const { language } = asked;
  const read = readClauses(asked.request);
  const clauses = read?.clauses ?? [];
  const isAsked = !read || read.isAsked || read.isCorrected || clauses.some(isConditional);
  const known = clauses.filter((clause) => looks(clause, asked));
  if (clauses.length > 1) for (const { typed, text } of known) yield typed(text);
  const unknown = clauses.filter((clause) => !known.includes(clause));
  if (unknown.length > 1) yield* nearestTo(joined(unknown), isAsked, asked);
  for (const clause of unknown) yield* nearestTo(clause, isAsked, asked);
  const named = clauses.flatMap(filesOf).filter((name) => PLAIN.test(name));
  for (const name of named) yield sentenceOf("file-exists", language, { file: name });
  yield sentenceOf("list-files", language, {});
}

/** Whether it is understood by itself and would only look. */
function looks({ typed, text }: Clause, { tried }: Asked): boolean {
  const plan = tried(typed(text));
  return plan?.kind === "steps" && !plan.steps.some(changes);
}

/** A sentence for each intent that a wish is like, the nearest first, with what the wish says in its slots. */
function* nearestTo(clause: Clause, isAsked: boolean, asked: Asked): Requests {
  const { language, book, tried } = asked;
  const intents = likeliest(clause, book);
  for (const intent of intents) {
    const slots = slotsFor(fill(clause, intent, book), asked);
    const requests = keysOf(intent)
      .filter(
        (key) =>
          !isChange(key) || (!isAsked && mayChange(key, intents.indexOf(intent), clause, asked)),
      )
      .map((key) => sentenceOf(key, language, slots(isChange(key))));
    yield requests.find(
      (request) =>
        request !== undefined && hasItsFiles(request, asked) && tried(request) !== undefined,
    );
  }
}

/** Whether the files that a request is about are there, as far as the conversation tells; what it makes need not be. */
function hasItsFiles(request: string, asked: Asked): boolean {
  const clauses = readClauses(request)?.clauses ?? [];
  return (
    MAKES_OR_ASKS.test(request) || clauses.flatMap(filesOf).every((name) => isThere(name, asked))
  );
}

/** Whether a result of the conversation has this name. */
const isThere = (name: string, { earlier }: Asked): boolean =>
  earlier.some(({ outcomes = [] }) => outcomes.some(({ text = "" }) => text.includes(name)));

/** The beginnings of sentences that make what they name, or ask whether it is there. */
const MAKES_OR_ASKS =
  /^(?:Create|Make|Is there|Find|新建|创建|建|有没有|有|查找|找)|(?:作成して|作って|ありますか？|探して)$/;

/** The intents that a wish is most like; of those that no rule can carry out only itself. */
function likeliest(clause: Clause, book: Book): string[] {
  if (spansOf(clause, "wish").length > 0) return ["delegate"];
  const { intent = "", ranked } = decide(clause, book);
  if (intent !== "" && kindOf(intent) === "model") return [intent];
  const all = [...ranked, ...book.rank(clause.tokens)].filter(
    ({ nearest: [near = 0] }) => near > NEAREST,
  );
  return [...new Set(all.map((one) => one.intent))].slice(0, INTENTS);
}

/** Whether a sentence may change something; what follows the slash tells sentences of one intent apart. */
const isChange = (key: string): boolean =>
  /changes|model/.test(kindOf(key.split("/")[0] ?? "")) || key === "remember";

/** Sentences that change files: only where nothing is nearer, and a change is spoken of. */
const FILES = /^(?:create|write|make|append|replace|rename|fix|delete|clear|move|copy)/;

/** Those that leave nothing of it: only where the whole request is about that. */
const LOSES = /^(?:delete|clear)/;

function mayChange(key: string, place: number, clause: Clause, { request }: Asked): boolean {
  if (LOSES.test(key) && clause.typed(clause.text) !== request.trim()) return false;
  return FILES.test(key) ? place === 0 && speaksOfChange(clause) : place < CHANGING;
}

/** What a wish has in its slots; for what only looks, too, a file that was spoken of before. */
function slotsFor(clause: Clause, asked: Asked): (isChange: boolean) => Slots {
  const [text, next] = spansOf(clause, "literal").map((span) => span.text);
  const names = filesOf(clause).filter((name) => PLAIN.test(name));
  const [file, to] = names.filter((name) => !isFolderName(name));
  const own = slotsOf(clause);
  return (isChange) => ({
    ...own,
    text: [text ?? own.name].find((one) => !/^(?:it|that|this|them|these|those)$/i.test(one ?? "")),
    old: own.old ?? text,
    new: own.new ?? next,
    number: /^\d\d?$/.test(own.number ?? "") ? own.number : undefined,
    file: file ?? (isChange ? undefined : seen(asked)),
    to: names.length > 2 ? undefined : to,
    folder: own.folder ?? names.find(isFolderName),
    fresh: freshName("hello", asked, kindsIn(clause.text).includes("js") ? "js" : "py"),
    note: freshName("note", asked, "txt"),
  });
}

const PLAIN = /^[\p{L}\p{N}._/-]+$/u;
const NAME = /^(?:\S*[ :])?([\w-][\w./-]*\.[a-z]\w{0,7})(?=:|$)/gm;

/** A file spoken of or seen before: the last one, or the first that results name. */
function seen({ earlier, file }: Asked): string | undefined {
  if (file !== undefined) return file;
  const results = earlier.flatMap(({ outcomes = [] }) => outcomes.map(({ text = "" }) => text));
  const names = results.flatMap((text) => [...text.matchAll(NAME)].map(([, name = ""]) => name));
  return names[0];
}
