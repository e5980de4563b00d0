// site/host/link · what the worker and the page say to each other.
import type { Saved } from "../disk/image.ts";

/** From the page to the worker. */
export type Order =
  | { type: "boot"; image: Saved[]; cwd: string; env: Record<string, string> }
  | ({ type: "start" } & Start)
  | { type: "line"; text: string }
  | { type: "end" }
  | { type: "signal"; name: string }
  | { type: "clock"; line: string }
  | { type: "shell"; id: number; command: string; env: Record<string, string> }
  | { type: "save"; id: number }
  | { type: "fault"; fault: string | undefined };

/** How an agent is started in a worker that has booted. */
export interface Start {
  /** Where its bundle is. */
  url: string;
  /** What `process.argv[1]` is. */
  file: string;
  args: string[];
  env: Record<string, string>;
  /** The time on its clock, in ms since 1970. */
  now: number;
  /** A terminal with so many columns looks at it. */
  columns: number | undefined;
}

/** A request to the practice model, or how it has ended. */
export type Wire =
  | { type: "request"; body: unknown; side: string | undefined }
  | { type: "answer"; status: number; reply: unknown; usage: unknown; fault: string | undefined };

/** From the worker to the page. */
export type Report =
  | { type: "hello" }
  | { type: "booted" }
  | { type: "out"; fd: 1 | 2; text: string }
  /** What a control event says, as JSON. */
  | { type: "event"; text: string }
  | { type: "exit"; code: number | null; signal: string | null; image: Saved[]; crash?: string }
  /** A command line that starts an agent was typed. */
  | { type: "launch"; args: string[]; env: Record<string, string>; input: string | undefined }
  | { type: "shell"; id: number; output: string; code: number }
  | { type: "saved"; id: number; image: Saved[] }
  /** So many commands sleep until their time comes. */
  | { type: "sleepers"; count: number; next: number }
  | { type: "wire"; wire: Wire };

/** What a command line has done. */
export interface Ran {
  output: string;
  code: number;
  /** It asked for an agent. */
  launch: Extract<Report, { type: "launch" }> | undefined;
}

/** What the modules of the host have of the worker that they run in. */
export const link: {
  now: number;
  fault: string | undefined;
  /** Takes lines about the clock. */
  onClock(line: string): void;
  post(report: Report): void;
} = {
  now: Date.now(),
  fault: undefined,
  onClock() {},
  post: (report) => Object(globalThis).postMessage(report),
};
