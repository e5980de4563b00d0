// site/host/browser · what a worker has and Node's types do not name.
declare var navigator: {
  locks: {
    request(name: string, whileHeld: () => Promise<void>): Promise<void>;
    query(): Promise<{ held?: { name: string }[] }>;
  };
};
interface WorkerEvents {
  message: MessageEvent;
  error: Event & { error: unknown };
  unhandledrejection: Event & { reason: unknown };
}
declare function addEventListener<Name extends keyof WorkerEvents>(
  name: Name,
  listener: (event: WorkerEvents[Name]) => void,
): void;
interface Worker {
  postMessage(order: unknown): void;
  terminate(): void;
  addEventListener(name: "message", listener: (event: MessageEvent) => void): void;
}
declare var Worker: new (url: string, options: { type: "module" }) => Worker;
