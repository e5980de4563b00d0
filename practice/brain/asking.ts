// practice/brain/asking · tells a question about a change from an order: asked whether to delete a file, the brain deletes nothing.
import type { Clause, Language, Step } from "./types.ts";
import { pick } from "./words.ts";

/** A question wherever it stands, polite or not. */
const ASKS = [
  /\b(?:should|shall|must|may|can|could|do|did|have|had) (?:I|we)\b|\b(?:I|we) should\b|\bdo you (?:think|know|want|suppose|recommend|suggest)\b|\bhow (?:do|does|can|could|would|should|to|about)\b|\b(?:why|wonder)\b|(?<!\b(?:tells?|checks?|says?|tests?|shows?) (?:me )?)\bwhether\b|\bwhat (?:if|about|happens|would)\b|\b(?:is|would) it (?:be )?(?:ok|okay|safe|fine|possible|wise|good|better|a good)\b/i,
  /(?:^|[.!?;,]\s*|\b(?:and|then|so)\s+)(?:(?:hey|hi|ok|so|well|now|also|just)[,\s]+)*(?:did|have|has|had|do|does|are|is|was|were) (?:you|it|they|that|this|the|[\uE000-\uF8FF])/i,
  /\byesterday\b|\blast (?:week|night|month)\b|昨天|前天|上周|上个月|昨日|先週/i,
  /怎么|怎样|如何|要不要|该不该|(?<!(?:判断|检查|检测)\S{0,10})是(?:不是|否)|有没有|为什么|为何|应该|应当|需不需要|用不用/,
  /(?:(?:て|で)も?(?:いい|良い|よい|よろしい|大丈夫|構わない|かまわない)|[ほ方](?:う)?が(?:いい|良い|よい)|べき|どうやって|どうすれば|どのように|なぜ|どうして|ましたか)/,
];
/** Orders in the form of a question. */
const POLITE =
  /\b(?:can|could|would|will) (?:you|u|ya)\b|\bpl(?:ease|s|z)\b|帮|请|麻烦|给我|拜托|劳驾|你(?:能|可以)|くれ|くださ|下さ|もらえ|もらい|いただけ|いただき|頂け|お願い|ほしい|欲しい|[てで]\s*\?/i;
const OPEN = /\b(?:what|which)\b|什么|哪|多少|几|何|どんな|どの|いくつ/i;
/** Verbs of what changes something, or may. */
const CHANGING =
  /\b(?:create|make|write|save|put|add|append|insert|replace|change|swap|edit|modify|update|delete|remove|erase|rm|run|execute|launch|start|rename|move|copy|delegate|compact|commit|revert|undo|discard|reset|install|clear|empty|overwrite|fix)s?\b|创建|新建|写|生成|保存|加|替换|换成|改|删|移除|去掉|清空|运行|执行|跑|启动|移动|移到|复制|拷贝|压缩|提交|撤销|回滚|安装|覆盖|修复|作成|作っ|作り|作る|書|保存|追加|追記|足し|置き換え|置換|変え|変更|修正|編集|削除|消|実行|走らせ|動か|起動|移動|移し|コピー|複製|圧縮|コミット|インストール|リネーム|[\uE000-\uF8FF]\s*する/i;

/** Signs of a question, a negation or a condition. */
const DOUBTS =
  /\?|^(?:how|what|why|when|where|which|who|should|shall|can|could|would|will|is|are|am|was|do|does|did|if|may|must|i|let|leave|keep|only|as)\b|\b(?:don'?t|not|no|never|if|unless|without|except|leave|keep|hands off|alone|wonder|safe|ok|when|once|after|before|until|but|only|yet|apart)\b|[吗么呢吧别不没]|怎|如何|为什么|会|能|是否|要|如果|假如|除|等|先|か[。?]?$|ない|なく|ず|たら|れば|なら|なぜ|どう|以外|もし|ので|とき|時は|まま|しか|だけ|いい|けど|が、|の$|っけ/i;

/** Whether it is an order by its form: politely asked, or with no sign of doubt. */
export const isOrder = (words: string): boolean => POLITE.test(words) || !DOUBTS.test(words);

/** Whether one of the sentences asks. */
export function asks(words: string): boolean {
  if (ASKS.some((form) => form.test(words))) return true;
  const sentences = words.match(/[^.!?;。\n]+(?:[!?;。\n]|\.(?=\s|$)|$)/g) ?? [];
  return sentences.some((sentence) => {
    const isQuestion = /(?:\?|[吗么]\s*[。!]?|か\s*[。!]?)\s*$/.test(sentence);
    if (!isQuestion || POLITE.test(sentence)) return false;
    // "Run it, what does it print?" asks about the result.
    const last = sentence.split(/[,、]|\bthen\b|然后|それから/).at(-1) ?? "";
    // What a subagent is asked has a question mark of its own.
    return !/\bdelegate\b/.test(last) && CHANGING.test(last) && !OPEN.test(last);
  });
}

export const isChange = (word: string): boolean => CHANGING.test(word);

/** Whether a verb of it changes something, or may. */
export function speaksOfChange({ text, tokens }: Clause): boolean {
  return tokens.some(({ role }) => role === "order") || CHANGING.test(text);
}

/** One name put in the place of another: which of them is meant is not certain. */
const CORRECTION =
  /\bI meant?\b|\b(?:no|sorry|oops|wait|rather|scratch that)\s*,|我是(?:说|指)|我的意思|说错|搞错|いや|間違え|まちがえ|じゃなくて|ではなく|というか/i;

export function corrects(words: string): boolean {
  return CORRECTION.test(words);
}

/** Steps that only look; every other one changes something, or may. */
const LOOKS =
  /^(?:(?:read|explain|list|find|count|first|last|show|plan|load|use-skill|review|git(?!-commit|-undo))(?:-|$)|run-tests)/;

export function changes(step: Step): boolean {
  return !LOOKS.test(step.rule);
}

export function askForIt(language: Language): string {
  return pick(
    language,
    "I take this for a question that no rule of mine answers, and a question changes nothing.",
    "我把这句话当作提问，我的规则回答不了它；提问也不会改动任何东西。",
    "これは質問と受け取りましたが、答えられるルールがありません。質問では何も変更しません。",
  );
}

/** What a rule that looks for words would get wrong, where something would change. */
const CONDITION =
  /\b(?:not|never|if|unless|except|without|instead|until|or|but|when|while|don't|doesn't)\b|不|(?<![分区特类错])别|如果|(?<!说)的话|除非|除了|否则|或者|或|但|假如|要是|ない|れば|(?<!さよう?)なら(?!び)|たら|以外|ずに|または|もし|けど|しかし/i;

/** Of a wish that only looks, the same would come of it with and without most of these. */
const NEGATION =
  /\b(?:don't|do not|never(?! (?:seen|done|programmed|coded|used|heard|written))|except|excluding|without|other than|apart from|aside from|besides|but not|outside of|leaving out|ignor(?:e|ing)|skip(?:ping)?|minus|or)\b|或者?|または|不要(?!了)|(?<![分区特类错])别|除了|以外|除い|ないで|せずに|なしで/i;

/** Words with a negation in them that say no more than "please" or "because": polite questions, and for what a thing is not needed. */
const NO_CONDITION =
  /\b(?:(?:a|one) \w+ or (?:two|so)|one or (?:two|more)|more or less|whether or not|or so|or something|sooner or later)\b|(?<=\b(?:tree|structure|search|grep)\b.*)\b(?:skip(?:ping)?|without|except|excluding|ignor(?:e|ing)|(?:but )?not|minus)(?: the)? node_modules\b|(?<=\b(?:tells?|checks?|says?|shows?|tests?|sees?) (?:me )?)if\b|\b(?:tell|ping|notify|let) me (?:know )?(?:when|if)\b|\b(?:(?:i|we) )?(?:don'?t|do not) need (?:it|them|that|this|those|these|two|both|any of (?:it|them))\b(?! (?:to|for|if|unless|until)\b)|(?<=(?:判断|检查|检测)\S{0,10}是)不(?=是)|(?<=[\uE000-\uF8FF]\s)instead of(?=\s[\uE000-\uF8FF])|(?:能不能|可不可以)(?=\s*(?:请|麻烦|你|帮|给我))|^\s*when(?= (?:is|are|was|were|do|does|did|will)\b)|(?:不要|不需要|不用)了|(?:看|听|读|弄|搞)不(?:太|大)?(?:懂|明白)|不(?:太|大|怎么|是很)(?:懂|会|熟|明白|清楚|了解)|(?:编程|代码|英文|英语|程序|这个|技术)(?:都|也|我)?不(?:懂|会)|用不[上着到]|不好意思|不错|差不多|不小心|(?:行|好|成)不(?:行|好|成)?(?=[\s,，。?？]|$)|不知道(?:怎么|咋)?(?:弄|办|搞)?|(?:いら|要ら|必要)ない?(?:ので|から|です)|(?:終わっ|でき|済ん)たら(?=.{0,8}(?:教え|おしえ|知らせ|通知|報告|声))|(?:直せ|なおせ|でき|出来|可能)(?:る|そう)?(?:なら|だったら)(?=[、\s]*(?:直|なおし|お願い|やって|そうして|して|頼|修正))|(?:よけ|よろしけ|良け)れば|忘れずに|くれない|もらえない/gi;

/** Whether it has a negation, a condition or an alternative. */
export const isConditional = ({ text }: Clause): boolean =>
  CONDITION.test(text.replace(NO_CONDITION, ""));

export const isNegated = ({ text }: Clause): boolean =>
  NEGATION.test(text.replace(NO_CONDITION, ""));

/** That nothing is to be changed, or why it is only looked at: what only looks does just that. */
const LEAVES_ALONE =
  /^(?:(?:but|and|so|please|just|though)[\s,]+)*(?:(?:do not|don'?t|no need to) (?:touch|change|fix|edit|modify|delete|break|do) (?:anything|a thing|it|that|them|any of (?:it|them)|any files?|any code|the (?:code|files?)|something)(?: (?:else|yet|for now|though|please|ok|in (?:it|there)))*|(?:no|without) (?:changes|edits|touching(?: anything)?)(?: (?:yet|please|for now))*|i(?:'d| would)? (?:want|need|like|wanna|prefer)(?: to)? (?:try to )?(?:understand|see|look|figure|fix|do|learn|think)\b[^.;]*\b(?:first|myself|before)\b[^.;]*)[\s.!]*$/i;

export const leavesAlone = ({ text }: Clause): boolean =>
  text.split(/[,;]/).every((part) => LEAVES_ALONE.test(part.trim()));
const HANDS_OFF =
  /(?:^|(?<=[,。;!?\n\s]))(?:但是?|只是|就|先|暂时|请|你|可|千万|记得|注意|,|\s)*(?:别|不要|不用|不许|不准|甭|勿)(?:给我|去|先|急着|直接|自动|再)*(?:(?<change>动手改?|动|改动?|修改?|修复|碰|乱动|乱改|删除?|写)(?:任何|我的|里面的|原|源)*(?:代码|文件|东西|内容|测试)?|(?<push>push|推送?)(?:上去|到远程)?)(?:啊|哦|哈|了|呢)?(?=\s*(?:[,。;!\n]|$))/giu;

const ABOUT_ME =
  "(?:我|本人|俺|因为|毕竟|反正|其实|真的?|实在|完全|有点|一点儿?|根本|还|现在|对|编程|代码|英文|英语|程序|技术|电脑|都|也|是|\\s)*";
/** Words beside a wish that ask for nothing: that one does not understand, has no use for it, is in a hurry or glad. */
const ASIDES = [
  `${ABOUT_ME}(?:看|听|读|弄|搞)?不(?:太|大|怎么|是很)?(?:懂|会|熟|明白|清楚|了解)(?:编程|代码|英文|英语|程序|技术|电脑|这些?|怎么写)*`,
  `${ABOUT_ME}(?:小白|新手|外行|零基础|刚学|初学者)`,
  "(?:反正|已经|以后)?(?:也|都)?(?:用不[上着到]|没什么用|没啥用|没用|占地方|太占地方|碍事)",
  "(?:我)?(?:手快|手滑|手抖|手贱|眼花)",
  "(?:挺|很|真|太|还)?(?:好玩|有意思|厉害|棒|方便|好用)",
  "(?:急用|急|在线等|不急|快点|越快越好|慢慢来|麻烦你?|拜托|辛苦|谢谢你?|多谢|谢|哈哈+|嘿嘿|呵呵|笑死)",
  "(?:讲|说|解释|写)得?(?:简单|通俗|明白|详细|直白)(?:一?点|些|易懂)?",
  "(?:所有|全部)?(?:引用|调用)(?:它|到)?(?:的)?(?:地方|文件|代码)?(?:也|都|一起|同步|要|一并|全)*(?:改|更新|换)(?:掉|了|一下)?",
  "(?:只)?改最(?:少|小)的(?:地方|代码)?",
  "(?:就|先)?(?:这样|这些)(?:就(?:行|好|可以))?",
  "(?:面试|老师|老板|领导|同事|别人)(?:老|总|经常|要|让|催|会|又|在)*(?:被?问|要看?|催|考)(?:我|到)?",
];
const ASIDE = new RegExp(
  `(?:^|[,。;!?\\n\\s]+)(?:${ASIDES.join("|")})(?:[的了啊呢哎呀哈啦吧嘛哦呐~]|\\p{Extended_Pictographic})*(?=[,。;!?\\n\\s]|$)`,
  "giu",
);

/** The request without remarks that ask for nothing; unchanged where nothing else would be left. */
export function withoutAsides(words: string): string {
  const rest = words
    .replace(ASIDE, " ")
    .replace(/^[\s,。;!?]+/, "")
    .trimEnd();
  return /[\p{L}\uE000-\uF8FF]/u.test(rest) ? rest : words;
}

/** One thing only where another went well. */
const WENT_WELL =
  /(?:通过|全过|都过|过了|没问题|没毛病|成功|全绿|绿了|没报错|不报错|没挂|没出错|跑通|正常)(?:了|的话|之?后)*[,、\s]*(?:就|才|再|的话|之?后)|(?:全绿|通过|没问题|成功|都过)(?:了)?的话/;

export const goesBy = (words: string): boolean => WENT_WELL.test(words);

/** "Explain it, but change nothing": kept by whatever only looks. What is left of the words stands in `rest`. */
export function handsOffIn(words: string): { handsOff?: "change" | "push"; rest: string } {
  const found = [...words.matchAll(HANDS_OFF)];
  if (found.length === 0) return { rest: words };
  const handsOff = found.some(({ groups }) => groups?.change !== undefined) ? "change" : "push";
  const rest = words.replace(HANDS_OFF, "").replace(/^[\s,。;]+|[\s,;]+$/g, "");
  return rest === "" ? { rest: words } : { handsOff, rest };
}

/** Whether a step does what is not to be done. */
export const breaks = (step: Step, handsOff: "change" | "push"): boolean =>
  changes(step) && (handsOff === "change" || /push|delegate/.test(`${step.rule} ${step.task}`));

/** Why a request with a very long row of spaces is declined. */
export function tooWide(language: Language): string {
  return pick(
    language,
    "There is a very long row of spaces or empty lines in it. Take it out, and ask again.",
    "里面有一长串空格或空行。请去掉后再问一次。",
    "長い空白か空行の並びが入っています。取り除いて、もう一度入力してください。",
  );
}

export function followsNone(language: Language): string {
  return pick(
    language,
    "I follow no conditions, exceptions, negations or corrections: fixed rules would get them wrong.",
    "我不处理条件、例外、否定和更正：固定的规则容易弄错。",
    "条件・例外・否定・訂正の入ったプロンプトは扱いません。決まったルールでは取り違えるおそれがあるためです。",
  );
}
