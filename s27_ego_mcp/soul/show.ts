// s25 · soul/show – versions and their differences as lines for the screen.
import { oneLine, withInvisible } from "../../shared/text.ts";
import type { Event, Finding, Version } from "./history.ts";

/** A version as one line. */
export function lineOf({ version, state, by, event }: Version): string {
  const from = event.type === "rolled_back" ? ` (the text of v${event.to})` : "";
  const what = event.type === "proposed" ? `: ${event.intent}` : from;
  return withInvisible(oneLine(`v${version} ${state}, by the ${by}${what}`));
}

/** An event as one line. */
export function eventLine(event: Event): string {
  const by = event.type === "approved" ? ` by the ${event.by}` : "";
  const to = event.type === "rolled_back" ? ` to v${event.to}` : "";
  const judged = event.type === "proposed" ? `: ${event.intent} (${event.contract})` : "";
  const [time, what] = [event.at.slice(0, 16).replace("T", " "), event.type.replace("_", " ")];
  return withInvisible(oneLine(`${time} v${event.version} ${what}${to}${by}${judged}`));
}

/** What a check has found as one line. */
export const findingLine = ({ name, verdict, why }: Finding): string =>
  withInvisible(oneLine(`${verdict}: ${name}${why === "" ? "" : `: ${why}`}`, 400));

/** The lines that go, then the whole text, with a + at each new line. What cannot be seen is shown by its number. */
export function shownText(old: string, text: string): string {
  const [before, after] = [linesOf(old), linesOf(text)];
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`);
  const all = after.map((line) => `${before.includes(line) ? " " : "+"} ${line}`);
  return withInvisible([...gone, ...all].join("\n"));
}

/** The lines of a text that are not blank. */
export const linesOf = (text: string): string[] =>
  text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
