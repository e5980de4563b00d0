// s27 · ego/mood – what else moves a desire a little: what was remembered lately, and the hour.
import type { Memory } from "../recall/recall.ts";
import { DESIRES } from "./desires.ts";

type Nudge = Record<string, number>;

/** From the memories of the last time, and the hour where the person is; the numbers are those of the original. */
export function nudges(lately: Memory[], hour: number): Nudge {
  const count = (kind: string) => lately.filter(({ category }) => category === kind).length;
  const valence = lately.reduce((sum, one) => sum + one.valence, 0) / Math.max(1, lately.length);
  const lit = Math.max(0, ...lately.filter(isLit).map(({ intensity }) => intensity));
  const isNight = hour < 5;
  const isMorning = hour >= 7 && hour < 12;
  const rules: [boolean, Nudge][] = [
    [count("technical") >= 3, { pattern_seeking: 0.08, predictability: 0.06 }],
    [count("introspection") >= 2, { cognitive_coherence: 0.07 }],
    [count("conversation") >= 3, { resonance: 0.06, social_thirst: -0.04 }],
    [valence <= -0.2, { social_thirst: 0.1, cognitive_coherence: 0.07 }],
    [valence >= 0.2, { curiosity: 0.06, expression: 0.04 }],
    [lit > 0, { curiosity: Math.min(0.2, 0.06 + 0.14 * lit) }],
    [isNight, { cognitive_coherence: 0.1, social_thirst: -0.1 }],
    [isMorning, { curiosity: 0.05 }],
  ];
  return sum(rules.filter(([isSo]) => isSo).map(([, nudge]) => nudge));
}

const isLit = ({ emotion }: Memory) => emotion === "surprised" || emotion === "excited";

const sum = (all: Nudge[]): Nudge =>
  Object.fromEntries(
    Object.keys(DESIRES).map((name) => [
      name,
      all.reduce((rest, one) => rest + (one[name] ?? 0), 0),
    ]),
  );

/** The levels with that, each from 0 to 1 and in hundredths. */
export const moved = (levels: Nudge, nudge: Nudge): Nudge =>
  Object.fromEntries(
    Object.entries(levels).map(([name, level]) => {
      const after = level + (nudge[name] ?? 0);
      return [name, Math.round(100 * Math.min(1, Math.max(0, after))) / 100];
    }),
  );
