// practice/brain/intents/repair · a fault to be mended: it can show the file, not mend it.
import type { Language, Plan, Step } from "../types.ts";
import { pick } from "../words.ts";
import { type Asked, FILE, matches } from "./asked.ts";
import { readStep } from "./read.ts";
import { decline } from "./talk.ts";

const FAULT = "(?:typos?|bugs?|errors?|mistakes?|problems?)";
const FAULT_ZH = "(?:错别字|拼写错误|错误|\\s*bug|问题|毛病)";
const FAULT_JA = "(?:誤字|タイプミス|タイポ|バグ|間違い|エラー|問題)";
const FORMS = [
  `(?:can you |could you )?(?:fix|correct|repair|find) (?:this|the|a|an|all)?\\s*(?:the )?${FAULT}(?: (?:in|of|with) (?:${FILE}|it|this file))?`,
  `(?:can you |could you )?(?:fix|repair|debug) (?:${FILE}|it|this(?: file)?)`,
  `(?:there(?:'s| is|'re| are) )(?:an? |some )?${FAULT} in (?:${FILE}|it)`,
  `(?:why (?:does|is|doesn't|isn't) )?${FILE} (?:is broken|(?:doesn't|does not|won't) (?:work|run)|fails?|not work(?:ing)?|work|run|broken|failing)`,
  `what(?:'s| is) wrong (?:with|in) (?:${FILE}|it)`,
  `(?:修复|修正|修改|改正|改|修|找出)(?:一下)?(?:这个|那个|\\s*${FILE}\\s*(?:里|中)?的?)(?:一个)?${FAULT_ZH}`,
  `(?:调试|检查|修复|修正|修)(?:一下)?\\s*${FILE}`,
  `${FILE}\\s*(?:里|中)?有(?:一?个)?${FAULT_ZH}`,
  `${FILE}\\s*(?:为什么|怎么)?(?:不能|无法|没法)(?:运行|工作|用)(?:了)?`,
  `${FILE}\\s*(?:哪里|有什么)(?:错了?|问题)`,
  `(?:この|その|${FILE}\\s*の)\\s*${FAULT_JA}を?(?:直して|修正して|見つけて)(?:ください|くれますか)?`,
  `${FILE}\\s*を(?:直して|修正して|デバッグして)(?:ください)?`,
  `${FILE}\\s*に${FAULT_JA}が(?:あります|ある)`,
  `${FILE}\\s*(?:は|が)(?:なぜ|どうして)?(?:動かない|動きません|動かないの)(?:です)?か?`,
];

/** "Fix the typo in a.txt": shows the file and says what mending it takes. */
export function repair({ words, language, file: before }: Asked): Plan | undefined {
  const found = matches(words, ...FORMS);
  if (found === null) return undefined;
  const file = found.groups?.file ?? before;
  if (file === undefined)
    return { kind: "talk", rule: "decline", text: decline(language, "", needs(language, "a.txt")) };
  const step = readStep(language, file);
  const say = (...said: Parameters<Step["say"]>) =>
    `${step.say(...said)}\n\n${needs(language, file)}`;
  return { kind: "steps", language, steps: [{ ...step, say }] };
}

function needs(language: Language, file: string): string {
  return pick(
    language,
    `To find and fix a mistake needs a real model. I can put one text in the place of another: "Replace 'foo' with 'bar' in ${file}".`,
    `找出并修正错误需要真实的模型。我可以替换一段文字：“把 ${file} 里的 'foo' 换成 'bar'”。`,
    `間違いを見つけて直すには実際のモデルが必要です。文字列の置き換えならできます：「${file} の 'foo' を 'bar' に置き換えて」。`,
  );
}
