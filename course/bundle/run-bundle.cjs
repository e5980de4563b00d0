// course/bundle/run-bundle · runs a bundled chapter; what V8 made of it is kept beside it, since a start is mostly parsing.
// Plain JavaScript without packages: it runs in the agent's process.
const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { Script, constants } = require("node:vm");
const { showSources } = require("./stacks.cjs");

/** An ES module that never ends its top-level await ends with this code. */
const UNSETTLED = 13;

/** Runs bundle.js of the folder of `file`, as if `file` were the chapter's code.ts and all else were part of it. */
exports.run = (file) => {
  start(file, metaOf(file), () => metaOf(file));
};

/**
 * Runs the same bundle in the place of `entry`, the code.ts it was made from: every file knows its own path. With
 * `name`, code.ts has that path instead, as it does for a draft.
 */
exports.runAs = (file, entry, name = entry) => {
  process.argv[1] = name;
  start(file, metaOf(name), (path) => metaOf(path === entry ? name : path));
};

function start(file, meta, metaOfFile) {
  const folder = dirname(file);
  const bundle = join(folder, "bundle.js");
  const cache = join(folder, "bundle.cache");
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
  showSources(bundle);
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
  const main = script.runInThisContext();
  const settle = () => {
    isSettled = true;
  };
  const fail = (error) => {
    settle();
    process.nextTick(() => {
      throw error; // outside the promise, where Node reports a value that is no error as it is
    });
  };
  main(createRequire(file), meta, metaOfFile).then(settle, fail);
}

function metaOf(file) {
  return { filename: file, dirname: dirname(file), url: pathToFileURL(file).href };
}

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
