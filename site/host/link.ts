// site/host/link · what the worker and the page say to each other.
import type { Saved } from "../disk/image.ts";
import type { Change } from "../disk/mirror.ts";
import type { Modules } from "./edited.ts";

/** From the page to the worker. */
export type Order =
  | ({ type: "boot"; image: Saved[] } & Boot)
  | ({ type: "start" } & Start)
  | { type: "line"; text: string }
  /** Bytes for a program that reads them, such as a server beside an agent. */
  | { type: "input"; text: string }
  | ({ type: "disk" } & Change)
  | { type: "end" }
  | { type: "signal"; name: string }
  | { type: "clock"; line: string }
  | { type: "shell"; id: number; command: string; env: Record<string, string>; input?: string }
  | { type: "save"; id: number }
  /** Ends the sleep of a command, where it does not sleep by the clock. */
  | { type: "wake"; id: number }
  | { type: "rest"; id: number }
  /** The next requests, so many, fail like this; `fault` is what the header x-practice-fault may say. */
  | { type: "fault"; fault: string; times: number };

/** How the computer of a page is set up. */
export interface Boot {
  cwd: string;
  env: Record<string, string>;
  /** A program plays a session here: commands sleep until they are woken, and what changes in these folders is told. */
  watched?: string[] | undefined;
  /** Another worker follows this disk, and this one follows its disk. */
  isFollowed?: boolean;
}

/** How an agent is started in a worker that has booted. */
export interface Start {
  /** Where its bundle is; undefined for a file of the disk. */
  url: string | undefined;
  /** What `process.argv[1]` is. */
  file: string;
  args: string[];
  env: Record<string, string>;
  /** The time on its clock, in ms since 1970. */
  now: number;
  /** A terminal with so many columns looks at it. */
  columns: number | undefined;
  /** The files of the chapter, where its reader has changed one; the bundle then has what they import. */
  modules?: Modules | undefined;
  into?: Into | undefined;
}

/** What a command line does with what its agent prints. */
export interface Into {
  /** What becomes of its stderr: a terminal shows it, it is one stream with stdout, or nobody sees it. */
  errors: "shown" | "joined" | "dropped";
  /** Reads what it has printed, once it has ended. */
  script?: string;
}

/** The files of a chapter that its reader has changed, and where the bundle is that runs them. */
export interface Edited {
  url: string;
  modules: Modules;
}

/** A request to the practice model, or how it has ended. */
export type Wire =
  | { type: "request"; body: unknown; side: string | undefined }
  | {
      type: "answer";
      status: number;
      reply: unknown;
      usage: unknown;
      fault: string | undefined;
      /** The blocks of the prompt in their order, as the practice model has counted them; none where it refused the request. */
      parts: WirePart[];
    };

export interface WirePart {
  section: "tools" | "system" | "messages";
  tokens: number;
}

/** From the worker to the page. */
export type Report =
  | { type: "hello" }
  | { type: "booted" }
  | { type: "out"; fd: 1 | 2; text: string }
  /** What a control event says, as JSON. */
  | { type: "event"; text: string }
  | { type: "exit"; code: number | null; signal: string | null; image: Saved[]; crash?: string }
  /** A command line that starts an agent was typed. */
  | {
      type: "launch";
      args: string[];
      env: Record<string, string>;
      input: string | undefined;
      into: Into | undefined;
    }
  | { type: "shell"; id: number; output: string; code: number }
  | { type: "saved"; id: number; image: Saved[] }
  /** A command of a script sleeps for so many ms, or does not any more. */
  | { type: "sleep"; id: number; ms: number; script: number }
  | { type: "awake"; id: number }
  /** Whether nothing was at work for a moment. */
  | { type: "rested"; id: number; isAtRest: boolean }
  /** Something has changed in a folder that is watched: the files that are at this path now, or below it. */
  | { type: "changed"; path: string; files: { path: string; text: string }[] }
  | ({ type: "disk" } & Change)
  | { type: "wire"; wire: Wire };

/** What a command line has done. */
export interface Ran {
  output: string;
  code: number;
  /** It asked for an agent. */
  launch: Extract<Report, { type: "launch" }> | undefined;
}

/** Lines about the clock that came before the agent took any, while it was still loading. */
export const untaken: string[] = [];

/** What the modules of the host have of the worker that they run in. */
export const link: {
  now: number;
  /** How the next requests fail, and how many. */
  fault: { header: string; left: number };
  /** The chapter that runs, where its reader has changed it: its programs run as changed, too. */
  edited?: Edited | undefined;
  /** Answers requests instead of the practice model's own mind: that of a spec. */
  model?: typeof fetch;
  /** Takes lines about the clock. */
  onClock(line: string): void;
  post(report: Report): void;
} = {
  now: Date.now(),
  fault: { header: "", left: 0 },
  onClock: (line) => void untaken.push(line),
  post: (report) => Object(globalThis).postMessage(report),
};
