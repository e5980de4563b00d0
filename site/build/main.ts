// site/build/main · `npm run site:build [--base /course/]`: the whole site as static files in site/dist.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "vitepress";
import { ROOT } from "../../course/base/root.ts";
import { listAgents } from "./agents.ts";
import { bundleAgents } from "./bundle.ts";
import { writeDisks } from "./disks.ts";
import { kitEntries, writeEdits } from "./edits.ts";
import { writePages } from "./pages.ts";
import { writeTraces, writeViews } from "./views.ts";

const SITE = join(ROOT, "site");
const USAGE = "Usage: npm run site:build [-- --base /folder/]";

/** The folder of the address under which the site is served; it begins and ends with a slash. */
function readBase(): string {
  try {
    const { values } = parseArgs({ options: { base: { type: "string", default: "/" } } });
    if (/^\/([\w.~-]+\/)*$/.test(values.base)) return values.base;
    throw new Error(`--base ${values.base} must begin and end with a slash`);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}. ${USAGE}`);
    process.exit(2);
  }
}

async function writeAgents(folder: string): Promise<void> {
  await bundleAgents(listAgents(), folder, kitEntries(listAgents()));
  await writeDisks(join(folder, "disks"));
}

const begun = performance.now();
const step = (words: string) => {
  const { user, system } = process.cpuUsage();
  const [took, cpu] = [(performance.now() - begun) / 1000, (user + system) / 1e6];
  console.log(
    `${took.toFixed(0).padStart(3)} s  ${`(${cpu.toFixed(0)} s CPU)`.padStart(11)}  ${words}`,
  );
};

const base = readBase();
process.env.SITE_BASE = base;
const work = join(SITE, "work");
step("the pages");
const urls = await writePages(work);
step("the steps and the map");
await writeViews(work, base);
step("the agents, and recorded runs beside");
await Promise.all([writeTraces(work), writeAgents(join(work, "public/agents"))]);
step("what a reader can change");
await writeEdits(listAgents(), join(work, "public/agents/edit"));
step(`the site: ${urls.length} pages`);
await build(SITE);
await writeFile(join(SITE, "dist/base"), base); // what serves it must know it
step(
  `site/dist is ready${existsSync(join(SITE, "dist/index.html")) ? "" : ", but has no first page"}`,
);
