// course/generate/joins · where each mechanism of a chapter joins the agent: its tools, hooks and commands, read from the code.
import { type Chapter, isCounted, textOf, toolsIn } from "../chapters/files.ts";

/** What one mechanism brings; `name` is its file, or its folder. */
export interface Joins {
  name: string;
  tools: string[];
  events: string[];
  commands: string[];
}

/** The mechanisms in the order in which the chapters bring them; none before there are hooks. */
export function joinsOf(chapter: Chapter | undefined): Joins[] {
  const names = new Set(eventsIn(textOf(chapter, "hooks.ts")));
  if (!chapter || names.size === 0) return [];
  const files = [...chapter.files.keys()].filter((file) => isCounted(file) && file !== "code.ts");
  const mechanisms = new Map<string, string>();
  for (const file of files.sort((a, b) => Number(isDoor(b)) - Number(isDoor(a)))) {
    const name = file.includes("/") ? `${file.split("/")[0]}/` : file;
    mechanisms.set(name, `${mechanisms.get(name) ?? ""}${textOf(chapter, file)}\n`);
  }
  return [...mechanisms]
    .sort(([one, oneText], [other, otherText]) =>
      `${shortOf(oneText)} ${one}`.localeCompare(`${shortOf(otherText)} ${other}`, "en"),
    )
    .map(([name, text]) => ({
      name,
      tools: toolsIn(text),
      events: keysOf(text, "hooks").filter((key) => names.has(key)),
      commands: keysOf(text, "commands"),
    }))
    .filter(({ tools, events, commands }) => tools.length + events.length + commands.length > 0);
}

/** The file with the name of its folder comes first, because its first line names the chapter. */
const isDoor = (file: string) => /^([^/]+)\/\1\.ts$/.test(file);

const shortOf = (text: string) => /^\/\/ (s\d\d) ·/.exec(text)?.[1] ?? "";

/** The names of the events in the interface HookEvents. */
function eventsIn(text: string): string[] {
  const body = /interface HookEvents \{\n([\s\S]*?)\n\}/.exec(text)?.[1] ?? "";
  return [...body.matchAll(/^ {2}([A-Z]\w+): \{/gm)].map(([, name = ""]) => name);
}

/** The keys of every object literal that is the value of `property`, each once. */
function keysOf(text: string, property: string): string[] {
  const starts = [...text.matchAll(new RegExp(`\\b${property}: \\{`, "g"))];
  const keys = starts.flatMap(({ index, 0: match }) => keysIn(text.slice(index + match.length)));
  return [...new Set(keys)];
}

/** The keys of an object literal whose opening brace comes before the text. Strings with braces are not expected. */
function keysIn(text: string): string[] {
  let depth = 0;
  let isKey = true;
  const keys: string[] = [];
  for (const [token] of text.matchAll(/[{([]|[})\]]|,|\w+(?=\s*[:(,}])/g)) {
    if (/^[{([]$/.test(token)) depth++;
    else if (/^[})\]]$/.test(token)) depth--;
    else if (token === ",") isKey ||= depth === 0;
    else if (depth === 0 && isKey) {
      keys.push(token);
      isKey = false;
    }
    if (depth < 0) return keys;
  }
  return keys;
}
