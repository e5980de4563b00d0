// practice/script/scriptFile · reads a script from its JSON file.
import { FAULT_FIELDS } from "../faults/faultPlan.ts";
import {
  anything,
  type Check,
  is,
  isCount,
  isFirstVersion,
  isText,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  parseFile,
} from "../json/check.ts";
import { isFields } from "../json/fields.ts";
import type { Script } from "./script.ts";

const STOPS = [
  "end_turn",
  "max_tokens",
  "stop_sequence",
  "tool_use",
  "pause_turn",
  "refusal",
  "model_context_window_exceeded",
] as const;

const CATEGORIES = [
  "cyber",
  "bio",
  "frontier_llm",
  "reasoning_extraction",
  "general_harms",
] as const;

const USAGE = objectOf({
  input_tokens: isCount,
  output_tokens: isCount,
  cache_creation_input_tokens: isCount,
  cache_read_input_tokens: isCount,
});

const REFUSAL = objectOf({ category: oneOf(CATEGORIES), explanation: isText });

const REPLY_FIELDS: Record<string, Check> = {
  thinking: isText,
  text: isText,
  calls: listOf(objectOf({ name: isText, input: anything, id: isText }, ["name", "input"])),
  stop: oneOf(STOPS),
  refusal: REFUSAL,
  usage: USAGE,
  delay_ms: isCount,
  fault: objectOf(FAULT_FIELDS, ["kind"]),
};

const isTimes = is(
  "a whole number from 1 to 1000",
  (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1000,
);

/** Only the reply that begins a conversation says how many there may be. */
const checkReply: Check = (value, path) => {
  const isLost = isFields(value) && "times" in value && !("for" in value);
  const lost = { path: [...path, "times"], text: 'is known only beside "for"' };
  return isLost ? lost : objectOf({ ...REPLY_FIELDS, for: isText, times: isTimes })(value, path);
};

const SCRIPT = objectOf(
  {
    version: isFirstVersion,
    replies: listOf(checkReply),
    side: mapOf(objectOf(REPLY_FIELDS)),
  },
  ["version", "replies"],
);

/** Reads a script file. Throws one line: file, line, path in the JSON, what is wrong. */
export function parseScript(text: string, fileName: string): Script {
  // The check above has looked at every field: this is the boundary where the text becomes a Script.
  return parseFile(text, fileName, SCRIPT) as Script;
}
