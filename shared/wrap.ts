// shared/wrap · words that come in pieces, in lines that end between words. A terminal alone ends a line in the middle of a word.
import stringWidth from "string-width";

const TAB = 8;

export interface Wrapper {
  /** What is to be written for the next text. A word that grows too long for its line is moved to a new one. */
  add(text: string): string;
  /** The next text begins a new line. */
  end(): void;
}

/**
 * Lines of at most `width()` columns. Wide characters (Chinese, Japanese) may be parted anywhere; a word that is longer
 * than a line is left to the terminal, and so is one that is there in part, when it is not sure in which columns.
 * With undefined, text is left as it is.
 */
export function createWrapper(width: () => number | undefined): Wrapper {
  /** Where the last piece begins. If it is a word, more of it may come: `shown` is what is there of it. */
  let [start, shown] = [0, ""];
  /** False when the window may have put the text of this line into other columns than it has here. */
  let isSure = true;
  let lastLimit: number | undefined;

  function place(piece: string, limit: number, isLast: boolean): string {
    const isTooLong = isWord(piece) && start > 0 && start + columnsOf(piece, start) > limit;
    const isMoved = isTooLong && (shown === "" || isSure);
    const move = isMoved ? `${erase(shown)}\n` : "";
    if (isMoved) [start, shown] = [0, ""];
    const rest = piece.slice(shown.length);
    isSure = (isSure || isMoved || piece === "\n") && !UNSURE.test(piece);
    if (isLast && isWord(piece)) shown = piece;
    else [start, shown] = [after(piece, start, limit), ""];
    return move + rest;
  }

  return {
    add(text) {
      const limit = width();
      if (limit === undefined) return text;
      if (limit !== lastLimit) isSure = start === 0 && shown === ""; // the window has moved what is there
      lastLimit = limit;
      const pieces = (shown + text).match(PIECES) ?? [];
      return pieces.map((piece, at) => place(piece, limit, at === pieces.length - 1)).join("");
    },
    end() {
      [start, shown, isSure] = [0, "", true];
    },
  };
}

const isWord = (piece: string) => piece.trim() !== "";

const columnsOf = (piece: string, start: number) =>
  piece === "\t" ? TAB - (start % TAB) : stringWidth(piece);

/** The column after a piece. Past the last column, one after the limit, the terminal has begun a new line by itself. */
function after(piece: string, start: number, limit: number): number {
  const end = start + columnsOf(piece, start);
  if (piece === "\n") return 0;
  return end > limit ? end % (limit + 1) : end;
}

/** Back to where the word began, and what is there removed. */
function erase(shown: string): string {
  return shown === "" ? "" : `\u001b[${stringWidth(shown)}D\u001b[K`;
}

/** Joined emoji, flags and marks on letters: terminals do not agree how wide they are. */
const UNSURE = /[\p{M}\p{Emoji_Modifier}\p{Regional_Indicator}\u200d]/u;

/** Characters after which, and before which, a line may end without a space. */
const WIDE = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}";
/** What may not begin a line in Chinese and Japanese stays with the character before it. */
const CLOSING = "、。，．：；？！）」』】〉》”’ー";

/** A newline, a tab, spaces, a wide character with what must follow it, or a word. */
const PIECES = new RegExp(`\\n|\\t|[^\\S\\n\\t]+|[${WIDE}][${CLOSING}]*|[^\\s${WIDE}]+`, "gu");
