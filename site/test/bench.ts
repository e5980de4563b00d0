// site/test/bench · `npm run site:bench`: what the site that was built weighs, and how long a reader waits in Chromium.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { ROOT } from "../../course/base/root.ts";
import { serveFiles } from "../build/static.ts";
import { tooHeavy, weigh, weightLines } from "../build/weigh.ts";

const DIST = join(ROOT, "site/dist");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const CHAPTERS = ["s01_agent_loop", "s15_agent_teams", "s27_ego_mcp"];

/** Opens a chapter as somebody who has never been there, and runs its agent. Gives a line. */
async function waited(browser: Browser, site: string, chapter: string): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const begun = performance.now();
  const since = (from: number) => ((performance.now() - from) / 1000).toFixed(1);
  await page.goto(`${site}${chapter}/`, { waitUntil: "commit" });
  await page.locator("h1").waitFor();
  const text = since(begun);
  await page.locator("#lab-open").waitFor();
  const opened = performance.now();
  await page.locator("#lab-open").click();
  await page.locator('.lab[data-phase="shell"]').waitFor();
  const shell = since(opened);
  const before = asked.length;
  const started = performance.now();
  await page.locator(".xterm-helper-textarea").focus();
  await page.keyboard.insertText(`npm start ${chapter.slice(0, 3)}`);
  await page.keyboard.press("Enter");
  await page.locator('.lab[data-phase="prompt"]').waitFor();
  const prompt = since(started);
  const requests = asked.slice(before).filter((url) => url.includes("/agents/")).length;
  await context.close();
  return `${chapter.slice(0, 3)}: text after ${text} s, a shell ${shell} s after it was asked for, the agent's prompt after another ${prompt} s (${requests} requests)`;
}

const weights = await weigh(DIST);
for (const line of weightLines(weights)) console.log(line);
const base = readFileSync(join(DIST, "base"), "utf8");
const server = await serveFiles(DIST, base, 0);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
const site = `http://127.0.0.1:${Object(server.address()).port}${base}`;
for (const chapter of CHAPTERS) console.log(await waited(browser, site, chapter));
await browser.close();
server.closeAllConnections();
server.close();
for (const line of weightLines(tooHeavy(weights))) console.log(`! too heavy: ${line}`);
process.exitCode = tooHeavy(weights).length === 0 ? 0 : 1;
