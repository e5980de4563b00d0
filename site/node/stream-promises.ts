// site/node/stream-promises · stands in for node:stream/promises, for streams to files.
import type { EventEmitter } from "./events.ts";

interface Written extends EventEmitter {
  writableFinished: boolean;
  destroyed: boolean;
}

export const finished = (stream: Written) =>
  new Promise<void>((resolve, reject) => {
    if (stream.writableFinished || stream.destroyed) return resolve();
    stream.once("finish", resolve);
    stream.once("close", resolve);
    stream.once("error", reject);
  });
