// practice/brain/handed · takes out of a request what is handed on as it is: the wish for a subagent, the name of a skill.
import { isWord } from "./examples.ts";
import { asTyped, type Marked, mark, unmark } from "./spans.ts";

const EN = "(?:(?:an?|the|another|one|your)\\s+)?(?:(?:new|fresh|separate)\\s+)?sub[- ]?agent\\b";
/** "and" stays with the subagent, "then" comes after it. */
const EN_END =
  "(?=,?\\s*\\b(?:and then|and after that|after that|afterwards|then|and finally|finally)\\b|\\s*;|\\s*\\n|[.!?]\\s|[.!?]?\\s*$)";
const ZH = "(?:一个|个|新的|另一个)*\\s*(?:子\\s*(?:agent|代理|智能体)|sub-?agent)\\s*";
const ZH_END =
  "(?=[,、]?\\s*(?:再|然后|完了|之后)?(?:把结果)?(?:告诉|汇报给|报告给|发给)我|[,、]?\\s*(?:然后|接着|随后|之后)|[,、]\\s*(?:再|最后)|[。;!?\\n]|\\s*$)";
const JA = "(?:新しい|別の)?\\s*(?:(?:サブ|子)\\s*(?:エージェント|agent)|sub-?agent)\\s*";
const JA_END =
  "(?=[、,]?\\s*(?:それから|そのあと|その後|そして|次に)|[、,]\\s*最後に|[。;!?\\n]|\\s*$|(?<=[てで])から)";

/** Each with the group `wish`. */
const TASKS = [
  `\\b(?:delegate|hand|give|pass|leave)\\s+(?:(?:this|it|the following|this task|over)\\s+)*to\\s+${EN}\\s*[:,-]?\\s*(?<wish>[^\\s.!?][^\\n]*?)${EN_END}`,
  `\\b(?:use|launch|start|spawn|take|ask|tell|have|let|get|send|want|make)\\s+${EN}\\s*(?:\\bto\\b|:|\\bfor this:)?\\s*(?<wish>[^\\s.!?][^\\n]*?)${EN_END}`,
  `(?<=^\\s*|\\bthen\\s+|[.;!?\\n]\\s+)(?<wish>[a-z][^\\n]*?)\\s+(?:with|using|in|by|via)\\s+${EN}(?=\\s*[.!?,;]?\\s*(?:$|\\n|\\b(?:and )?then\\b))`,
  `(?:(?:把|将)\\s*(?:这个|这件|这项|下面的|以下)*\\s*(?:任务|工作|事情?)\\s*)?(?:使用|用|让|叫|请|派出|派|启动|开启|开|起|找|通过|交给|委托给?|由)\\s*${ZH}(?:来|去|帮我|帮忙)*\\s*[:,]?\\s*(?<wish>[^\\s。;!?][^\\n]*?)${ZH_END}`,
  `${JA}(?:を(?:使っ|使用し|起動し)て|を使い|で|に(?:頼ん|任せ|お願いし|依頼し)[てで])\\s*[、,:]?\\s*(?<wish>[^\\s。;!?][^\\n]*?)${JA_END}(?:から)?`,
  `${JA}に(?:は)?\\s*[、,:]?\\s*(?<wish>[^\\s。;!?][^\\n]*?)${JA_END}(?:から)?`,
].map((place) => new RegExp(place, "gi"));

/** Puts "delegate" and a mark in place of each wish for a subagent; returns the words that named the subagent. */
export function protectTasks(marked: Marked): string {
  let handing = "";
  const handed = (wish: string, raw: string) => {
    const text = unmark(marked, direct(asTyped(marked, wish)));
    return `delegate ${mark(marked, { kind: "task", text, raw: unmark(marked, raw) })}`;
  };
  for (const task of TASKS)
    marked.text = marked.text.replace(task, (raw: string, named: string) => {
      const wish = named.trim();
      handing += raw.replace(wish, "");
      return `${handed(wish, raw)}${raw.endsWith("から") ? "、" : ""}`;
    });
  return handing;
}

/** A Japanese wish to let somebody do a thing, as a wish to do it: 読ませて → 読んで. */
function direct(wish: string): string {
  return wish
    .replace(/(?<=[えけげせてねべめれ])させ(?=て)/g, "")
    .replace(/(?<=[\p{Script=Han}\p{Script=Katakana}ー])させ(?=て)/gu, "し")
    .replace(/(?<=\p{Script=Han})ませて/gu, "んで");
}

const SKILL = "[a-z0-9]+(?:-[a-z0-9]+)*";
const SKILLS = [
  `(?<![\\w./-])${SKILL}(?=\\s*(?:という|って|の)?\\s*(?:skill\\b|技能|スキル))`,
  `(?<=(?:\\bskill\\b|技能|スキル)\\s*:?\\s*(?:(?:called|named)\\s+)?)${SKILL}(?![\\w./-])`,
].map((place) => new RegExp(place, "gi"));

/** Takes the name out that stands beside "skill", unless it is a word of the request itself. */
export function protectSkills(marked: Marked): void {
  for (const place of SKILLS)
    marked.text = marked.text.replace(place, (raw: string) =>
      isWord(raw) ? raw : mark(marked, { kind: "skill", text: raw.toLowerCase(), raw }),
    );
}
