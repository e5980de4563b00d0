// site/build/views · what the views need: their pages, and the data that they load.
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createMarkdownRenderer, disposeMdItInstance } from "vitepress";
import { LANGUAGES, type Language, readmeName } from "../../course/base/languages.ts";
import { ROOT } from "../../course/base/root.ts";
import { compareAll } from "../../course/chapters/compare.ts";
import { draftsOf } from "../../course/chapters/drafts.ts";
import { type Chapter, loadChapters, textOf } from "../../course/chapters/files.ts";
import type { Agent, Note, Notes, StepWords } from "../views/data.ts";
import { viewWords } from "../views/words.ts";
import { mapSteps } from "./mapData.ts";
import { quotedIn } from "./notes.ts";
import { listPages, withLinks } from "./pages.ts";
import { makePacks, readVersions } from "./versions.ts";

type Render = (markdown: string) => Promise<string>;

/** Writes the data below `work/public/views`, and the pages that show it. */
export async function writeViews(work: string, base: string): Promise<void> {
  const folder = join(work, "public/views");
  const chapters = loadChapters(ROOT);
  const { versions, texts } = readVersions(ROOT);
  await writeJson(join(folder, "versions.json"), versions);
  for (const [name, pack] of await makePacks(versions, texts))
    await writeJson(join(folder, `packs/${name}.json`), pack);
  await writeJson(join(folder, "map.json"), mapSteps(await compareAll(chapters, ROOT)));
  const renderer = await createMarkdownRenderer(work, {}, base);
  const render: Render = async (markdown) => await renderer.renderAsync(markdown);
  for (const language of LANGUAGES) {
    const words = stepWords(chapters, versions.agents, language);
    await writeJson(join(folder, `words/${language}.json`), words);
    for (const chapter of chapters)
      await writeJson(
        join(folder, `notes/${chapter.short}.${language}.json`),
        await notesOf(chapter, language, render),
      );
    await writeViewPages(work, language);
  }
  disposeMdItInstance(); // VitePress would take it for the pages, too, which have options of their own
}

/** Plays sessions of each chapter, in a process of its own, and keeps their traces. */
export function writeTraces(work: string): Promise<void> {
  const program = join(import.meta.dirname, "record.ts");
  const words = [...process.execArgv, program, join(work, "public/views/traces")];
  const child = spawn(process.execPath, words, { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The runs could not be recorded: record.ts ended with ${code}.`));
    });
  });
}

async function writeJson(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(content));
}

function stepWords(chapters: Chapter[], agents: Agent[], language: Language): StepWords {
  const titleOf = ({ name, chapter, draft }: Agent) => {
    const found = chapters.find((one) => one.name === chapter);
    if (draft === undefined)
      return /^# (?:s\d\d · )?(.*)$/m.exec(pageOf(found, language))?.[1] ?? "";
    return draftsOf(join(ROOT, chapter)).find((one) => one.name === name)?.title[language] ?? "";
  };
  const titles = agents.map((agent) => [agent.name, titleOf(agent).replaceAll("`", "")]);
  const changes = chapters.map(({ short, manifest }) => {
    const sentences = Object.entries(manifest.changes).map(([file, say]) => [file, say[language]]);
    return [short, Object.fromEntries(sentences)];
  });
  return { titles: Object.fromEntries(titles), changes: Object.fromEntries(changes) };
}

const pageOf = (chapter: Chapter | undefined, language: Language) =>
  textOf(chapter, readmeName(language));

/** What the two pages of a chapter say beside its lines and those of its drafts. */
async function notesOf(chapter: Chapter, language: Language, render: Render): Promise<Notes> {
  const drafts = draftsOf(join(ROOT, chapter.name));
  const fileOf = (name: string) =>
    drafts.find(({ file }) => file === name || file.startsWith(`${name}_`))?.file ?? name;
  const urls = new Map((await listPages()).map(({ file, url }) => [file, url]));
  const notes: Notes = {};
  for (const page of [readmeName(language), readmeName(language, "details")]) {
    const source = (name: string) => textOf(chapter, fileOf(name)) || undefined;
    for (const { file, places, words } of quotedIn(textOf(chapter, page), source)) {
      const draft = drafts.find((one) => one.file === fileOf(file));
      const text = withLinks(words.join("\n\n"), `${chapter.name}/${page}`, urls);
      const note: Note = { places, html: await render(text) };
      const [agent, name] = [draft?.name ?? chapter.short, draft?.door ?? file];
      const own = notes[agent] ?? {};
      notes[agent] = { ...own, [name]: [...(own[name] ?? []), note] };
    }
  }
  return notes;
}

/** A page has a place in which its view is opened, and says what there is without it. */
async function writeViewPages(work: string, language: Language) {
  const prefix = language === "en" ? "" : `${language}/`;
  const { step, map, table, trace } = viewWords(language);
  const folder = join(work, prefix, "views");
  await mkdir(folder, { recursive: true });
  const write = (name: string, title: string, view: string, without: string) => {
    const place = `<div data-view="${view}">\n\n${without}\n\n</div>`;
    return writeFile(join(folder, `${name}.md`), `${HEAD}# ${title}\n\n${place}\n`);
  };
  await write("steps", step, "step", "`npm run course -- diff s03 s04`");
  await write("map", map, "map", `[${table}](/${prefix}docs/map/)`);
  await write("traces", trace, "trace", "`npm run course -- view trace.jsonl`");
}

const HEAD =
  "---\nsearch: false\naside: false\noutline: false\npageClass: is-view\nprev: false\nnext: false\n---\n\n";
