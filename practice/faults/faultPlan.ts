// practice/faults/faultPlan · which requests go wrong, and how: from a file, or from a header of the request.
import {
  type Check,
  is,
  isCount,
  isFirstVersion,
  isText,
  listOf,
  objectOf,
  oneOf,
  parseFile,
} from "../json/check.ts";
import type { MessageRequest } from "../protocol/reply.ts";
import { errorOf, type RuleText } from "../protocol/ruleError.ts";
import { type Fault, type FaultKind, faultKinds } from "./faults.ts";

/** When a fault comes: at one attempt, at every n-th, or after a message that holds a tool result. */
export type FaultTime = { call: number } | { every: number } | { after: "tool_result" };

/** One entry of a fault file. */
export interface PlannedFault extends Fault {
  on: FaultTime;
  /** How often. Default: once; for `every`: always. With `call`, the attempts that follow one another. */
  times?: number;
}

/** A fault file. */
export interface FaultFile {
  version: 1;
  faults: PlannedFault[];
}

/** What goes wrong, and when; it counts the attempts of one server. */
export interface FaultPlan {
  /**
   * Counts one attempt (a POST to /v1/messages, retries included, valid or not), and gives the function
   * that says what goes wrong with it once its body is known. Without a fault: undefined.
   */
  attempt(): (body: MessageRequest, headers: Headers) => Fault | undefined;
}

const HEADER = "x-practice-fault";
/** How many requests with the header are remembered while their retries are awaited. */
const REMEMBERED = 100;

/** For a header that names no fault. */
export const FAULT_HEADER_RULE: RuleText = {
  id: "fault-header",
  path: HEADER,
  message:
    "should be a kind of fault, then perhaps x2, retry_after_ms=10 or at_event=4, not {value}; kinds: {kinds}",
  source: "inferred",
};

/** The fields of a fault in a file, each with its check. */
export const FAULT_FIELDS: Record<string, Check> = {
  kind: oneOf(faultKinds()),
  retry_after_ms: isCount,
  at_event: isCount,
  message: isText,
};

const isAttempt = is(
  "a whole number, 1 or more",
  (value) => Number.isInteger(value) && Number(value) > 0,
);

const ON: Check = (value, path) => {
  const problem = objectOf({ call: isAttempt, every: isAttempt, after: oneOf(["tool_result"]) })(
    value,
    path,
  );
  if (problem) return problem;
  const count = Object.keys(Object(value)).length;
  return count === 1 ? undefined : { path, text: "should have one of call, every, after" };
};

const FAULTS = objectOf(
  {
    version: isFirstVersion,
    faults: listOf(
      objectOf(
        {
          ...FAULT_FIELDS,
          on: ON,
          times: isAttempt,
        },
        ["on", "kind"],
      ),
    ),
  },
  ["version", "faults"],
);

/** Reads a fault file. Throws one line: file, line, path in the JSON, what is wrong. */
export function parseFaults(text: string, fileName: string): FaultFile {
  // The check has looked at every field: this is the boundary where the text becomes a FaultFile.
  return parseFile(text, fileName, FAULTS) as FaultFile;
}

/** A plan of its own count. The header of a request comes before the file; the first fault that is due wins. */
export function createFaults(file: FaultFile = { version: 1, faults: [] }): FaultPlan {
  const planned = file.faults.map((fault) => ({ fault, done: 0 }));
  const byHeader = createHeaderFaults();
  let calls = 0;

  function due(call: number, body: MessageRequest): Fault | undefined {
    for (const entry of planned) {
      if (!isDue(entry.fault, call, entry.done, body)) continue;
      entry.done++;
      const { on, times, ...fault } = entry.fault;
      return fault;
    }
    return undefined;
  }

  return {
    attempt() {
      const call = ++calls;
      return (body, headers) => byHeader(body, headers.get(HEADER)) ?? due(call, body);
    },
  };
}

function isDue({ on, times }: PlannedFault, call: number, done: number, body: MessageRequest) {
  if ("call" in on) return call >= on.call && call < on.call + (times ?? 1);
  if ("every" in on) return call % on.every === 0 && done < (times ?? Infinity);
  return done < (times ?? 1) && endsInResult(body);
}

function endsInResult({ messages }: MessageRequest): boolean {
  const content = messages.findLast(({ role }) => role === "user")?.content;
  return Array.isArray(content) && content.some(({ type }) => type === "tool_result");
}

/** A retry is known by the same header with the same body; after the last fault the request is forgotten. */
function createHeaderFaults() {
  const failed = new Map<string, number>();
  return (body: MessageRequest, header: string | null): Fault | undefined => {
    if (header === null) return undefined;
    const { fault, times } = parseHeader(header);
    const key = `${header}\n${JSON.stringify(body)}`;
    const done = failed.get(key) ?? 0;
    failed.delete(key);
    if (done >= times) return undefined;
    failed.set(key, done + 1);
    const [oldest] = failed.keys();
    if (failed.size > REMEMBERED && oldest !== undefined) failed.delete(oldest);
    return fault;
  };
}

function parseHeader(header: string): { fault: Fault; times: number } {
  const [kind = "", ...rest] = header.trim().split(/[ ,;]+/);
  const fault: Fault = { kind: kindOf(kind, header) };
  let times = 1;
  for (const word of rest) {
    const [, name, digits] = word.match(/^(x|retry_after_ms=|at_event=)(\d+)$/) ?? [];
    if (name === "x") times = Number(digits);
    else if (name === "retry_after_ms=") fault.retry_after_ms = Number(digits);
    else if (name === "at_event=") fault.at_event = Number(digits);
    else throw badHeader(header);
  }
  return { fault, times };
}

function kindOf(word: string, header: string): FaultKind {
  const kind = faultKinds().find((known) => known === word);
  if (!kind) throw badHeader(header);
  return kind;
}

const badHeader = (value: string) =>
  errorOf(FAULT_HEADER_RULE, { words: { value: `"${value}"`, kinds: faultKinds().join(", ") } });
