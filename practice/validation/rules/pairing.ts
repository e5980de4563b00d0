// practice/validation/rules/pairing · the order of messages, and the law that each call has exactly one result.
import type { Place } from "../../protocol/ruleError.ts";
import { type BlockAt, type Checked, findBlock, findIn, type Rule, somewhere } from "./rule.ts";

/** Consecutive messages of one role, which the API reads as one. */
interface MergedTurn {
  role: unknown;
  blocks: BlockAt[];
}

function turnsOf({ blocks }: Checked): MergedTurn[] {
  const turns: MergedTurn[] = [];
  for (const at of blocks) {
    const current = turns.at(-1);
    if (current && current.role === at.role) current.blocks.push(at);
    else turns.push({ role: at.role, blocks: [at] });
  }
  return turns;
}

/** Only the results at the very start of a turn answer the calls before it. */
function answeredBy(turn: MergedTurn | undefined): Set<unknown> {
  const end = turn?.blocks.findIndex(({ type }) => type !== "tool_result") ?? 0;
  const leading = end < 0 ? turn?.blocks : turn?.blocks.slice(0, end);
  return new Set(leading?.map(({ block }) => block.tool_use_id));
}

/** The first message with a call whose result does not come at once; `late`: it comes, but not first. */
function unanswered(request: Checked, late = false): Place | undefined {
  const turns = turnsOf(request);
  for (const [index, { blocks }] of turns.entries()) {
    const next = turns[index + 1];
    const answered = answeredBy(next);
    const open = blocks.filter(({ type, block }) => type === "tool_use" && !answered.has(block.id));
    const [first] = open;
    if (!first) continue;
    const isLate = next?.blocks.some(
      ({ type, block }) => type === "tool_result" && block.tool_use_id === first.block.id,
    );
    if (late && !isLate) return undefined;
    const ids = open.map(({ block }) => String(block.id)).join(", ");
    return { indexes: first.indexes.slice(0, 1), words: { ids } };
  }
  return undefined;
}

function orphan(request: Checked): Place | undefined {
  let calls = new Set<unknown>();
  for (const { role, blocks } of turnsOf(request)) {
    const lost = blocks.find(
      ({ type, block }) => type === "tool_result" && !calls.has(block.tool_use_id),
    );
    if (lost) return { indexes: lost.indexes, words: { id: String(lost.block.tool_use_id) } };
    const made = blocks.filter(({ type }) => type === "tool_use").map(({ block }) => block.id);
    calls = new Set(role === "assistant" ? made : []);
  }
  return undefined;
}

/** The first block of a type whose id was seen before in a block of that type. */
function repeated(request: Checked, blockType: string, field: string): Place | undefined {
  const seen = new Set<unknown>();
  return findBlock(request, ({ type, block }) => {
    if (type !== blockType) return false;
    if (seen.has(block[field])) return { id: String(block[field]) };
    seen.add(block[field]);
    return false;
  });
}

const UNANSWERED =
  "`tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.";

const DIRECTIVE =
  "the directive-only form (content: [] with output_config) is accepted at any position";

const isDirective = (message: Record<string, unknown>): boolean =>
  "output_config" in message && Array.isArray(message.content) && message.content.length === 0;

/** A rule about the messages with role system that are not directives, looked at with their neighbours. */
const systemRule = (
  id: string,
  message: string,
  breaks: (request: Checked, index: number) => boolean,
): Rule => ({
  id,
  path: "messages.#",
  message,
  source: "one source",
  find: (request) =>
    findIn(
      request.messages,
      (own, index) => own.role === "system" && !isDirective(own) && breaks(request, index),
    ),
});

const roleAt = ({ messages }: Checked, index: number): unknown => messages[index]?.role;

function endsInServerResult({ blocks }: Checked, index: number): boolean {
  const last = blocks.findLast(({ indexes }) => indexes[0] === index);
  return last !== undefined && last.type !== "tool_result" && last.type.endsWith("_tool_result");
}

const mayPrecedeSystem = (request: Checked, index: number): boolean =>
  roleAt(request, index) === "user" ||
  (roleAt(request, index) === "assistant" && endsInServerResult(request, index));

const systemRules: Rule[] = [
  systemRule(
    "system-first",
    `use the top-level 'system' parameter for the initial system prompt; ${DIRECTIVE}`,
    (_, index) => index === 0,
  ),
  systemRule(
    "system-empty",
    "system content must contain at least one block",
    ({ messages }, index) => messages[index]?.content?.toString() === "",
  ),
  systemRule(
    "system-follows",
    `role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${DIRECTIVE}`,
    (request, index) => !mayPrecedeSystem(request, index - 1),
  ),
  systemRule(
    "system-precedes",
    `role 'system' must precede an 'assistant' message or end the array; ${DIRECTIVE}`,
    (request, index) =>
      ![undefined, "assistant"].some((role) => roleAt(request, index + 1) === role),
  ),
  {
    id: "system-blocks",
    path: "messages.#",
    message: "role 'system' supports text, tool_addition, and tool_removal blocks only",
    source: "one source",
    find: (request) =>
      findBlock(
        request,
        ({ role, type }) =>
          role === "system" && !["text", "tool_addition", "tool_removal"].includes(type),
      ),
  },
];

export const pairingRules: Rule[] = [
  {
    id: "first-role",
    path: "messages",
    message: 'first message must use the "user" role',
    source: "inferred",
    find: (request) => somewhere(roleAt(request, 0) === "assistant"),
  },
  ...systemRules,
  {
    id: "tool-use-unique",
    path: "messages.#.content.#",
    message: "`tool_use` ids must be unique",
    source: "seen",
    find: (request) => repeated(request, "tool_use", "id"),
  },
  {
    id: "tool-result-single",
    path: "messages.#.content.#",
    message:
      "each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}",
    source: "seen",
    find: (request) => repeated(request, "tool_result", "tool_use_id"),
  },
  {
    id: "tool-result-late",
    path: "messages.#",
    message: UNANSWERED,
    source: "docs",
    find: (request) => unanswered(request, true),
  },
  {
    id: "tool-use-unanswered",
    path: "messages.#",
    message: UNANSWERED,
    source: "seen",
    find: (request) => unanswered(request),
  },
  {
    id: "tool-result-orphan",
    path: "messages.#.content.#",
    message:
      "unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    source: "seen",
    find: orphan,
  },
];
