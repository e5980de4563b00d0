// course/spec/run-bundle · runs a bundled chapter; what V8 made of it is kept beside it, since a start is mostly parsing.
// Plain JavaScript without imports of its own: it runs in the agent's process.
const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { Script, constants } = require("node:vm");

/** An ES module that never ends its top-level await ends with this code. */
const UNSETTLED = 13;

/** Runs bundle.js of the folder of `file`, as if `file` were the chapter's code.ts. */
exports.run = (file) => {
  const folder = dirname(file);
  const bundle = join(folder, "bundle.js");
  const cache = join(folder, "bundle.cache");
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
  const script = new Script(readFileSync(bundle, "utf8"), {
    filename: bundle,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  let isSettled = false;
  process.on("exit", () => {
    if (!isSettled) process.exitCode ??= UNSETTLED;
    if (cachedData === undefined || script.cachedDataRejected) keep(script, cache);
  });
  const meta = { filename: file, dirname: folder, url: pathToFileURL(file).href };
  const main = script.runInThisContext();
  main(createRequire(file), meta).finally(() => {
    isSettled = true;
  });
};

/** After a run it holds the functions that are really used. Must not throw: without it a start is only slower. */
function keep(script, cache) {
  const draft = `${cache}.${process.pid}`;
  try {
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, cache);
  } catch {
    // the folder was removed, or the disk is full
  }
}
