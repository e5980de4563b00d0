// s25 · soul/checks – fixed checks of a proposed text, each with a reason that can be read. They are a tripwire, not a proof.
import { charactersIn, columnsIn } from "../../shared/characters.ts";
import { withInvisible } from "../../shared/text.ts";
import { AGAINST } from "./forms.ts";
import { type Finding, isSame } from "./history.ts";
import { linesOf } from "./show.ts";

/** The name of this set of checks. It is in the log with their findings; another set needs another name. */
export const CONTRACT = "soul_v1";

/** What is checked, and what it is compared with. */
export interface Case {
  text: string;
  active: string;
  /** The texts that the person has vetoed. */
  vetoed: string[];
  /** What tools, files, servers and other agents have said, and what the person has typed. */
  outside: string;
  typed: string;
  /** The names of the agent's tools. */
  tools: string[];
}

/** Says why a text fails; "" when it passes. */
type Check = (given: Case) => string;

const MAX_CHARACTERS = 16_000;
const MAX_LINE = 300;
const MAX_ADDED = 12;
const MAX_GONE = 0.4;

const isText: Check = ({ text }) => {
  const size = charactersIn(text);
  const odd = linesOf(text.replaceAll(EMOJI, "")).find(
    (line) => withInvisible(line) !== line || MIXED.test(line),
  );
  if (text.trim() === "") return "it is empty";
  if (size > MAX_CHARACTERS)
    return `it has ${size} characters, and at most ${MAX_CHARACTERS} are allowed`;
  return odd === undefined ? "" : `what is seen is not what is there: ${withInvisible(odd)}`;
};
/** Parts of an emoji may have no width, and are seen all the same. */
const EMOJI =
  /\p{Extended_Pictographic}(\ufe0f|\u200d|\p{Extended_Pictographic}|\p{Emoji_Modifier})*/gu;
/** A word of two alphabets, such as "аsk" with a Cyrillic а. */
const MIXED =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u;

const isOther: Check = ({ text, active, vetoed }) => {
  if (isSame(text, active)) return "it is the text that SOUL.md has already";
  return vetoed.some((one) => isSame(one, text)) ? "the person has vetoed this very text" : "";
};

const keepsProtected: Check = ({ text, active }) => {
  const kept = protectedSections(text);
  const lost = protectedSections(active).find((section) => !kept.includes(section));
  return lost === undefined
    ? ""
    : `this section must stay as it is, and new lines go before it or under another heading: ${lost.split("\n")[0]}`;
};
const PROTECTED =
  /^#{1,6}\s.*\b(boundar(y|ies)|safety|limits?)\b|^#{1,6}\s.*(边界|底线|安全|界限|境界|限界)/i;

/** Each section of which the heading says that it protects, up to the next heading. */
export function protectedSections(text: string): string[] {
  const sections = text.replaceAll(/\r\n?/g, "\n").split(/^(?=#{1,6}\s)/m);
  return sections.filter((section) => PROTECTED.test(section)).map((section) => section.trimEnd());
}

const isSmall: Check = ({ text, active }) => {
  const [before, added] = [linesOf(active), newLines(text, active)];
  const gone = newLines(active, text).length;
  const most = Math.max(2, Math.floor(before.length * MAX_GONE));
  if (gone > most)
    return `it takes away ${gone} of ${before.length} lines, and at most ${most} may go at once`;
  if (added.length > MAX_ADDED)
    return `it adds ${added.length} lines, and at most ${MAX_ADDED} may come at once`;
  const long = added.find((line) => columnsIn(line) > MAX_LINE);
  return long === undefined
    ? ""
    : `a line has more than ${MAX_LINE} characters: ${long.slice(0, 60)}…`;
};

const ordersNoTools: Check = ({ text, active, tools }) => {
  const added = newLines(text, active).join("\n");
  const names = tools.filter((name) => name.includes("_") || name === "bash"); // "task" is a word like any other
  const tool = names.find((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`, "i").test(added));
  if (tool !== undefined)
    return `it names the tool ${tool}: SOUL.md says who the agent is, not what it does`;
  const [found] = ORDERS.exec(added) ?? [];
  return found === undefined ? "" : `it has a command, an address or markup in it: ${found}`;
};
const ORDERS =
  /`[^`]*`?|https?:\/\/\S*|<!--|<\/?[a-z][^>]*>|\$\(|~\/|(?<=\s)\/[a-z]+\/\S*|\b(curl|sudo|rm -|chmod|eval)\b/i;

const keepsRules: Check = ({ text, active }) => {
  const added = formOf(newLines(text, active).join(" "));
  const [found] = AGAINST.map((form) => form.exec(added)?.[0]).filter(Boolean);
  return found === undefined ? "" : `it goes against the rules that come first: ${found}`;
};
const isThePersonsOwn: Check = ({ text, active, outside, typed }) => {
  const [heard, wanted] = [formOf(outside), formOf(typed)];
  const said = newLines(text, active)
    .flatMap((line) => line.split(/(?<=[.!?。！？;；])/u))
    .map((sentence) => formOf(sentence).replace(/[.!?。！？;；\s]+$/u, ""));
  const isForeign = (one: string) => heard.includes(one) && !wanted.includes(one);
  const found = said.find((one) => columnsIn(one) >= MIN_QUOTE && isForeign(one));
  return found === undefined
    ? ""
    : `a file, a tool or a note has said it, not the person: ${found.slice(0, 80)}`;
};
/** Columns. Shorter sentences are everybody's. */
const MIN_QUOTE = 12;

/** In the order in which they are shown. */
const CHECKS: Record<string, Check> = {
  "is a text": isText,
  "is another text": isOther,
  "keeps the protected sections": keepsProtected,
  "is a small change": isSmall,
  "gives no orders to tools": ordersNoTools,
  "takes away no rule": keepsRules,
  "not copied from outside": isThePersonsOwn,
};

/** What each check says. */
export const check = (given: Case): Finding[] =>
  Object.entries(CHECKS).map(([name, one]) => {
    const why = one(given);
    return { name, verdict: why === "" ? "passed" : "failed", why: why.slice(0, 400) };
  });

/** The lines of a text that the other one does not have. */
function newLines(text: string, other: string): string[] {
  const known = new Set(linesOf(other).map(formOf));
  return linesOf(text).filter((line) => !known.has(formOf(line)));
}

/** In one spelling, without what Markdown puts around words. */
const formOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\p{Cf}*_`>#]/gu, "")
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/^\s*[-+•]\s+|\s+/gm, " ")
    .trim();
