// practice/brain/intents/inBackground · a command that runs on while the conversation goes on, also one that a wish comes to.
import { spansOf } from "../clauses.ts";
import { rowOf, stepOf } from "../rows/call.ts";
import { tell } from "../tell.ts";
import type { Clause, Language, PlanContext, Reading } from "../types.ts";
import { declined } from "./declined.ts";

/** What says only where it runs and what is to happen afterwards; the harness tells when a command has ended. */
const AROUND: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    /^(?:in (?:the )?background\s*[:,]|background\s*[:,]|do this in the background\s*[:,])\s*/i,
    /,?\s*(?:\band\s+)?(?:\blet it run\s+)?\b(?:running\s+)?(?:in (?:the|teh) b\/?ack ?ground|as a background (?:job|proce[s]{2}|task)|behind the scenes|asynchronously|without (?:blocking|waiting))\b/gi,
    /^let me know when (?=.*\brun it\b)|\s+is (?:finished|done|ready),?\s*run it\b/gi,
    /,?\s*\b(?:and|then)\s+(?:please )?(?:tell|let|give|notify|ping|report|don't wait)\b.*$|\s+while (?:we|i)\b.*$/i,
  ],
  zh: [
    /\s+in\s*$|^(?:我)?(?:不用|不想|不)等[,，]\s*|[,，]\s*(?:我先干别的|别卡着我|不急).*$/g,
    /[,，]?\s*(?:完|跑完|做完|结束|好)了?(?:之?后|以后|就|再)?(?:告诉|通知|跟|叫|提醒|说).*$/,
    /(?:把\s*)?(?:在|放到?|到|丢到?)?\s*(?:后台|背后)\s*(?:去)?|把\s*(?=\S)/g,
  ],
  ja: [
    /[、。]?\s*(?:終わったら|完了したら|終わり次第|結果が出たら).*$/,
    /(?:バックグラ?(?:ウ)?ンド(?:ジョブ)?|裏|背後|後ろ)(?:で|に|として)(?:は)?[、。]?\s*/g,
  ],
};
const VERB: Readonly<Record<Language, RegExp>> = {
  en: /^(?:(?:please|can you|could you|i want to)\s+)*(?:start|launch|kick off|spin up|execute|put|let|have|do|run)\s+(?:this\s*:\s*)?|[\s?.!]+$|\s+run$/gi,
  zh: /^(?:请|帮我)*(?:启动|运行|执行|跑|放)(?:一下|一遍)?\s*|\s*(?:启动|运行|执行|跑)?(?:吧|一下)?$/g,
  ja: /\s*(?:を)?\s*(?:実行|起動|動かし|走らせ|回し|開始|流し)?(?:して|て|し)?(?:おいて|といて|ください|もらえますか|ほしい|お願いします)?[。?？]*$/,
};

export function inBackground(clause: Clause, context: PlanContext): Reading | undefined {
  const { language, offer } = context;
  const row = rowOf("background-run", context.rows);
  if (row === undefined) return undefined;
  const given = [...spansOf(clause, "order"), ...spansOf(clause, "literal")];
  const sure = given.find(({ kind }) => kind === "command" || kind === "quote")?.text;
  const command = sure === undefined ? commandOf(clause, context) : withoutAround(sure, language);
  if (command === undefined)
    return offer.shell === undefined && !offer.names.includes("bash")
      ? undefined
      : declined(language, "giveBackgroundCommand");
  return { kind: "steps", steps: [stepOf(row, { command }, language)] };
}

/** The one command line that the rest of the wish comes to. */
function commandOf(
  clause: Clause,
  { language, offer, planAlone }: PlanContext,
): string | undefined {
  const typed = clause.typed(clause.text).normalize("NFKC").trim();
  const rest = withoutAround(typed, language);
  const bare = rest.replace(VERB[language], "").trim();
  const lines = [tell(language, "run", { bare }), rest].map((wish) => {
    const plan = planAlone(wish);
    const [step, more] = plan.kind === "steps" ? plan.steps : [];
    return more === undefined ? step?.call(offer, [])?.input.command : undefined;
  });
  return lines.find((line) => typeof line === "string");
}

const withoutAround = (text: string, language: Language): string =>
  AROUND[language].reduce((rest, form) => rest.replace(form, " "), text).trim();
