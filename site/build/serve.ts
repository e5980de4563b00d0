// site/build/serve · `npm run site [-- --port 4600]`: the site that was built, on this computer; built first where it was not.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../../course/base/root.ts";
import { serveFiles } from "./static.ts";

const DIST = join(ROOT, "site/dist");
const USAGE = "Usage: npm run site [-- --port 4600] [--fresh]; --fresh builds it again";

function readOptions() {
  const port = { type: "string", default: "4600" } as const;
  const fresh = { type: "boolean", default: false } as const;
  try {
    const { values } = parseArgs({ options: { port, fresh } });
    const number = Number(values.port);
    if (Number.isInteger(number) && number >= 0 && number < 65_536)
      return { port: number, fresh: values.fresh };
    throw new Error(`--port ${values.port} is no port`);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}. ${USAGE}`);
    process.exit(2);
  }
}

const { port, fresh } = readOptions();
if (fresh || !existsSync(join(DIST, "base"))) {
  const words = [...process.execArgv, join(import.meta.dirname, "main.ts")];
  const { status } = spawnSync(process.execPath, words, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
try {
  const base = readFileSync(join(DIST, "base"), "utf8");
  const server = await serveFiles(DIST, base, port);
  const { port: taken } = Object(server.address());
  console.log(`The site is at http://127.0.0.1:${taken}${base} (Ctrl-C ends it)`);
} catch (error) {
  if (Object(error).code !== "EADDRINUSE") throw error;
  console.error(`Port ${port} is taken. ${USAGE}`);
  process.exit(1);
}
