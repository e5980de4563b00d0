// shared/screen · the one owner of stdout and stderr.
import { AsyncLocalStorage } from "node:async_hooks";
import { styleText } from "node:util";
import { createWrapper } from "./wrap.ts";

export type Style = "yellow" | "cyan" | "green" | "red" | "magenta" | "dim";

/**
 * Everything that can move the cursor, ring, turn text around or hide it: C0 and C1 except newline
 * and tab, bidi marks, line separators, characters without width (but the joiner of emoji), tags.
 */
const CONTROLS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu;

/**
 * What a terminal obeys from one of those characters on: a title or a link up to its end, or a code such as that of a
 * colour. It is what Node's own `stripVTControlCharacters` looks for, with limits: somebody can make a text with which
 * that one takes hours, or throws.
 */
const SEQUENCE =
  /[\u001b\u009b][[\]()#;?]{0,9}(?:(?:(?:;[-\w/#&.:=?%@~]+){0,50}|[a-zA-Z\d]+(?:;[-\w/#&.:=?%@~]*){0,50})?(?:\u0007|\u001b\\|\u009c)|(?:\d{1,4}(?:;\d{0,4}){0,50})?[\dA-PR-TZcf-ntqry=><~])/g;

interface Screen {
  atLineStart: boolean;
  answersOnly: boolean;
  written: number;
  /** What waits for an open question to be answered. */
  held: (() => void)[] | undefined;
  /** Removes the line that is being edited from the screen, writes, and draws the line again. */
  around: ((write: () => void) => void) | undefined;
}

/** One process has one screen. */
const screen: Screen = {
  atLineStart: true,
  answersOnly: false,
  written: 0,
  held: undefined,
  around: undefined,
};

/** The agent's words, in lines that fit into the window of a person. */
const words = createWrapper(widthOfWindow);

function widthOfWindow(): number | undefined {
  const isWindow = process.stdout.isTTY && process.env.TERM !== "dumb" && !screen.answersOnly;
  return isWindow ? process.stdout.columns - 1 : undefined; // in the last column, the cursor stays where it is
}

/** Text from a model, a tool or a file, with everything removed that could control the terminal. */
export function clean(text: string): string {
  return text.replace(SEQUENCE, "").replace(CONTROLS, "");
}

/** Writes the agent's words, as they come, to stdout. In a window, lines end between words. */
export function print(text: string): void {
  const shown = clean(text);
  if (shown !== "") later(() => toStdout(words.add(shown)));
}

/** Whose work is running: several agents may print at the same time. */
const labels = new AsyncLocalStorage<string>();

/** Runs `work`. Each line that is noted in it, also by what it calls, begins with `label`. */
export function labelled<Result>(label: string, work: () => Result): Result {
  return labels.run(label, work);
}

/** The label of what is running: what `labelled` has given it, or "". */
export function currentLabel(): string {
  return labels.getStore() ?? "";
}

/**
 * Writes one line about what happens, without what could control the terminal in it, wrapped between words.
 * It goes to stdout, or to stderr when stdout is for the answer only (-p).
 */
export function note(text: string, style?: Style): void {
  const label = currentLabel();
  later(() => {
    endLine();
    const lines = createWrapper(widthOfWindow).add(clean(text).replaceAll(/^/gm, label));
    const line = `${paint(lines, style)}\n`;
    if (screen.answersOnly) process.stderr.write(line);
    else toStdout(line);
  });
}

/** Starts a new line if the words ended in the middle of one. */
export function endLine(): void {
  later(() => {
    words.end();
    if (!screen.atLineStart) toStdout("\n");
  });
}

/** Colours text where a terminal shows it; colour never carries meaning alone. */
export function paint(text: string, style: Style | undefined): string {
  return style === undefined || !hasColour() ? text : styleText(style, text);
}

function hasColour(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb";
}

/** Writes the text unchanged, even while a question is open: for the prompt and the question themselves. */
export function toStdout(text: string): void {
  screen.written += Buffer.byteLength(text);
  screen.atLineStart = text.endsWith("\n");
  process.stdout.write(text);
}

/** Notes that the cursor is at the beginning of an empty line, for example after escape sequences. */
export function atEmptyLine(): void {
  screen.atLineStart = true;
}

/** Bytes written to stdout so far. */
export function written(): number {
  return screen.written;
}

/** From now on stdout gets the model's words only. */
export function answersOnly(): void {
  screen.answersOnly = true;
}

/** Keeps what is printed back while a question is open; the returned function shows it. */
export function holdOutput(): () => void {
  const held: (() => void)[] = [];
  screen.held = held;
  return () => {
    screen.held = undefined;
    for (const write of held) write();
  };
}

/** From now on output goes through `around`, because a line is being edited; undefined ends this. */
export function writeAround(around: Screen["around"]): void {
  screen.around = around;
}

function later(write: () => void) {
  const { held, around } = screen;
  if (held) held.push(write);
  else if (around) around(write);
  else write();
}
