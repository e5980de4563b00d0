// site/build/trim · what agents do not need at once: parts of packages that none uses, and examples in other languages.
import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { Plugin } from "esbuild";
import { ROOT } from "../../course/base/root.ts";

const SDK = "@anthropic-ai/sdk/";
/** Agents ask for messages alone, with a key and no queries, and their schemas are read as they stand. */
const UNUSED = [
  ...["beta/beta", "organization/organization", "skills/skills", "user-profiles/user-profiles"].map(
    (name) => `${SDK}resources/${name}.mjs`,
  ),
  ...[
    "resources/messages/batches",
    "resources/files",
    "resources/models",
    "resources/completions",
  ].map((name) => `${SDK}${name}.mjs`),
  ...["credential-chain", "token-cache"].map((name) => `${SDK}lib/credentials/${name}.mjs`),
  ...["core/pagination", "internal/to-file", "internal/utils/query"].map(
    (name) => `${SDK}${name}.mjs`,
  ),
  ...["zod/v4/core/compile.js", "zod/v4/classic/from-json-schema.js"],
];
const EXPORT = /^export (?:var|class|const|(?:async )?function) (\w+)/gm;

/** What the SDK would tell OpenTelemetry, of which a page has none: as when tracing is off, no call has a span. */
const TRACING = Object.entries({
  "lib/internal/tracing.mjs": `
    const none = () => undefined;
    export { none as endAnthropicApiCallSpanWhenStreamEnds, none as messagesCreateSpanSettings };
    export { none as recordMessagesCreateRequest, none as recordMessagesCreateResponse };
    export { none as recordStreamedMessageContent, none as takeTraceHeaders, none as withoutTraceHeaders };
    export { none as startEnvironmentWorkSpan, none as withEnvironmentWorkSpan, none as withToolUseSpan };
    export { none as endEnvironmentWorkSpan, none as failEnvironmentWorkSpan };`,
  "internal/tracing.mjs": `
    export const guardTracing = (client, step) => step();
    export const resolveOpenTelemetryOptions = () => ({ propagation: false, traces: { enabled: false } });
    const none = () => undefined;
    export { none as endApiCallSpan, none as getTracer, none as injectTraceHeaders, none as recordAttempt };
    export { none as setCreatedIDAttribute, none as startApiCallSpan };`,
  "/index.mjs": "export const context = {}, trace = {};",
});
const TRACED =
  /[\\/]sdk[\\/](?:lib[\\/])?internal[\\/]tracing\.mjs$|[\\/]@opentelemetry[\\/]api[\\/].*[\\/]index\.mjs$/;

/** JSON5 as Node loads it: its file for browsers has what browsers lacked ten years ago. */
const JSON5 = join(ROOT, "node_modules/json5/lib/index.js");
/** Letters by the engine's own tables. */
export const LETTERS = `
  exports.Space_Separator = /\\p{Zs}/u;
  exports.ID_Start = /[\\p{L}\\p{Nl}]/u;
  exports.ID_Continue = /[\\p{L}\\p{Nl}\\p{Mn}\\p{Mc}\\p{Nd}\\p{Pc}]/u;`;

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
    onLoad({ filter: TRACED }, ({ path }) => ({
      contents: TRACING.find(([ending]) => path.replaceAll(sep, "/").endsWith(ending))?.[1] ?? "",
    }));
    onResolve({ filter: /^json5$/ }, () => ({ path: JSON5 }));
    onLoad({ filter: /[\\/]json5[\\/]lib[\\/]unicode\.js$/ }, () => ({ contents: LETTERS }));
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
