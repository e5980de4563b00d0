// practice/brain/intents/forms · wishes that are known by their forms, which stand in forms.json: `(a|b)` is one of these, `{name}` a slot of formSlots.json.
import { kept } from "../kept.ts";
import DATA from "./formSlots.json" with { type: "json" };
import FORMS from "./forms.json" with { type: "json" };

/** A wish that has one of the forms, with what stands in its slots. */
export interface Formed {
  intent: string;
  slots: Readonly<Record<string, string | undefined>>;
}

const PARTS = new Map(Object.entries(DATA.parts));
const withParts = (slot: string): string =>
  slot.replace(/\{([A-Z]+)\}/g, (_, part: string) => PARTS.get(part) ?? "");
const SLOTS = new Map(
  Object.entries(DATA.slots).map(([slot, form]) => [slot, withParts(form)] as const),
);

const ALL = Object.entries(FORMS).flatMap(([intent, forms]) =>
  (["en", "zh", "ja"] as const).flatMap((language) =>
    forms[language].map((form) => ({ intent, language, form })),
  ),
);

/** Made when it is first tried: most runs hear one language. */
const regExpOf = kept(compiled, (one) => one);

function compiled({ form, language }: (typeof ALL)[number]): RegExp {
  const plain = form
    .replaceAll(".", "\\.")
    .replaceAll("(", "(?:")
    .replaceAll("'", "['’]")
    .replaceAll(" ", language === "en" ? "\\s+" : "\\s*")
    .replaceAll("：", language === "en" ? ":" : "[:：]\\s*")
    .replace(/\[(.*?)\[:：\]\\s\*(.*?)\]/g, "[$1:：$2]")
    .replaceAll("{any}", "[^,;，、；。]*?")
    .replace(/\{(\w+)\}/g, (_, slot: string) => `(?<${slot}>${SLOTS.get(slot)})`);
  return new RegExp(`^${DATA.before[language]}${plain}${DATA.behind[language]}$`, "i");
}

/** A sign that English does without; the other languages have some in each wish. */
const OTHER = /[^\u0001-\u007f]/;

/** A longer text is no wish of these kinds. */
const MOST_LETTERS = 1500;

/** The wishes that a request may be, by its form alone; the first is meant, if there is a tool for it. */
export function formsOf(request: string): Formed[] {
  if (request.length > MOST_LETTERS) return [];
  const isEnglish = !OTHER.test(request);
  const tried = isEnglish ? ALL.filter(({ language }) => language === "en") : ALL;
  return tried.flatMap((one) => {
    const found = regExpOf(one).exec(request.trim());
    return found === null ? [] : [{ intent: one.intent, slots: found.groups ?? {} }];
  });
}

export const namesIn = (names: string): string[] => names.split(new RegExp(DATA.parts.BETWEEN));
