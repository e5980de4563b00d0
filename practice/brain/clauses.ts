// practice/brain/clauses · cuts a request into single wishes and reads each as a row of words and spans.
import { asks, corrects } from "./asking.ts";
import { protectCommands } from "./commands.ts";
import { protectFolders } from "./folders.ts";
import { protectSkills, protectTasks } from "./handed.ts";
import { kept } from "./kept.ts";
import { isFolderName } from "./names.ts";
import { splitPasted } from "./pasted.ts";
import { protectTexts, VERB } from "./slots.ts";
import {
  asTyped,
  isName,
  type Marked,
  mark,
  protectNames,
  protectQuotes,
  spanAt,
  unmark,
} from "./spans.ts";
import { type Token, tokensOf } from "./tokens.ts";
import type { Clause, Language, Span } from "./types.ts";

/** In characters, with and without what stands in quotes; real wishes of the kinds it knows are shorter. */
const LONGEST_REQUEST = 20_000;
const LONGEST_WORDS = 1500;

export interface Wishes {
  clauses: Clause[];
  language: Language;
  /** Whether a part of it is a question, and whether one name takes another's place. */
  isAsked: boolean;
  isCorrected: boolean;
  /** All of it, not cut. */
  whole?: Clause;
}

/** Cuts and reads a request. Undefined when it is too long to be a request of this kind. */
export const readClauses = (request: string): Wishes | undefined =>
  request.length > LONGEST_REQUEST ? undefined : readKept(request);

const readKept = kept(readNew, (request: string) => request, 200);

function readNew(request: string): Wishes | undefined {
  const pasted = splitPasted(request);
  const marked = protectQuotes(pasted?.words ?? request);
  if (pasted !== undefined)
    marked.text += ` ${mark(marked, { kind: "pasted", text: pasted.content, raw: pasted.content })}`;
  if (marked.text.length > LONGEST_WORDS || marked.spans.length > 40) return undefined;
  const handing = protectTasks(marked);
  protectCommands(marked);
  protectSkills(marked);
  protectNames(marked);
  protectFolders(marked);
  protectTexts(marked);
  const language = languageOf(handing + marked.text);
  const whole = wishOf(marked.text, marked);
  const pieces = cut(marked.text, language).map((text) => wishOf(text, marked));
  return {
    clauses: join(pieces, language, marked),
    whole,
    language,
    isAsked: asks(marked.text),
    isCorrected: corrects(marked.text),
  };
}

/** The language of the words, not of the names and quotes in them. */
export function languageOf(words: string): Language {
  if (/[\u3041-\u30ff]|[読説実覧検関変発図単]|終了|(?<![如任为几])何/.test(words)) return "ja";
  return /[\u3400-\u9fff]/.test(words) ? "zh" : "en";
}

const CUTS: Record<Language, RegExp> = {
  en: new RegExp(
    `\\s*(?:;|\\n|,?\\s*\\b(?:and then|and after that|after that|afterwards(?!\\s+(?:that|if|whether)\\b)|then|finally|and finally)\\b,?|,\\s*next\\b,?|,?\\s+and\\s+(?=(?:(?:please|also|to|you|can you|could you)\\s+)*${VERB}\\b)|,\\s*(?=(?:(?:please|also|now|can you|could you)\\s+)*${VERB}\\b)|[.!?]\\s+)\\s*`,
    "i",
  ),
  zh: /\s*(?:[,、。;!?\n]|(?<=[吧呢嘛吗呀啦呗])\s+(?=[\u3400-\u9fff])|然后再?|接着再?|之后再?|随后再?|(?<![\uE000-\uF8FF的里中]\s*)最后再?(?!\s*[\d一二三四五六七八九十几]+\s*行)|并且|并|(?<!再)再(?!见)|(?<=\S)(?<!最|前|然|之|以|随)后(?!\s*[\d一二三四五六七八九十几]+\s*行|面|缀|台|端))\s*/,
  ja: /\s*(?:(?<!(?:さっき|今|今回|最後|最新|先ほど|前回)の(?:変更|修正|編集|コミット))[、,]|[。;!?\n]|そして|それから|その後で?|そのあとで?|(?:の|た)後で?(?=[、\s])|次に|最後に|(?<=て|で)から(?=.)|(?<=[しみきいっんけせえべめ](?:て|で))(?<![\uE000-\uF8FF\w\u30a1-\u30ffー]って)(?<!な[んに]で|(?:すべ|全|含め|ふくめ|合わせ|あわせ|初め|はじめ|改め|あらため|比べ|くらべ|加え|向け|むけ|たとえ|例え|かけ|通し|とし|つい|関し|対し|よっ|とっ|つけ|付け|使っ|つかっ|使い|砕い|急い|そろっ|揃え|続け|つづけ|先立っ|基づい|従っ|沿っ|限っ|とりあえず見|考え|除い|待っ|どうし|聞い|きい|尋ね|挙げ|返し)[てで])(?!\s*(?:す(?:か|け|が|よ|ね|$)|しょ|き[るまたなれそ]|も|は|名前|名称|いう|言う|何|なに|なん|フォルダ|ファイル|ブランチ|関数|ディレクトリ|かい|書い|ください|下さい|くれ|ほしい|欲しい|もら|いただ|い[るまた]|[るま]|た[のやもん]|て[ねよ]?(?:[。!?]|$)|しま|ある|あり|お|み[てる]|$)))\s*/,
};

const FIRST_OF_ALL = new RegExp(`^\\s*first(?: of all)?,?\\s+(?=${VERB}\\b)`, "i");

function cut(text: string, language: Language): string[] {
  return text
    .split(CUTS[language])
    .map((piece) => piece.replace(FIRST_OF_ALL, "").trim())
    .filter((piece) => piece !== "");
}

/** Words that a wish of its own has; a piece without one belongs to its neighbour. */
const VERBS: Record<Language, RegExp> = {
  en: new RegExp(
    `\\b(?:${VERB.slice(3, -1)}|outline|overview|summary|close|claim|finish|commit|remind|schedule|translate|fix|rewrite|refactor|improve|test|need|want|hi|hello|hey|thanks|thank|thx|bye|goodbye|help|who|why|where|where's|what's|who's|number|edit|modify|update|turn|swap|substitute|enumerate|insert|attach|store|generate|start|restart|rerun|clear|wipe|empty|undo|revert|restore|build|draw|duplicate|clone|hand|stop|cancel|kill|remember|condense|cat|ls|mkdir|rm|mv|cp|git|grep|touch|backup|back up)\\b`,
    "i",
  ),
  zh: /delegate|[啥咋显列看展告输打读念开释说讲结括介创建写编生存放做加替换改修删移除去清空运执跑启找搜查数统几少什哪谁好谢见会能及到现挪名制拷备委加载审检压缩缩交撤恢复还原提醒弄搞来]|翻译/,
  ja: /delegate|表示|一覧|見せ|見た|見て|見る|教え|列挙|リスト|出力|印刷|プリント|読|開|説明|解説|要約|まと|概要|作|書|保存|生成|入れ|置|追加|追記|足|付け|変え|変更|換え|修正|編集|直|削除|消|取り|空に|実行|走|動か|起動|探|検索|見つ|どこ|どれ|いくつ|数|何|なに|誰|どう|ありがと|こんにち|さよう|できる|でき|移|コピー|複製|リネーム|任|使|レビュー|点検|圧縮|覚え|ロード|適用|カウント|教|止|やめ|戻|コミット|通知|知らせ|おしえ|お願い|(?<!^(?:そし|しっかり|ちゃんと)?)(?<!っ(?=て$)|すべ|全|含め|ふくめ|合わせ|あわせ|初め|はじめ|改め|あらため|比べ|くらべ|加え|向け|むけ|たとえ|例え|かけ|通し|とし|つい|関し|対し|よっ|とっ|つけ|付け|使っ|つかっ|使い|砕い|急い|そろっ|揃え|続け|つづけ|先立っ|基づい|従っ|沿っ|限っ|とりあえず見|考え|除い|待っ|どうし|聞い|きい|尋ね|挙げ|返し)て(?:$|ください|下さい|くれ|ほしい|欲しい|もらえ|もらっ|いただ|おいて|おけ|みて|ちょ)/,
};

const wishOf = (text: string, marked: Marked): Clause => ({
  text,
  tokens: read(text, marked),
  typed: (words) => unmark(marked, asTyped(marked, words)),
});

/** A piece without a verb belongs to its neighbour: the one before, in Japanese the one after. */
function join(pieces: Clause[], language: Language, marked: Marked): Clause[] {
  const clauses: Clause[] = [];
  let waiting = "";
  const make = (text: string) => wishOf(text, marked);
  for (const piece of pieces) {
    const text = waiting === "" ? piece.text : `${waiting} ${piece.text}`;
    const before = clauses.at(-1);
    waiting = "";
    if (hasVerb(piece, language)) clauses.push(make(text));
    else if (language === "ja" || before === undefined) waiting = text;
    else clauses.splice(-1, 1, make(`${before.text} ${text}`));
  }
  if (waiting === "") return clauses;
  const before = clauses.pop();
  return [...clauses, make(before === undefined ? waiting : `${before.text} ${waiting}`)];
}

function hasVerb({ text, tokens }: Clause, language: Language): boolean {
  const isCommand = tokens.some(({ role }) => role === "order" || role === "unclear");
  return isCommand || VERBS[language].test(text);
}

/** Several wishes as one. */
export function joined(clauses: Clause[]): Clause {
  const [first, ...more] = clauses;
  if (first === undefined) return { text: "", tokens: [], typed: (words) => words };
  return more.reduce(({ text, tokens, typed }, clause) => {
    const by = text.length + 1;
    const moved = clause.tokens.map((token) => ({
      ...token,
      start: token.start + by,
      end: token.end + by,
    }));
    return { text: `${text} ${clause.text}`, tokens: [...tokens, ...moved], typed };
  }, first);
}

const FOLDER = /文件夹|目录|フォルダ|ディレクトリ|\b(?:folder|directory)\b/i;

/** The words of a text and the spans among them, each with its role. */
export function read(text: string, marked: Marked): Token[] {
  return tokensOf(text, (character, before) => {
    const span = spanAt(marked, character);
    if (span === undefined) return { slot: "text" };
    const role = roleOf(span, before);
    const isPath = span.kind === "file" || (span.kind === "quote" && FOLDER.test(text));
    const path = isPath && isFolderName(span.text) ? "folder" : "file";
    return { slot: role === "name" ? path : KINDS[span.kind][1], span, role };
  });
}

/** The part in a wish of each kind of span, and the slot that it stands for. */
const KINDS = {
  file: ["name", "file"],
  pattern: ["pattern", "pattern"],
  quote: ["literal", "text"],
  free: ["literal", "text"],
  command: ["order", "command"],
  unclear: ["unclear", "command"],
  pasted: ["literal", "text"],
  task: ["wish", "wish"],
  skill: ["skill-name", "name"],
} as const;

const CALLED =
  /(?:\b(?:named|called|name|titled|file|files|folder|directory|dir)|名为|叫做?|名叫|名字|名称|文件|文件夹|目录|という名前|という|ファイル|フォルダー?|ディレクトリ)\s*$/i;

/** "The line '.env'": a text, whatever its looks. */
const AS_TEXT = /\b(?:text|line|words?|string|phrase|entry)\s*$/i;

/** A quoted text is a name by its looks, or behind "file" or "called". */
function roleOf(span: Span, before: string): string {
  if (span.kind !== "quote") return KINDS[span.kind][0];
  if (AS_TEXT.test(before)) return "literal";
  const short = span.text !== "" && span.text.length < 100 && !span.text.includes("\n");
  return isName(span.text) || (CALLED.test(before) && short) ? "name" : "literal";
}

/** The names of files in it, in order. */
export function filesOf(clause: Clause): string[] {
  return spansOf(clause, "name").map((span) => span.text);
}

/** What it holds of one role: name, literal, pattern or order. */
export function spansOf({ tokens }: Clause, role: string): Span[] {
  return tokens.flatMap((token) =>
    token.span !== undefined && token.role === role ? [token.span] : [],
  );
}

const POINTS =
  /\b(?:it|them|both|that|this|the (?:file|script|program|code))\b|它|这个|那个|该|此|刚才|それ|これ|その|この|さっき|両方/i;

/** Whether it means what was spoken of before: by a word for it, or by saying no more than a verb. */
export function pointsBack(clause: Clause): boolean {
  const isShort =
    clause.tokens.length <= 3 || (!/[a-z]/i.test(clause.text) && clause.text.length <= 8);
  return says(clause, POINTS) || (isShort && clause.tokens.every(({ span }) => span === undefined));
}

/** Whether its words have this form. */
export function says({ text }: Clause, form: RegExp): boolean {
  return form.test(text);
}
