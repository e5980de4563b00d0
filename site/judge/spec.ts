// site/judge/spec · stands in for course/spec in a page: what a spec file says is kept, and one promise of it is judged when the page asks.
import type { SpecBody } from "../../course/judge/judge.ts";

export {
  atMost,
  calls,
  conversation,
  cut,
  fault,
  mistaken,
  says,
} from "../../course/spec/script.ts";
export { expect } from "./expect.ts";

/** The promises of the spec file in this bundle, by their sentences. */
export const promises = new Map<string, SpecBody>();

export function test(sentence: string, body: SpecBody): void {
  promises.set(sentence, body);
}

test.inherited = (sentence: string, _reason: string, body: SpecBody): void => test(sentence, body);
