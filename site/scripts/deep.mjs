// site/scripts/deep · a dozen sessions in a page, for `npm run test:deep`: skipped where there is no Chromium, or no package of the site.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../course/scripts/install.mjs";

/** One of most things that a page does: git, drafts, mates, a server beside the agent, a database. */
export const DOZEN = [
  ...["s01:one", "s03:two", "s04:one", "s06:one", "s08:core", "s11:watch"],
  ...["s13:turn", "s14:one", "s16:one", "s19:checked", "s22:modes", "s26:words"],
];

/** Why none can be played here; undefined when they can. */
function obstacle() {
  const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(chromium)) return `there is no ${chromium}, and CHROMIUM names none`;
  const isInstalled = existsSync(join(root, "site/node_modules/.site-install"));
  return isInstalled ? undefined : "the packages of site/ are not installed: npm run site:build";
}

/** Plays these sessions; `print` gets what did not pass. Gives the counts. */
export async function playInPage(sessions, print) {
  const reason = sessions.length > 0 ? obstacle() : undefined;
  if (reason !== undefined) console.log(`  sessions in a page are skipped: ${reason}`);
  if (reason !== undefined || sessions.length === 0)
    return { passed: 0, failed: 0, skipped: sessions.length };
  const lines = await replay(sessions);
  const [, passed, all] = /^(\d+) of (\d+) sessions/.exec(lines.at(-1) ?? "") ?? [];
  if (passed === undefined || passed !== all) for (const line of lines) print(line);
  const failed = passed === undefined ? sessions.length : Number(all) - Number(passed);
  return { passed: Number(passed ?? 0), failed, skipped: 0 };
}

/** The lines that the replay prints. */
function replay(sessions) {
  const words = [join(root, "site/scripts/run.mjs"), "replay", ...sessions];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      said += data;
    });
  return new Promise((resolve) => child.on("close", () => resolve(said.trim().split("\n"))));
}
