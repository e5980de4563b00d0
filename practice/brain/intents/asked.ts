// practice/brain/intents/asked · a request that is read as a whole, and the forms it is compared with.
import type { Language, Offer, Plan, Said } from "../types.ts";

export interface Asked {
  /** Without the signs at its end. */
  words: string;
  language: Language;
  earlier: Said[];
  offer: Offer;
  /** The file spoken of last. */
  file: string | undefined;
  /** Plans another request, as if it had been typed in place of this one. */
  plan(request: string, earlier: Said[]): Plan;
}

/** The name of a file, with the group `file`. */
export const FILE = "[`\"'「“]?(?<file>[\\w./-]*\\w\\.\\w{1,8})[`\"'」”]?";

/** The first form that the words have from end to end. */
export function matches(words: string, ...forms: string[]): RegExpExecArray | null {
  for (const form of forms) {
    const found = new RegExp(`^(?:${form})$`, "i").exec(words);
    if (found !== null) return found;
  }
  return null;
}
