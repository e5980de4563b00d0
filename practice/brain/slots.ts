// practice/brain/slots · finds the literal texts that stand in a request without quotes: commands, contents, words to replace.
import { LEXICON } from "./lexicon.ts";
import { MARK, type Marked, mark, unmark } from "./spans.ts";

const COMMANDS =
  "ls|pwd|git|cat|echo|printf|whoami|date|uname|npm|npx|node|python3?|wc|mkdir|touch|grep|find|head|tail|cp|mv|rm|tree|env|which|sleep|exit|true|false|seq|sort|uniq|sed|awk|du|df|ps|diff|tsx|make|cargo|go|ruby|perl|sh|bash|cd|file|stat|chmod|curl|ping|test|id|hostname|basename|dirname|tr|cut|pytest|tsc|deno|bun|yarn|pnpm|pip3?|java|gcc";
/** English verbs a new wish may begin with. */
export const VERB =
  "(?:run|execute|read|show|display|list|print|tell|explain|describe|summari[sz]e|write|create|make|save|put|append|add|replace|change|delete|remove|erase|find|search|count|open|give|say|what|how|which|look|try|launch|greet|check|see|locate|view|load|use|apply|review|compact|compress|delegate)";
const VERBS = `(?:please |also |finally |you |to )*${VERB}`;
const THEN = "(?:and )?(?:then|after that|afterwards|finally)\\b";
/** Where an unquoted text ends in an English request. */
const END = `(?=\\s*,?\\s*${THEN}|\\s*,?\\s+and ${VERBS}\\b|\\s*, ${VERBS}\\b|\\s*;|\\s+(?:for me|please|now)[.!?]?\\s*$|[.!?]?\\s*$|\\n|[.!?] )`;
const WIDE_END = "(?=\\s*(?:[,,、。;!?\\n]|然后|接着|并|再|之后|$))";

/** Takes the commands to be run out of the request; before names are, for a command has names of its own. */
export function protectCommands(marked: Marked): void {
  const command = `(?:${COMMANDS})(?![\\w.])(?:[\\x20-\\x7e]|${MARK})*?`;
  const places = [
    `(?<=\\b(?:run|execute|try)\\s+(?:(?:the|this|a)\\s+)?(?:(?:shell|bash|terminal)\\s+)?(?:command\\s*)?:?\\s*)${command}${END}`,
    `(?<=(?:运行|执行|跑)(?:一下)?(?:命令|指令)?\\s*:?\\s*)${command}(?=\\s*(?:[,、。;]|[^\\x00-\\x7f\\uE000-\\uF8FF]|[.!?]?\\s*$))`,
    `(?<=(?:実行|コマンド)\\s*:?\\s*)${command}(?=\\s*[.!?。]?\\s*$)`,
    `(?<![\\w.])${command}(?=\\s*(?:という|って|の)?(?:コマンド)?\\s*を\\s*(?:実行|走らせ|動か))`,
  ];
  for (const place of places) {
    marked.text = marked.text.replace(new RegExp(place, "gim"), (found) => {
      const raw = unmark(marked, found.trim());
      return mark(marked, { kind: "command", text: raw, raw });
    });
  }
  marked.text = marked.text.replace(BARE, (raw) =>
    mark(marked, { kind: "command", text: raw.replace(/^[$!]\s*/, ""), raw }),
  );
}

/** A line that is a command and nothing else, from a list that only looks. */
const BARE =
  /^\s*(?:[$!]\s+\S.*|(?:ls|pwd|whoami|date|uname)(?:\s+-\w+)*|ls(?:\s+-\w+)*(?:\s+[\w./-]*[./][\w./-]*)?|(?:cat|wc|python3?|node|bash|sh)(?:\s+-\w+)*\s+[\w./-]+\.\w+|(?:touch|mkdir)(?:\s+[\w./-]+)|(?:grep|head|tail)(?:\s+-\w+)*(?:\s+[\w./-]+)*\s+[\w./-]+\.\w+|git\s+(?:status|log|diff|branch|show|remote)(?:\s+--?[\w=-]+)*)\s*$/;

/** Takes out the words that stand where a literal text is expected. */
export function protectTexts(marked: Marked): void {
  const take = (source: string, accept: (text: string) => boolean) => {
    marked.text = marked.text.replace(new RegExp(source, "gi"), (found: string) => {
      const text = found.trim();
      if (text === "" || new RegExp(MARK).test(text) || !accept(text)) return found;
      return found.replace(text, () => mark(marked, { kind: "free", text, raw: text }));
    });
  };
  for (const place of GREETED) take(place, (text) => !LEXICON.has(text.toLowerCase()));
  for (const place of REPLACED) take(place, () => true);
  for (const place of MARKED_TEXT) take(place, (text) => !/^一[首个段篇些份]/.test(text));
  for (const place of PLAIN_TEXT) take(place, isPlainLiteral);
}

/** Whom a program greets. */
const GREETED = [
  "(?<=\\b(?:greets?|says? (?:hello|hi) to|hello to|greeting for)\\s+)(?!to\\b|the\\b|me\\b|you\\b|us\\b|user|and\\b|then\\b|in\\b|with\\b)[A-Za-z][\\w-]{0,19}(?=\\s*(?:$|[,.;!?]|and\\b|then\\b|in\\b|using\\b))",
  "(?<=[向跟对和])\\s*[^\\s,。的]{1,12}?(?=\\s*(?:问好|打招呼|问候|说你好))",
  "(?<=^|、|で|に|\\s)[^\\s,、。でにを]{1,12}?(?=\\s*(?:さん)?\\s*に\\s*(?:挨拶|あいさつ))",
];

const NAMES = `(?:${MARK})`;
const WORD = `(?:[^\\s,、。;を把\\uE000-\\uF8FF]+)`;

/** replace A with B: both are literal by their place. */
const REPLACED = [
  `(?<=\\b(?:replace|change|substitute|swap)\\s+(?:all\\s+|every\\s+|the\\s+)*(?:(?:word|text|string|occurrences?\\s+of|instances?\\s+of)\\s+)*)\\S+(?=\\s+(?:with|to|by|for|into)\\s+\\S+)`,
  `(?<=\\b(?:replace|change|substitute|swap)\\s+[^\\n]*?${NAMES}\\s+(?:in ${NAMES}\\s+)?(?:with|to|by|for|into)\\s+(?:the\\s+(?:word|text|string)\\s+)?)[^\\s,;]+?(?=[.!?,;]?(?:\\s|$))`,
  `(?<=(?:把|将)\\s*(?:${NAMES}\\s*(?:文件)?(?:里面|里|中)?的?(?:所有)?(?:的)?)?\\s*)${WORD}?(?=\\s*(?:全部|都)?(?:替换|换|改)(?:成|为))`,
  `(?<=(?:替换|换|改)(?:成|为)\\s*)[^\\s,、。;]+?${WIDE_END}`,
  `(?<=(?:の中の|の|内の|で|、|^)\\s*)${WORD}(?=\\s*を\\s*\\S+?\\s*に\\s*(?:置き換え|置換|変え|変更|書き換え))`,
  `(?<=${NAMES}\\s*を\\s*)[^\\s,、。;]+?(?=\\s*に\\s*(?:置き換え|置換|変え|変更|書き換え))`,
];

/** "with the text …", "content: …": the word before says that what follows is literal. */
const MARKED_TEXT = [
  `(?<=\\b(?:with|containing|add|append|write|insert|put)\\s+(?:the\\s+|a\\s+)?(?:text|contents?|line|message|words?|phrase|string)(?:\\s+of|\\s+is|\\s*:|\\s+saying)?\\s+)(?!to\\b|of\\b|from\\b|in\\b|that\\b)[^\\n]+?(?=\\s+(?:to|into|in|at the end of) (?:the (?:end of )?)?(?:file )?${NAMES}|${END.slice(3)}`,
  `(?<=\\b(?:saying|that says|that contains|that reads|which says)\\s+)(?!the\\b|an?\\b|some\\b|all\\b|hello\\b|hi\\b)[^\\n]+?${END}`,
  `(?<=内容(?:是|为|写为|设为|写上|:)\\s*:?\\s*)(?![是为的里中在有进到写,、。])[^,、。;\\n]+?${WIDE_END}`,
  `(?<=(?:内容は|中身は)\\s*)[^,、。;\\n]+?(?=\\s*(?:で|に|と|、|。|$))`,
  `(?<=(?:に|へ|、)\\s*)[^\\s,、。に]+(?=\\s*(?:と|という(?:内容|行|文字|テキスト|文)を)\\s*(?:書|追記|追加|入力|保存))`,
  `(?<=^|、|\\s)[^\\s,、。に]+(?=\\s*という(?:内容|文字|テキスト|文)(?:で|の|を))`,
];

/** Places of a literal text that could also hold a wish ("add tests to a.py"); only plain words pass. */
const PLAIN_TEXT = [
  `(?<=${NAMES}\\s+(?:with|containing|that says|that contains|saying)\\s+)[^\\n,;]+?${END}`,
  `(?<=\\b(?:write|put|save|append|echo|add)\\s+)[^\\n,;]+?(?=\\s+(?:to|into|in|at the end of|onto)\\s+(?:the\\s+(?:end\\s+of\\s+)?)?(?:(?:a\\s+)?(?:new\\s+)?file\\s+)?(?:called\\s+|named\\s+)?(?:the\\s+)?${NAMES})`,
  `(?<=(?:写入|写上|写(?![入上到进一个])|追加|添加|加上|加入|附加)\\s*(?:一行)?\\s*:?\\s*)[^,、。;\\n]+?${WIDE_END}`,
  `(?<=(?:把|将)\\s*)[^,、。;\\n]+?(?=\\s*(?:写入|写到|写进|保存到|存到|追加到|添加到|加到|附加到|放到|放进))`,
  `(?<=(?:^|、|に)\\s*)[^\\s,、。に]+(?=\\s*を\\s*${NAMES}\\s*(?:の末尾|の最後)?\\s*に\\s*(?:書|追記|追加|保存|入れ))`,
  `(?<=${NAMES}\\s*(?:の末尾|の最後)?\\s*に\\s*)[^\\s,、。に]+(?=\\s*を\\s*(?:書|追記|追加|保存|入れ))`,
];

const GREETING =
  /^(?:hello|hi|hey|goodbye|bye|你好|您好|大家好|再见|こんにちは|こんばんは|さようなら|おはよう)/i;

/** One unknown word that is no plural, or a greeting: nothing one could be asked to think up. */
function isPlainLiteral(text: string): boolean {
  if (GREETING.test(text)) return text.length <= 40;
  if (/^\d+$/.test(text)) return true;
  const word = /^[a-z][a-z0-9_!.-]*$/i.test(text) && !/s$/i.test(text) && text.length <= 20;
  return word && !LEXICON.has(text.toLowerCase());
}
