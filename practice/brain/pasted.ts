// practice/brain/pasted · the content of a file that stands on lines of its own, behind words that end in a colon.

/** The first line names a file and asks for it to be written; what follows is nobody's request. */
const HEAD =
  /^(?=[^\n]*\.[a-z]\w{0,7}(?!\w))(?=[^\n]*(?:\b(?:create|make|write|save|put)\b|创建|新建|写|保存|作成|作っ|作る|書い|書き|保存))([^\n]*)[:\uff1a][ \t]*\n([\s\S]*\S[\s\S]*)$/i;
const OTHER_WISH = /\bremember\b|记住|覚えて/i;
/** "with this poem:", as "with". */
const INTRODUCED =
  /\b(with|containing)(?:\s+(?:the|this|these|following))*(?:\s+(?:text|contents?|lines?|words|poem|song|lyrics|story|list|code|note))?\s*$/i;

/** The words of such a request and the content as it stands there; undefined for any other, or where quotes stand around it. */
export function splitPasted(request: string): { words: string; content: string } | undefined {
  const [, head, content] = HEAD.exec(request) ?? [];
  if (head === undefined || content === undefined || OTHER_WISH.test(head)) return undefined;
  const isQuoted = /^\s*(?:```[\s\S]*```|"[^"]*"|“[^”]*”|「[^」]*」|『[^』]*』)\s*$/.test(content);
  return isQuoted ? undefined : { words: head.replace(INTRODUCED, "$1"), content };
}
