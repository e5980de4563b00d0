// practice/brain/project/report · what tests or a program said, in a few lines.
import { runStep } from "../intents/run.ts";
import { listed, paragraphs, tell } from "../tell.ts";
import type { Language } from "../types.ts";
import { colon, sentences } from "../words.ts";
import { type Failure, failuresIn } from "./failure.ts";
import { countsOf, type Ran } from "./testRun.ts";

const MOST_LISTED = 10;

/** How many passed, and each that failed; the output where it does not say. */
export function report(language: Language, ran: Ran): string {
  const counts = countsOf(ran);
  if (counts === undefined) return runStep(language, "run", ran.line).say(ran.text, []);
  const failures = ran.failed ? failuresIn(ran.text) : [];
  const items = failures.slice(0, MOST_LISTED).map((one) => failureText(language, one));
  return paragraphs([tell(language, "counts", { line: ran.line, ...counts }), listed(items)]);
}

function failureText(language: Language, { name, error, expected, actual }: Failure): string {
  const values = { expected: expected ?? "", actual: actual ?? "" };
  const what = expected === undefined ? `\`${error}\`` : tell(language, "values", values);
  return name === "" ? what : sentences(language, [`${name}${colon(language)}`, what]);
}
