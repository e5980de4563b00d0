// practice/brain/intents/recap · what was asked in this conversation, and the calls that were made for it.
import type { Clause, Language, PlanContext, Reading, Said } from "../types.ts";
import { pick, row } from "../words.ts";

const MOST = 12;
const LONGEST = 80;

/** "What did we do so far?": the requests in the person's words, each with its calls. */
export function recap(_: Clause, { language, earlier }: PlanContext): Reading {
  const last = earlier.slice(-MOST);
  const before = pick(
    language,
    `What you asked in this conversation${last.length < earlier.length ? `, the last ${MOST}` : ""}, and the calls made for it:`,
    `你在这次对话里的请求${last.length < earlier.length ? `（最近 ${MOST} 个）` : ""}，以及为它做的调用：`,
    `この会話でのプロンプト${last.length < earlier.length ? `（最後の ${MOST} 個）` : ""}と、そのために行った呼び出し：`,
  );
  const none = pick(
    language,
    "Nothing yet: this is your first request in the conversation I was given.",
    "还什么都没做：在给我的对话里，这是你的第一个请求。",
    "まだ何もしていません。渡された会話では、これが最初のプロンプトです。",
  );
  const lines = last.map((said) => `\n- ${lineOf(said, language)}`).join("");
  return { kind: "talk", rule: "recap", text: lines === "" ? none : before + lines };
}

function lineOf({ request, outcomes }: Said, language: Language): string {
  const words = request.replace(/\s+/g, " ");
  const short = words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
  const failed = pick(language, " (failed)", "（失败）", "（失敗）");
  const calls = (outcomes ?? []).map((one) => one.call.name + (one.failed ? failed : ""));
  const none = pick(language, "no call", "没有调用", "呼び出しなし");
  return `${short} → ${calls.length === 0 ? none : row(language, calls)}`;
}
