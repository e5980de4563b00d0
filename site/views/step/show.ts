// site/views/step/show · the lines of a file in the page, with the words about them beside.
import type { Note } from "../data.ts";
import { button, el } from "../place.ts";
import type { ViewWords } from "../words.ts";
import { type Line, type Part, partsOf } from "./lines.ts";

/** A file's parts, one below the other. */
export function showLines(lines: Line[], notes: Note[], words: ViewWords): HTMLElement {
  const parts = partsOf(lines, notes);
  const hasNotes = parts.some((part) => part.notes.length > 0);
  const element = el("div", hasNotes ? "step-lines has-notes" : "step-lines");
  for (const part of parts)
    element.append(...(part.kind === "shown" ? shown(part) : between(part, words)));
  return element;
}

function shown({ lines, notes }: Part): HTMLElement[] {
  const beside = el("div", "step-notes");
  for (const html of notes) {
    const note = el("div", "step-note");
    note.innerHTML = html; // of the page, made by the build
    beside.append(note);
  }
  return [el("div", "step-part", codeOf(lines), beside)];
}

/** Lines as before: how many, and on a click the lines. */
function between({ lines }: Part, words: ViewWords): HTMLElement[] {
  const open = button("step-between", `⋯ ${words.left(lines.length)}`, () =>
    open.replaceWith(el("div", "step-part", codeOf(lines))),
  );
  return [open];
}

const codeOf = (lines: Line[]) => el("pre", "step-code", ...lines.map(lineOf));

const SIGNS = { same: " ", added: "+", gone: "-" };

/** The number and the sign are no text, so that what a reader copies is code. */
function lineOf({ kind, text, number, isQuoted }: Line): HTMLElement {
  const element = el(
    "span",
    `step-line is-${kind}${isQuoted ? " is-quoted" : ""}`,
    ...coloured(text),
    "\n",
  );
  element.dataset.number = String(number);
  element.dataset.sign = SIGNS[kind];
  return element;
}

const TOKENS =
  /(\/\/.*$)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|\b(?:import|from|export|const|let|function|async|await|return|if|else|for|of|in|while|switch|case|default|break|continue|throw|try|catch|finally|new|type|interface|extends|class|typeof|undefined|null|true|false|void|yield)\b/g;

/** Comments, texts and words of the language, by colour: a guess line by line, since nothing but colour depends on it. */
function coloured(text: string): (Node | string)[] {
  if (/^\s*(\/\*|\*)/.test(text)) return [el("i", "is-comment", text)];
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [whole, comment, quoted] = match;
    const name = comment ? "is-comment" : quoted ? "is-text" : "is-word";
    parts.push(text.slice(end, match.index), el("i", name, whole));
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
