// site/host/examples · what the practice model knows of Chinese and Japanese: fetched when a request has a sign of the language.
import { once } from "../../shared/once.ts";
import { whileLoading } from "../node/clockwork.ts";

/** By intent, the words of people. Empty until they are loaded; the model reads them when a request is in this language. */
export const examples: Record<"zh" | "ja", Record<string, string[]>> = { zh: {}, ja: {} };

const LOADS = {
  zh: once(() => whileLoading(import("examples:zh").then((all) => fill("zh", all.default)))),
  ja: once(() => whileLoading(import("examples:ja").then((all) => fill("ja", all.default)))),
};

const fill = (language: "zh" | "ja", all: Record<string, string[]>) =>
  void Object.assign(examples[language], all);

const HAN = /[\u3400-\u9fff]/;
/** Signs by which the model takes a text for Japanese; see practice/brain/clauses.ts. */
const JAPANESE = /[\u3041-\u30ff\uff66-\uff9f]|[読説実覧検関変発図単]|終了|(?<![如任为几])何/;

const TEXT = /"(?:[^"\\]|\\.)*"/g;

/** Loads what a request may need, by the texts in it; undefined when it needs nothing. */
export function examplesFor(request: unknown): Promise<unknown> | undefined {
  const texts = String(request).match(TEXT) ?? [];
  const isJapanese = texts.some((text) => JAPANESE.test(text));
  const isChinese = texts.some((text) => HAN.test(text) && !JAPANESE.test(text));
  const wanted = [...(isChinese ? [LOADS.zh()] : []), ...(isJapanese ? [LOADS.ja()] : [])];
  return wanted.length > 0 ? Promise.all(wanted) : undefined;
}
