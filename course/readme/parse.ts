// course/readme/parse · a page of Markdown as blocks, headings, prose and links, each with its line.
import type { Code, Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/** A fenced block: ```LANGUAGE INFO. `line` is that of the opening fence, counted from 1. */
export interface Block {
  language: string;
  info: string;
  line: number;
  lines: string[];
  /** What each of its lines begins with, in a list. */
  indent: string;
  isClosed: boolean;
}

export interface Heading {
  level: number;
  text: string;
  line: number;
}

/** A paragraph, a heading, a row of a table, or what is between HTML tags. */
export interface Prose {
  /** As it is written. */
  text: string;
  /** Without code, addresses and tags. */
  words: string;
  line: number;
}

export interface Readme {
  lines: string[];
  blocks: Block[];
  headings: Heading[];
  /** Without what is generated. */
  prose: Prose[];
  /** Pictures, too. */
  links: { target: string; line: number }[];
  /** The line of a fence that is never closed. */
  unclosed: number | undefined;
}

const GFM = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** Several checks read the same page. */
const known = new Map<string, Readme>();

/** Reads a page, or a sentence. */
export function parseReadme(text: string): Readme {
  const readme = known.get(text) ?? read(text);
  known.set(text, readme);
  return readme;
}

function read(text: string): Readme {
  const lines = text.split("\n");
  const nodes = nodesIn(fromMarkdown(text, GFM));
  const blocks = nodes.flatMap((node) => (node.type === "code" ? blockOf(node, lines) : []));
  return {
    lines,
    blocks,
    headings: nodes.flatMap((node) =>
      node.type === "heading"
        ? { level: node.depth, text: inside(node.children, text), line: lineOf(node) }
        : [],
    ),
    prose: written(nodes)
      .filter(({ type }) => ["heading", "paragraph", "tableRow", "html"].includes(type))
      .map((node) => ({ text: inside([node], text), words: wordsOf(node), line: lineOf(node) })),
    links: nodes.flatMap((node) =>
      "url" in node ? { target: node.url, line: node.position?.end.line ?? 1 } : [],
    ),
    unclosed: blocks.find(({ isClosed }) => !isClosed)?.line,
  };
}

/** A node and all that it holds, in the order of the text. */
const nodesIn = (node: Nodes): Nodes[] => [
  node,
  ...("children" in node ? node.children.flatMap(nodesIn) : []),
];

const lineOf = ({ position }: Nodes): number => position?.start.line ?? 1;

/** The text from the first of some nodes to the end of the last. */
const inside = (nodes: Nodes[], text: string): string =>
  text.slice(nodes[0]?.position?.start.offset, nodes.at(-1)?.position?.end.offset ?? 0);

/** A code block without a fence is none. */
function blockOf({ lang, meta, value, position }: Code, lines: string[]): Block[] {
  if (position === undefined) return [];
  const { start, end } = position;
  const [fence] = FENCE.exec(lines[start.line - 1]?.slice(start.column - 1) ?? "") ?? [];
  if (fence === undefined) return [];
  return [
    {
      language: lang ?? "",
      info: meta ?? "",
      line: start.line,
      lines: end.line - start.line > 1 ? value.split(/\r?\n/) : [],
      indent: " ".repeat(start.column - 1),
      isClosed: end.line > start.line && lines[end.line - 1]?.trim().startsWith(fence) === true,
    },
  ];
}

const FENCE = /^(?:`{3,}|~{3,})/;

/** The words in a node. A code span leaves its marks, so that those around it do not become neighbours; and so does a bold label, which is not the beginning of a sentence. */
function wordsOf(node: Nodes): string {
  if (node.type === "text") return node.value.replaceAll(/https?:[^\s)）]+/g, "");
  if (node.type === "inlineCode") return "``";
  if (node.type === "html") return node.value.replaceAll(/<[^>]*>/g, " ");
  if (node.type === "break") return "\n";
  const parts = "children" in node ? node.children.map(wordsOf) : [];
  const words = parts.join(node.type === "tableRow" ? " | " : "");
  return node.type === "strong" ? `**${words}**` : words;
}

/** Without the nodes between the marks of generated text. */
function written(nodes: Nodes[]): Nodes[] {
  let isGenerated = false;
  return nodes.filter((node) => {
    const [, mark] = node.type === "html" ? (MARK.exec(node.value) ?? []) : [];
    if (mark !== undefined) isGenerated = mark === "";
    return !isGenerated;
  });
}

const MARK = /^<!-- (\/?)(?:changes|chapters|map|drafts|terms) -->$/;

/** The headings of level 2 with the line where the next one stands. */
export function sectionsOf(readme: Readme): (Heading & { end: number })[] {
  const found = readme.headings.filter(({ level }) => level === 2);
  return found.map((heading, at) => ({
    ...heading,
    end: found[at + 1]?.line ?? readme.lines.length + 1,
  }));
}

/** What stands between `<!-- NAME -->` and `<!-- /NAME -->`, without the line ends at the marks. */
export function betweenMarks(text: string, name: string): string | undefined {
  return partsOf(text, name)?.body;
}

/** The text with another body between the marks; the same text when it has no such marks. */
export function replaceMarked(text: string, name: string, body: string): string {
  const parts = partsOf(text, name);
  return parts ? `${parts.head}${body}${parts.tail}` : text;
}

function partsOf(text: string, name: string) {
  const open = `<!-- ${name} -->\n`;
  const close = `\n<!-- /${name} -->`;
  const start = text.indexOf(open);
  const end = text.indexOf(close, start + open.length - 1);
  if (start < 0 || end < 0) return undefined;
  const at = start + open.length;
  return { head: text.slice(0, at), body: text.slice(at, end), tail: text.slice(end) };
}
