// practice/brain/numbered · requests offered by number, and the one that the person chooses by typing its number.
import { tell } from "./tell.ts";
import type { Language } from "./types.ts";

const OFFERED: Readonly<Record<Language, string>> = {
  en: "Type a number, and I do it:",
  zh: "输入编号，我就做：",
  ja: "番号を入力すると、実行します：",
};
/** Behind a request: what it shows. */
const SHOWN = /\s*[(（][^()（）]*[)）]$/;
const HEAD = new RegExp(`(?:^|\\n)(?:${Object.values(OFFERED).join("|")})\\n`);

/** A request that can be chosen, and what it is an example of. */
export interface Offered {
  request: string;
  shows?: string;
}

export const canBeOffered = (request: string): boolean =>
  request.length < 150 && !request.includes("\n") && !SHOWN.test(request);

export const offersByNumber = (text: string): boolean => HEAD.test(text);

/** The requests, one a line, under a line that says how to choose one; "" without any. */
export function numbered(language: Language, all: readonly Offered[]): string {
  const lines = all.map(({ request, shows }, at) => {
    const end = tell(language, "shownAs", { shows });
    return `${at + 1}. ${request}${shows === undefined ? "" : end}`;
  });
  return lines.length === 0 ? "" : [OFFERED[language], ...lines].join("\n");
}

const WORDS = [
  "one|first|[一①]|最初",
  "two|second|[二②]",
  "three|third|[三③]",
  "four|[四④]",
  "five|[五⑤]",
];
const NUMBER = WORDS.map(
  (words, at) =>
    new RegExp(
      `^(?:(?:please|do|try|the|number|no|option|选|第)[\\s.]*|#)*(?:${at + 1}|${words})(?:st|nd|rd|th)?\\s*(?:one|option|个|项|条|号|番目?|つ目)?(?:の|を|で|です|お願い(?:します)?|吧|please)*$`,
      "i",
    ),
);

/** The number that is all the words say. */
export function numberIn(words: string): number | undefined {
  const plain = words
    .normalize("NFKC")
    .trim()
    .replace(/[\s.,!)。、]+$/, "");
  if (/^\d+$/.test(plain)) return Number(plain);
  const at = NUMBER.findIndex((form) => form.test(plain));
  return at < 0 ? undefined : at + 1;
}

/** A quotation on lines of its own: what stands in it was not said by the brain. */
const QUOTATION = /^(`{3,}|~{3,})[\s\S]*?(?:^\1$|$(?![\s\S]))/gm;

/** The request that a number stands for: one of those that the answer before it ended in. */
export function chosen(words: string, answer = ""): string | undefined {
  const number = numberIn(words);
  const lines = answer.replace(QUOTATION, "").split(HEAD)[1]?.split("\n") ?? [];
  const line = number === undefined ? undefined : lines[number - 1];
  const [, at, request] = /^(\d)\. (.+)$/.exec(line?.replace(SHOWN, "") ?? "") ?? [];
  return Number(at) === number ? request : undefined;
}
