// practice/brain/intents/quoting · a wish whose text has no certain beginning or end, shown again with quotes.

import { filesOf } from "../clauses.ts";
import { MARK } from "../spans.ts";
import { tell } from "../tell.ts";
import type { Clause, Language } from "../types.ts";

/** The words before a text, the text, and those behind it. */
const FORMS = [
  `((?:please\\s+|also\\s+)*(?:write|put|save|append|add)\\s+)(.+?)(\\s+(?:to|into|in|at the end of)\\s+(?:the\\s+)?(?:file\\s+)?${MARK}.*)`,
  `(.*${MARK}\\s+(?:with|saying|containing)\\s+(?:the text\\s+)?)(.+?)([.!]?)`,
  `(.*${MARK}\\s+(?:that|which)\\s+(?:prints?|says?|outputs?|shows?)\\s+)(.+?)([.!]?)`,
  `(.*(?:写上|写入|写|加上|追加|内容是|内容为)\\s*)(.+?)()`,
  `(.*(?:把|将)\\s*)(.+?)(\\s*(?:写|加|放|存|追加)[到进入].*)`,
  `(.*${MARK}\\s*(?:の末尾)?に\\s*)(.+?)(\\s*[とを](?:書|追|入|足|保存).*)`,
].map((form) => new RegExp(`^${form}$`, "i"));

/** The wish with quotes around what may be its text; undefined where no such words are in it. */
export function withQuotes(clause: Clause, language: Language): string | undefined {
  if (filesOf(clause).length !== 1) return undefined;
  for (const form of FORMS) {
    const [, before = "", text = "", behind = ""] = form.exec(clause.text.trim()) ?? [];
    if (text === "" || new RegExp(MARK).test(text)) continue;
    const [own, rest] = [clause.typed(before), clause.typed(behind)];
    return quoteIt(language, `${own}${quote(language, clause.typed(text))}${rest}`);
  }
  return undefined;
}

/** Where a comma cut words off behind a Chinese text without quotes, it may go on. */
export function openText(clause: Clause, language: Language): string | undefined {
  const token = clause.tokens.find(({ role, span }) => role === "literal" && span?.kind === "free");
  const rest = clause.text.slice(token?.end);
  const isCut = language === "zh" && /^ [^\uE000-\uF8FF写加放存追到进里中末]+$/.test(rest);
  if (token === undefined || !isCut) return undefined;
  const text = quote(language, `${token.span?.raw}，${rest.trim().replaceAll(" ", "，")}`);
  return quoteIt(language, clause.typed(clause.text.slice(0, token.start)) + text);
}

const quote = (language: Language, text: string): string => tell(language, "inQuotes", { text });

function quoteIt(language: Language, sentence: string): string {
  return tell(language, "openQuotes", { sentence });
}
