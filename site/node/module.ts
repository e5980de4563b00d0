// site/node/module · stands in for node:module: `require` for a file that a person has written, such as hooks.cjs.
import { calls } from "./fs-calls.ts";

interface Required {
  (path: string): unknown;
  cache: Record<string, unknown>;
  resolve(path: string): string;
}

/** Runs files of the disk as CommonJS. The site's policy must allow it: see README.md. */
export function createRequire(from: string): Required {
  const resolve = (path: string) =>
    path.startsWith("/") ? path : new URL(path, new URL(from, "file://")).pathname;
  const cache: Record<string, { exports: unknown }> = {};
  const require = (path: string) => {
    const file = resolve(path);
    const known = cache[file];
    if (known) return known.exports;
    const module: { exports: unknown } = { exports: {} };
    cache[file] = module;
    const code = String(calls.readFile(file, "utf8"));
    new Function("module", "exports", "require", code)(module, module.exports, require);
    return module.exports;
  };
  return Object.assign(require, { cache, resolve });
}
export const isBuiltin = () => false;
export const builtinModules: string[] = [];
export const syncBuiltinESMExports = () => {};
export default { createRequire, isBuiltin, builtinModules, syncBuiltinESMExports };
