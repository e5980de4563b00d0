// site/build/trim · what agents do not need at once: parts of packages that none uses, and examples in other languages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { ROOT } from "../../course/base/root.ts";

/** Agents ask for messages alone, and their schemas are read as they stand. */
const UNUSED = [
  ...["beta/beta", "organization/organization", "skills/skills", "user-profiles/user-profiles"].map(
    (name) => `@anthropic-ai/sdk/resources/${name}.mjs`,
  ),
  ...["zod/v4/core/compile.js", "zod/v4/classic/from-json-schema.js"],
];
const EXPORT = /^export (?:var|class|const|function) (\w+)/gm;

/** The words of zod's errors in fifty languages: agents say their own. */
const LOCALES = /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/;

const endsWith = (path: string) => path.replaceAll(/[.]/g, "\\.").replaceAll("/", "[\\\\/]");

/** The examples of a language as they are; the model is given those of site/host/examples.ts. */
const EXAMPLES = "examples";
const LATER = /[\\/]practice[\\/]brain[\\/]examples[\\/](zh|ja)\.json$/;

/** Leaves them out, or for later. */
export const trimPlugin: Plugin = {
  name: "trim",
  setup({ onLoad, onResolve }) {
    onLoad({ filter: new RegExp(`(?:${UNUSED.map(endsWith).join("|")})$`) }, ({ path }) => ({
      contents: [...readFileSync(path, "utf8").matchAll(EXPORT)]
        .map(([, name]) => `export class ${name} extends Error {}`)
        .join("\n"),
    }));
    onResolve({ filter: /^examples:/ }, ({ path }) => ({
      path: join(ROOT, `practice/brain/examples/${path.slice(-2)}.json`),
      namespace: EXAMPLES,
    }));
    onLoad({ filter: /.*/, namespace: EXAMPLES }, ({ path }) => ({
      contents: readFileSync(path, "utf8"),
      loader: "json",
    }));
    onLoad({ filter: LATER }, ({ path }) => ({
      contents: `import { examples } from "./site/host/examples.ts"; export default examples.${path.slice(-7, -5)};`,
      loader: "js",
      resolveDir: ROOT,
    }));
    onLoad({ filter: LOCALES }, ({ path }) => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: join(path, ".."),
    }));
  },
};
