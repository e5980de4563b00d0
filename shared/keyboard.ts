// shared/keyboard · the one owner of stdin: prompts, answers to questions, Ctrl-C.
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { once } from "./once.ts";
import { endLine, toStdout } from "./screen.ts";

export interface Keyboard {
  /** Shows `label` and gives the next line, or several pasted ones as one text; undefined at the end of input. */
  prompt(label: string): Promise<string | undefined>;
  /** Shows `question` and gives the line typed after it; undefined on abort or at the end of input. */
  answer(question: string, signal: AbortSignal): Promise<string | undefined>;
  /** Throws away what is half typed; false when there was nothing. */
  discardLine(): boolean;
  close(): void;
}

export interface KeyboardOptions {
  /** "terminal": a person with a line editor. "control": a spec on a pipe. "pipe": lines, and nobody to ask. */
  kind: "terminal" | "control" | "pipe";
  onInterrupt(): void;
}

/** Opens stdin. The caller closes it. */
export function openKeyboard({ kind, onInterrupt }: KeyboardOptions): Keyboard {
  const lines = createLines();
  const editor = kind === "terminal" ? openEditor(lines, onInterrupt) : openPipe(lines);

  async function prompt(label: string) {
    endLine();
    const ahead = lines.typedAhead();
    if (ahead !== undefined && kind === "terminal") toStdout(`${label}${ahead}\n`);
    if (ahead !== undefined) return ahead;
    if (kind !== "pipe" && !lines.ended()) editor.show(label);
    editor.more();
    const line = await lines.next();
    editor.hide();
    if (kind === "control" && line !== undefined) toStdout("\n"); // a pipe echoes nothing
    endLine();
    return line;
  }

  async function answer(question: string, signal: AbortSignal) {
    if (kind === "pipe" || lines.ended() || signal.aborted) return undefined;
    const halfTyped = editor.takeLine();
    endLine();
    editor.show(`${question} `);
    const line = await lines.nextAnswer(signal);
    if (line === undefined && !lines.ended()) editor.takeLine(); // half an answer is no prompt
    editor.hide();
    if (kind === "control") toStdout("\n");
    endLine();
    editor.putLine(halfTyped);
    return line;
  }

  return { prompt, answer, discardLine: editor.discardLine, close: editor.close };
}

type Waiting = (line: string | undefined) => void;

interface Lines {
  /** Gives how many lines wait now. */
  add(line: string): number;
  end(): void;
  ended(): boolean;
  asking(): boolean;
  typedAhead(): string | undefined;
  next(): Promise<string | undefined>;
  nextAnswer(signal: AbortSignal): Promise<string | undefined>;
}

/** Who gets a line: an open question, else the prompt that waits, else the next prompt. */
function createLines(): Lines {
  const queue: string[] = [];
  let waiting: Waiting | undefined;
  let question: Waiting | undefined;
  let ended = false;

  function add(line: string) {
    const take = question ?? waiting;
    if (take) take(line);
    else queue.push(line);
    return queue.length;
  }

  function end() {
    ended = true;
    question?.(undefined);
    waiting?.(undefined);
  }

  function next() {
    return new Promise<string | undefined>((resolve) => {
      if (ended) return resolve(undefined);
      waiting = (line) => {
        waiting = undefined;
        resolve(line);
      };
    });
  }

  function nextAnswer(signal: AbortSignal) {
    return new Promise<string | undefined>((resolve) => {
      const settle: Waiting = (line) => {
        question = undefined;
        signal.removeEventListener("abort", giveUp);
        resolve(line);
      };
      const giveUp = () => settle(undefined);
      signal.addEventListener("abort", giveUp, { once: true });
      question = settle;
    });
  }

  return {
    add,
    end,
    ended: () => ended,
    asking: () => question !== undefined,
    typedAhead: () => queue.shift(),
    next,
    nextAnswer,
  };
}

/** What shows prompts and edits lines. */
interface Editor {
  show(label: string): void;
  hide(): void;
  /** Takes what is half typed out of the line. */
  takeLine(): string;
  putLine(text: string): void;
  discardLine(): boolean;
  /** Reads on, where reading had been stopped because lines were waiting. */
  more(): void;
  close(): void;
}

/** So many lines may wait for their turn before reading stops: input may be endless. */
const MANY_LINES = 100;

function openPipe(lines: Lines): Editor {
  const reader = createInterface({ input: process.stdin });
  reader.on("line", (line) => {
    if (lines.add(line) > MANY_LINES) reader.pause();
  });
  reader.on("close", lines.end);
  reader.on("error", lines.end);
  return {
    show: toStdout,
    hide() {},
    takeLine: () => "",
    putLine() {},
    more: () => reader.resume(),
    discardLine: () => false,
    close: () => reader.close(),
  };
}

function openEditor(lines: Lines, onInterrupt: () => void): Editor {
  const echo = createEcho();
  const reader = createInterface({
    input: process.stdin,
    output: echo.stream,
    terminal: true,
    historySize: 500,
  });
  const paste = followPaste();
  reader.on("line", (line) => {
    if (lines.asking()) lines.add(line);
    else if (paste.active()) paste.lines.push(line);
    else lines.add([...paste.lines.splice(0), line].join("\n"));
  });
  reader.on("history", (history) => {
    if (lines.asking()) history.shift(); // an answer is not a prompt to come back to
  });
  reader.on("close", lines.end);
  reader.on("error", lines.end); // the terminal is gone
  reader.on("SIGINT", onInterrupt);

  function show(label: string) {
    echo.visible(true);
    reader.setPrompt(label);
    reader.prompt(true);
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
      reader.prompt();
    }
    return typed;
  }

  return {
    show,
    hide: () => echo.visible(false),
    takeLine,
    putLine: (text) => reader.write(text),
    more() {},
    discardLine,
    close() {
      paste.end();
      reader.close();
    },
  };
}

/** The editor's output: silent while a turn runs, so that what is typed ahead does not mix with it. */
function createEcho() {
  let isVisible = false;
  const stream = new Writable({
    write(chunk, _encoding, done) {
      if (isVisible) toStdout(String(chunk));
      done();
    },
  });
  Object.defineProperty(stream, "columns", { get: () => process.stdout.columns });
  process.stdout.on("resize", () => stream.emit("resize"));
  return {
    stream,
    visible(value: boolean) {
      isVisible = value;
    },
  };
}

const PASTE_ON = "\x1b[?2004h";
const PASTE_OFF = "\x1b[?2004l";

/** Asks the terminal to mark what is pasted, and collects its lines until Enter is pressed after it. */
function followPaste() {
  const marks = process.env.TERM !== "dumb";
  let active = false;
  process.stdin.on("keypress", (_text: string | undefined, key: { name?: string }) => {
    const { name } = key;
    if (name === "paste-start") active = true;
    if (name === "paste-end") active = false;
  });
  const end = once(() => marks && process.stdout.write(PASTE_OFF));
  if (marks) process.stdout.write(PASTE_ON);
  process.on("exit", end);
  const lines: string[] = [];
  return {
    lines,
    active: () => active,
    end,
  };
}
