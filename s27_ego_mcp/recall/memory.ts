// s26 · recall/memory – what a memory is, and what weighs besides its words: time, feeling, importance.
import { newDigits } from "../../shared/ids.ts";

/** How strongly each emotion is remembered. From ego-mcp 1.7 (EMOTION_BOOST_MAP). */
const STRENGTH = {
  neutral: 0,
  contentment: 0.08,
  curious: 0.1,
  nostalgic: 0.15,
  melancholy: 0.18,
  happy: 0.2,
  anxious: 0.22,
  sad: 0.25,
  frustrated: 0.28,
  moved: 0.3,
  surprised: 0.35,
  excited: 0.4,
};

export type Emotion = keyof typeof STRENGTH;

const isEmotion = (word: string): word is Emotion => Object.hasOwn(STRENGTH, word);

export const EMOTIONS: readonly Emotion[] = Object.keys(STRENGTH).filter(isEmotion);

export const CATEGORIES = [
  "daily",
  "conversation",
  "technical",
  "observation",
  "lesson",
  "feeling",
  "introspection",
  "relationship",
  "self_discovery",
  "philosophical",
  "memory",
  "dream",
] as const;
export type Category = (typeof CATEGORIES)[number];

export const LINK_TYPES = ["similar", "caused_by", "leads_to", "related"] as const;
export type LinkType = (typeof LINK_TYPES)[number];

export interface Link {
  to: string;
  type: LinkType;
  /** 0 to 1. */
  confidence: number;
}

export interface Memory {
  /** mem_ and twelve hexadecimal digits. */
  id: string;
  content: string;
  emotion: Emotion;
  secondary: Emotion[];
  /** 0 to 1. */
  intensity: number;
  /** 1 to 5. */
  importance: number;
  category: Category;
  /** −1 (unpleasant) to 1. */
  valence: number;
  /** 0 (calm) to 1. */
  arousal: number;
  tags: string[];
  sharedWith: string[];
  isPrivate: boolean;
  /** In ms. */
  createdAt: number;
  /** How often it was recalled. */
  accesses: number;
  links: Link[];
}

export interface Episode {
  /** ep_ and twelve hexadecimal digits. */
  id: string;
  summary: string;
  members: string[];
  start: number;
  end: number;
  importance: number;
}

/** What memories must have to be found. Both ends of a range count. */
export interface Filters {
  limit?: number;
  emotion?: Emotion;
  category?: Category;
  from?: number;
  to?: number;
  valence?: [number, number];
  arousal?: [number, number];
}

/** A memory of this text, with what is usual where nothing else is said. */
export const newMemory = (said: Partial<Memory> & { content: string }, now: number): Memory => ({
  emotion: "neutral",
  secondary: [],
  intensity: 0.5,
  importance: 3,
  category: "daily",
  valence: 0,
  arousal: 0.5,
  tags: [],
  sharedWith: [],
  isPrivate: false,
  ...said,
  content: said.content.toWellFormed(), // half a character would be refused by the API, in each later request
  id: `mem_${newDigits(12)}`,
  createdAt: now,
  accesses: 0,
  links: [],
});

export const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * 1 for what has just happened, ½ after a half-life. That is 30 days; what is recalled often, or linked well, has a longer
 * one (ego-mcp 1.7). A clock that was wrong makes nothing fresher than fresh.
 */
export function vividness({ createdAt, accesses, links }: Memory, now: number): number {
  const confidence = Math.max(0, ...links.map((link) => link.confidence));
  const halfLife = (30 + Math.min(5 * accesses, 60)) * (1 + 0.5 * confidence);
  return 2 ** (-Math.max(0, now - createdAt) / DAY_MS / halfLife);
}

/** What is added to how well a memory fits: −0.3 for one that has faded, up to 0.16 for a strong one (ego-mcp 1.7). */
export const weightOf = (memory: Memory, now: number): number =>
  0.2 * STRENGTH[memory.emotion] +
  (0.2 * (memory.importance - 1)) / 10 -
  0.3 * (1 - vividness(memory, now));
