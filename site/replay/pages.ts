// site/replay/pages · machines in headless Chromium, for replays: one page each.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Boot, Order, Ran, Report, Start } from "../host/link.ts";

/** An entry of a disk, whose content can be sent as JSON. */
export interface Packed {
  path: string;
  kind: "file" | "folder" | "link";
  mode?: number;
  /** The content of a file: a text, or bytes in base64. */
  text?: string;
  data?: string;
  target?: string;
}

/** What the script of the page offers. */
export interface InPage {
  open(image: Packed[], boot: Boot): Promise<void>;
  shell(command: string, env: Record<string, string>): Promise<Ran>;
  start(start: Omit<Start, "url">, agent: string): Promise<void>;
  send(order: Order): void;
  isAtRest(): Promise<boolean>;
  kill(): Promise<void>;
  renew(folder: string, image: Packed[]): Promise<void>;
}
declare global {
  var inPage: InPage;
  var tell: (report: Report) => void;
}

const TYPES: Record<string, string> = {
  ".js": "text/javascript",
  ".html": "text/html",
  ".wasm": "application/wasm",
};
/** The same policy as the site's own, so that what passes here also passes there. */
export const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-eval' blob:; worker-src 'self' blob:; connect-src 'self'";
const EMPTY =
  '<!doctype html><meta charset="utf-8"><title>replay</title><script type="module" src="/replay.js"></script>';

/** A server of the built files, and a browser. */
export interface Pages {
  open(tell: (report: Report) => void): Promise<Page>;
  close(): Promise<void>;
}

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Serves a folder on loopback and starts Chromium. */
export async function openPages(folder: string): Promise<Pages> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://page").pathname);
    response.setHeader("content-security-policy", POLICY);
    response.setHeader("content-type", TYPES[extname(path)] ?? "text/html");
    if (path === "/") return void response.end(EMPTY);
    readFile(join(folder, path)).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = Object(server.address());
  const browser: Browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox"],
  });
  return {
    async open(tell) {
      const page = await browser.newPage();
      page.on("pageerror", (error) => console.error(`page: ${error.message}`));
      if (process.env.LOUD) page.on("console", (message) => console.error(message.text()));
      await page.exposeFunction("tell", tell);
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.waitForFunction("globalThis.inPage !== undefined");
      return page;
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
