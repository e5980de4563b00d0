// practice/brain/intents/again · the request before, for another file.
import { changes } from "../asking.ts";
import { stringOf } from "../blocks.ts";
import { isWord } from "../examples.ts";
import type { Plan, Said } from "../types.ts";

const LONGEST = 200;

/** A request that goes on from the one before. */
export interface Asked {
  /** Without the signs at its end. */
  words: string;
  earlier: Said[];
  /** Plans another request, as if it had been typed in place of this one. */
  plan(request: string, earlier: Said[]): Plan;
}

/** The name of a file, with the group `file`. */
const FILE = "[`\"'「“]?(?<file>[\\w./-]*\\w\\.\\w{1,8})[`\"'」”]?";

/** The first form that the words have from end to end. */
function matches(words: string, ...forms: string[]): RegExpExecArray | null {
  for (const form of forms) {
    const found = new RegExp(`^(?:${form})$`, "i").exec(words);
    if (found !== null) return found;
  }
  return null;
}

/** A plan for a request that speaks of the one before; undefined for every other one. */
export function goesOn(request: string, asked: Pick<Asked, "earlier" | "plan">): Plan | undefined {
  if (request.length > LONGEST) return undefined;
  const words = request
    .normalize("NFKC")
    .trim()
    .replace(/[\s.!?。]+$/, "")
    .replace(/^(?:please|now|ok|so|well|请|帮我|请帮我)[\s,]+/i, "");
  const whole: Asked = { ...asked, words };
  return same(whole) ?? also(whole) ?? more(whole);
}

/** "The same for b.txt": the request before, with this name in the place of its only one. */
function same(asked: Asked): Plan | undefined {
  const found = matches(
    asked.words,
    `(?:do )?(?:the )?same (?:thing )?(?:for|to|with) ${FILE}`,
    `(?:也)?对\\s*${FILE}\\s*(?:也)?(?:做|执行|来)(?:一遍|一次)?(?:同样|一样|相同)的(?:事情?|操作|处理)`,
    `(?:也)?对\\s*${FILE}\\s*也(?:这样|这么)(?:做|处理)`,
    `${FILE}\\s*也(?:一样|同样处理)`,
    `${FILE}\\s*(?:に(?:対して)?も?|も)(?:同じ(?:こと|操作|処理)を?|同様に|同じように)(?:して|やって|お願い)(?:ください|します)?`,
  );
  return again(asked, found?.groups?.file);
}

/** "And b.txt?": a question, so it repeats only what looks. */
function also(asked: Asked): Plan | undefined {
  const found = matches(
    asked.words,
    `(?:and|what about|how about)(?: (?:in|for|of))? ${FILE}`,
    `(?:那|那么)?\\s*${FILE}\\s*呢`,
    `(?:では|じゃあ)?[、,]?\\s*${FILE}\\s*(?:は|はどう(?:です|でしょう)か|も)`,
  );
  const plan = again(asked, found?.groups?.file);
  return plan?.kind === "steps" && !plan.steps.some(changes) ? plan : undefined;
}

const ADDED = "(?:add|put) (?:that|it|this|those|them)(?: in| on it| there| to it)?";
const TOO = "(?: too| as well)?(?: (?:at|to) the (?:end|bottom)| in there| to it)?";

/** "Oh, and butter, add that too": a line more for the file that was just written. */
function more(asked: Asked): Plan | undefined {
  const found = matches(
    asked.words,
    `(?:oh,? )?(?:and |also |plus )+(?<text>[^,;:?]{1,40}),? ${ADDED}${TOO}`,
    `(?:oh,? )?(?:and )?(?:also|plus) (?:add )?(?<text>[\\w.*/-]{1,40})${TOO}`,
  );
  const short = matches(asked.words, "(?:oh,? )?(?:and|plus) (?<text>[a-z]{3,}(?: [a-z]{3,})?)");
  const isNamed = short?.groups?.text?.split(" ").every((word) => !isWord(word)) === true;
  const text = (found ?? (isNamed ? short : null))?.groups?.text?.replace(/^["'“](.*)["'”]$/, "$1");
  const file = written(asked.earlier.at(-1));
  if (text === undefined || file === undefined || text.includes('"')) return undefined;
  return asked.plan(`Add the text "${text}" at the end of ${file}`, asked.earlier);
}

/** The file whose text the request before wrote; undefined where it did anything else. */
function written(said: Said | undefined): string | undefined {
  const calls = (said?.outcomes ?? []).filter(({ call }) => /^(?:write|edit)/i.test(call.name));
  const [path, other] = new Set(calls.map(({ call }) => stringOf(call.input.path)));
  const isText = path !== undefined && !/\.(?:py|[cm]?js|ts|sh|html|json)$/.test(path);
  return other === undefined && isText && calls.every(({ failed }) => !failed) ? path : undefined;
}

function again({ earlier, plan }: Asked, file: string | undefined): Plan | undefined {
  const last = earlier.at(-1)?.request;
  if (file === undefined || last === undefined) return undefined;
  const names = last.match(/(?<![\w./-])[\w./-]*\w\.[a-z]\w{0,7}(?!\w)/gi) ?? [];
  const [name] = names;
  if (name === undefined || new Set(names).size > 1) return undefined;
  return plan(last.replaceAll(name, file), earlier.slice(0, -1));
}
