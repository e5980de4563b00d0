// course/replay/plain · a start line that needs no shell: settings and words that are read as they stand.

/** What a program is started with. */
export interface Plain {
  env: Record<string, string>;
  words: string[];
}

/** A word, or parts of it in quotes in which the shell changes nothing. */
const WORD = /(?:[\w./:=@,+-]|'[^']*'|"[^"$`\\!]*")+/y;

/** What bash would make of the settings before a command and the words after it; undefined when that takes a bash. */
export function readPlain(before: string, after: string): Plain | undefined {
  const settings = readWords(before);
  const words = readWords(after);
  if (settings === undefined || words === undefined) return undefined;
  const env = settings.map((word) => {
    const at = word.indexOf("=");
    return [word.slice(0, at), word.slice(at + 1)] as const;
  });
  return { env: Object.fromEntries(env), words };
}

function readWords(text: string): string[] | undefined {
  const words: string[] = [];
  const rest = text.trim();
  for (let at = 0; at < rest.length; ) {
    WORD.lastIndex = at;
    const [word] = WORD.exec(rest) ?? [];
    if (word === undefined) return undefined;
    at += word.length;
    if (at < rest.length && !/\s/.test(rest.charAt(at))) return undefined;
    while (/\s/.test(rest.charAt(at))) at++;
    words.push(word.replace(/'([^']*)'|"([^"]*)"/g, (_, one = "", two = "") => one + two));
  }
  return words;
}
