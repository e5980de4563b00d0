// s27 · ego/desires – how much something pulls, from the time since it was last met.

/** In how many hours each desire grows back when it was met well. */
export const DESIRES: Record<string, number> = {
  ...{ information_hunger: 4, social_thirst: 8, cognitive_coherence: 12, pattern_seeking: 24 },
  ...{ predictability: 24, recognition: 12, resonance: 8, expression: 16, curiosity: 6 },
};

/** When a desire was last met, in milliseconds since 1970, and how well, from 0 to 1. */
export interface Met {
  at: number;
  quality: number;
}

/** A desire is elapsed time. What was never met is half as strong as it can be. */
export function levelOf(hours: number, met: Met | undefined, now: number): number {
  if (met === undefined) return 0.5;
  const elapsed = Math.max(0, now - met.at) / 3_600_000;
  return 1 / (1 + Math.exp(3 - (6 * elapsed) / (hours * (0.5 + 0.5 * met.quality))));
}

/** Numbers stay inside: a model that sees one recites it. */
export function wordFor(level: number): "high" | "mid" | "low" {
  if (level >= 0.7) return "high";
  return level >= 0.4 ? "mid" : "low";
}
