// site/views/trace/stand-ins · what stands in for Node's modules in the reading of a trace, which writes to no terminal.

/** Nothing is labelled here. */
export class AsyncLocalStorage {
  getStore(): undefined {
    return undefined;
  }
  run<Result>(_: unknown, action: () => Result): Result {
    return action();
  }
}

/** Nothing is coloured here. */
export const styleText = (_: unknown, text: string): string => text;
