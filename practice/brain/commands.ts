// practice/brain/commands · takes the commands out of a request that are to be run, word for word or not at all.
import { VERB } from "./slots.ts";
import { MARK, type Marked, mark, unmark } from "./spans.ts";

const COMMANDS =
  "ls|pwd|git|cat|echo|printf|whoami|date|uname|npm|npx|node|python3?|wc|mkdir|rmdir|touch|grep|find|head|tail|cp|mv|ln|rm|unlink|tree|env|which|sleep|exit|true|false|seq|sort|uniq|sed|awk|du|df|ps|diff|cmp|tsx|make|cargo|go|ruby|perl|sh|bash|cd|stat|chmod|chown|curl|wget|ping|id|hostname|basename|dirname|realpath|tr|cut|tee|xargs|tar|zip|unzip|timeout|nice|nohup|sudo|kill|pkill|pytest|tsc|deno|bun|yarn|pnpm|pip3?|java|gcc";
/** A whole word, that begins no name: not the node of node.js, nor the test of test/a.py. */
const COMMAND = `(?:(?:${COMMANDS})(?![\\w/-]|\\.\\w)|(?:file|test)(?=\\s+-))`;
const IN_LINE = `(?:[\\x20-\\x7e]|${MARK})`;
const POLITE = "(?:please|also|finally|you|to|can you|could you)";

/** Where a command follows. */
const BEHIND = new RegExp(
  `(?<=\\b(?:run|execute|try)(?:\\s+|\\s*:\\s*)(?:(?:the|this|a|following)\\s+)*(?:(?:shell|bash|terminal)\\s+)?(?:command\\s*)?:?\\s*|(?:运行|执行|跑|[开起弄搞](?:一?个)?后台(?:任务|进程)?)(?:一下|以下|下面的?|这个|这条)*(?:命令|指令)?\\s*:?\\s*|(?:実行(?:して|する)?(?:ください|下さい)?|コマンド)\\s*:?\\s*)${COMMAND}[^\\n]*`,
  "i",
);
/** What stands before the Japanese verb. */
const BEFORE = new RegExp(
  `${IN_LINE}+(?=\\s*(?:という|って|の)?(?:コマンド)?\\s*を\\s*(?:実行|走らせ|動か))`,
  "g",
);

/** Takes the commands out; before names are, for a command has names of its own. */
export function protectCommands(marked: Marked): void {
  marked.text = marked.text.replace(BEFORE, (found) => {
    const line = found.replace(/^[\s.,:;!?]+/, "").trimEnd();
    if (!new RegExp(`^${COMMAND}`).test(line)) return found;
    return found.replace(line, () => taken(marked, line, true));
  });
  marked.text = takenBehind(marked, marked.text);
  marked.text = marked.text.replace(BARE, (raw) =>
    taken(marked, raw.trim().replace(/^[$!]\s*/, ""), true),
  );
}

function takenBehind(marked: Marked, text: string): string {
  const found = BEHIND.exec(text);
  if (found === null || /^[A-Z]/.test(found[0])) return text;
  const [rest, before] = [found[0], text.slice(0, found.index)];
  const after = text.slice(found.index + rest.length);
  const { line, end } = commandIn(rest, /\b(?:can|could|would|will)\b/i.test(before));
  if (line === undefined) return `${before}${taken(marked, rest, false)}${after}`;
  const next = takenBehind(marked, `${rest.slice(end)}${after}`);
  return `${before}${taken(marked, line, true)}${next}`;
}

/** The mark for a command; one that is not certain, or not as it was typed, is for nobody to run. */
function taken(marked: Marked, line: string, isSure: boolean): string {
  const text = unmark(marked, line);
  const kind = isSure && marked.raw.includes(line) ? "command" : "unclear";
  return mark(marked, { kind, text, raw: text });
}

const OPEN_QUOTE = /["'`]/;
/** "It's" behind a command opens no quote. */
const SHORTENED = /(?<=\b(?:it|they|that|you|i))'(?=(?:s|re|m|ll|ve)\b)/gi;
const THEN = "(?:\\s*[,;]\\s*|\\s+)(?:and\\s+)?(?:then|after that|afterwards|finally)\\b";
const AND = `(?:\\s*,\\s*|\\s*,?\\s+and\\s+)(?:${POLITE}\\s+)*${VERB}\\b`;
const STOP = `(?<=(?:\\w|${MARK}))[.!?]+(?=\\s+\\S)`;
const WIDE = "[\\u3000-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff]";
const CUT = new RegExp(
  `(?<then>${THEN}|\\s+(?:in|as an?) (?:the )?background\\b|\\s+behind the scenes\\b)|(?<and>${AND})|(?<stop>${STOP})|(?<list>\\s*;\\s*(?!${COMMAND})(?=${VERB}\\b))|(?<wide>(?:(?<=(?:\\w|${MARK}))[.!?]+)?\\s*[,;:]?\\s*${WIDE})`,
  "i",
);
/** What may stand right behind a command in Chinese and Japanese. */
const WIDE_TAIL =
  /^\s*(?:[.,;、。!?]|然后|接着|之后|随后|最后|并|再|后|和|(?:这个|这条|该|的)?(?:命令|指令)|看|吧|一下|吗|给我|告诉|来|把结果|という|って|の?コマンド|を|そして|それから|して)/;
/** They say their words, whatever these are. */
const SAYING = /^(?:echo|printf|git\s+commit)\b/;

/** Words that no command has unless quoted: what else is said. */
const PROSE =
  /^[^"'`]*\s(?:the|me|my|you|ya|again|real quick|quickly|because|would|once|twice|while|every|until|unless|after|before|something|somehow|right away|immediately)(?=\s|$)/i;
/** They need no more words than these. */
const LOOKING = /^(?:ls|pwd|date|whoami|uname|env|ps|df|du|tree|make|id)(?:\s+-\S+)*$/;

/** How far the command goes that this line begins with; no `line` where that is not certain. */
function commandIn(rest: string, isAsked: boolean): { line: string | undefined; end: number } {
  const cut = CUT.exec(rest);
  const end = cut?.index ?? rest.length;
  const line = cut === null ? withoutEnd(rest.trimEnd(), isAsked) : rest.slice(0, end).trimEnd();
  const { and, stop, list, wide } = cut?.groups ?? {};
  const [isSaying, tail] = [SAYING.test(rest), rest.slice(end)];
  const isUnclear =
    (!isSaying && PROSE.test(line ?? "")) ||
    list !== undefined ||
    (and !== undefined && isSaying) ||
    (stop !== undefined && !NEXT.test(tail)) ||
    (wide !== undefined && !WIDE_TAIL.test(tail)) ||
    (cut !== null && OPEN_QUOTE.test(rest.slice(0, end) + tail.replace(SHORTENED, "")));
  return { line: isUnclear ? undefined : line, end };
}

/** Without the stop that is glued to the last word, and a polite word behind it; undefined where these may be part of it. */
function withoutEnd(whole: string, isAsked: boolean): string | undefined {
  const [, own = whole, stop] = STOPPED.exec(whole) ?? [];
  if (stop === "?" && !isAsked) return undefined;
  const [, line = "", comma] = /^(.*?)(,?)\s+(?:for me|please|now)$/i.exec(own) ?? [];
  if (line === "") return own;
  return comma === "," || LOOKING.test(line) ? line : undefined;
}

const STOPPED = new RegExp(`^(.*(?:\\w|${MARK}))([.!?])$`);
const NEXT = new RegExp(`^[.!?]+\\s+(?:${POLITE}\\s+)*(?:then\\b|${VERB}\\b)`, "i");

/** A line that is a command and nothing else, from a list that only looks. */
const BARE =
  /^\s*(?:[$!]\s+\S.*|(?:ls|pwd|whoami|date|uname)(?:\s+-\w+)*|ls(?:\s+-\w+)*(?:\s+[\w./-]*[./][\w./-]*)?|(?:cat|wc|python3?|node|bash|sh)(?:\s+-\w+)*\s+[\w./-]+\.\w+|(?:touch|mkdir)(?:\s+[\w./-]+)|(?:grep|head|tail)(?!.*\s(?:in|for|the|of)\s)(?:\s+-\w+)*(?:\s+[\w./-]+)*\s+[\w./-]+\.\w+|git\s+(?:status|log|diff|branch|show|remote)(?:\s+(?:--?[\w=-]+|HEAD\b[\w~^@{}.]*|[\w/-]*[~^][\w~^]*|\d+))*)\s*$/;
