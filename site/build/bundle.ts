// site/build/bundle · the agents and their machine for a browser: the course's own files, with the page's host.
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { build, type OnLoadArgs, type OnResolveArgs, type Plugin, type PluginBuild } from "esbuild";
import { ROOT } from "../../course/base/root.ts";
import type { Agent } from "./agents.ts";

const SITE = join(ROOT, "site");
/** Where the course is on the page's disk. */
const COURSE = "/course";
const AGENT = "agent:";

/** What stands in for a module of Node. All others are not there. */
const STAND_INS: Record<string, string> = {
  ...{ async_hooks: "async_hooks", buffer: "buffer", crypto: "crypto", events: "events" },
  ...{ fs: "fs", "fs/promises": "fs-promises", module: "module", os: "os", path: "path" },
  ...{ readline: "readline", "stream/promises": "stream-promises", url: "url", util: "util" },
  ...{ "timers/promises": "timers-promises", process: "process" },
};
const OF_NODE =
  /^(?:node:)?(assert|async_hooks|buffer|child_process|constants|crypto|dns|events|fs|http|https|module|net|os|path|process|readline|stream|string_decoder|timers|tty|url|util|worker_threads|zlib)(\/promises)?$/;

/** Builds into a folder, which is emptied before. Gives the sizes of what was made. */
export async function bundleAgents(agents: Agent[], outdir: string) {
  await rm(outdir, { recursive: true, force: true });
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: join(SITE, "host/machine.ts"), out: "machine" },
      ...agents.map(({ name }) => ({ in: AGENT + name, out: name })),
    ],
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions: ["page", "browser"],
    // AsyncLocalStorage sees every await only as a call of `then`.
    supported: { "async-await": false, "async-generator": false, "for-await": false },
    define: {
      "process.env.NODE_DEBUG": "undefined",
      __filename: JSON.stringify(`${COURSE}/code.ts`),
      __dirname: JSON.stringify(COURSE),
    },
    inject: [join(SITE, "host/program-globals.ts")],
    nodePaths: [join(SITE, "node_modules"), join(ROOT, "node_modules")],
    plugins: [nodePlugin, hostPlugin, agentPlugin(agents), coursePlugin],
    chunkNames: "part-[hash]",
    minify: true,
    legalComments: "none",
    metafile: true,
    logLevel: "error",
  });
  return result.metafile;
}

const nodePlugin: Plugin = {
  name: "node",
  setup({ onResolve }) {
    onResolve({ filter: OF_NODE }, ({ path }) => {
      const name = path.replace(/^node:/, "");
      return { path: join(SITE, "node", `${STAND_INS[name] ?? "none"}.ts`) };
    });
  },
};

/** `#host/NAME.ts` is what shared/package.json calls the host; here it is this one. */
const hostPlugin: Plugin = {
  name: "host",
  setup({ onResolve }) {
    onResolve({ filter: /^#host\// }, ({ path }) => ({
      path: join(SITE, "host", path.slice("#host/".length)),
    }));
    onResolve({ filter: /\/practice\/api\/fetch\.ts$/ }, () => ({
      path: join(SITE, "host/practice.ts"),
    }));
  },
};

/** A draft is the chapter with another file for the mechanism, so it has modules of its own. */
const agentPlugin = (agents: Agent[]): Plugin => ({
  name: "agents",
  setup(builder: PluginBuild) {
    const { onResolve, onLoad } = builder;
    onResolve({ filter: new RegExp(`^${AGENT}`) }, ({ path }) => ({
      path: path.slice(AGENT.length),
      namespace: "agent",
    }));
    onLoad({ filter: /.*/, namespace: "agent" }, ({ path }) => entryOf(agents, path));
    for (const { name, chapter, draft } of agents) {
      if (draft === undefined) continue;
      const namespace = AGENT + name;
      const inside = resolveInside(chapter, namespace);
      onResolve({ filter: /^\.{0,2}\//, namespace }, inside);
      onLoad({ filter: /.*/, namespace }, ({ path }) =>
        path === draft.door ? throughDoor(draft) : courseFile(path, name),
      );
    }
  },
});

function entryOf(agents: Agent[], name: string) {
  const agent = agents.find((one) => one.name === name);
  const code = join(agent?.chapter ?? "", "code.ts");
  const namespace = agent?.draft === undefined ? "file" : AGENT + name;
  const contents = `import ${JSON.stringify(code)};`;
  return { contents, resolveDir: agent?.chapter ?? "", pluginData: { namespace } };
}

const resolveInside =
  (chapter: string, namespace: string) =>
  ({ path, resolveDir }: OnResolveArgs) => {
    const file = resolve(resolveDir, path);
    return file.startsWith(chapter + sep) ? { path: file, namespace } : undefined;
  };

const throughDoor = ({ door, file }: { door: string; file: string }) => ({
  contents: `export * from ${JSON.stringify(file)};`,
  loader: "ts" as const,
  resolveDir: dirname(door),
});

const coursePlugin: Plugin = {
  name: "course",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /code\.ts$/, namespace: "agent" }, ({ path, pluginData }) => ({
      path,
      namespace: pluginData.namespace,
    }));
    onLoad({ filter: /\.ts$/ }, ({ path }: OnLoadArgs) =>
      path.includes(`${sep}node_modules${sep}`) || path.startsWith(SITE)
        ? undefined
        : courseFile(path),
    );
  },
};

/** A file of the course knows itself by its place on the page's disk; a draft's code.ts is that of the draft. */
function courseFile(path: string, draft?: string) {
  const inCourse = relative(ROOT, path).replaceAll(sep, "/");
  const named = draft === undefined ? inCourse : inCourse.replace(/^[^/]+/, draft);
  const url = JSON.stringify(`file://${COURSE}/${named}`);
  const text = readFileSync(path, "utf8")
    .replaceAll("import.meta.url", url)
    .replace(
      /^await repl\(import\.meta,/m,
      `void repl(Object.assign(import.meta, { url: ${url} }),`,
    );
  return { contents: text, loader: "ts" as const, resolveDir: dirname(path) };
}
