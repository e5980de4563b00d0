// practice/brain/folders · folders that a request names only by saying that files are in them.
import { isWord } from "./examples.ts";
import { MARK, type Marked, mark, spanAt } from "./spans.ts";

const LOOKS =
  "\\b(?:list|show|display|see|find|search|look|locate|count|how many|number of|delete|remove|erase|which|what|what's|where|any|are there)\\b";
const KINDS_JA = `(?:すべての|全ての|全部の)?\\s*(?:[\\w.]+\\s*|${MARK}\\s*)?(?:の\\s*)?`;
const PLACES = [
  `(?<=${LOOKS}[^\\n.;]*\\b(?:files?|everything|anything|what(?:'s| is| are)|(?:mentioned|used|written))\\b[^\\n.;]*\\b(?:in|inside|under|within|of)\\s+(?:the\\s+)?)[a-z][\\w-]*(?=\\s*(?:[.,;!?]|$|and\\b|then\\b|for\\b))`,
  `(?<=\\b(?:find|search|look|locate|where)\\b[^\\n.;]*${MARK}\\s+(?:in|inside|under)\\s+(?:the\\s+)?)[a-z][\\w-]*(?=\\s*(?:[.,;!?]|$|and\\b|then\\b))`,
  "(?<=\\b(?:search|look|grep)\\b[^\\n.;]*\\bfor\\s+[^\\n.;]+\\s+in\\s+(?:the\\s+)?|\\bwhat(?:'s| is| do (?:i|we) have)\\s+(?:in|inside)\\s+)[a-z][\\w-]*(?=\\s*(?:[.,;!?]|$|and\\b|then\\b))",
  "(?<![\\w.-])[a-z][\\w-]*(?=\\s*(?:里面?|里头|中|下面?|底下|内)\\s*(?:的|有|呢|现在|都|还|放了|一共|共|总共|所有|全部|都有|查找|找|搜|列|数|统计|哪些|什么|新建|创建|建|写|加|放))",
  `(?<![\\w.-])[a-z][\\w-]*(?=\\s*(?:の中|内|以下|配下)?(?:の|にある|で)\\s*${KINDS_JA}ファイル|\\s*(?:の中)?には?\\s*(?:いくつ|何|どんな|どの|${KINDS_JA}ファイル)|\\s*の中身)`,
].map((place) => new RegExp(place, "gi"));
/** A Chinese name, where a folder is made. */
const WIDE =
  /(?<=(?:新建|创建|建立|建)\s*(?:一?个)?(?:新的?)?(?:文件夹|目录)\s*(?:叫做?|名叫|名为|名字叫|:|,)?\s*)(?![叫名:,])[\p{Script=Han}\w-]{1,12}?(?=\s*(?:$|[,、。;!?]))/giu;
const NO_NAME =
  /[这那哪此它我你当前在]|项目|目录|文件|代码|仓库|电脑|桌面|后台|记忆|任务|计划|列表|程序|世界|工程|^(?:一|两|几|多|吧|好|并|结构)/;
/** Words behind "in" that name no place. */
const NO_PLACE =
  /^(?:order|detail|details|total|general|short|full|parallel|turn|reverse|the|this|that|my|our|your|a|an|it|them|them|current|same|each|every|all)$/i;

const IN_FOLDER = new RegExp(
  `(?<![\\w./-]|(?:内容|中身)[がは]\\s*)([a-z][\\w-]*)\\s*(?:の中|内|配下|以下)?\\s*(?:の|にある)\\s*(?=(${MARK}(?:\\s*[と、,や]\\s*${MARK}(?!\\s*[にへ]))*))`,
  "gi",
);
/** Kinds of files, not folders. */
export const KIND = /^(?:js|ts|node|python|py|git|html|css|json|md|npm|java|ruby|go|rust)$/i;
/** "notesの1.mdと2.md": the paths of the files. */
function joinFolders(marked: Marked): void {
  marked.text = marked.text.replace(IN_FOLDER, (found, folder: string, files: string) => {
    const spans = [...files].flatMap((one) => spanAt(marked, one) ?? []);
    const isFile = spans.every(({ kind, text }) => kind === "file" && !text.includes("/"));
    if (KIND.test(folder) || isWord(folder) || !isFile) return found;
    for (const one of spans) one.text = one.raw = `${folder}/${one.text}`;
    return "";
  });
}

/** Protects them, after what is a name by its looks. */
export function protectFolders(marked: Marked): void {
  joinFolders(marked);
  marked.text = marked.text.replace(WIDE, (raw: string) =>
    NO_NAME.test(raw) || isWord(raw) ? raw : mark(marked, { kind: "file", text: raw, raw }),
  );
  for (const place of PLACES)
    marked.text = marked.text.replace(place, (raw: string) =>
      isWord(raw) || NO_PLACE.test(raw) ? raw : mark(marked, { kind: "file", text: raw, raw }),
    );
}

const INSIDE = new RegExp(
  `\\b(?:in|inside|under|within|of)\\s+(?:the\\s+)?(?:folder\\s+|directory\\s+)?${MARK}|${MARK}\\s*(?:文件夹|目录|フォルダー?|ディレクトリ)?\\s*(?:里|中|下|内|に|の|で|以下|配下)`,
);

/** Whether the words say that something is in what they name. */
export function speaksOfInside(words: string): boolean {
  return INSIDE.test(words);
}
