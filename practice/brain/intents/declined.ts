// practice/brain/intents/declined · a wish that a rule knows and doesn't carry out, with the reason.
import { type Key, tell } from "../tell.ts";
import type { Intent, Language, Reading } from "../types.ts";

export const declined = (
  language: Language,
  reason: Key,
  slots: Parameters<typeof tell>[2] = {},
): Reading => ({ kind: "decline", reason: tell(language, reason, slots) });

/** An intent that is always declined, with the same words. */
export const declining =
  (reason: Key): Intent =>
  (_, { language }) =>
    declined(language, reason);
