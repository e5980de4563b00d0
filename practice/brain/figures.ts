// practice/brain/figures · how often the examples lead to the right intent when a tenth of them is not known, by intent and language.
import type { Figure } from "../bench/bench.ts";
import { joined, readClauses } from "./clauses.ts";
import { decide } from "./decide.ts";
import { type Learned, learnFrom, phrasingsOf, wordsOf } from "./examples.ts";
import { TOOLS, type Verdict } from "./heldOut.ts";
import { actOf, kindOf } from "./intents/table.ts";

import { readOffer } from "./offer.ts";
import { planFor } from "./plan.ts";
import { ROWS } from "./rows/rows.ts";
import type { Language } from "./types.ts";

const FOLDS = 10;
export const LANGUAGES = ["en", "zh", "ja"] as const;

export interface Judged {
  intent: string;
  phrasing: string;
  verdict: Verdict;
  /** What it was taken for, if it was not declined. */
  as: string | undefined;
}

/** Each example, judged by what is learned from the others; those of one part are left out together. */
export function judge(language: Language): Judged[] {
  const all = phrasingsOf(language).flatMap(([intent, phrasings]) =>
    phrasings.map((phrasing) => ({ intent, phrasing })),
  );
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const [own, others] = [0, 1].map((rest) =>
      all.filter((_, at) => (at % FOLDS === fold) === (rest === 0)),
    );
    const learned = learnFrom(
      (others ?? []).map(({ intent, phrasing }) => [intent, [phrasing]] as const),
      language,
    );
    return (own ?? []).map(({ intent, phrasing }) => {
      const as = intentIn(wordsOf(phrasing), learned);
      return { intent, phrasing, as, verdict: verdictOf(intent, as) };
    });
  });
}

const OFFER = readOffer({ tools: TOOLS });
const isNothing = (intent: string) => ["none", "model"].includes(kindOf(intent));

/** What a request is taken for; undefined where nothing is done and nothing answered. */
function intentIn(request: string, learned: Learned): string | undefined {
  const earlier = [{ request: "Read zz.txt" }];
  const plan = planFor(request, { earlier, offer: OFFER, rows: ROWS, learned });
  const read = readClauses(request);
  if (read === undefined || (plan.kind === "talk" && plan.rule === "decline")) return undefined;
  const clause = joined(read.clauses);
  const { intent } = decide(clause, learned);
  if (intent !== undefined && isNothing(intent)) return undefined;
  if (intent !== undefined) return intent;
  return plan.kind === "talk" ? plan.rule : plan.steps.at(-1)?.rule;
}

function verdictOf(intent: string, as: string | undefined): Verdict {
  if (as === undefined) return isNothing(intent) ? "right" : "declined";
  return actOf(as) === actOf(intent) ? "right" : "wrong";
}

/** The share of each verdict, in percent. */
export function shares(judged: readonly Judged[]): Record<Verdict, number> {
  const of = (verdict: Verdict) =>
    (100 * judged.filter((one) => one.verdict === verdict).length) / (judged.length || 1);
  return { right: of("right"), declined: of("declined"), wrong: of("wrong") };
}

export function exampleFigures(): Figure[] {
  return LANGUAGES.flatMap((language): Figure[] => {
    const { right, wrong } = shares(judge(language));
    const name = `examples left out, ${language}`;
    return [
      { name: `${name}: not right`, value: 100 - right, unit: "%", target: 50 },
      { name: `${name}: wrong`, value: wrong, unit: "%", target: 3 },
    ];
  });
}

/** A line for each intent: how many of its examples were right, declined and wrong, and what they were taken for. */
export function table(language: Language): string {
  const judged = judge(language);
  const intents = [...new Set(judged.map(({ intent }) => intent))];
  const lines = intents.map((intent) => {
    const own = judged.filter((one) => one.intent === intent);
    const count = (verdict: Verdict) => String(own.filter((one) => one.verdict === verdict).length);
    const wrong = own.flatMap(({ verdict, as }) => (verdict === "wrong" ? [as] : []));
    const counts = (["right", "declined", "wrong"] as const).map((one) => count(one).padStart(4));
    return `${intent.padEnd(24)}${counts.join("")}  ${[...new Set(wrong)].join(" ")}`.trimEnd();
  });
  const { right, declined, wrong } = shares(judged);
  const all = [right, declined, wrong].map((share) => `${share.toFixed(1)} %`).join(", ");
  return [`${language}: right, declined, wrong of ${judged.length}: ${all}`, ...lines].join("\n");
}
