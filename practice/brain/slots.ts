// practice/brain/slots · finds the literal texts that stand in a request without quotes: contents, words to replace.
import { isWord } from "./examples.ts";
import { asTyped, MARK, type Marked, mark, unmark } from "./spans.ts";

/** English verbs a new wish may begin with. */
export const VERB =
  "(?:fix|correct|run|rerun|re-run|execute|commit|read|show|display|list|print|tell|explain|describe|summari[sz]e|write|create|make|save|put|append|add|replace|change|delete|remove|erase|find|search|count|open|give|say|what|how|which|look|try|launch|greet|check|see|locate|view|load|use|apply|review|compact|compress|delegate|rename|move|copy|forget)";
const VERBS = `(?:please |also |finally |you |to )*${VERB}`;
const THEN = "(?:and )?(?:then|after that|afterwards|finally)\\b";
/** Where an unquoted text ends in an English request. */
const END = `(?=\\s+(?:in|inside|into) (?:it|there)\\b|\\s*,?\\s*${THEN}|\\s*,?\\s+and ${VERBS}\\b|\\s*, ${VERBS}\\b|\\s*;|\\s+(?:for me|please|now)[.!?]?\\s*$|[.!?]?\\s*$|\\n|[.!?] )`;
/** Where a Chinese text ends that may be a list. */
const LIST_END = "(?=\\s*(?:[,。;!?\\n]|、?\\s*(?:然后|接着|并|再|之后)|$))";
const WIDE_END = "(?=\\s*(?:[,,、。;!?\\n]|然后|接着|并|再|之后|$))";

/** Takes out the words that stand where a literal text is expected. */
export function protectTexts(marked: Marked): void {
  const take = (place: RegExp, accept: (text: string) => boolean) => {
    marked.text = marked.text.replace(place, (found: string) => {
      const text = found.trim();
      if (text === "" || ANY_MARK.test(text) || !accept(text)) return found;
      return asOne(marked, found);
    });
  };
  marked.text = marked.text.replace(BEHIND_COLON, (found: string) => asOne(marked, found));
  for (const place of SOUGHT) take(place, isSought);
  for (const place of PRINTED) take(place, () => true);
  for (const place of REPLACED) take(place, (text) => !NAME_WORD.test(text));
  for (const place of MARKED_TEXT) take(place, () => true);
  for (const place of PLAIN_TEXT) take(place, isPlainLiteral);
}

/** The text with what is marked in it, as one; where all of it is marked, nothing is left to do. */
function asOne(marked: Marked, found: string): string {
  const text = found.trim();
  if (text.replace(/[\uE000-\uF8FF]/g, "") === "") return found;
  const typed = unmark(marked, asTyped(marked, text));
  return found.replace(text, () => mark(marked, { kind: "free", text: typed, raw: typed }));
}

/** Behind a verb of writing and a colon the text goes on, lists and quotes and all, to where another wish begins. */
const BEHIND_COLON =
  /(?<=(?:[写填记](?:上|入|着|下|进去?)?|内容(?:就)?(?:是|为|写)?|(?:追|添|附)加|加(?:上|入)?|补(?:上|充)?|插入|[写加上入]一?[句行条段](?:话|字|文字|内容)?)\s*:\s*)(?![\s:])[^。;\n]+?(?=\s*(?:[。;\n]|[,、]?\s*(?:然后|接着|之后再|随后|最后再)|[,、]\s*(?:再|并|完了|写完|建完|写好|存好|弄好|好了|记得|顺便|运行|执行|跑|打开|给我|让我|告诉|看看|看一|读|显示|提交|commit|删|别|不要|不用|谢|麻烦|可以吗|行吗|好吗)|(?:可以吗|行吗|好吗|谢谢)?\s*[?!]?\s*$))/giu;
/** Made once: a request is read with all of them. */
function placeOf(source: string): RegExp {
  return new RegExp(source, "giu");
}
const ANY_MARK = new RegExp(MARK);

const SOUGHT_WORD = "[^\\s,.;:!?、。\"'\uE000-\uF8FF]+";
const WORD_ZH = "(?:单词|词|词语|文字|字样|字符串|文本|字)";
/** What is looked for in the text of files, and whom a program greets. */
const SOUGHT = [
  `(?<=\\bwhere\\s+(?:(?:is|are|does)\\s+)?(?:the\\s+)?(?:(?:word|text|string|phrase)\\s+)?)${SOUGHT_WORD}(?=\\s+(?:(?:is|are|gets)\\s+)?(?:mentioned|used|written|appears?|occurs?)\\b)`,
  `(?<=\\b(?:which|what)\\s+files?\\s+(?:mentions?|contains?|(?:have|has|hold)\\s+the\\s+word|use)\\s+(?:the\\s+)?(?:(?:word|text|string|phrase)\\s+)?)${SOUGHT_WORD}`,
  `(?<=^(?:grep|search)\\s+)${SOUGHT_WORD}(?=\\s*(?:in\\s|[.!?]?\\s*$))`,
  `(?<=\\b(?:search|look|grep)\\s+(?:(?:all|the|these|every|my|our)\\s+)*(?:files?\\s+)?for\\s+(?:the\\s+)?(?:(?:word|text|string|phrase)\\s+)?)${SOUGHT_WORD}(?=\\s*(?:in\\s|[.!?]?\\s*$|,|and\\b|then\\b))`,
  `(?<=\\b(?:where(?:'s|\\s+is)|find|grep)\\s+the\\s+(?:word|text|string|phrase)\\s+)${SOUGHT_WORD}`,
  `(?<=(?:查找|搜索|找|搜)(?:一下)?\\s*${WORD_ZH}?\\s*)[a-z][\\w-]*(?=\\s*(?:这个)?(?:${WORD_ZH})?\\s*(?:[,、。;!?]|$|在哪|出现|这个词|一词))`,
  `(?<=(?:哪些?|什么)(?:个)?文件(?:里|中)?(?:面)?\\s*(?:提到|包含|含|出现|写到|写|用到|有)(?:了|过|着)?\\s*(?:${WORD_ZH})?\\s*)[a-z][\\w-]*`,
  `(?<=^|[、。\\s]|で)[a-z][\\w-]*(?=\\s*(?:を検索|を探|が(?:どこ|出て|書かれ|書いて|使われ|言及|含まれ)|に(?:言及|触れ|ついて(?:書|触れ))|は?どこに(?:出て|書かれ|書いて|使われ)|を含む|を含んで|の(?:出てくる|ある|書いてある|含まれる)ファイル))`,
  "(?<=\\b(?:greets?|says? (?:hello|hi) to|hello to|greeting for)\\s+)(?!to\\b|the\\b|me\\b|you\\b|us\\b|user|and\\b|then\\b|in\\b|with\\b)[A-Za-z][\\w-]{0,19}(?=\\s*(?:$|[,.;!?]|and\\b|then\\b|in\\b|using\\b))",
  "(?<=[向跟对和])\\s*[^\\s,。的]{1,12}?(?=\\s*(?:问好|打招呼|问候|说你好))",
  "(?<=^|、|で|に|\\s)[^\\s,、。でにを]{1,12}?(?=\\s*(?:さん)?\\s*に\\s*(?:挨拶|あいさつ))",
].map(placeOf);

/** A word that names something else the brain looks for is none. */
function isSought(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}_'-]*$/u.test(text) && !isWord(text);
}

const NAMES = `(?:${MARK})`;
const CHANGED_JA =
  "(?:置き?換え|置きかえ|置換|変え|かえ|替え|換え|変更|書き?換え|書きかえ|差し替え|差しかえ|直し|なおし|修正)";
const WORD = `(?:[^\\s,、。;を把\\uE000-\\uF8FF]+)`;

/** To change the name of a file is to move it, and a line that is counted is no text of the file. */
const NAME_WORD =
  /^[的の]?(?:名前|なまえ|(?:関数|変数|かんすう|へんすう|クラス|メソッド)名|ファイル名|名字|名称|文件名)$|^的?(?:第[\d一二三四五六七八九十]+|最后一|首|末)行$|^(?:最初|最後|先頭|[\d一二三四五六七八九十]+)の?行目?$/;

/** "里的" behind the name of a file belongs to neither text. */
const NOT_INSIDE = `(?!(?<=${NAMES}\\s*)(?:文件|里|中的|的|所有))(?!(?<=${NAMES}\\s*(?:文件)?(?:里面?|中))(?:面|的|所有))(?!(?<=${NAMES}\\s*(?:文件)?(?:里面?|中)?的)(?:所有))`;

const ALL_OF =
  "(?<!都|全|全部|统统|通通|一律)(?=\\s*(?:全部|全都?|都|统统|通通|一律)*\\s*(?:替换|换|改)(?:成|为))";

/** replace A with B: both are literal by their place. */
const REPLACED = [
  `(?<=^${NAMES}\\s*(?:文件)?(?:(?:里面|里头|里|中)的?|的)(?:所有)?(?:的)?\\s*)${NOT_INSIDE}${WORD}?${ALL_OF}`,
  `(?<=\\b(?:replace|change|substitute|swap)\\s+(?:all\\s+|every\\s+|the\\s+)*(?:(?:word|text|string|occurrences?\\s+of|instances?\\s+of)\\s+)*)\\S+(?=\\s+(?:with|to|by|for|into)\\s+\\S+)`,
  `(?<=\\b(?:replace|change|substitute|swap)\\s+[^\\n]*?${NAMES}\\s+(?:in ${NAMES}\\s+)?(?:with|to|by|for|into)\\s+(?:the\\s+(?:word|text|string)\\s+)?)[^\\s,;][^\\n,;]*?(?=\\s+(?:in|inside|everywhere|throughout|please|for me|now|across|wherever|and|then)\\b|[.!?]?\\s*$|[.!?]\\s|[,;])`,
  `(?<=(?:把|将)\\s*(?:${NAMES}\\s*(?:文件)?(?:里面|里|中)?的?(?:所有)?(?:的)?)?\\s*)${NOT_INSIDE}${WORD}?${ALL_OF}`,
  `(?<=(?:替换|换|改)(?:成|为)\\s*)[^\\s,、。;]+?${WIDE_END}`,
  `(?<=(?:の中の|の|内の|で|、|^)\\s*)${WORD}(?=\\s*を\\s*\\S+?\\s*に\\s*${CHANGED_JA})`,
  `(?<=${NAMES}\\s*を\\s*)[^\\s,、。;]+?(?=\\s*に\\s*${CHANGED_JA})`,
].map(placeOf);

const AT_END =
  "(?:の?(?:中|末尾|最後|一番下|いちばん下|下|最終行|終わり|おしり|ケツ|うしろ|後ろ)(?:の行)?)?";
const PUTS_JA =
  "(?:書|かい|かき|追記|追加|入力|保存|記入|入れ|いれ|足|たし|付け足|つけ足|付け加え|加え|メモ|残し)";

const HELLO =
  "(?:hello there|hi there|hello|hi|hey|good (?:morning|evening|afternoon|day)|你好,?世界|你好|您好|嗨|大家好|早上好|晚上好|下午好|哈喽)!?";
/** A greeting that a program is to print is its text, not a word for any greeting. */
const PRINTED = [
  `(?<=\\b(?:prints?|printing|outputs?|says?|echoes|logs)\\s+(?:out\\s+)?)${HELLO}${END}`,
  `(?<=(?:打印|输出|显示|说)(?:出)?(?:一句|一下)?\\s*)${HELLO}(?=\\s*(?:的|[,、。;!?\\n]|然后|接着|并|再|之后|$))`,
  "(?:こんにちは|こんばんは|おはようございます|おはよう|はじめまして)!?(?=\\s*[とを]\\s*(?:表示|出力|プリント|印刷))",
].map(placeOf);

/** "with the text …", "content: …": the word before says that what follows is literal. */
const MARKED_TEXT = [
  `(?<=${NAMES}\\s+(?:should|must|has\\s+to|is\\s+to)\\s+(?:contain|say|read|hold)\\s+(?:the\\s+(?:text|words?|line)\\s+)?)[^\\n]+?${END}`,
  `(?<=${NAMES}\\s*(?:ファイル)?\\s*${AT_END}(?:には?|へ)\\s*、?\\s*)(?![、,\\s])[^\\n]+?(?=\\s*(?:と|って|ってのを?|っていうのを?)(?:だけ)?\\s*${PUTS_JA})`,
  `(?<=\\b(?:with|containing|add|append|write|insert|put)\\s+(?:the\\s+|a\\s+)?(?:text|contents?|line|message|words?|phrase|string)(?:\\s+of|\\s+is|\\s*:|\\s+saying)?\\s+)(?!to\\b|of\\b|from\\b|in\\b|that\\b)[^\\n]+?(?=\\s+(?:to|into|in|at the end of) (?:the (?:end of )?)?(?:file )?${NAMES}|${END.slice(3)}`,
  `(?<=内容(?:就|就是)?(?:是|为|写为|设为|写上|写着|写成|写的是|填|写|:)\\s*:?\\s*)(?![是为的里中在有进到写着成上,、。:\\s])[^,。;\\n]+?${LIST_END}`,
  `(?<=(?:内容は|中身は)\\s*)[^,、。;\\n]+?(?=\\s*(?:で|に|と|、|。|$))`,
  `(?<=^|、|\\s)[^\\s,、。に]+(?=\\s*という(?:内容|文字|テキスト|文|行)(?:で|の|を))`,
].map(placeOf);

const PORTION = "一?[句行条段](?:话|字|文字|内容)?";

/** Places of a literal text that could also hold a wish ("add tests to a.py"); only plain words pass. */
const PLAIN_TEXT = [
  `(?<=\\b(?:write|put|save|append|add)\\s+)[^\\n,;]+?(?=\\s+(?:in|into|to|inside)\\s+(?:it|there)\\b)`,
  `(?<=${NAMES}\\s+(?:with|containing|that says|that contains|saying)\\s+)[^\\n,;]+?${END}`,
  `(?<=\\b(?:write|put|save|append|echo|add)\\s+)[^\\n,;]+?(?=\\s+(?:to|into|in|at the end of|onto)\\s+(?:the\\s+(?:end\\s+of\\s+)?)?(?:(?:a\\s+)?(?:new\\s+)?file\\s+)?(?:called\\s+|named\\s+)?(?:the\\s+)?${NAMES})`,
  `(?<=(?:写入|写上|写(?![入上到进一个得])|追加|添加|加上|加入|附加|加(?=一?[句行条段]))\\s*(?:${PORTION})?\\s*:?\\s*)(?![:\\s]|(?:${PORTION}|话|字|文字|内容)\\s*(?:[:,]|\\s))[^,。;\\n]+?${LIST_END}`,
  `(?<=(?:把|将)\\s*)[^,、。;\\n]+?(?=\\s*(?:写入|写到|写进|保存到|存到|追加到|添加到|加到|附加到|放到|放进))`,
  `(?<=${NAMES}\\s*(?:の末尾|の最後)?\\s*に\\s*)[^\\s,、。に]+(?=\\s*を\\s*(?:書|追記|追加|保存|入れ))`,
].map(placeOf);

export const GREETING =
  /^(?:hello|hi|hey|goodbye|bye|你好|您好|大家好|再见|こんにちは|こんばんは|さようなら|おはよう)/i;

/** Words that describe a text and are none. */
const DESCRIBES =
  /^(?:an?|the|some|all|any|every|each|more|my|your|its?|this|that|these|those|another|other|new|two|three|it|them|what|how)\b|\b(?:about|describing|explaining|that|which|for)\b|\b(?:instructions?|docs|section|summary|description|comment|example|explanation|heading|title|table|list|chapter|licen[cs]e|poem|story|joke|code|function|line|text|content|support|documentation|results?|output|\w+tion|(?!yes|less|this|as)\w+s)$|^[一几][首个段篇些份句行]|^[了着过的]|^(?:し|す|く|お願い)|什么|啥|[吗呢哪]|关于|有关|(?:代码|函数|内容|文字|介绍|说明|总结|摘要|注释|测试|结果|诗|故事|文章)$|について|に関する|^ついて|^関する|(?:コード|関数|説明|要約|まとめ|内容|コメント|テスト|結果|文章|詩|物語)$/i;

/** Whether words that stand where a text may stand are hardly anything but one. */
export function isPlainText(text: string): boolean {
  return text.length <= 80 && !DESCRIBES.test(text.trim());
}

/** A greeting, a number, an unknown word; or several words that describe nothing one could be asked to think up. */
function isPlainLiteral(text: string): boolean {
  if (GREETING.test(text)) return text.length <= 40;
  if (/^\d+$/.test(text)) return true;
  // The name of a task, not a text.
  if (/标(?:为|成|记)/.test(text)) return false;
  if (!isPlainText(text)) return false;
  return /[^\x00-\x7f]|\S\s+\S/.test(text) || !isWord(text);
}
