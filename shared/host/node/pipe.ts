// shared/host/node/pipe · lines that come over a pipe.
import { createInterface } from "node:readline";
import type { Editor } from "../../keyboard.ts";
import type { Lines } from "../../lines.ts";
import { toStdout } from "../../screen.ts";

/** How many lines may wait before reading stops, because input may be endless. */
const MANY_LINES = 100;

/** Reads lines from stdin when that is no terminal: a pipe, a file, or a spec. Nothing is edited. */
export function openPipe(lines: Lines): Editor {
  const reader = createInterface({ input: process.stdin });
  reader.on("line", (line) => {
    if (lines.add(line) > MANY_LINES) reader.pause();
  });
  reader.on("close", lines.end);
  reader.on("error", lines.end);
  return {
    show: toStdout,
    hide() {},
    cover() {},
    takeLine: () => "",
    putLine() {},
    more: () => reader.resume(),
    discardLine: () => false,
    close: () => reader.close(),
  };
}
