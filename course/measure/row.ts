// course/measure/row · a claim, what was measured, and what follows from it.

/** One thing that was measured: in which case, what came out, and whether that is as much as was claimed. */
export interface Case {
  when: string;
  figure: string;
  isMet: boolean;
}

/** A claim beside its measurement. */
export interface Row {
  /** The number of the point in the list of the designs' points. */
  id: string;
  claim: string;
  by: Design;
  /** None: this cannot be measured offline. */
  cases: Case[];
  /** How it was measured. */
  how: string;
  /** Why it does not hold as claimed, or what it depends on; "" when there is nothing to say. */
  why: string;
}

/** Whose claim it is. */
export const DESIGNS = {
  files: "the design that s21 follows",
  prompt: "the design that s22 follows",
} as const;
export type Design = keyof typeof DESIGNS;

export type Verdict = "holds" | "holds only if" | "does not hold" | "not measured";

/** What follows from the cases, and from nothing else. */
export function verdictOf({ cases }: Row): Verdict {
  if (cases.length === 0) return "not measured";
  if (cases.every(({ isMet }) => isMet)) return "holds";
  return cases.some(({ isMet }) => isMet) ? "holds only if" : "does not hold";
}

/** How much less `now` is than `before`, and whether that is at least `least` percent. */
export function savedCase(
  when: string,
  { before, now, unit = "" }: { before: number; now: number; unit?: string },
  least: number,
): Case {
  const share = (100 * (before - now)) / before;
  const figure = `${whole(before)}${unit} → ${whole(now)}${unit}, −${cutShare(share)} %`;
  return { when, figure, isMet: share >= least };
}

/** A share with one digit after the point, cut and not rounded: 95.97 % is not 96.0 %. */
export const cutShare = (share: number): string => (Math.floor(10 * share) / 10).toFixed(1);

/** A whole number as a person reads it: 40,082. */
export const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
