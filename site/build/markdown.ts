// site/build/markdown · how sessions, pictures and headings of the course's pages become HTML.
import type { MarkdownOptions } from "vitepress";
import { type Action, actionOf } from "../../course/replay/readme.ts";
import { languageOf, titleAbove, withEdit } from "./breaks.ts";
import { type Known, PASSED, sentenceOf } from "./reasons.ts";
import { withStart } from "./starts.ts";

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0];

interface Fence {
  info: string;
  content: string;
}
interface Environment {
  relativePath?: string;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => ESCAPES[one] ?? one);

/** Sessions get their ▶, and pictures are drawn in the page. */
export function addBlocks(markdown: Markdown, known: Known): void {
  const { rules } = markdown.renderer;
  const before = rules.fence;
  rules.fence = (tokens, index, options, environment, renderer) => {
    const { info = "", content = "" } = tokens[index] ?? {};
    if (info.trim() === "mermaid") return drawing(content);
    if (info.startsWith("diff ")) {
      const block = before?.(tokens, index, options, environment, renderer) ?? "";
      return withEdit(block, titleAbove(tokens, index), Object(environment).relativePath);
    }
    if (info.trim() === "sh") {
      const block = before?.(tokens, index, options, environment, renderer) ?? "";
      const language = languageOf(Object(environment).relativePath ?? "");
      return withStart(block, content, titleAbove(tokens, index), language);
    }
    const [, name] = /^console\b.*\bsession=([\w-]+)/.exec(info) ?? [];
    if (name === undefined) return before?.(tokens, index, options, environment, renderer) ?? "";
    const page: Environment = Object(environment);
    return session({ info, content }, name, headOf(page, known[keyOf(name, page)]));
  };
}

/** What a session is called in sessions.json: by the page of the course that it is on. */
function keyOf(name: string, { relativePath = "" }: Environment): string {
  const [, language, path = ""] = /^(?:(zh|ja)\/)?(.*)$/.exec(relativePath) ?? [];
  const page = path.replace("index.md", "README.md");
  return `${language === undefined ? page : page.replace(/md$/, `${language}.md`)} ${name}`;
}

const drawing = (content: string) =>
  `<div class="drawing" v-pre data-text="${escaped(content)}"><pre>${escaped(content)}</pre></div>\n`;

/** What is said of a session that can't run in a page, by the folder of the language. */
const CANNOT: Record<string, string> = {
  en: "This session needs the course on your own computer",
  zh: "这个会话需要在你自己的电脑上运行",
  ja: "このセッションは自分のコンピューターで実行してください",
};

/** What stands above a session: a ▶ where it is known to pass, why it can't run, or nothing while that is not known. */
function headOf({ relativePath = "" }: Environment, known: string | undefined): string {
  const [, language = "en"] = /^(zh|ja)\//.exec(relativePath) ?? [];
  if (known === PASSED) return PLAY;
  if (known === undefined) return "";
  return `<span class="cannot" title="${escaped(sentenceOf(known, language))}">${CANNOT[language]}</span>`;
}

const PLAY = '<button class="play" type="button">▶</button>';

function session({ info, content }: Fence, name: string, head: string): string {
  const [, fixture = ""] = /\bfixture=([\w-]+)/.exec(info) ?? [];
  const canRun = head === PLAY;
  const lines = content
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => lineOf(line, canRun));
  const data = `data-session="${name}" data-fixture="${fixture}"`;
  const bar = head === "" ? "" : `<div class="session-bar">${head}</div>`;
  return `<div class="session" v-pre ${data}>${bar}<pre><code>${lines.join("\n")}</code></pre></div>\n`;
}

function lineOf(line: string, canRun: boolean): string {
  const action = actionOf(line);
  if (action === undefined) return escaped(line);
  if (!canRun) return `<b>${escaped(line)}</b>`;
  const data = Object.entries({
    ...dataOf(action, line),
    second: /^2[ $]/.test(line) ? "yes" : "",
  });
  const given = data.map(([key, value]) => ` data-${key}="${escaped(String(value))}"`).join("");
  return `<b class="typed"${given}>${escaped(line)}</b>`;
}

/** What the page's script needs to do a line. */
function dataOf(action: Action, line: string): Record<string, string | number> {
  const { kind } = action;
  if (kind === "type") return { kind, text: action.text };
  if (kind === "answer") return { kind, text: action.word };
  if (kind === "advance") return { kind, text: action.time, times: action.times };
  if (kind === "interrupt") return { kind, text: "" };
  return { kind, text: line.replace(/^2?\$ /, "") };
}

/** The anchors that the course's pages use are those that their readers know from repositories. */
export const slugify = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, "")
    .replaceAll(" ", "-");
