// site/build/static · a server of files, as any web server is one.
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ...{ ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css" },
  ".wasm": "application/wasm",
  ...{ ".json": "application/json", ".svg": "image/svg+xml", ".woff2": "font/woff2" },
};

/** A file whose name changes with its content. */
const HAS_HASH = /^assets\/|\/part-/;

/** Serves a folder on loopback, under a base such as /course/; the port 0 is any that is free. */
export function serveFiles(folder: string, base: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname));
    if (!path.startsWith(base)) return void response.writeHead(404).end(`It is at ${base}\n`);
    const inside = path.slice(base.length);
    const file = inside === "" || inside.endsWith("/") ? `${inside}index.html` : inside;
    readFile(join(folder, file)).then(
      (content) => {
        response.writeHead(200, {
          "content-type": TYPES[extname(file)] ?? "text/plain",
          "cache-control": HAS_HASH.test(file) ? "max-age=31536000, immutable" : "no-cache",
        });
        response.end(content);
      },
      () => response.writeHead(404).end("There is no such page.\n"),
    );
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
