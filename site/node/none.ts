// site/node/none · stands in for what a page cannot have: processes, sockets, servers, threads.

function absent(): never {
  throw new Error("A page has no processes and no sockets. Run the chapter on your own computer.");
}

class Absent {
  constructor() {
    absent();
  }
}

export const connect = absent;
export const createConnection = absent;
export const createGunzip = absent;
export const createGzip = absent;
export const createServer = absent;
export const execFile = absent;
export const execFileSync = absent;
export const execSync = absent;
export const gunzipSync = absent;
export const gzipSync = absent;
export const pipeline = absent;
export const request = absent;
export const spawn = absent;
export const spawnSync = absent;
export const Server = Absent;
export const StringDecoder = Absent;
export const Worker = Absent;
/** Packages extend these when they are loaded. */
export class Stream {}
export class Readable extends Stream {}
export class Writable extends Stream {}
export class Duplex extends Stream {}
export class Transform extends Stream {}
export class PassThrough extends Stream {}
export const constants = {};
export const isMainThread = true;
export const parentPort = null;
export const threadId = 0;
export default { Readable, Writable, Duplex, Transform, PassThrough, Stream, constants };
