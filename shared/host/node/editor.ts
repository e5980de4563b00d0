// shared/host/node/editor · a line that a person edits, by node:readline, with what that lacks: output above the line, pastes, resizing.
import {
  clearScreenDown,
  createInterface,
  cursorTo,
  type Interface,
  moveCursor,
} from "node:readline";
import { Writable } from "node:stream";
import type { Editor } from "../../keyboard.ts";
import type { Lines } from "../../lines.ts";
import { once } from "../../once.ts";
import { atEmptyLine, endLine, toStdout, writeAround } from "../../screen.ts";

/** Opens the terminal for a person who edits lines. The caller closes it. */
export function openEditor(lines: Lines, onInterrupt: () => void): Editor {
  const echo = createEcho();
  let label = "";
  const reader = createInterface({
    input: process.stdin,
    output: echo.stream,
    terminal: true,
    historySize: 500,
  });
  const paste = followPaste(reader, echo.stream);
  reader.on("line", (line) => {
    if (paste.active() && !lines.asking()) {
      paste.lines.push(line);
      reader.setPrompt(""); // the lines of a paste stand below each other
      return;
    }
    hide(); // at once: more keys may have come together with this one
    lines.add([...(lines.asking() ? [] : paste.lines.splice(0)), line].join("\n"));
  });
  reader.on("history", (history) => {
    if (lines.asking()) history.shift(); // an answer is not a prompt to come back to
  });
  reader.on("close", lines.end);
  reader.on("error", lines.end); // the terminal is gone
  reader.on("SIGINT", onInterrupt);
  const endSuspending = followSuspend(reader, () => echo.isVisible());
  const resize = () => {
    const rows = reader.getCursorPos().rows;
    echo.measure();
    if (echo.isVisible()) drawAgain(reader, REFLOWS ? reader.getCursorPos().rows : rows);
  };
  process.stdout.on("resize", resize);

  /** Writes above the line that is being edited. */
  function around(write: () => void) {
    writeAround(undefined);
    erase(reader, echo.stream);
    write();
    endLine();
    drawFresh(reader);
    writeAround(around);
  }

  function show(text: string) {
    label = text;
    echo.setVisible(true);
    reader.setPrompt(label);
    drawFresh(reader);
    writeAround(around);
  }

  function hide() {
    writeAround(undefined);
    echo.setVisible(false);
  }

  function cover() {
    if (!echo.isVisible()) return;
    erase(reader, echo.stream);
    hide();
  }

  function takeLine() {
    const text = reader.line;
    reader.write(null, { ctrl: true, name: "e" });
    reader.write(null, { ctrl: true, name: "u" });
    return text;
  }

  function discardLine() {
    const typed = paste.lines.splice(0).length > 0 || reader.line !== "";
    if (typed) {
      takeLine();
      toStdout("\n");
      reader.setPrompt(label);
      drawFresh(reader);
    }
    return typed;
  }

  return {
    show,
    hide,
    cover,
    takeLine,
    putLine: (text) => reader.write(text),
    more() {},
    discardLine,
    close() {
      process.stdout.off("resize", resize);
      hide();
      endSuspending();
      paste.end();
      reader.close();
    },
  };
}

/**
 * Readline remembers in `prevRows` how far below the prompt's first row it left the cursor, and goes up by
 * so much before it draws. It does not hear of what others write, of a changed width, or of text it appended.
 */
function setRows(reader: Interface, prevRows: number) {
  Object.assign(reader, { prevRows });
}

/** Draws prompt and line where the cursor is now. */
function drawFresh(reader: Interface) {
  setRows(reader, 0);
  reader.prompt(true);
}

/** Draws prompt and line over the old ones; the cursor is in the given row of them. */
function drawAgain(reader: Interface, row: number) {
  setRows(reader, row);
  reader.prompt(true);
}

/** Most terminals wrap a line anew when their width changes. xterm and xterm.js leave the cursor's line to the program. */
const REFLOWS =
  process.env.XTERM_VERSION === undefined &&
  !["vscode", "Hyper"].includes(process.env.TERM_PROGRAM ?? "");

/** Moves the cursor to where the prompt began and erases everything after it. */
function erase(reader: Interface, output: Writable) {
  if (process.env.TERM === "dumb") return toStdout("\n");
  moveCursor(output, 0, -reader.getCursorPos().rows);
  cursorTo(output, 0);
  clearScreenDown(output);
  atEmptyLine();
}

/** The editor's output: silent while a turn runs, so that what is typed ahead does not mix with it. */
function createEcho() {
  let isVisible = false;
  let width = process.stdout.columns;
  const stream = new Writable({
    write(chunk, _encoding, done) {
      if (isVisible) toStdout(String(chunk));
      done();
    },
  });
  Object.defineProperty(stream, "columns", { get: () => width });
  return {
    /** Reads the width of the window. */
    measure() {
      width = process.stdout.columns;
    },
    stream,
    isVisible: () => isVisible,
    setVisible(value: boolean) {
      isVisible = value;
    },
  };
}

/** How long the system may take to stop this process; it ignores Ctrl-Z where no shell could continue it. */
const STOP_MS = 200;

/**
 * Ctrl-Z: gives the terminal back as it was and stops the whole process group, so that npm and a launcher
 * stop too. After `fg` the terminal is taken again, with the typed line. Readline's own way leaves its
 * input paused.
 */
function followSuspend(reader: Interface, isVisible: () => boolean) {
  const marks = process.env.TERM !== "dumb";
  let wait: NodeJS.Timeout | undefined;

  function suspend() {
    if (isVisible()) toStdout("\n");
    if (marks) process.stdout.write(PASTE_OFF);
    process.stdin.setRawMode(false);
    wait = setTimeout(() => setImmediate(() => wait && resume()), STOP_MS);
    process.kill(0, "SIGTSTP");
  }

  /** The shell has changed the terminal meanwhile, and Node does not know: off, and on again. */
  function resume() {
    clearTimeout(wait);
    wait = undefined;
    process.stdin.setRawMode(false);
    process.stdin.setRawMode(true);
    if (marks) process.stdout.write(PASTE_ON);
    if (isVisible()) drawFresh(reader);
  }

  if (process.platform !== "win32") {
    reader.on("SIGTSTP", suspend);
    process.on("SIGCONT", resume);
  }
  return () => {
    clearTimeout(wait);
    process.off("SIGCONT", resume);
  };
}

const PASTE_ON = "\x1b[?2004h";
const PASTE_OFF = "\x1b[?2004l";
/** Lines that are longer are not drawn again for each character that comes with others. */
const LONG_LINE = 2000;

/**
 * Asks the terminal to mark what is pasted, and collects its lines until Enter is pressed after it.
 * Characters that come together, from a paste or an input method, readline puts at the end of the line,
 * unless it is told that it may complete words; then it draws the whole line for each of them.
 */
function followPaste(reader: Interface, output: Writable) {
  const marks = process.env.TERM !== "dumb";
  const lines: string[] = [];
  let active = false;
  /** What stands after the cursor is taken away for as long as a paste lasts: to append is fast. */
  let tail = "";

  function begin() {
    active = true;
    tail = reader.line.slice(reader.cursor);
    Object.assign(reader, { line: reader.line.slice(0, reader.cursor) });
  }

  function finish() {
    active = false;
    const rows = reader.getCursorPos().rows;
    Object.assign(reader, { line: reader.line + tail });
    setRows(reader, rows);
    if (output.writable) reader.prompt(true);
    tail = "";
  }

  Object.defineProperty(reader, "isCompletionEnabled", {
    get: () => !active && (reader.cursor < reader.line.length || reader.line.length < LONG_LINE),
    set() {},
  });
  process.stdin.on("keypress", (_text: string | undefined, { name }: { name?: string }) => {
    if (name === "paste-start") begin();
    if (name === "paste-end") finish();
  });
  const end = once(() => marks && process.stdout.write(PASTE_OFF));
  if (marks) process.stdout.write(PASTE_ON);
  process.on("exit", end);
  return { lines, active: () => active, end };
}
