// site/build/pages · the course's own pages, copied for VitePress: the same words, with links that lead to pages of the site.
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { ROOT } from "../../course/base/root.ts";
import { listChapters } from "../../course/chapters/list.ts";
import { sampleOf } from "../../course/scripts/samples.mjs";
import { viewWords } from "../views/words.ts";

/** By the ending of a page's file, the folder of its language. */
const LANGUAGES = { "": "", ".zh": "zh/", ".ja": "ja/" };
type Ending = keyof typeof LANGUAGES;

/** On the first page: what it says of a computer of one's own is not needed on the site. */
const HERE: Record<Ending, string> = {
  "": "On this site there is nothing to install: each chapter runs beside its page, in your browser. Begin with [s01](s01_agent_loop/README.md), and press ▶. What follows is for your own computer.",
  ".zh":
    "在这个网站上什么都不用安装：每一章都在自己的页面旁边、在你的浏览器里运行。从 [s01](s01_agent_loop/README.zh.md) 开始，按 ▶。下面说的是在你自己的电脑上怎么做。",
  ".ja":
    "このサイトでは何もインストールする必要がありません。どの章も、ページの横、ブラウザの中で動きます。[s01](s01_agent_loop/README.ja.md) から始めて、▶ を押してください。以下は、自分のコンピューターで動かす場合の説明です。",
};

interface Page {
  /** From the course's root: "s01_agent_loop/README.zh.md". */
  file: string;
  /** Where it is on the site: "/zh/s01_agent_loop/". */
  url: string;
  /** What VitePress reads: "zh/s01_agent_loop/index.md". */
  source: string;
}

const FILE = /^(?:(.*)\/)?(README|details)(\.zh|\.ja)?\.md$/;

function pageOf(file: string): Page | undefined {
  const [named, folder = "", name, ending = ""] = FILE.exec(file) ?? [];
  if (named === undefined || !isEnding(ending)) return undefined;
  const inside = LANGUAGES[ending] + (folder === "" ? "" : `${folder}/`);
  const last = name === "README" ? "" : "details";
  return { file, url: `/${inside}${last}`, source: `${inside}${last || "index"}.md` };
}

const isEnding = (text: string): text is Ending => text in LANGUAGES;

/** All pages of the site. */
export async function listPages(): Promise<Page[]> {
  const docs = await readdir(join(ROOT, "docs"), { withFileTypes: true });
  const folders = [
    "",
    ...listChapters(ROOT),
    ...docs.filter((one) => one.isDirectory()).map(({ name }) => `docs/${name}`),
  ];
  const files = folders.flatMap((folder) =>
    ["README", "details"].flatMap((name) =>
      Object.keys(LANGUAGES).map((ending) => posix.join(folder, `${name}${ending}.md`)),
    ),
  );
  return files.filter((file) => existsSync(join(ROOT, file))).flatMap((file) => pageOf(file) ?? []);
}

/** Writes all pages into a folder, which is emptied before. Gives their addresses. */
export async function writePages(folder: string): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  const pages = await listPages();
  const urls = new Map(pages.map(({ file, url }) => [file, url]));
  for (const { file, source } of pages) {
    const text = await readFile(join(ROOT, file), "utf8");
    await mkdir(dirname(join(folder, source)), { recursive: true });
    await writeFile(
      join(folder, source),
      headOf(file) + withViews(withLinks(withHere(text, file), file, urls), file),
    );
  }
  await copyPictures(join(folder, "public/docs"));
  return pages.map(({ url }) => url);
}

/** What the page tells its script: which chapter it can run, and which sample its sessions begin with. */
function headOf(file: string): string {
  const [chapter] = /^s\d\d_\w+/.exec(file) ?? [];
  if (chapter === undefined) return "---\naside: true\n---\n\n";
  return `---\nchapter: ${chapter}\nsample: ${sampleOf(chapter)}\n---\n\n`;
}

/** Below the first words of the course, that it runs here. */
function withHere(text: string, file: string): string {
  const [, folder, name, ending = ""] = FILE.exec(file) ?? [];
  if (folder !== undefined || name !== "README" || !isEnding(ending)) return text;
  return text.replace(/^\*\*.+\*\*$/m, (first) => `${first}\n\n::: tip ▶\n${HERE[ending]}\n:::`);
}

/** Below what changed in a chapter, and above the map, links to what shows it. */
function withViews(text: string, file: string): string {
  const [, folder, name, ending = ""] = FILE.exec(file) ?? [];
  if (folder === undefined || name !== "README" || !isEnding(ending)) return text;
  const prefix = `/${LANGUAGES[ending]}`;
  const { links, map } = viewWords(LANGUAGES[ending].slice(0, 2) || "en");
  if (folder === "docs/map")
    return text.replace(/^# .*$/m, (title) => `${title}\n\n[${map}](${prefix}views/map)`);
  const short = folder.slice(0, 3);
  const shown = [
    `[${links.step}](${prefix}views/steps#${short})`,
    `[${links.map}](${prefix}views/map#${short})`,
    `[${links.trace}](${prefix}views/traces#trace=${short})`,
  ];
  return text.replace("<!-- /changes -->", (mark) => `${mark}\n\n${shown.join(" · ")}`);
}

async function copyPictures(folder: string) {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(join(ROOT, "docs")))
    if (name.endsWith(".svg")) await cp(join(ROOT, "docs", name), join(folder, name));
}

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** Links to pages lead to the site's, and those to other files of the repository are only their words. */
export function withLinks(text: string, file: string, urls: Map<string, string>): string {
  let isCode = false;
  const lines = text.split("\n").map((line) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    return isCode
      ? line
      : line.replace(LINK, (whole, mark, words, target) => {
          const found = linkTo(target, file, urls);
          if (found === target) return whole;
          return found === undefined ? words : `${mark}[${words}](${found})`;
        });
  });
  return lines.join("\n");
}

/** Where a link leads on the site; undefined when that is no page of it. */
function linkTo(target: string, file: string, urls: Map<string, string>): string | undefined {
  if (/^(https?:|#|mailto:)/.test(target)) return target;
  const [path = "", anchor] = target.split("#");
  const inCourse = posix.join(posix.dirname(file), path);
  if (inCourse.startsWith("docs/") && inCourse.endsWith(".svg")) return `/${inCourse}`;
  const ending = FILE.exec(file)?.[3] ?? "";
  const asPage = [inCourse, posix.join(inCourse, `README${ending}.md`)];
  const url = asPage.map((one) => urls.get(one)).find((one) => one !== undefined);
  if (url === undefined) return undefined;
  return anchor === undefined ? url : `${url}#${anchor}`;
}
