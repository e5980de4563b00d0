// shared/keyboard · the one owner of stdin: prompts, answers to questions, Ctrl-C.
import { openEditor } from "#host/editor.ts";
import { openPipe } from "#host/pipe.ts";
import { createLines } from "./lines.ts";
import { endLine, toStdout } from "./screen.ts";

export interface Keyboard {
  /** Shows `label` and gives the next line, or several pasted ones as one text; undefined at the end of input. */
  prompt(label: string): Promise<string | undefined>;
  /**
   * Removes the waiting prompt from the screen while something else happens. What is typed meanwhile is
   * kept. The returned function shows the prompt again, or the line when one was completed.
   */
  setAside(): () => void;
  /** Shows `question` and gives the line typed after it; undefined on abort or at the end of input. */
  answer(question: string, signal: AbortSignal): Promise<string | undefined>;
  /** After an answer, and after the output that waited for it: shows the prompt that waits. */
  backToPrompt(): void;
  /** Throws away what is half typed; false when there was nothing. */
  discardLine(): boolean;
  close(): void;
}

export interface KeyboardOptions {
  /** "terminal": a person with a line editor. "control": a spec on a pipe. "pipe": lines, and no person to answer. */
  kind: "terminal" | "control" | "pipe";
  onInterrupt(): void;
}

/** What shows prompts and reads lines. On a terminal a person also edits them. */
export interface Editor {
  show(label: string): void;
  hide(): void;
  /** Removes the line from the screen; typed characters are still collected. */
  cover(): void;
  /** Empties the line and gives what was half typed. */
  takeLine(): string;
  putLine(text: string): void;
  discardLine(): boolean;
  /** Starts reading again after it was stopped because too many lines were waiting. */
  more(): void;
  close(): void;
}

/** A prompt that waits for its line. */
interface Waiting {
  label: string;
  /** For how many things it was set aside: it is on the screen when there are none. */
  aside: number;
  /** Once it was typed to its end. */
  line?: string | undefined;
}

/** Opens stdin. The caller closes it. */
export function openKeyboard({ kind, onInterrupt }: KeyboardOptions): Keyboard {
  const lines = createLines();
  const editor = kind === "terminal" ? openEditor(lines, onInterrupt) : openPipe(lines);
  let waiting: Waiting | undefined;
  let isAsking = false;

  async function prompt(label: string) {
    endLine();
    const ahead = lines.typedAhead();
    if (ahead !== undefined) showTyped(label, ahead);
    if (ahead !== undefined) return ahead;
    if (kind !== "pipe" && !lines.ended() && !isAsking) editor.show(label);
    if (!lines.ended()) editor.more();
    const current: Waiting = { label, aside: isAsking ? 1 : 0 };
    waiting = current;
    const line = await lines.next();
    current.line = line;
    waiting = undefined;
    if (current.aside > 0) return line;
    editor.hide();
    if (kind === "control" && line !== undefined) toStdout("\n"); // a pipe echoes nothing
    endLine();
    return line;
  }

  /** A line that was typed while its prompt was not on the screen. */
  function showTyped(label: string, line: string) {
    if (kind === "terminal") toStdout(`${label}${line}\n`);
  }

  function cover(current: Waiting) {
    if (current.aside++ === 0) editor.cover();
    endLine();
  }

  function uncover(current: Waiting) {
    endLine();
    if (--current.aside > 0) return;
    if (waiting === current && kind !== "pipe") editor.show(current.label);
    else if (current.line !== undefined) showTyped(current.label, current.line);
  }

  function setAside() {
    const current = waiting;
    if (!current) return () => {};
    cover(current);
    return () => uncover(current);
  }

  async function answer(question: string, signal: AbortSignal) {
    if (kind === "pipe" || lines.ended() || signal.aborted) return undefined;
    if (waiting) cover(waiting); // an agent that works beside the prompt may ask, too
    isAsking = true;
    const halfTyped = editor.takeLine();
    endLine();
    editor.show(`${question} `);
    const line = await lines.nextAnswer(signal);
    if (line === undefined && !lines.ended()) editor.takeLine(); // a half-typed answer must not become the next prompt
    editor.hide();
    if (kind === "control") toStdout("\n");
    endLine();
    if (!lines.ended()) editor.putLine(halfTyped);
    return line;
  }

  function backToPrompt() {
    if (isAsking && waiting && !lines.ended()) uncover(waiting);
    isAsking = false;
  }

  return {
    prompt,
    setAside,
    answer,
    backToPrompt,
    discardLine: editor.discardLine,
    close: editor.close,
  };
}
