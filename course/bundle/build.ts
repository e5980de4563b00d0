// course/bundle/build · what esbuild is told: one function around a bundle, which gets from outside what a file has from Node.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules, createRequire, isBuiltin } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin, PluginBuild } from "esbuild";
import { ROOT } from "../base/root.ts";
import type { Edited } from "../chapters/edited.ts";
import { CACHE } from "./cache.mjs";

/** The program that runs what is made here. */
export const RUNNER = join(import.meta.dirname, "run-bundle.cjs");

/** The global names that a bundle does not take from the process: they are given to its function, so that each agent has its own. */
const OWN_GLOBALS = [
  ...["process", "globalThis", "global", "console", "fetch"],
  ...["setTimeout", "setInterval", "setImmediate"],
  ...["clearTimeout", "clearInterval", "clearImmediate"],
] as const;

const GIVEN = `require, importMeta, metaOf, part, { ${OWN_GLOBALS.join(", ")} }`;

/** A top-level await is legal in the function around a chapter. One around a part gives its exports at once. */
const FORMS = {
  chapter: { format: "esm", head: `(async (${GIVEN}) => {` },
  part: { format: "cjs", head: `((${GIVEN}, module) => {` },
} as const;

interface Changing {
  /** Where a file is that another one starts as a program. */
  programOf?(path: string): Promise<string>;
  /** A file that has another text than on the disk. */
  edited?: Pick<Edited, "path" | "text"> | undefined;
}

/** Bundles the module with these `contents`; gives its text, its map, and the paths of the files that are in it. */
export async function build(
  contents: string,
  form: keyof typeof FORMS,
  plugins: Plugin[],
  changing: Changing = {},
) {
  const { build: bundle, version } = await import("esbuild");
  const { format, head } = FORMS[form];
  const { outputFiles, metafile } = await bundle({
    stdin: { contents, resolveDir: ROOT },
    absWorkingDir: ROOT,
    outfile: join(CACHE, "chapter", "name", "bundle.js"), // the map's paths begin here; nothing is written
    bundle: true,
    format,
    platform: "node",
    target: "node20.19", // whichever Node made it, another may run it
    supported: { "dynamic-import": false }, // V8 forgets how when it reads what it has kept
    define: {
      "import.meta": "importMeta",
      __filename: "importMeta.filename",
      __dirname: "importMeta.dirname",
    },
    banner: { js: `${head}// esbuild ${version}` },
    footer: { js: "})" },
    plugins: [
      { name: "builtins", setup: requireBuiltins },
      { name: "later", setup: requireLater },
      ...plugins,
      { name: "import.meta", setup: metaOfEachFile(changing) },
    ],
    nodePaths: [join(ROOT, "node_modules")],
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160, // Node prints the line that threw
    sourcemap: "external",
    sourcesContent: false,
    logLevel: "silent",
    write: false,
    metafile: true,
  });
  const [map, text] = ["bundle.js.map", "bundle.js"].map((name) =>
    outputFiles.find(({ path }) => basename(path) === name),
  );
  const sources = [...Object.keys(metafile.inputs), ...AROUND];
  const paths = sources.map((path) => resolve(ROOT, path)).filter((path) => existsSync(path));
  return { text: text?.text ?? "", map: map?.text ?? "", sources: paths };
}

/** What esbuild reads besides: versions, options, what `#host/` means. And a change of a file beside this one makes another bundle. */
const OWN = readdirSync(import.meta.dirname).map((name) => `course/bundle/${name}`);
const AROUND = ["package-lock.json", "tsconfig.json", "shared/package.json", ...OWN];

/** Node's own modules come by `require`: a function can have no `import` in it. */
function requireBuiltins({ onResolve, onLoad }: PluginBuild) {
  const names = builtinModules.map((name) => name.replaceAll("/", "\\/")).join("|");
  onResolve({ filter: new RegExp(`^(node:)?(${names})$`) }, ({ path, kind }) =>
    kind === "require-call" ? undefined : { path, namespace: "builtin" },
  );
  onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({ contents: moduleOf(path) }));
}

/** Each name is taken only where it is used: a copy of all of them for each file that imports one would slow a start. */
function moduleOf(path: string): string {
  const each = Object.keys(createRequire(import.meta.url)(path)).map(
    (name) => `export const ${name} = /* @__PURE__ */ Reflect.get(builtin, "${name}");`,
  );
  return [`const builtin = require("${path}");`, "export default builtin;", ...each].join("\n");
}

/** A package that is imported while the program runs is no part of the bundle: who does not need it does not read it. */
function requireLater({ onResolve, onLoad }: PluginBuild) {
  const { resolve: find } = createRequire(join(ROOT, "package.json"));
  onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === "dynamic-import" && !isBuiltin(path) ? { path, namespace: "later" } : undefined,
  );
  onResolve({ filter: /.*/, namespace: "later" }, ({ path }) => ({ path, external: true }));
  onLoad({ filter: /.*/, namespace: "later" }, ({ path }) => ({
    contents: `module.exports = require(${JSON.stringify(find(path))});`,
  }));
}

/** How a mechanism says where a file is that it starts as a program, and how a file knows that it was: others know it by the name of its own bundle. */
const BESIDE = /new URL\("(\.\/\w+\.ts)", import\.meta\.url\)/;
const IS_STARTED = "process.argv[1] === import.meta.filename";

/** A file of the course that names `import.meta` gets its own; on its first line, so that no line moves. */
const metaOfEachFile =
  ({ programOf = async (path) => path, edited }: Changing) =>
  ({ onLoad }: PluginBuild) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const isEdited = path === edited?.path;
      const text = isEdited ? edited.text : readFileSync(path, "utf8");
      if (path.includes("node_modules") || !text.includes("import.meta"))
        return isEdited ? { contents: text, loader: "ts" } : undefined;
      const other = text.includes(IS_STARTED) ? { filename: await programOf(path) } : {};
      const own = `const importMeta = { ...metaOf(${JSON.stringify(path)}), ...${JSON.stringify(other)} };`;
      const [found = "", name] = BESIDE.exec(text) ?? [];
      const program = name && pathToFileURL(await programOf(join(dirname(path), name)));
      const inside = program ? text.replace(found, () => `new URL("${program}")`) : text;
      return { contents: `${own}${inside}`, loader: "ts" };
    });
  };
