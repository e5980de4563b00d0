// practice/api/abort · waiting that ends when the client gives up.

/** The promise's result, or the signal's reason if the client gives up first. */
export function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort);
    const stop = () => signal.removeEventListener("abort", onAbort);
    work.then(resolve, reject).finally(stop);
  });
}

/** Waits, and rejects with the signal's reason if the client gives up first. */
export async function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await beforeAbort(elapsed, signal).finally(() => clearTimeout(timer));
}
