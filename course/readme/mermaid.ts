// course/readme/mermaid · reads the part of Mermaid that the course draws with, strictly.
// Its own reader, because the mermaid package would add 86 MB and a DOM to the installation for this one check.

/** What is wrong with a picture, and in which of its lines (from 0). */
export interface PictureFault {
  at: number;
  says: string;
}

const LABEL = String.raw`(?:"[^"]+"|[^"()\[\]{}|;]+)`;
/** What may stand around a node's label; the pairs must match. */
const SHAPES = [
  String.raw`\(\[${LABEL}\]\)`,
  String.raw`\[\(${LABEL}\)\]`,
  String.raw`\[\[${LABEL}\]\]`,
  String.raw`\(\(${LABEL}\)\)`,
  String.raw`\{\{${LABEL}\}\}`,
  String.raw`\[${LABEL}\]`,
  String.raw`\(${LABEL}\)`,
  String.raw`\{${LABEL}\}`,
];
const NODE = new RegExp(String.raw`^\s*([A-Za-z_]\w*)(?:${SHAPES.join("|")})?(?::::\w+)?`);
const LINK = new RegExp(
  String.raw`^\s+(?:<?-->|---|-\.->|==>|-- ${LABEL} -->|-\. ${LABEL} \.->|== ${LABEL} ==>)(?:\|${LABEL}\|)?(?=\s)`,
);
const FLOW_EXTRA = /^(?:direction (?:LR|RL|TB|TD|BT)|(?:classDef|class|style|linkStyle) .+)$/;
const SEQUENCE_LINE =
  /^(?:participant \w+(?: as .+)?|actor \w+(?: as .+)?|autonumber|(?:de)?activate \w+|Note (?:over \w+(?:, ?\w+)?|(?:left|right) of \w+): [^;]+|\w+ ?(?:-->>|->>|-->|->|--x|-x|--\)|-\)) ?[+-]?\w+ ?: ?[^;]+)$/;
const STATE_LINE =
  /^(?:direction (?:LR|RL|TB|BT)|state "[^"]+" as \w+|(?:\[\*\]|\w+) --> (?:\[\*\]|\w+)(?: ?: ?[^;]+)?|\w+ ?: ?[^;]+)$/;

/** Undefined when the picture can be drawn. */
export function pictureFault(lines: string[]): PictureFault | undefined {
  const start = lines.findIndex((line) => line.trim() !== "" && !line.trim().startsWith("%%"));
  const head = lines[start]?.trim() ?? "";
  if (/^flowchart (?:LR|RL|TB|TD|BT)$/.test(head))
    return readLines(lines, start, FLOW) ?? colorFault(lines);
  if (head === "sequenceDiagram") return readLines(lines, start, SEQUENCE);
  if (head === "stateDiagram-v2") return readLines(lines, start, STATE);
  const says = "a picture begins with flowchart LR (or TD …), sequenceDiagram or stateDiagram-v2";
  return { at: Math.max(0, start), says };
}

/** How a kind of picture is read: what opens and closes a group, and what any other line is. */
interface Kind {
  opens: RegExp;
  middle?: RegExp;
  closes: string;
  wrong(line: string): string | undefined;
}

const FLOW: Kind = { opens: /^subgraph .+$/, closes: "end", wrong: wrongFlow };
const SEQUENCE: Kind = {
  opens: /^(?:loop|alt|opt|par|critical|rect|break) .+$/,
  middle: /^(?:else|and|option)(?: .+)?$/,
  closes: "end",
  wrong: (line) => (SEQUENCE_LINE.test(line) ? undefined : "is no line of a sequence diagram"),
};
const STATE: Kind = {
  opens: /^state \w+ \{$/,
  closes: "}",
  wrong: (line) => (STATE_LINE.test(line) ? undefined : "is no line of a state diagram"),
};

function readLines(lines: string[], start: number, kind: Kind): PictureFault | undefined {
  const open: number[] = [];
  let statements = 0;
  for (const [at, text] of lines.entries()) {
    const line = text.trim();
    if (at <= start || line === "" || line.startsWith("%%")) continue;
    if (kind.opens.test(line)) open.push(at);
    else if (line === kind.closes) {
      if (open.pop() === undefined) return { at, says: `"${kind.closes}" closes nothing` };
    } else if (!(kind.middle?.test(line) && open.length > 0)) {
      const says = kind.wrong(line);
      if (says !== undefined) return { at, says: `${JSON.stringify(line)} ${says}` };
      statements++;
    }
  }
  const left = open.at(-1);
  if (left !== undefined) return { at: left, says: `is not closed with "${kind.closes}"` };
  return statements > 0 ? undefined : { at: start, says: "the picture is empty" };
}

const CLASS = /^\s*classDef (\w+) (.+)$/;

/** A colour that is used is defined, and one that fills a box has text that can be read on it, light or dark. */
function colorFault(lines: string[]): PictureFault | undefined {
  const defined = lines.flatMap((line) => CLASS.exec(line)?.[1] ?? []);
  for (const [at, line] of lines.entries()) {
    const [, , css = ""] = CLASS.exec(line) ?? [];
    if (/\bfill:/.test(css) && !/(?:^|,)color:/.test(css))
      return { at, says: "fills a box and does not say the color of its text" };
    const [, given] = /^\s*class [\w,]+ (\w+);?$/.exec(line) ?? [];
    const used = [
      ...(given ? [given] : []),
      ...[...line.matchAll(/:::(\w+)/g)].map((one) => one[1]),
    ];
    const unknown = used.find((name) => name !== undefined && !defined.includes(name));
    if (unknown !== undefined)
      return { at, says: `uses the class ${unknown}, which no classDef defines` };
  }
  return undefined;
}

/** What Mermaid does not take for a node; the last three it does when a label follows at once. */
const RESERVED =
  /^(?:(?:end|graph|flowchart|subgraph|style|linkStyle|classDef|class|interpolate)\b|(?:call|href|click)(?!\w|\[|\(|\{))/;

/** A node, then links and nodes in turn, and nothing after them. */
function wrongFlow(line: string): string | undefined {
  if (FLOW_EXTRA.test(line)) return undefined;
  let rest = line;
  for (let isFirst = true; rest !== ""; isFirst = false) {
    const link = isFirst ? "" : (LINK.exec(rest)?.[0] ?? / & (?=\S)/.exec(rest)?.[0]);
    if (link === undefined) return `cannot be read from ${JSON.stringify(rest.trim())}`;
    rest = rest.slice(link.length);
    const node = NODE.exec(rest);
    if (!node) return `has no node at ${JSON.stringify(rest.trim())}`;
    if (RESERVED.test(node[0].trim()))
      return `has a node called "${node[1]}", a word of Mermaid's own`;
    rest = rest.slice(node[0].length).trimEnd();
  }
  return undefined;
}
