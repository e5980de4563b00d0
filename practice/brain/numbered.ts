// practice/brain/numbered · requests offered by number, and the one that the person chooses by typing its number.
import { spoken, tell } from "./tell.ts";
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
  return lines.length === 0 ? "" : [OFFERED[spoken(language)], ...lines].join("\n");
}

const NUMBER = /^(?:number|option|选|第|#)?\s*(\d+)\s*(?:个|项|番目?|つ目)?[\s.,!)。、]*$/i;

/** The number that is all the words say. */
export function numberIn(words: string): number | undefined {
  const number = NUMBER.exec(words.normalize("NFKC").trim())?.[1];
  return number === undefined ? undefined : Number(number);
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
