// practice/brain/intents/forms · wishes that are known by their forms, which stand in forms.json: `(a|b)` is one of these, `{name}` a slot.
import type { Language } from "../types.ts";
import FORMS from "./forms.json" with { type: "json" };

/** A wish that has one of the forms, with what stands in its slots. */
export interface Formed {
  intent: string;
  slots: Readonly<Record<string, string | undefined>>;
}

/** Words that name no one. */
const NOBODY =
  "(?!(?:an?|the|this|that|these|those|it|him|her|them|me|us|you|all|every\\w*|any\\w*|no\\w*|and|now|my|our|your|session|program|task|work|server|subagents?|agent|mate|teammate|helper|git|npm|node)\\b)";
const NAME = `${NOBODY}[A-Za-z0-9_-]{1,64}(?![\\w./-])`;
/** Between two names. */
const BETWEEN = "\\s*(?:,\\s*(?:and\\s+)?|\\band\\s+|和|、|，|と)\\s*";

const SLOTS: Readonly<Record<string, string>> = {
  name: NAME,
  names: `${NAME}(?:${BETWEEN}${NAME})*`,
  role: "[^:,，：]{1,40}?",
  wish: "\\S[\\s\\S]*?",
  head: "[\\s\\S]*?\\S",
  id: "req_[0-9a-f]{8}",
  task: "task_\\w+",
  tree: "[\\w-]+",
  uri: "[a-z][a-z0-9+.-]*://\\S+?",
};

const BEFORE: Readonly<Record<Language, string>> = {
  en: "(?:(?:please|can you|could you|now|then|also|and)\\s+)*",
  zh: "(?:请|帮我|再|现在)*\\s*",
  ja: "(?:まず|次に)?、?",
};
const BEHIND: Readonly<Record<Language, string>> = {
  en: "(?:,?\\s+(?:please|now))*[\\s.!?]*",
  zh: "(?:吧|了)?[\\s。！？?]*",
  ja: "(?:ください|ね)*[\\s。！？?]*",
};

const all = Object.entries(FORMS).flatMap(([intent, forms]) =>
  (["en", "zh", "ja"] as const).flatMap((language) =>
    forms[language].map((form) => ({ intent, form: compiled(form, language) })),
  ),
);

function compiled(form: string, language: Language): RegExp {
  const plain = form
    .replaceAll(".", "\\.")
    .replaceAll("(", "(?:")
    .replaceAll("'", "['’]")
    .replaceAll(" ", language === "en" ? "\\s+" : "\\s*")
    .replaceAll("：", language === "en" ? ":" : "[:：]\\s*")
    .replace(/\[(.*?)\[:：\]\\s\*(.*?)\]/g, "[$1:：$2]")
    .replaceAll("{any}", "[^,;，、；。]*?")
    .replace(/\{(\w+)\}/g, (_, slot: string) => `(?<${slot}>${SLOTS[slot]})`);
  return new RegExp(`^${BEFORE[language]}${plain}${BEHIND[language]}$`, "i");
}

/** A longer text is no wish of these kinds. */
const MOST_LETTERS = 1500;

/** The wishes that a request may be, by its form alone; the first is meant, if there is a tool for it. */
export function formsOf(request: string): Formed[] {
  if (request.length > MOST_LETTERS) return [];
  return all.flatMap(({ intent, form }) => {
    const found = form.exec(request.trim());
    return found === null ? [] : [{ intent, slots: found.groups ?? {} }];
  });
}

export const namesIn = (names: string): string[] => names.split(new RegExp(BETWEEN));
