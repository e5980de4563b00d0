// practice/brain/spans · takes quotes, file names and patterns out of a request, so that the rest can be read as words.
import { isWord } from "./examples.ts";
import type { Span } from "./types.ts";

/** The request with one private-use character in place of each span. */
export interface Marked {
  text: string;
  /** The text at first, quotes taken out; of the same length with its full-width signs and without. */
  typed: string;
  /** The same before anything was levelled. */
  raw: string;
  spans: Span[];
}

const NO_SIGNS = /[^\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]+/g;
const FIRST_MARK = 0xe000;
export const MARK = "[\\uE000-\\uF8FF]";

/** Quotes of all kinds, and two things that carry quotes of their own: a call such as print("x"), and JSON. */
export const QUOTED =
  /((?<![\w.])[A-Za-z_][\w.]*\((?:"[^"\n]*"|'[^'\n]*'|[^()"'\n])*\)|\{[^{}\n]*"[^{}\n]*\}|\[[^[\]\n]*"[^[\]\n]*\])|```[\w+-]*\n?([\s\S]*?)\n?```|`([^`]+)`|"((?:[^"\\]|\\(?!")|\\")*)"|“([^”]*)”|「([^」]*)」|『([^』]*)』|‘((?:[^’]|’(?=\w))*)’|(?<![A-Za-z0-9])'((?:[^'\n]|'(?=[A-Za-z0-9]))*)'(?![A-Za-z0-9])/g;

/** Protects what stands in quotes, and levels full-width letters and punctuation in what does not. */
export function protectQuotes(request: string): Marked {
  const marked: Marked = {
    text: request.replace(/[\uE000-\uF8FF]/g, ""),
    typed: "",
    raw: "",
    spans: [],
  };
  marked.text = marked.text.replace(QUOTED, (raw, ...groups) => {
    const [code, ...quotes] = groups.slice(0, 9);
    if (typeof code === "string") return mark(marked, { kind: "free", text: code, raw });
    const text = quotes.find((group) => typeof group === "string");
    const inner = String(text ?? "");
    const plain = raw.startsWith('"') ? inner.replaceAll('\\"', '"') : inner;
    return mark(marked, { kind: "quote", text: plain, raw });
  });
  marked.raw = marked.text;
  const straight = marked.text.replace(/(?<=\w)’(?=\w)/g, "'");
  marked.typed = straight.replace(NO_SIGNS, (part) => part.normalize("NFKC"));
  marked.text = marked.typed.normalize("NFKC");
  return marked;
}

/** Words of the levelled request with the signs the person typed in them. */
export function asTyped({ typed }: Marked, words: string): string {
  const at = typed.normalize("NFKC").indexOf(words);
  return at < 0 ? words : typed.slice(at, at + words.length);
}

/** Adds a span and returns the character that stands for it. */
export function mark(marked: Marked, span: Span): string {
  marked.spans.push(span);
  return String.fromCharCode(FIRST_MARK + marked.spans.length - 1);
}

export function spanAt(marked: Marked, character: string): Span | undefined {
  return marked.spans[character.charCodeAt(0) - FIRST_MARK];
}

/** The words as the person wrote them, quotes and all. */
export function unmark(marked: Marked, text: string): string {
  return text.replace(new RegExp(MARK, "g"), (character) => spanAt(marked, character)?.raw ?? "");
}

const URL = /\b[a-z][a-z+.-]*:\/\/[^\s、。]+/gi;
const PATTERN = /(?<![\w])(?:[\w./-]*\*[\w.*/{},?-]*)/g;
const ENDING =
  /(?<![\w.*/-])\.(py|js|ts|tsx|jsx|md|json|txt|sh|html|css|ya?ml|csv|go|rs|java|c|h|cpp|rb)(?![\w.])/g;
/** The folder above, and the ones above that. */
const UP = /(?<![\w./~-])\.\.(?:\/\.\.)*\/?(?![\w./~-])/g;
const KNOWN = /(?<![\w./-])(readme|license|makefile|dockerfile|changelog)(?![\w./-])/gi;
const PATH =
  /(?<![\w])(?:~\/|\.{0,2}\/)?(?:[\w@+~.-]+\/)+(?:\.\.?(?![\w.])|[\w@+~.-]*[\w@+~-])?|(?<![\w.])(?:\/|\.\/)?[\w@+~-][\w@+~.-]*\.[A-Za-z]\w{0,7}(?!\w)|(?<![\w.])\.[a-z][\w.-]+/gi;
/** A name or a path of any letters. */
const LETTERS =
  /(?:(?<![\p{L}\p{N}_/-])|(?<=\.[A-Za-z]\w{0,7})(?![\w.]))[\p{L}\p{N}_/-]+(?:\.[A-Za-z][\w-]*)*\.[A-Za-z]\w{0,7}(?!\w)/gu;
const FOLDER =
  /(?<![\w.])(?!the\b|this\b|my\b|a\b|current\b|working\b|structure\b|tree\b)([\w-]+)(?=\s*(?:folder|directory|dir\b|文件夹|目录|的文件夹|的目录|フォルダ|ディレクトリ|という(?:名前の)?(?:フォルダ|ディレクトリ)))|(?<=(?:文件夹|目录|フォルダ|ディレクトリ)\s*)([\w-]+)|(?<=\b(?:folder|directory)\s+(?:called\s+|named\s+)?)(?!structure\b|tree\b)([\w-]+)|(?<=\b(?:in|under|inside)\s+(?:the\s+)?)(?:src|lib|docs?|tests?|dist|build|bin|scripts?|examples?|app|public|config|data|skills)\b(?!\s*(?:file|folder|dir))/gi;
const NOT_A_PATH =
  /^(?:and\/or|yes\/no|or\/and|i\/o|node\.js|vue\.js|next\.js|e\.g|i\.e|\/+|\.+)$/i;

/** Protects what is a file name, a folder or a pattern by its looks. */
export function protectNames(marked: Marked): void {
  const take = (expression: RegExp, make: (raw: string) => Span | undefined) => {
    marked.text = marked.text.replace(expression, (raw: string) => {
      const span = make(raw);
      return span === undefined ? raw : mark(marked, span);
    });
  };
  take(URL, (raw) => ({ kind: "free", text: raw, raw }));
  take(PATTERN, (raw) => (/[\w.]/.test(raw) ? { kind: "pattern", text: raw, raw } : undefined));
  marked.text = marked.text.replace(LETTERS, (raw, at: number, all: string) =>
    wideName(marked, raw, BEHIND_NAME.test(all.slice(0, at))),
  );
  take(ENDING, (raw) => ({ kind: "pattern", text: `*${raw}`, raw }));
  take(UP, (raw) => ({ kind: "file", text: raw, raw }));
  take(PATH, (raw) => (NOT_A_PATH.test(raw) ? undefined : { kind: "file", text: raw, raw }));
  take(KNOWN, (raw) => ({ kind: "file", text: knownName(raw), raw }));
  take(FOLDER, (raw) =>
    isWord(raw) && !/^(?:skills|src|notes)$/i.test(raw)
      ? undefined
      : { kind: "file", text: raw, raw },
  );
}

/** "the readme" is README.md nearly everywhere. */
function knownName(raw: string): string {
  return /^readme$/i.test(raw) ? "README.md" : raw;
}

/** 笔记.txt may stand right behind a verb: 创建笔记.txt. What is left to others is returned as it was. */
function wideName(marked: Marked, typed: string, isNext: boolean): string {
  const particle = OBJECT.exec(typed)?.[0] ?? (isNext ? (PARTICLE.exec(typed)?.[0] ?? "") : "");
  const before = particle + (BEFORE_NAME.exec(typed.slice(particle.length))?.[0] ?? "");
  const name = typed.slice(before.length);
  const isWide = /[^\x00-\x7f]/.test(name) && !/[^\x00-\x7f][\w-]+\.[\w.-]*$/.test(name);
  if (!isWide || /^\.|[てにはとがで]\.\w+$/.test(name)) return typed;
  return `${before}${mark(marked, { kind: "file", text: name, raw: name })}`;
}

const BEHIND_NAME = new RegExp(`(?:${MARK}|\\.[A-Za-z]\\w{0,7})\\s*$`);
/** Of a Japanese sentence: no name has it. */
const OBJECT = /^.*を(?:新しい|新規)?/;
/** Right behind another name. */
const PARTICLE = /^(?:を|に|は|と|へ|の|や|から|が|も)(?:新しい|新規)?/;
/** What may stand right before a name without a space. */
const BEFORE_NAME =
  /^(?:请|帮我|给我|麻烦|你|我要|我想|然后|再|先|创建|新建|建立|编写|生成|写入|写到|写进|写|读取|读一下|阅读|打开|查看|看看|看一下|看|显示|列出|删除|删掉|删了|删|移除|清空|运行|执行|跑一下|跑|解释|说明|总结|概括|介绍|统计|数一下|数|追加|添加|加到|存到|保存到|保存为|放到|复制到|拷贝到|改名为|重命名为|移动到|移到|复制|拷贝|移动|修改|编辑|修复|检查|备份|把|将|在|从|往|向|给|对|到|用|个|一个|名为|叫做|叫|文件|ファイル|この|その|新規|まず|次に|じゃあ|やっぱり?|あと|それと|では)+/;

/** Whether a quoted text can only be meant as a name. */
export function isName(text: string): boolean {
  if (/:\s|\S@\S/.test(text)) return false;
  return /^[^\n"|<>]{0,120}\.[A-Za-z]\w{0,7}$/.test(text) && text.split(" ").length <= 4;
}
