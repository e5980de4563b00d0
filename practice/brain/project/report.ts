// practice/brain/project/report · what tests or a program said, in a few lines.
import { runStep } from "../intents/run.ts";
import type { Language } from "../types.ts";
import { colon, sentences } from "../words.ts";
import { type Failure, failuresIn } from "./failure.ts";
import { inProject } from "./scene.ts";
import { listed, paragraphs, tell } from "./tell.ts";
import { countsOf, type Ran } from "./testRun.ts";

const MOST_LISTED = 10;

/** How many passed, and each that failed; the output where it does not say. */
export function report(language: Language, ran: Ran, files: readonly string[]): string {
  if (countsOf(ran) === undefined) return countsText(language, ran);
  const failures = ran.failed ? failuresIn(ran.text) : [];
  const items = failures.slice(0, MOST_LISTED).map((one) => failureText(language, one, files));
  return paragraphs([countsText(language, ran), listed(items)]);
}

/** How many passed and failed; the output where it does not say. */
export function countsText(language: Language, ran: Ran): string {
  const counts = countsOf(ran);
  return counts === undefined
    ? runStep(language, "run", ran.line).say(ran.text, [])
    : tell(language, "counts", { line: ran.line, ...counts });
}

export function failureText(
  language: Language,
  { name, error, expected, actual }: Failure,
  files: readonly string[],
): string {
  const values = expected === undefined ? undefined : { expected, actual: actual ?? "" };
  const what = values === undefined ? `\`${error}\`` : tell(language, "values", values);
  const title = inProject(name, files) ?? name;
  return title === "" ? what : sentences(language, [`${title}${colon(language)}`, what]);
}
