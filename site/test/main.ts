// site/test/main · `npm run site:test`: what a reader does in a page of each language, in Chromium, on the site that was built.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { LANGUAGES, type Language } from "../../course/base/languages.ts";
import { ROOT } from "../../course/base/root.ts";
import { listChapters } from "../../course/chapters/list.ts";
import { breakOn } from "../../course/mutants/breaks.ts";
import { startOf } from "../build/starts.ts";
import { serveFiles } from "../build/static.ts";
import { wordsOf } from "../page/words.ts";

const DIST = join(ROOT, "site/dist");
const CHAPTER = "s01_agent_loop";
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** A safety net: a step takes seconds. */
const LIMIT_MS = 60_000;

/** What somebody asks in each language, and what shows that it was done. */
const ASKED: Record<Language, { files: string; sleep: string; wish: string }> = {
  en: {
    files: "What files are here?",
    sleep: "run sleep 1000",
    wish: "What do you feel like doing?",
  },
  zh: { files: "这里有哪些文件？", sleep: "运行 sleep 1000", wish: "你最想做些什么？" },
  ja: {
    files: "どんなファイルがありますか？",
    sleep: "sleep 1000 を実行して",
    wish: "なにがしたい？",
  },
};

interface Reader {
  page: Page;
  language: Language;
  /** The addresses that the page has asked for. */
  asked: string[];
}

const waitFor = (page: Page, phase: string) =>
  page.locator(`.lab[data-phase="${phase}"]`).waitFor();

const sees = (page: Page, text: string | RegExp) =>
  page.locator(".xterm-rows").filter({ hasText: text }).waitFor();

async function type(page: Page, text: string) {
  await page.locator(".xterm-helper-textarea").focus();
  await page.keyboard.insertText(text);
  await page.keyboard.press("Enter");
}

/** Until the panel is wanted, nothing of it is loaded. */
async function opensLight({ page, asked }: Reader) {
  await page.locator("#lab-open").waitFor();
  const ofPanel = asked.filter((url) => /\/agents\/|\/chunks\/(bench|coding)\./.test(url));
  assert.deepEqual(ofPanel, [], "what a page loads before its panel is opened");
}

/** ▶ on the page's first session; then the chapter is started by hand, with a new machine. */
async function plays({ page }: Reader) {
  await page.locator("#lab-open").click();
  await waitFor(page, "shell");
  const session = page
    .locator(".session")
    .filter({ has: page.locator(".play") })
    .first();
  await session.locator(".play").click();
  await session.locator(".typed.done").first().waitFor();
  await session.locator(".typed:not(.done)").first().waitFor({ state: "detached" });
  await page.locator(".lab-afresh").click();
  await waitFor(page, "shell");
  await type(page, "npm start s01");
  await waitFor(page, "prompt");
}

async function choosesFault({ page, language }: Reader) {
  await page.locator(".lab-fault").selectOption("invalid_request");
  await type(page, ASKED[language].files);
  await sees(page, "API error 400");
  await waitFor(page, "prompt");
  assert.equal(await page.locator(".lab-fault").inputValue(), "", "a fault that has happened");
}

async function movesClock({ page, language }: Reader) {
  await type(page, ASKED[language].sleep);
  await sees(page, "> bash sleep 1000");
  await page.locator(".lab-step").nth(1).click();
  await sees(page, "[stopped after 120 s]");
  await waitFor(page, "prompt");
  const words = wordsOf(language);
  const ahead = `${words.clockLabel}: ${words.minutes(5)}`;
  assert.equal(await page.locator(".lab-ahead").textContent(), ahead);
}

async function seesWire({ page }: Reader) {
  await page.locator(".lab-tab-wire").click();
  await page.locator(".lab-request.is-failed").waitFor();
  const sum = await page.locator(".lab-sum").innerText();
  assert.match(sum, /\$0\.\d*[1-9]/, "what the requests would cost");
  await page.locator(".lab-fold.is-new").first().waitFor();
}

async function breaksIt({ page, language }: Reader) {
  await page.locator(".breaks .edit").click();
  await page.locator(".cm-changed").first().waitFor();
  const { diff } = breakOn(readFileSync(join(ROOT, CHAPTER, "README.md"), "utf8"));
  const wanted = diff.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
  assert.deepEqual(await page.locator(".cm-changed").allTextContents(), wanted);
  await waitFor(page, "prompt");
  await type(page, ASKED[language].files);
  await sees(page, "bottle.js");
}

/** The verdict on the chapter with the edit, and then without it. */
async function isJudged({ page, language }: Reader) {
  const words = wordsOf(language);
  const report = page.locator('.lab-report[data-done="true"]');
  await page.locator(".lab-judge").click();
  await report.waitFor();
  assert.notEqual(await report.locator(".is-failed").count(), 0, "promises that the edit breaks");
  await page.locator(".lab-undo").click();
  await page.locator(".cm-changed").waitFor({ state: "detached" });
  assert.equal(await page.locator(".lab-report").innerText(), "", "a report on other files");
  await page.locator(".lab-judge").click();
  await page.locator('.lab-report[data-done="false"]').waitFor();
  await report.waitFor();
  const kept = await report.locator(".is-passed").count();
  assert.equal(await report.locator(".lab-kept").innerText(), words.kept(kept, kept));
}

/** The start of "Build it" runs at once, and the judge says what is missing. */
async function builds({ page, language }: Reader) {
  const words = wordsOf(language);
  await page.locator(".builds .start").click();
  await page.locator(".lab-edited").filter({ hasText: "loop.ts" }).waitFor();
  await waitFor(page, "prompt");
  const { text } =
    startOf(join(ROOT, CHAPTER), readFileSync(join(ROOT, CHAPTER, "README.md"), "utf8")) ?? {};
  const first = text?.split("\n")[0] ?? "";
  await page.locator(".cm-line").filter({ hasText: first }).first().waitFor();
  await page.locator(".lab-judge").click();
  await page.locator('.lab-report[data-done="false"]').waitFor();
  const report = page.locator('.lab-report[data-done="true"]');
  await report.waitFor();
  const [kept, broken] = [".is-passed", ".is-failed"].map((kind) => report.locator(kind));
  assert.notEqual(await kept?.count(), 0, "promises that the draft keeps");
  assert.notEqual(await broken?.count(), 0, "promises that are still to be kept");
  assert.match(await report.locator(".lab-kept").innerText(), /\d/, words.judge);
}

/** The server of s27 is a program of its own, and shows a number after the edit. */
async function breaksServer({ page, language }: Reader) {
  await page.goto(new URL("../s27_ego_mcp/", page.url()).href);
  await page.locator(".breaks .edit").click();
  await waitFor(page, "prompt");
  await type(page, "/ego on");
  await sees(page, "[ego] is on");
  await waitFor(page, "prompt");
  await type(page, ASKED[language].wish);
  await sees(page, /information_hunger\[\w+ \d/);
}

/** The second greeting of s10 reads what the first has sent; the first answer and the greeting itself are new. */
async function seesCache({ page }: Reader) {
  await page.goto(new URL("../s10_system_prompt/", page.url()).href);
  await page.locator("#lab-open").click();
  await waitFor(page, "shell");
  await type(page, "npm start s10");
  for (const told of ["in (0 cached)", /in \([1-9]\d* cached\)/]) {
    await waitFor(page, "prompt");
    await type(page, "Hello");
    await sees(page, told);
  }
  await waitFor(page, "prompt");
  await page.locator(".lab-tab-wire").click();
  const folds = page.locator(".lab-fold:not(.is-reply)");
  await page.locator(".lab-fold.is-read").first().waitFor();
  const seen = await folds.evaluateAll((all) =>
    all.map(({ classList }) => [...classList].slice(1)),
  );
  const wanted = [["is-read"], ["is-read", "is-marked"], ["is-read", "is-marked"]];
  const added = [
    ["is-written", "is-new"],
    ["is-written", "is-new", "is-marked"],
  ];
  assert.deepEqual(seen, [...wanted, ...added]);
}

/** The start of "Build it" of each chapter comes to its prompt. */
async function startsEverywhere({ page }: Reader) {
  for (const chapter of listChapters(ROOT)) {
    await page.goto(new URL(`../${chapter}/`, page.url()).href);
    await page.locator(".builds .start").click();
    const ended = page.locator('.lab[data-phase="prompt"], .lab[data-phase="question"]').waitFor();
    await ended.catch(() => assert.fail(`${chapter} begins with a draft that does not start`));
  }
}

/** A sentence for each thing that must work. */
const STEPS: Record<string, (reader: Reader) => Promise<void>> = {
  "a page opens without its panel": opensLight,
  "its first session is played": plays,
  "a fault that was chosen comes": choosesFault,
  "the clock moves": movesClock,
  "the wire shows what failed, what is new and what it costs": seesWire,
  "the edit of Break it is made, marked and run": breaksIt,
  "the judge finds what the edit breaks, and nothing without it": isJudged,
  "the start of Build it runs, and is judged": builds,
  "an edit of a program beside the agent runs, too": breaksServer,
};

async function openReader(browser: Browser, site: string, language: Language): Promise<Reader> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(LIMIT_MS);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const folder = language === "en" ? "" : `${language}/`;
  await page.goto(`${site}${folder}${CHAPTER}/`);
  return { page, language, asked };
}

/** What is the same in all languages, and is done in one. */
const ONCE: typeof STEPS = {
  "the wire shows which parts of a request came from the cache": seesCache,
  "the start of Build it runs in each chapter": startsEverywhere,
};

/** Does all steps in one language, until one fails. */
async function testIn(reader: Reader, steps: typeof STEPS): Promise<boolean> {
  const { page, language } = reader;
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  for (const [sentence, step] of Object.entries(steps)) {
    try {
      await step(reader);
      assert.deepEqual(errors, [], "errors of the page");
      console.log(`  passed  ${language}: ${sentence}`);
    } catch (error) {
      console.log(
        `! failed  ${language}: ${sentence}\n${error instanceof Error ? error.message : error}`,
      );
      return false;
    }
  }
  return true;
}

const base = readFileSync(join(DIST, "base"), "utf8");
const server = await serveFiles(DIST, base, 0);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
const results: boolean[] = [];
for (const language of LANGUAGES) {
  const site = `http://127.0.0.1:${Object(server.address()).port}${base}`;
  const reader = await openReader(browser, site, language);
  results.push(await testIn(reader, language === "en" ? { ...STEPS, ...ONCE } : STEPS));
  await reader.page.close();
}
await browser.close();
server.closeAllConnections();
server.close();
process.exitCode = results.every(Boolean) ? 0 : 1;
