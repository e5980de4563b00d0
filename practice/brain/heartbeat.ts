// practice/brain/heartbeat · a look that nobody typed: what it asks for, and when there is nothing to tell.
import type { Fields } from "../json/fields.ts";
import type { Reply } from "../protocol/reply.ts";
import { messagesOf, personsWords, rawBlocks, SILENT, stringOf } from "./blocks.ts";
import type { Outcome } from "./types.ts";
import { isEmpty } from "./words.ts";

const LOOK = new RegExp(`<note kind="heartbeat">[\\s\\S]*\\b${SILENT}\\b`);
const isLook = ({ content }: Fields): boolean =>
  rawBlocks(content).some(({ text }) => LOOK.test(stringOf(text)));

/** A tool whose reply is about the agent alone: a person has nothing to do with it. */
const INNER = /(?:^|__)feel_desires$/;

/** Whether the turn is such a look, with leave to be silent, and nothing was asked or printed. */
export function isSilent(body: unknown, outcomes: Outcome[], { calls }: Reply): boolean {
  const asked = messagesOf(body).filter(({ role }) => role === "user");
  const last = asked.findLast((one) => isLook(one) || personsWords(one.content) !== "");
  if (last === undefined || !isLook(last)) return false;
  if (personsWords(last.content) === "") return true;
  const isNothing = ({ failed, text = "?", call }: Outcome) =>
    !failed && (INNER.test(call.name) || isEmpty(text, call));
  return calls === undefined && outcomes.length > 0 && outcomes.every(isNothing);
}
