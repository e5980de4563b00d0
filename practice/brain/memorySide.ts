// practice/brain/memorySide · side questions about memory: which notes fit, what is worth keeping, which say the same.
import { isFields, listOf } from "../json/fields.ts";
import { personsWords, stringOf } from "./blocks.ts";
import { keptOf } from "./keeping.ts";
import { sharedTerms, termsOf, topicOf } from "./recalling.ts";
import { cut } from "./record.ts";
import { valueBetween } from "./tagged.ts";

const MOST_FILES = 5;
const LONGEST_DESCRIPTION = 120;
const LONGEST_NAME = 60;

/** The answer as a value; undefined for a question of another name, or one that cannot be read. */
export function answerOfMemory(name: string, text: string): unknown {
  if (name === "recall") return recall(text);
  if (name === "memories") return extraction(text);
  return name === "consolidation" ? consolidation(text) : undefined;
}

/** The notes whose line shares words with the request, best first. */
function recall(text: string): { files: string[] } | undefined {
  const [request, lines] = [valueBetween(text, "request"), valueBetween(text, "catalogue")];
  if (typeof request !== "string" || !Array.isArray(lines)) return undefined;
  const words = personsWords(request);
  const notes = lines.flatMap((line) => {
    const [, slug, about = ""] = /^- ([^\s:]+): ?([\s\S]*)$/.exec(stringOf(line)) ?? [];
    const shared = sharedTerms(words, `${slug} ${about}`);
    return slug === undefined ? [] : [{ slug, shared }];
  });
  const topic = topicOf(words);
  const isGeneral = topic !== undefined && termsOf(topic).size === 0;
  const fitting = isGeneral ? notes : notes.filter(({ shared }) => shared > 0);
  const best = fitting.toSorted((one, other) => other.shared - one.shared);
  return { files: [...new Set(best.map(({ slug }) => slug))].slice(0, MOST_FILES) };
}

/** Of the person's last words, those that ask to be kept. */
function extraction(text: string): unknown {
  const conversation = valueBetween(text, "conversation");
  if (!Array.isArray(conversation)) return undefined;
  const persons = conversation.filter(isFields).filter(({ who }) => who === "person");
  const words = persons.map((entry) => personsWords(stringOf(entry.text)));
  const last = words.findLast((said) => said !== "") ?? "";
  const memories = keptOf(last).map(({ kept, sentence }) => ({
    name: nameOf(kept),
    description: cut(kept.replace(/\s+/g, " "), LONGEST_DESCRIPTION - 1, "…"),
    type: typeOf(kept),
    scope: SESSION.test(sentence) ? "session" : "persistent",
    body: kept,
  }));
  return { memories };
}

const SESSION =
  /\b(?:(?:this|the current) (?:session|conversation|time)|for (?:now|the moment|today)|today|tonight|temporarily)\b|这次|本次|今天|暂时|临时|(?:这个|本)(?:会话|对话)|今回|今日|とりあえず|一時的|この(?:セッション|会話)/i;
const PROJECT =
  /\b(?:project|repo|repository|team|codebase)s?\b|项目|仓库|团队|プロジェクト|リポジトリ|チーム/i;
const FEEDBACK =
  /^(?:(?:please|to|from now on),? )*(?:always|never|do not|don['’]t|you (?:should|must)|answer|reply|respond)\b|\b(?:answers?|replies|reply|respond) (?:in|with|to me|briefly)\b|^(?:请|总是|始终|以后|今后|不要|别|永远)|(?:回答|回复)|(?:答えて|返事|返信)|ないで(?:ください)?$|^(?:必ず|決して|常に)/i;

function typeOf(kept: string): string {
  if (PROJECT.test(kept)) return "project";
  return FEEDBACK.test(kept) ? "feedback" : "user";
}

/** The first six words, or twelve letters of a wide script. */
function nameOf(kept: string): string {
  const words = kept
    .replace(/[^\p{L}\p{N}\p{M}'’]+/gu, " ")
    .trim()
    .split(" ");
  const name = words.slice(0, 6).join(" ");
  return cut(name, /[\u3041-\u9fff]/.test(name) ? 12 : LONGEST_NAME, "").trim();
}

/** The same records; of those with the same body or the same description the first. */
function consolidation(text: string): unknown {
  const given = valueBetween(text, "memories");
  if (!Array.isArray(given)) return undefined;
  const kept: Record<string, unknown>[] = [];
  for (const { name, description, type, body } of listOf(given).map((one) =>
    isFields(one) ? one : {},
  )) {
    const isSame = (key: string, value: unknown) =>
      kept.some((other) => level(value) !== "" && level(other[key]) === level(value));
    if (!isSame("body", body) && !isSame("description", description))
      kept.push({ name, description, type, body });
  }
  return { memories: kept };
}

function level(value: unknown): string {
  const words = stringOf(value).normalize("NFKC").toLowerCase();
  return words
    .replace(/\s+/g, " ")
    .replace(/[\s.!?。]+$/, "")
    .trim();
}
