// practice/brain/project/code · what stands in the text of a program, by the looks of its lines: JavaScript and Python.

export interface Source {
  file: string;
  lines: string[];
}

/** Lines of a source, counted from 0, the last one with them. */
export interface Block {
  from: number;
  to: number;
}

export interface Made extends Block {
  name: string;
  args: string;
  /** What a comment in front of it or right inside says. */
  comment: string;
}

const MADE = [
  /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\*?\s+(?<name>[\w$]+)\s*\((?<args>[^)]*)\)/,
  /^\s*(?:export\s+)?(?:(?:const|let|var)\s+|exports\.)(?<name>[\w$]+)\s*=\s*(?:async\s*)?(?:function\s*)?\((?<args>[^()]*)\)\s*(?:=>|\{)/,
  /^\s*(?:export\s+)?(?:const|let|var)\s+(?<name>[\w$]+)\s*=\s*(?:async\s+)?(?<args>[\w$]+)\s*=>/,
  /^\s*(?:async\s+)?def\s+(?<name>\w+)\s*\((?<args>[^)]*)\)/,
  /^\s+(?:static\s+|async\s+)*(?!(?:if|for|while|switch|catch|function|return)\b)(?<name>[\w$]+)\((?<args>[^()]*)\)\s*\{\s*$/,
];
const TEST = /^\s*(?:test|it)(?:\.\w+)?\s*\(/;

const madeIn = (line: string) => MADE.map((form) => form.exec(line)?.groups).find(Boolean);

/** The functions of a source, in order. */
export function functionsIn(lines: readonly string[]): Made[] {
  return lines.flatMap((line, from) => {
    const { name, args = "" } = madeIn(line) ?? {};
    if (name === undefined) return [];
    return [{ name, args: args.trim(), from, to: endOf(lines, from), comment: about(lines, from) }];
  });
}

/** The function or the test that a line stands in; else the line alone. */
export function around(lines: readonly string[], at: number): Block {
  const depth = indentOf(lines[at]);
  const from = lines.findLastIndex(
    (line, head) =>
      (head < at ? indentOf(line) < depth : head === at) &&
      (TEST.test(line) || madeIn(line) !== undefined),
  );
  return from < 0 || endOf(lines, from) < at
    ? { from: at, to: at }
    : { from, to: endOf(lines, from) };
}

export const indentOf = (line = ""): number => line.length - line.trimStart().length;

/** Where the block ends that begins here: by how far the lines are indented. */
export function endOf(lines: readonly string[], from: number): number {
  const depth = indentOf(lines[from]);
  const next = lines.findIndex(
    (line, at) => at > from && line.trim() !== "" && indentOf(line) <= depth,
  );
  const end = next < 0 ? lines.length : next;
  if (/^\s*[)}\]]/.test(lines[end] ?? "")) return end;
  return lines.slice(0, end).findLastIndex((line) => line.trim() !== "");
}

const COMMENT = /^\s*(?:\/\/+|\/\*+|\*+\/?|#+)\s?/;

function about(lines: readonly string[], from: number): string {
  let first = from;
  while (first > 0 && COMMENT.test(lines[first - 1] ?? "")) first--;
  const above = lines
    .slice(first, from)
    .map((line) => line.replace(COMMENT, "").replace(/\*\/$/, ""));
  const inside = /^\s*(?:"""|''')(.+?)(?:"""|''')?\s*$/.exec(lines[from + 1] ?? "")?.[1] ?? "";
  return [...above, inside].join(" ").trim();
}

const IMPORTS = [
  /^\s*import\s+(?<what>[^;"']+?)\s+from\s+["'](?<from>[^"']+)["']/gm,
  /(?:const|let|var)\s+(?<what>[^=;]+?)\s*=\s*require\(["'](?<from>[^"']+)["']\)/g,
  /^from\s+(?<from>[\w.]+)\s+import\s+(?<what>.+)$/gm,
  /^import\s+(?<from>[\w.]+)(?<what>)\s*$/gm,
];

export interface Import {
  names: string[];
  from: string;
}

export function importsIn(lines: readonly string[]): Import[] {
  const text = lines.join("\n");
  const found = IMPORTS.flatMap((form) => [...text.matchAll(form)].map(({ groups }) => groups));
  return found.map(({ what = "", from = "" } = {}) => ({
    names: what.split(/[{},()]/).flatMap((part) => /[\w$]+/.exec(part)?.[0] ?? []),
    from,
  }));
}

/** The file of the project that an import means. */
export function moduleFile(from: string, importer: string, files: readonly string[]) {
  const folder = importer.split("/").slice(0, -1);
  for (const part of from.startsWith(".") && from.includes("/") ? from.split("/") : [])
    if (part === "..") folder.pop();
    else if (part !== ".") folder.push(part);
  const path = folder.join("/");
  const python = `${from.replace(/^\.+/, "").replaceAll(".", "/")}.py`;
  const names = from.includes("/")
    ? [path, `${path}.js`, `${path}.mjs`, `${path}.ts`, `${path}/index.js`]
    : [[...folder, python].join("/"), python];
  return (
    names.find((name) => files.includes(name)) ?? files.find((file) => file.endsWith(`/${python}`))
  );
}

/** Whether a text has this word. */
export const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w$])${word.replaceAll("$", "\\$")}(?![\\w$])`).test(text);
