// course/measure/row · a claim, what was measured, and what follows from it; and all of them as text.

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
  /** None: this cannot be measured offline. */
  cases: Case[];
  /** How it was measured. */
  how: string;
  /** Why it does not hold as claimed, or what it depends on. */
  why: string;
}

/** What follows from the cases, and from nothing else. */
export function verdictOf({ cases }: Row): string {
  if (cases.length === 0) return "not measured";
  if (cases.every(({ isMet }) => isMet)) return "holds";
  return cases.some(({ isMet }) => isMet) ? "holds only if" : "does not hold";
}

/** How much less `now` is than `before`, and whether that is at least `least` percent. */
export function savedCase(when: string, [before, now]: [number, number], least: number): Case {
  const share = (100 * (before - now)) / before;
  const figure = `${whole(before)} → ${whole(now)}, −${cutShare(share)} %`;
  return { when, figure, isMet: share >= least };
}

/** A share with one digit after the point, cut and not rounded: 95.97 % is not 96.0 %. */
export const cutShare = (share: number): string => (Math.floor(10 * share) / 10).toFixed(1);

/** A whole number as a person reads it: 40,082. */
export const whole = (value: number): string => Math.round(value).toLocaleString("en-US");

/** Each claim with its cases below it, how it was measured, and what it depends on. */
export const textOf = (rows: Row[]): string => rows.map(rowText).join("\n\n");

function rowText(row: Row): string {
  const width = Math.max(0, ...row.cases.map(({ when }) => when.length));
  const figures = Math.max(0, ...row.cases.map(({ figure }) => figure.length));
  const verdict = verdictOf(row);
  return [
    `${row.id}  ${row.claim}: ${verdict}`,
    ...row.cases.map(
      ({ when, figure, isMet }) =>
        `     ${when.padEnd(width)}  ${figure.padStart(figures)}  ${isMet ? "yes" : "no"}`,
    ),
    `     ${row.how}`,
    `     ${verdict}: ${row.why}`,
  ].join("\n");
}
