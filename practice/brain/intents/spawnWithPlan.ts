// practice/brain/intents/spawnWithPlan · a mate that is started and is to send a plan before it begins.
import { tell } from "../tell.ts";
import type { Language } from "../types.ts";

const WHO = "(?:him|her|it|them|[A-Za-z0-9_-]{1,64})";
const FIRST = [
  `[\\s,;.]+(?:(?:and|but|then)\\s+)?(?:let|have|ask)\\s+${WHO}\\s+(?:to\\s+)?(?:(?:make|send|write|show|submit)\\s+(?:me\\s+)?(?:a|the|his|her|its)\\s+plan|plan(?:\\s+it)?)\\s+first`,
  `[\\s,;.]+(?:(?:and|but)\\s+)?(?:he|she|it|they|[A-Za-z0-9_-]{1,64})\\s+(?:should|shall|must|is to)\\s+(?:(?:make|send|write|show|submit)\\s+(?:me\\s+)?(?:a|the|his|her|its)\\s+plan|plan(?:\\s+it)?)\\s+first`,
  "[\\s,;.]+(?:(?:and|but|with)\\s+)?(?:i want (?:to see )?)?(?:a|the|his|her|its)\\s+plan\\s+first",
  "[\\s,;.]+(?:(?:and|but)\\s+)?(?:make|send)\\s+(?:me\\s+)?a\\s+plan\\s+first",
  "[\\s,，;；。]*(?:但是?|不过|并且?|而且)?(?:要|请)?(?:先(?:让|叫|要求?)(?:他|她|它|[A-Za-z0-9_-]{1,64})|(?:让|叫|要求?)?(?:他|她|它|[A-Za-z0-9_-]{1,64})?\\s*(?:要|得|必须)?先)\\s*(?:做|写|出|交|提交|给我|制定|列)(?:出)?(?:一个|一份|个|份)?(?:计划|方案)(?:给我)?",
  "[\\s、,。;；]*(?:ただし|でも|その前に)?、?(?:[A-Za-z0-9_-]{1,64}\\s*(?:には?|は))?、?(?:まず|先に|最初に|はじめに)(?:計画|プラン)を(?:出させて|作らせて|立てさせて|書かせて|出してもらって|立ててもらって|作ってもらって|出して|立てて|作って)(?:ください|下さい)?",
].map((form) => new RegExp(`^(?<spawn>[\\s\\S]*?\\S)${form}[\\s.。!！]*$`, "i"));

/** So many letters at the end of a request are looked at. */
const TAIL_LETTERS = 160;

/** The request without the words that ask for a plan first, and whether it had any. */
export function planFirstIn(request: string): { spawn: string; isPlanned: boolean } {
  const before = request.slice(0, -TAIL_LETTERS);
  for (const form of FIRST) {
    const rest = form.exec(request.slice(-TAIL_LETTERS))?.groups?.spawn;
    if (rest !== undefined)
      return { spawn: (before + rest).replace(/[\s,;，；、。.]{1,9}$/, ""), isPlanned: true };
  }
  return { spawn: request, isPlanned: false };
}

/** The prompt of such a mate: a mate that is only started would begin before it is asked. */
export function toldToWait(wish: string, language: Language): string {
  return tell(language, "beginNothing", { wish });
}

const WAITS =
  /^(?:Begin nothing yet\. You will be asked for a plan of this first: |先什么都不要做。会先向你要一份计划：|まだ何も始めないでください。先に計画を求めます：)/;

/** Whether a prompt says that a plan will be asked for. */
export const isToldToWait = (prompt: string): boolean => WAITS.test(prompt);

/** What such a mate says to its prompt. */
export function waiting(language: Language): string {
  return tell(language, "begunNothing");
}
