// site/node/fs · stands in for node:fs in the page: each call at once, with a callback, and as a promise.
import { constants } from "../disk/open.ts";
import { later } from "./clockwork.ts";
import { calls } from "./fs-calls.ts";
import { createReadStream, createWriteStream, FileHandle } from "./fs-handle.ts";
import { Dirent, Stats } from "./fs-stats.ts";

type Call = (...given: unknown[]) => unknown;
const all: [name: string, call: Call][] = Object.entries(Object(calls));

/** As on a real disk, others get their turn before the answer; an agent that loses an update loses it here, too. */
const asPromise =
  (call: Call): Call =>
  (...given) =>
    later(() => call(...given));

const withCallback =
  (name: string, call: Call): Call =>
  (...given) => {
    const done = given.pop();
    if (typeof done !== "function") throw new TypeError(`fs.${name} wants a callback.`);
    later(() => call(...given)).then(
      (value) => (name === "exists" ? done(value) : done(null, value)),
      (error: unknown) => done(error),
    );
  };

async function* entriesOf(path: string) {
  yield* calls.readdir(path, { withFileTypes: true });
}

/** node:fs/promises */
export const promises = {
  constants,
  ...Object(Object.fromEntries(all.map(([name, call]) => [name, asPromise(call)]))),
  open: (...given: Parameters<typeof calls.open>) =>
    later(() => new FileHandle(calls.open(...given))),
  opendir: async (path: string) => ({
    path,
    [Symbol.asyncIterator]: () => entriesOf(path),
    async close() {},
  }),
};

const synchronous = Object.fromEntries(all.map(([name, call]) => [`${name}Sync`, call]));
const callbacks = Object.fromEntries(all.map(([name, call]) => [name, withCallback(name, call)]));
/** Node has these with another implementation; here there is one. */
for (const call of [synchronous.realpathSync, callbacks.realpath])
  if (call) Object.assign(call, { native: call });
const streams = { createReadStream, createWriteStream };
/** Nothing outside the page changes a file, so there is nothing to watch. */
const watch = () => ({ close() {} });
const fs = { constants, promises, Stats, Dirent, watch, ...streams, ...synchronous, ...callbacks };

export default fs;
export { constants, createReadStream, createWriteStream, Dirent, Stats, watch };
export const {
  accessSync,
  appendFileSync,
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeSync,
  writeFileSync,
} = synchronous;
export const {
  access,
  appendFile,
  chmod,
  chown,
  close,
  exists,
  fstat,
  fsync,
  lstat,
  mkdir,
  open,
  read,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  unlink,
  write,
  writeFile,
} = callbacks;
