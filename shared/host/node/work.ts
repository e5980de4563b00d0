// shared/host/node/work · what this process has begun and waits for, as Node counts it.

/** How many of each it waits for. */
export interface Work {
  programs: number;
  timers: number;
  /** Files that are read or written, names that are looked up, connections that are made. */
  others: number;
}

/** What may stay open while nothing happens: input, sockets, pipes. */
const QUIET =
  /^(TTY|Pipe|PipeServer|TCPSocket|TCPServer|TCPSERVER|Signal)Wrap$|^(MessagePort|Worker)$/;

/** What the event loop of this process waits for now. */
export function workOfProcess(): Work {
  const all = process.getActiveResourcesInfo().filter((name) => !QUIET.test(name));
  const programs = all.filter((name) => name === "ProcessWrap").length;
  const timers = all.filter((name) => name === "Timeout").length;
  return { programs, timers, others: all.length - programs - timers };
}
