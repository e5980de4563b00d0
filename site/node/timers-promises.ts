// site/node/timers-promises · stands in for node:timers/promises.
import { soon, uncounted } from "./clockwork.ts";

interface Options {
  signal?: AbortSignal;
  ref?: boolean;
}

export function setTimeout<Value>(ms?: number, value?: Value, { signal, ref }: Options = {}) {
  return new Promise<Value | undefined>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      signal?.removeEventListener("abort", stop);
      resolve(value);
    };
    const timer = ref === false ? uncounted(end, ms) : globalThis.setTimeout(end, ms);
    const stop = () => {
      if (ref !== false) globalThis.clearTimeout(Object(timer));
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}

export const setImmediate = <Value>(value?: Value) =>
  new Promise<Value | undefined>((resolve) => soon(() => resolve(value)));
