// course/measure/ego · what inner tools cost before the first word, and what association brings back that a search does not.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MessageRequest, Reply } from "../../practice/protocol/reply.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import { ROOT } from "../base/root.ts";
import { recorded } from "./record.ts";
import { type Case, type Row, whole } from "./row.ts";

const ON = { "agent.json5": '{ ego: { on: true, companion: "Ada" } }' };

/** The last request of a turn in which the model says these, and then nothing more. */
async function lastOf(chapter: string, replies: Reply[]): Promise<MessageRequest> {
  const left = [...replies];
  const requests = await recorded(chapter, ON, () => left.shift() ?? { text: "Good." });
  return requests.at(-1) ?? Promise.reject(new Error(`${chapter} has sent no request.`));
}

async function definitionsOf(chapter: string): Promise<number> {
  const { tools = [] } = await lastOf(chapter, []);
  return estimateTokens(
    JSON.stringify(tools.filter((tool) => "name" in tool && tool.name.startsWith("mcp__ego__"))),
  );
}

const sized = (when: string, size: number, most: number): Case => ({
  when,
  figure: `${whole(size)} tokens`,
  isMet: size <= most,
});
const called = (name: string, input: object): Reply => ({ calls: [{ name, input }] });
const resultOf = ({ messages }: MessageRequest) => JSON.stringify(messages.at(-1)?.content);

export async function egoRows(): Promise<Row[]> {
  const own = await definitionsOf("s27");
  const woken = await lastOf("s27", [called("mcp__ego__wake_up", {})]);
  const { replies } = JSON.parse(
    readFileSync(join(ROOT, "s26_associative_memory/drafts/journal.json"), "utf8"),
  );
  const journal: Reply = { calls: replies[0].calls };
  const found = async (by: string, call: Reply): Promise<Case> => {
    const isMet = resultOf(await lastOf("s26", [journal, call])).includes("exhausted");
    return { when: `tired, by ${by}`, figure: isMet ? "brings exhausted" : "does not", isMet };
  };
  return [
    {
      id: "E22",
      claim: "a half-remembered cue is completed by association",
      cases: [
        await found("search", called("search_memories", { query: "tired" })),
        await found("recall", called("recall", { context: "tired" })),
      ],
      how: "The journal of s26, and a memory that shares no word with the cue.",
      why: "the second step is taken: from what the cue finds to what has words in common with that.",
    },
    {
      id: "E30",
      claim: "definitions of 4,000 tokens become 1,500",
      cases: [
        sized("20 tools for records, first draft", await definitionsOf("s27.1"), 1500),
        sized("one tool, second draft", await definitionsOf("s27.2"), 1500),
        sized("15 tools of s27", own, 1500),
      ],
      how: "Tokens of the definitions of the server's tools, as they are in the request.",
      why: "each has a few words only; what more is to be known is in the replies.",
    },
    {
      id: "E34",
      claim: "the start of a session takes 2,000 tokens, not 6,000",
      cases: [sized("s27", own + estimateTokens(resultOf(woken)), 2000)],
      how: "The definitions and the first reply of wake_up; there is no skill, and the rules come with the server.",
      why: "the definitions are short.",
    },
  ];
}
