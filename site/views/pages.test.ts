// site/views/pages · the views in Chromium, of the site that was built last (`npm run site:build`).
import { existsSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../course/base/root.ts";
import { diffCommand } from "../../course/chapters/diff.ts";
import { serveFiles } from "../build/static.ts";

const DIST = join(ROOT, "site/dist");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const canRun = existsSync(join(DIST, "base")) && existsSync(CHROMIUM);

describe.skipIf(!canRun)("in Chromium", () => {
  let server: Server;
  let browser: Browser;
  let address = "";
  beforeAll(async () => {
    const base = readFileSync(join(DIST, "base"), "utf8");
    server = await serveFiles(DIST, base, 0);
    address = `http://127.0.0.1:${Object(server.address()).port}${base}`;
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  /** Opens a page; what it asks of other addresses and what fails in it is noted. */
  async function open(path: string) {
    const page = await browser.newPage();
    const [asked, failed]: [string[], string[]] = [[], []];
    page.on("request", (request) => asked.push(request.url().replace(address, "")));
    page.on("pageerror", (error) => failed.push(error.message));
    page.on("console", (message) => message.type() === "error" && failed.push(message.text()));
    await page.goto(address + path, { waitUntil: "networkidle" });
    return { page, asked, failed };
  }

  const texts = (page: Page, selector: string) => page.locator(selector).allTextContents();

  test("the page of s04's step has the changed lines of `npm run course -- diff s04`", async () => {
    const output: string[] = [];
    await diffCommand(["s04", "--no-color"], ROOT, (text) => output.push(...text.split("\n")));
    const printed = output.filter((line) => /^[+-]/.test(line) && !/^(\+\+\+|---) /.test(line));
    const { page, asked, failed } = await open("views/steps.html#s04");
    await page.locator(".step-carried").waitFor();
    const shown = [
      ...(await texts(page, ".step-line.is-added")).map((line) => `+${line}`),
      ...(await texts(page, ".step-line.is-gone")).map((line) => `-${line}`),
    ];
    expect(shown.map((line) => line.replace(/\n$/, "")).sort()).toEqual(printed.sort());
    expect(await page.locator(".step-note").count()).toBeGreaterThan(3);
    expect(asked.filter((url) => /^\w+:/.test(url) && !url.startsWith("data:"))).toEqual([]);
    expect(failed).toEqual([]);
    await page.close();
  });

  test("a draft, any two chapters and the history of a file have addresses of their own", async () => {
    const { page, failed } = await open("zh/views/steps.html#s04.2");
    await page.getByRole("heading", { name: /s04\.1 → s04\.2/ }).waitFor();
    await page.evaluate('location.assign("#s03..s06")');
    await page.getByRole("heading", { name: /s03 → s06/ }).waitFor();
    await page.locator('[data-file="hooks.ts"] .step-note').first().waitFor(); // by the page of s04
    await page.evaluate('location.assign("#s01..s27:ego/ego.ts")');
    await page.locator('[data-file="ego/ego.ts"] .step-line').first().waitFor();
    expect(await page.locator('[data-file="files.ts"] .step-line').count()).toBe(0);
    await page.locator('[data-file="files.ts"] > summary > code').click();
    await page.locator('[data-file="files.ts"] .step-line').first().waitFor();
    await page.evaluate('location.assign("#file=loop.ts")');
    await page.getByRole("heading", { name: /loop\.ts/ }).waitFor();
    expect(await page.locator(".step-file").count()).toBeGreaterThan(3);
    await page.locator(".step-file a", { hasText: "s03 ·" }).click();
    await page.getByRole("heading", { name: /s02 → s03/ }).waitFor();
    await page.locator(".step-drafts a", { hasText: "s04.1 →" }).click();
    await page.getByRole("heading", { name: /s03 → s04\.1/ }).waitFor();
    expect(page.url()).toMatch(/#s04\.1$/);
    expect(failed).toEqual([]);
    await page.close();
  });

  test("the map grows with its slider, and leads to the file", async () => {
    const { page, failed } = await open("views/map.html#s04");
    await page.locator(".map-chip", { hasText: "log" }).first().waitFor();
    expect(await page.locator(".map-chip", { hasText: "todo" }).count()).toBe(0);
    await page.getByRole("slider").press("ArrowRight");
    await page.locator(".map-chip.is-new", { hasText: "todo" }).first().click();
    await page.locator(".map-panel a", { hasText: "todo.ts" }).click();
    await page.locator('[data-file="todo.ts"]').waitFor();
    expect(page.url()).toContain("#s05:todo.ts");
    expect(failed).toEqual([]);
    await page.close();
  });

  test("a recorded run opens at the step of the address, and a key leads to the next", async () => {
    const { page, failed } = await open("ja/views/traces.html#trace=s06&step=2&with=s01");
    await page.locator('[data-step="2"][aria-current]').waitFor();
    expect(await page.locator(".trace-pane h2").count()).toBe(2);
    await page.locator(".trace-step", { hasText: "モデルを呼び出す：" }).first().waitFor();
    await page.locator(".trace-pane").first().press("ArrowDown");
    expect(page.url()).toContain("step=3");
    expect(failed).toEqual([]);
    await page.close();
  });

  test("a reader's own file is read in the page; one that is no trace gets a sentence", async () => {
    const { page, asked, failed } = await open("views/traces.html");
    await page.locator(".trace-step").first().waitFor();
    const before = asked.length;
    const choose = async (text: string) => {
      const chooser = page.waitForEvent("filechooser");
      await page.locator(".view-button", { hasText: "Open" }).first().click();
      const file = { name: "mine.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) };
      await (await chooser).setFiles(file);
    };
    await choose('<script>alert(1)</script>\n{"time":');
    await page.getByRole("alert").filter({ hasText: "not a trace" }).waitFor();
    const time = "2026-11-24T18:00:00.000Z";
    await choose(`${JSON.stringify({ time, agent: "<b>ann</b>", event: "<img src=x>" })}\n`);
    await page.locator(".trace-step", { hasText: "<img src=x>" }).waitFor();
    expect(asked.length).toBe(before);
    expect(failed).toEqual([]);
    await page.close();
  });

  test("a chapter's page loads nothing of the views", async () => {
    const { page, asked } = await open("s04_hooks/index.html");
    expect(await page.locator('a[href$="views/steps.html#s04"]').count()).toBe(1);
    const assets = asked.filter((url) => url.endsWith(".js"));
    for (const url of assets)
      expect(readFileSync(join(DIST, url), "utf8")).not.toContain("trace-lanes");
    expect(asked.filter((url) => url.startsWith("views/"))).toEqual([]);
    await page.close();
  });
});
