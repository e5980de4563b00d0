// course/bundle/run-bundle · runs a bundled chapter; what V8 made of it is kept beside it, since a start is mostly parsing.
// Plain JavaScript without packages: it runs in the agent's process.
const { isAscii } = require("node:buffer");
const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { setFlagsFromString } = require("node:v8");
const { Script, constants } = require("node:vm");
const { showSources } = require("./stacks.cjs");

// Node's fetch reads HTTP with WebAssembly. V8 would optimize it at the first request: 28 MB and a fifth of a start, for nothing.
setFlagsFromString("--liftoff-only");

/** An ES module that never ends its top-level await ends with this code. */
const UNSETTLED = 13;

/** Runs bundle.js of the folder of `file`, as if `file` were the chapter's code.ts and shared/ and practice/ were part of it. */
exports.run = (file) => {
  start(file, metaOf(file), exports.metaIn(file));
};

/** A mechanism's file knows its own path: it may start one beside it as a program. */
exports.metaIn = (file) => (path) => metaOf(INSIDE.test(path) ? file : path);
const INSIDE = /[\\/](?:(?:shared|practice|node_modules)[\\/].*|code\.ts)$/;

/**
 * Runs the same bundle in the place of `entry`, the code.ts it was made from: every file knows its own path. With
 * `name`, code.ts has that path instead, as it does for a draft.
 */
exports.runAs = (file, entry, name = entry) => {
  process.argv[1] = name;
  start(file, metaOf(name), (path) => metaOf(path === entry ? name : path));
};

/**
 * What a part exports: a package, or a piece of the practice model. It runs when it is first wanted. Unless it `isKept`,
 * V8's work on it is not: a run that only looks at the names has compiled too little.
 */
exports.partAt = (file, isKept = true) => {
  if (!parts.has(file)) {
    const module = { exports: {} };
    const main = shown(file, isKept);
    main(createRequire(file), metaOf(file), metaOfEach, exports.partAt, globalThis, module);
    parts.set(file, module.exports.it);
  }
  return parts.get(file);
};

const parts = new Map();
/** What the chapter's own files and those of the ground get as their `import.meta`. */
let metaOfEach = metaOf;
/** By the file where V8's work on it belongs. */
const unkept = new Map();
process.on("exit", () => {
  for (const [cache, script] of unkept) keep(script, cache);
});

function start(file, meta, metaOfFile) {
  let isSettled = false;
  process.on("exit", () => {
    if (!isSettled) process.exitCode ??= UNSETTLED;
  });
  const main = shown(join(dirname(file), "bundle.js"), true);
  metaOfEach = metaOfFile;
  const settle = () => {
    isSettled = true;
  };
  const fail = (error) => {
    settle();
    process.nextTick(() => {
      throw error; // outside the promise, where Node reports a value that is no error as it is
    });
  };
  main(createRequire(file), meta, metaOfFile, exports.partAt, globalThis).then(settle, fail);
}

/** The same function, in a process whose stacks all name the sources. */
function shown(filename, isKept) {
  showSources(filename);
  return exports.compile(filename, isKept);
}

/** For code that is evaluated while a bundle runs. Its own imports are made by `require`. */
const IMPORTS = { importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER };

/** The function that a bundle or a part is. */
exports.compile = (filename, isKept) => {
  const cache = filename.replace(/js$/, "cache");
  const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
  const script = new Script(textOf(readFileSync(filename)), { filename, cachedData, ...IMPORTS });
  if (isKept && (cachedData === undefined || script.cachedDataRejected)) unkept.set(cache, script);
  return script.runInThisContext();
};

/** Most bundles are ASCII, whose bytes are the text as it is. */
const textOf = (bytes) => bytes.toString(isAscii(bytes) ? "latin1" : "utf8");

function metaOf(file) {
  return { filename: file, dirname: dirname(file), url: pathToFileURL(file).href };
}
exports.metaOf = metaOf;

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
