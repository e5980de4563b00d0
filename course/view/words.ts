// course/view/words · times and texts in the picture, at the width that they have on a terminal.
import stringWidth from "string-width";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The text in at most `width` columns; if it is longer, it ends with "…". Wide characters count as two columns. */
export function fit(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let [shown, used] = ["", 1]; // one column for the "…"
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > width) break;
    shown += segment;
  }
  return width < 1 ? "" : `${shown}…`;
}

/** The text in exactly `width` columns. */
export function pad(text: string, width: number): string {
  const shown = fit(text, width);
  return shown + " ".repeat(Math.max(0, width - stringWidth(shown)));
}

/** A time since the beginning, such as 0:01.250 or 1:02:03.000. */
export function timeInWords(ms: number): string {
  const [seconds, minutes, hours] = [
    (ms / 1000) % 60,
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 3_600_000),
  ];
  const rest = `${(Math.floor(seconds * 1000) / 1000).toFixed(3)}`.padStart(6, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** A length of time: 310 ms, 3.1 s, 2 min 5 s. */
export function lengthInWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
