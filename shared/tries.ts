// shared/tries · what to ask in a chapter: the prompts that its page types at it, in the person's language.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A prompt from a chapter's page. */
export interface Try {
  prompt: string;
  /** What the page does before it, one line each: command lines for a shell, or a folder to work in. */
  first: string[];
}

type Language = "en" | "zh" | "ja";

/** The words of /try, in each language. */
interface Words {
  /** Shown when an agent starts. */
  offer: string;
  head: string;
  first: string;
  inFolder(name: string): string;
  none: string;
}

const WORDS: Record<Language, Words> = {
  en: {
    offer: "/try lists what to ask in this chapter.",
    head: "What to ask here. Type a number to ask it:",
    first: "first, in a shell:",
    inFolder: (name) => `work in scratch/${name}, a copy of course/fixtures/${name}`,
    none: "There is no page with prompts for this chapter.",
  },
  zh: {
    offer: "输入 /try，看看这一章可以问什么。",
    head: "可以这样问。输入编号就会问那一条：",
    first: "先在 shell 里做：",
    inFolder: (name) => `在 scratch/${name} 里工作，它是 course/fixtures/${name} 的副本`,
    none: "没有找到这一章的页面，列不出可以问的内容。",
  },
  ja: {
    offer: "/try で、この章で試せるプロンプトの一覧を表示します。",
    head: "ここで試せるプロンプトです。番号を入力すると、それを試します：",
    first: "先にシェルで：",
    inFolder: (name) => `course/fixtures/${name} をコピーした scratch/${name} で作業`,
    none: "この章のページが見つからないため、一覧を表示できません。",
  },
};

const COURSE_ROOT = join(fileURLToPath(import.meta.url), "../..");
const MOST = 5;
/** The sessions of the pages work in these, or in copies of them; `npm start` makes both. */
const SAMPLES = ["bottle", "kiosk"];

/** The language of an environment: LC_ALL, else LANG; English for every other than Chinese and Japanese. */
export function languageOf({ LC_ALL, LANG }: NodeJS.ProcessEnv): Language {
  const [language] = (LC_ALL || LANG || "").split(/[_.-]/);
  return language === "zh" || language === "ja" ? language : "en";
}

/** The words of /try, in the person's language. */
export const tryWords = (): Words => WORDS[languageOf(process.env)];

/**
 * At most five prompts for the chapter that `name` names: a chapter's folder, a draft such as `s14.2`, or a copy such as
 * `my_s05`. None if its page is not there. Must not throw: a page that cannot be read has no prompts.
 */
export function triesFor(name: string, root = COURSE_ROOT): Try[] {
  const [, chapter] = /^(?:my_)?(s\d\d)(?=[_.]|$)/.exec(name) ?? [];
  if (chapter === undefined) return [];
  const language = languageOf(process.env);
  try {
    const folder = readdirSync(root).find((one) => one.startsWith(`${chapter}_`)) ?? "";
    const page = language === "en" ? "README.md" : `README.${language}.md`;
    return triesIn(readFileSync(join(root, folder, page), "utf8"), chapter, frontPage(root, page));
  } catch {
    return [];
  }
}

/** The course's own page, whose session is played at the last chapter; "" where there is none. */
function frontPage(root: string, page: string): string {
  const path = join(root, page);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** How the list looks. */
export function listOfTries(tries: Try[]): string {
  const { head, first, none } = tryWords();
  const lines = tries.flatMap((one, at) => [
    `${at + 1}. ${one.prompt}`,
    ...one.first.map((line) => `   ${first} ${line}`),
  ]);
  return tries.length === 0 ? none : [head, ...lines].join("\n");
}

/** A prompt in the page, and where: the lower the rank, the more it is what the chapter is for. */
interface Typed extends Try {
  rank: number;
}

const OF_DRAFTS = 3;

/**
 * Those of the front page come first, for the chapter that it is about; then those of "Try it", which follows the
 * generated part; then the others typed at the chapter, then those typed at its drafts, if they need no preparation.
 */
export function triesIn(page: string, chapter: string, front = ""): Try[] {
  const [before = "", after = ""] = page.split("<!-- /changes -->");
  const typed = [front, after, before].flatMap((text, rank) => typedIn(text, chapter, rank));
  const all = typed.toSorted((one, other) => one.rank - other.rank);
  const isNew = ({ prompt }: Try, at: number) =>
    all.findIndex((one) => one.prompt === prompt) === at;
  return all
    .filter(isNew)
    .filter(({ rank, first }) => rank !== OF_DRAFTS || first.length === 0)
    .slice(0, MOST)
    .map(({ prompt, first }) => ({ prompt, first }));
}

const BLOCK = /^```console session=(\S+)([^\n]*)\n(.*?)^```$/gms;
/** Ends the agent, lists something, or names what is only known while the session runs. */
const NOT_FOR_ALL = /^(q$|\/(exit|help|try)\b)|<\w+>/;

function typedIn(text: string, chapter: string, rank: number): Typed[] {
  const found: Typed[] = [];
  let first: string[] = [];
  for (const [, , options = "", lines = ""] of text.matchAll(BLOCK)) {
    const [, fixture] = /\bfixture=(\S+)/.exec(options) ?? [];
    if (fixture !== undefined)
      first = SAMPLES.includes(fixture) ? [] : [tryWords().inFolder(fixture)];
    for (const line of lines.split("\n")) {
      if (line.startsWith("$ ")) first = [...first, ...preparation(line.slice(2))];
      const [, label = "", draft, prompt = ""] = /^(s\d\d)(\.\d)? >> (.+)$/.exec(line) ?? [];
      if (label !== chapter || NOT_FOR_ALL.test(prompt)) continue;
      found.push({ prompt, first, rank: draft === undefined ? rank : OF_DRAFTS });
      first = [];
    }
  }
  return found;
}

/** A command line that later prompts need; none for one that only looks, tidies up, or starts the agent as usual. */
function preparation(line: string): string[] {
  const plain = line.replace(/^(TRACE|EXPLAIN)=\S+ /, "");
  return /^(npm|npx|ls|cat|grep|head|tail|node|git|sleep|rm)\b/.test(plain) ? [] : [line];
}
