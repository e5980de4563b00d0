// site/build/bundle · the agents and their machine for a browser: the course's own files, with the page's host.
import { existsSync, readFileSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import {
  type BuildOptions,
  build,
  type OnLoadArgs,
  type OnResolveArgs,
  type Plugin,
  type PluginBuild,
} from "esbuild";
import { ROOT } from "../../course/base/root.ts";
import type { Agent } from "./agents.ts";
import { COURSE, inPage, LOWERED, OWN_NAME } from "./course-file.ts";
import { kitPlugin } from "./edits.ts";
import { judgePlugin } from "./judges.ts";
import { inputName, PACKED, packPlugin, packsFor } from "./packs.ts";
import { findSame, type Same, tierOf } from "./same.ts";
import { trimPlugin } from "./trim.ts";

const SITE = join(ROOT, "site");
const AGENT = "agent:";
const OF_CHAPTER = /[\\/]s\d\d_\w+[\\/]/;
const SQLITE = join(SITE, "node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm");

/** What stands in for a module of Node. All others are not there. */
const STAND_INS: Record<string, string> = {
  ...{ async_hooks: "async_hooks", buffer: "buffer", crypto: "crypto", events: "events" },
  child_process: "child_process",
  ...{ fs: "fs", "fs/promises": "fs-promises", module: "module", os: "os", path: "path" },
  ...{ readline: "readline", "stream/promises": "stream-promises", url: "url", util: "util" },
  ...{ "timers/promises": "timers-promises", process: "process" },
};
const OF_NODE =
  /^(?:node:)?(assert|async_hooks|buffer|child_process|constants|crypto|dns|events|fs|http|https|module|net|os|path|process|readline|stream|string_decoder|timers|tty|url|util|worker_threads|zlib)(\/\w+)?$/;

/** An entry of esbuild: what is built, and what its file is called. */
interface Entry {
  in: string;
  out: string;
}

const MACHINE = "site/host/machine.ts";
const inCourse = (path: string) => inputName({ path, namespace: "file" });

/**
 * Builds into a folder, which is emptied before. It builds twice: what the entries import is known after the first time,
 * and so what they load together. Gives what was made.
 */
export async function bundleAgents(agents: Agent[], outdir: string, more: Entry[] = []) {
  await rm(outdir, { recursive: true, force: true });
  const same = findSame(ROOT);
  const servers = agents
    .filter(serverOf)
    .map(({ name }) => ({ in: AGENT + name + SERVER, out: name + SERVER }));
  const entries = [
    { in: `./${MACHINE}`, out: "machine" },
    ...agents.map(({ name }) => ({ in: AGENT + name, out: name })),
    ...more,
    ...servers,
  ];
  const options = { ...COMMON, outdir };
  const plugins = pluginsFor(agents, same);
  const looked = await build({ ...options, plugins, entryPoints: entries, write: false });
  const { inputs } = looked.metafile;
  const extras = packsFor({
    inputs,
    machine: MACHINE,
    programs: [
      ...agents.map((agent) => ({ ...programOf(agent), isMain: agent.draft === undefined })),
      ...agents.filter(serverOf).map((agent) => ({ ...programOf(agent, SERVER), isMain: false })),
    ],
    others: more.map((entry) => entry.in),
    lasting: same.lasting.map(({ path, tiers }) => ({ name: inCourse(path), tiers })),
    isCommon,
    isOwn: (name) => /^s\d\d_/.test(name) || name.startsWith(AGENT),
  });
  const { metafile } = await build({
    ...options,
    plugins: [packPlugin(extras, inputs, isCommon), ...plugins],
    entryPoints: entries.map((entry) => ({ ...entry, in: PACKED + entry.in })),
    minify: true,
  });
  await copyFile(SQLITE, join(outdir, "sqlite3.wasm")); // its script looks beside itself
  return metafile;
}

const programOf = ({ name, chapter }: Agent, ending = "") => ({
  ...{ name: AGENT + name + ending, chapter, tier: tierOf(chapter) },
});

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  conditions: ["page", "browser"],
  supported: LOWERED,
  define: {
    "process.env.NODE_DEBUG": "undefined",
    "self.location.origin": '"null"', // a worker of a blob has no address that a package could build on
    __filename: JSON.stringify(`${COURSE}/code.ts`),
    __dirname: JSON.stringify(COURSE),
  },
  inject: [join(SITE, "host/program-globals.ts")],
  nodePaths: [join(SITE, "node_modules"), join(ROOT, "node_modules")],
  chunkNames: "part-[name]-[hash]",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  logLevel: "error",
} as const satisfies BuildOptions;

const pluginsFor = (agents: Agent[], same: Same): Plugin[] => [
  packagesPlugin,
  nodePlugin,
  trimPlugin,
  hostPlugin,
  agentPlugin(agents, same),
  kitPlugin,
  judgePlugin,
  coursePlugin(same),
];

const nodePlugin: Plugin = {
  name: "node",
  setup({ onResolve }) {
    onResolve({ filter: OF_NODE }, ({ path }) => {
      const name = path.replace(/^node:/, "");
      return { path: join(SITE, "node", `${STAND_INS[name] ?? "none"}.ts`) };
    });
  },
};

const AJV = "ajv/dist/2020.js";

/** That for Node: it loads each command when it is first used, and the one for browsers has all in one file. */
const JUST_BASH = join(SITE, "node_modules/just-bash/dist/bundle/index.js");

/** Commands that sessions use are loaded together, with the first of them; any other one by itself. */
const COMMON_COMMAND =
  /\/just-bash\/dist\/bundle\/chunks\/(?:basename|cat|cp|cut|date|dirname|echo|env|expr|find|grep|head|ls|mkdir|mv|printf|pwd|rm|sed|seq|sleep|sort|stat|tail|tee|test|touch|tr|true|uniq|wc|xargs)-\w+\.js$/;
const isCommon = (name: string) => COMMON_COMMAND.test(name);

const NOTHING = join(SITE, "node/nothing.cjs");
/** Packages of its commands that need Node, such as a database's. */
const NOT_IN_PAGE = /^(@mongodb-js\/zstd|node-liblzma|sql\.js)$/;

const SERVER_PACKAGE = "node_modules/@modelcontextprotocol/server/dist";

/**
 * Packages as they are in Node. One of CommonJS that is imported while a program runs has its names there, but not in a
 * bundle; that of MCP servers has no stdin in a browser.
 */
const packagesPlugin: Plugin = {
  name: "packages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^just-bash$/ }, () => ({ path: JUST_BASH }));
    onResolve({ filter: OF_NODE }, ({ importer }) =>
      importer.startsWith(dirname(JUST_BASH)) ? { path: NOTHING } : undefined,
    );
    onResolve({ filter: NOT_IN_PAGE }, () => ({ path: NOTHING }));
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: join(ROOT, SERVER_PACKAGE, "shimsNode.mjs"),
    }));
    onResolve({ filter: /^ajv\/dist\/2020\.js$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: AJV, namespace: "ajv" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "ajv" }, () => ({
      contents: `import ajv from "${AJV}"; export const { Ajv2020 } = ajv;`,
      resolveDir: ROOT,
    }));
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
const agentPlugin = (agents: Agent[], same: Same): Plugin => ({
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
      const inside = resolveInside(chapter, draft.door, same, namespace);
      onResolve({ filter: /^\.{0,2}\//, namespace }, inside);
      onLoad({ filter: /.*/, namespace }, ({ path }) =>
        path === draft.door ? throughDoor(draft) : courseFile(path, name),
      );
    }
  },
});

/** What the name of a program that an agent brings ends with. */
const SERVER = "-server";

/** The file of an agent that is also a program of its own: an MCP server. */
function serverOf({ chapter, draft }: Agent): string | undefined {
  const file = draft?.file ?? join(chapter, "ego/server.ts");
  const isProgram = existsSync(file) && readFileSync(file, "utf8").includes(OWN_NAME);
  return isProgram ? file : undefined;
}

function entryOf(agents: Agent[], named: string) {
  const name = named.replace(SERVER, "");
  const agent = agents.find((one) => one.name === name);
  const server = agent && named.endsWith(SERVER) ? serverOf(agent) : undefined;
  const code = server ?? join(agent?.chapter ?? "", "code.ts");
  const namespace = agent?.draft === undefined ? "file" : AGENT + name;
  const contents = `import ${JSON.stringify(code)};`;
  return { contents, resolveDir: agent?.chapter ?? "", pluginData: { namespace } };
}

/** What does not import the mechanism is the same with a draft of it. */
const resolveInside =
  (chapter: string, door: string, same: Same, namespace: string) =>
  ({ path, resolveDir }: OnResolveArgs) => {
    const file = resolve(resolveDir, path);
    if (!file.startsWith(chapter + sep)) return undefined;
    const isOwn = file.startsWith(join(chapter, "drafts")) || same.reaches(file, door);
    return isOwn ? { path: file, namespace } : { path: same.first(file) };
  };

const throughDoor = ({ door, file }: { door: string; file: string }) => ({
  contents: `export * from ${JSON.stringify(file)};`,
  loader: "ts" as const,
  resolveDir: dirname(door),
});

const coursePlugin = (same: Same): Plugin => ({
  name: "course",
  setup({ onLoad, onResolve }) {
    onResolve(
      { filter: /^\.{1,2}\/.*\.ts$/, namespace: "file" },
      ({ path, importer, resolveDir }) =>
        OF_CHAPTER.test(importer) ? { path: same.first(resolve(resolveDir, path)) } : undefined,
    );
    onResolve({ filter: /\.ts$/, namespace: "agent" }, ({ path, pluginData }) => ({
      path,
      namespace: pluginData.namespace,
    }));
    onLoad({ filter: /\.ts$/ }, ({ path }: OnLoadArgs) =>
      path.includes(`${sep}node_modules${sep}`) || path.startsWith(SITE)
        ? undefined
        : courseFile(path),
    );
  },
});

/** A file of the course knows itself by its place on the page's disk; a draft's code.ts is that of the draft. */
function courseFile(path: string, draft?: string) {
  const inCourse = relative(ROOT, path).replaceAll(sep, "/");
  const named = draft === undefined ? inCourse : inCourse.replace(/^[^/]+/, draft);
  const contents = inPage(readFileSync(path, "utf8"), named);
  return { contents, loader: "ts" as const, resolveDir: dirname(path) };
}
