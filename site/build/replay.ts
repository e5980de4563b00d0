// site/build/replay · what a replay in Chromium needs: the agents, the page's script, and the course's player with other hands.
import { readFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { ROOT } from "../../course/base/root.ts";
import { listAgents } from "./agents.ts";
import { bundleAgents } from "./bundle.ts";

const SITE = join(ROOT, "site");
const OUT = join(SITE, "dist-replay");

/** Modules of the course that reach for a process, and what reaches for a page instead. */
const HANDS: Record<string, string> = {
  "place.ts": "place.ts",
  "rest.ts": "rest.ts",
  "sleepers.ts": "sleepers.ts",
  "../spec/process.ts": "process.ts",
  "../spec/control.ts": "control.ts",
  "../spec/launch.ts": "launch.ts",
};

const otherHands: Plugin = {
  name: "hands",
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ path, importer }) => {
      const hand = importer.startsWith(SITE) ? undefined : HANDS[path.replace(/^\.\//, "")];
      return hand !== undefined && importer.includes("/course/replay/")
        ? { path: join(SITE, "replay", hand) }
        : undefined;
    });
  },
};

/** In a bundle each file of the course still knows where it is. */
const ownPlaces: Plugin = {
  name: "places",
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[jt]s$/ }, async ({ path }) => {
      if (path.includes(`${sep}node_modules${sep}`)) return undefined;
      const text = await readFile(path, "utf8");
      const contents = text
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: path.endsWith("ts") ? "ts" : "js" };
    });
  },
};

/** Builds all that `site/replay/main.ts` needs; the program itself is in `dist-replay/main.mjs`. */
async function buildReplay(): Promise<void> {
  await bundleAgents(listAgents(), OUT);
  await build({
    entryPoints: [join(SITE, "page/replay.ts")],
    ...{ bundle: true, format: "esm", target: "es2022", outdir: OUT, logLevel: "error" },
  });
  await build({
    entryPoints: [join(SITE, "replay/main.ts")],
    outfile: join(OUT, "main.mjs"),
    ...{ bundle: true, format: "esm", platform: "node", target: "node20.19" },
    packages: "external",
    plugins: [otherHands, ownPlaces],
    logLevel: "error",
  });
}

await buildReplay();
