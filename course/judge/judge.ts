// course/judge/judge · one test of a spec, run and judged.
import { say } from "../base/say.ts";
import { messageOf } from "../base/text.ts";
import { type Agent, type StartedAgent, type StartOptions, startAgent } from "../spec/agent.ts";
import type { Closing } from "../spec/ending.ts";
import {
  isExpectation,
  NotJudged,
  Silence,
  SpecBroken,
  SpecFailure,
  type Verdict,
} from "../spec/errors.ts";
import { removeFolder } from "../spec/folder.ts";
import { createCompany } from "../spec/idle.ts";
import type { SpecScript } from "../spec/script.ts";
import { createTrack, framesOf } from "../spec/track.ts";
import type { Limit } from "../spec/watch.ts";
import { elsewhereOf, isOutsider } from "./elsewhere.ts";
import { explain } from "./explain.ts";

/** Starts an agent with the replies its model gives. */
export type Start = (script: SpecScript, options?: StartOptions) => Promise<Agent>;

/** A test of a spec. */
export type SpecBody = (tools: { start: Start }) => Promise<void>;

/** How a test ended, and why. */
export interface Judgement {
  verdict: Exclude<Verdict, "skipped">;
  error?: Error;
  /** What is to be said of a test that did not fail. */
  note?: string;
  /** The verdict if it did not count that the model called what the agent does not offer. */
  otherwise?: Judgement["verdict"];
}

/** The safety net of one wait, in ms. */
const LIMIT_MS = 60_000;

/**
 * Runs a test against the agent in a chapter's folder and judges it. Must not throw.
 * *failed*: an expectation was not met by an agent that had started; *broken*: everything else.
 */
export async function judge(
  body: SpecBody,
  chapter: string,
  limit: Limit = LIMIT_MS,
): Promise<Judgement> {
  const track = createTrack();
  const company = createCompany();
  const starting: Promise<StartedAgent>[] = [];
  const allOptions: StartOptions[] = [];
  const start: Start = (script, options = {}) =>
    track.act("start", async () => {
      const one = elsewhereOf(chapter).then((elsewhere) =>
        startAgent({ chapter, limit, track, company, elsewhere }, script, options),
      );
      starting.push(one);
      allOptions.push(options);
      return (await one).agent;
    });
  const thrown: unknown[] = [];
  const fromElsewhere = isOutsider(chapter);
  await body({ start }).catch((error) => thrown.push(error));
  const forgotten = track.pending().map((name) => `The spec did not wait for \`${name}\`.`);
  const errors = [...(thrown.length > 0 ? thrown : track.failures())];
  const hasFailed = errors.length + forgotten.length > 0;
  const started = valuesOf(await Promise.allSettled(starting));
  const results = started.flatMap((one) => [...one.results()]);
  const request = started.flatMap((one) => [...one.sent()]).at(-1);
  const unanswered = started.flatMap((one) => one.unanswered());
  const settled = await Promise.allSettled(started.map(({ finish }) => finish(hasFailed)));
  for (const { agent } of started) await removeFolder(agent.folder); // two of them may share one
  const lacks = unique(started.flatMap((one) => one.lacks()));
  const unjudged = errors.find((error) => error instanceof NotJudged);
  if (unjudged && lacks.length === 0) return { verdict: "not judged", note: unjudged.message };
  const judgement = weigh(errors, forgotten, settled.map(closingOf), (error) =>
    explain(error, { results, request, unanswered }),
  );
  if (lacks.length > 0 && (fromElsewhere || judgement.verdict !== "broken"))
    return withoutTool(lacks, judgement);
  const isKept = judgement.verdict === "passed";
  return !isKept && mayHaveAsked(started, allOptions, errors) ? refused() : judgement;
}

/** What an agent does without the tool that a promise is about shows nothing, whatever it looks like. */
function withoutTool(lacks: string[], { verdict, error }: Judgement): Judgement {
  const words = lacks.join("\n");
  return { verdict: "failed", error: errorOf("failed", words, error), otherwise: verdict };
}

const refused = (): Judgement => ({
  verdict: "not judged",
  note: say`needs "control" to answer a question`,
});

/**
 * Whether an agent that can be asked nothing did not simply pass a test that allows everything: then it may have
 * refused a command, as it should, or still wait for an answer.
 */
function mayHaveAsked(
  started: StartedAgent[],
  options: StartOptions[],
  errors: unknown[],
): boolean {
  const isAllowed = options.some(({ yes }) => yes === true);
  const canAnswer = started.every(({ speaks }) => speaks === undefined || speaks === "control");
  const isSilent = errors.some((error) => error instanceof Silence);
  const isRefused = started.some((one) => one.results().some(({ is_error }) => is_error));
  return isAllowed && !canAnswer && (isSilent || isRefused);
}

const valuesOf = <Value>(results: PromiseSettledResult<Value>[]): Value[] =>
  results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));

const closingOf = (closing: PromiseSettledResult<Closing>): Closing =>
  closing.status === "fulfilled"
    ? closing.value
    : { broken: [messageOf(closing.reason)], crash: [], failed: [], wasHealthy: true };

function weigh(
  errors: unknown[],
  forgotten: string[],
  closings: Closing[],
  explained: (error: Error) => string,
): Judgement {
  const [expectations, mistakes] = [errors.filter(isExpectation), errors.filter(isMistake)];
  const broken = [
    ...mistakes.map(messageOf),
    ...forgotten,
    ...closings.flatMap((closing) => closing.broken),
  ];
  const words = (error: Error) => (error instanceof SpecFailure ? error.message : explained(error));
  const failed = [...closings.flatMap((closing) => closing.failed), ...expectations.map(words)];
  // A crash has usually been reported in full already.
  if (broken.length === 0) broken.push(...closings.flatMap(({ crash }) => crash));
  const isTooEarly = !closings.every(({ wasHealthy }) => wasHealthy);
  if (broken.length === 0 && expectations.length > 0 && isTooEarly) {
    broken.push(say`An expectation failed before the agent was ready.`);
  }
  const message = unique([...broken, ...failed]).join("\n\n");
  if (message === "") return { verdict: "passed" };
  const verdict = broken.length > 0 ? "broken" : "failed";
  return { verdict, error: errorOf(verdict, message, errors[0]) };
}

const isMistake = (error: unknown) => !isExpectation(error);

/** A problem that a longer message already quotes is not reported twice. */
const unique = (lines: string[]): string[] =>
  [...new Set(lines)].filter(
    (line) => !lines.some((other) => other !== line && other.includes(line)),
  );

/** All problems in one error, at the line of the spec where the first one was thrown. */
function errorOf(verdict: "failed" | "broken", message: string, first: unknown): Error {
  const error = new (verdict === "broken" ? SpecBroken : SpecFailure)(message);
  const frames = framesOf(first instanceof Error ? first : error);
  error.stack = [`${error.name}: ${message}`, ...frames].join("\n");
  return error;
}
