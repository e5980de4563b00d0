// site/node/async_hooks · AsyncLocalStorage. The build turns async functions into generators over promises, so that `then` sees every await.
import "./clockwork.ts";

/** Where a program stands: inside all calls of `run` that led to here. */
interface Context {
  outer: Context | undefined;
}
type Callback = (...given: unknown[]) => unknown;
const current: { context: Context } = { context: { outer: undefined } };

const nowhere = current.context;
const { queueMicrotask: soon } = globalThis;

/** Where the program stands. */
export const here = (): Context => current.context;

/** Goes on from there, until the next await or the end of what runs now. */
export function back(context: Context): void {
  current.context = context;
  soon(() => {
    current.context = nowhere;
  });
}

function within<Result>(context: Context, action: () => Result): Result {
  const before = current.context;
  current.context = context;
  try {
    return action();
  } finally {
    current.context = before;
  }
}

/** A function that runs with what is stored now. */
function bound(action: unknown): Callback | undefined {
  if (typeof action !== "function") return undefined;
  const { context } = current;
  return function (this: unknown, ...given) {
    return within(context, () => action.apply(this, given));
  };
}

const { then } = Promise.prototype;
// biome-ignore lint/suspicious/noThenProperty: it is the one that promises have
Object.defineProperty(Promise.prototype, "then", {
  value(this: Promise<unknown>, onValue: unknown, onError: unknown) {
    return Reflect.apply(then, this, [bound(onValue), bound(onError)]);
  },
  writable: true,
  configurable: true,
});

for (const name of ["setTimeout", "setInterval", "queueMicrotask", "setImmediate"]) {
  const real: unknown = Reflect.get(globalThis, name);
  if (typeof real !== "function") continue;
  const patched = (action: unknown, ...rest: unknown[]) => real(bound(action), ...rest);
  Reflect.set(globalThis, name, patched);
}

export class AsyncLocalStorage<Value> {
  readonly #values = new WeakMap<Context, { value: Value }>();
  run<Result>(value: Value, action: (...given: unknown[]) => Result, ...given: unknown[]): Result {
    const context = { outer: current.context };
    this.#values.set(context, { value });
    return within(context, () => action(...given));
  }
  getStore(): Value | undefined {
    for (let at: Context | undefined = current.context; at; at = at.outer) {
      const found = this.#values.get(at);
      if (found) return found.value;
    }
    return undefined;
  }
}
