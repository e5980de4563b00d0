// practice/brain/handed · takes out of a request what is handed on as it is: the wish for a subagent, the name of a skill.
import { isWord } from "./examples.ts";
import { asTyped, MARK, type Marked, mark, unmark } from "./spans.ts";

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
  `\\b(?:use|launch|start|spawn|take|ask|tell|have|let|get|send|want|make)\\s+${EN}\\s*(?:\\bto\\b|:|\\bfor this:)?\\s*(?<wish>[^\\s.!?][^\\n]*?)${EN_END}`,
  `\\b(?:delegate|hand|give|pass|leave)\\s+(?:(?:this|it|the following|this task|over)\\s+)*to\\s+${EN}\\s*[:,-]?\\s*(?<wish>[^\\s.!?][^\\n]*?)${EN_END}`,
  `\\b(?:with|using)\\s+${EN}\\s*[,:]\\s*(?<wish>[^\\n]+?)${EN_END}`,
  `(?<=^\\s*|\\bthen\\s+|[.;!?\\n]\\s+)(?<wish>[a-z][^\\n]*?)\\s+(?:with|using|in|by|via)\\s+${EN}(?=\\s*[.!?,;]?\\s*(?:$|\\n|\\b(?:and )?then\\b))`,
  `(?:(?:把|将)\\s*(?:这个|这件|这项|下面的|以下)*\\s*(?:任务|工作|事情?)\\s*)?(?:使用|用|让|叫|请|派出|派|启动|开启|开|起|找|通过|交给|委托给?|由)\\s*${ZH}(?:来|去|帮我|帮忙)*\\s*[:,]?\\s*(?<wish>[^\\s。;!?][^\\n]*?)${ZH_END}`,
  `${JA}(?:を(?:使っ|使用し|起動し)て|を使い|で|に(?:頼ん|任せ|お願いし|依頼し)[てで])\\s*[、,:]?\\s*(?<wish>[^\\s。;!?][^\\n]*?)${JA_END}(?:から)?`,
  `${JA}に(?:は)?\\s*[、,:]?\\s*(?<wish>[^\\s。;!?][^\\n]*?)${JA_END}(?:から)?`,
].map((place) => new RegExp(place, "gi"));

const NAME = `(?:${MARK}|[\\w.-]+(?:\\/[\\w.-]+)+|[\\w-]+\\.\\w+)`;
const NAMES = new RegExp(
  `${NAME}(?:(?:\\s*(?:,|、)\\s*|\\s+)?(?:and\\s+|和\\s*|与\\s*|以及\\s*|と\\s*)?${NAME})+`,
);
const SUB_ZH = "(?:子\\s*(?:agent|代理|智能体)|sub-?agents?)";
const SUB_JA = "(?:(?:サブ|子)\\s*(?:エージェント|agent)|sub-?agents?)";
const COUNTS = ["two 2 两 二", "three 3 三", "four 4 四"].map((words) => words.split(" "));
/** Several at once, a file for each; with the groups `count` and `wish`. */
const SHARED = [
  `\\b(?:use|launch|start|spawn|take|have|let|get|send|want)\\s+(?<count>two|three|four|[234])\\s+(?:(?:new|separate)\\s+)?sub[- ]?agents\\b\\s*(?:\\bto\\b|:)?\\s*(?<wish>[^\\s.!?][^\\n]*?)(?:\\s+(?:in parallel|separately|at once|at the same time))?${EN_END}`,
  `(?:使用|用|让|叫|请|派出|派|启动|通过)\\s*(?<count>[两二三四234])\\s*个?\\s*${SUB_ZH}\\s*(?:来|去|分别|同时|各自)*\\s*(?<wish>[^\\s。;!?][^\\n]*?)${ZH_END}`,
  `(?<count>[二三四234])\\s*(?:つ|個|体|台)の\\s*${SUB_JA}\\s*(?:を(?:使っ|使用し|起動し)て|を使い|で|に(?:頼ん|任せ|お願いし|依頼し)[てで]|に)\\s*[、,:]?\\s*(?:それぞれ|別々に)?\\s*(?<wish>[^\\s。;!?][^\\n]*?)${JA_END}`,
].map((place) => new RegExp(place, "gi"));

/** "read a.txt and b.txt" for two, as two wishes; undefined where the files are not as many. */
function shared(wish: string, count: string): string[] | undefined {
  const names = NAMES.exec(wish)?.[0];
  const each = names?.match(new RegExp(NAME, "g")) ?? [];
  const wanted = 2 + COUNTS.findIndex((words) => words.includes(count.toLowerCase()));
  if (names === undefined || each.length !== wanted) return undefined;
  return each.map((name) => wish.replace(names, () => name));
}

/** Puts "delegate" and a mark in place of each wish for a subagent; returns the words that named the subagent. */
export function protectTasks(marked: Marked): string {
  let handing = "";
  const handed = (wish: string, raw: string) => {
    const text = unmark(marked, direct(asTyped(marked, wish)));
    return `delegate ${mark(marked, { kind: "task", text, raw: unmark(marked, raw) })}`;
  };
  for (const task of SHARED)
    marked.text = marked.text.replace(task, (raw: string, count: string, named: string) => {
      const wishes = shared(named.trim(), count);
      if (wishes === undefined) return raw;
      handing += raw.replace(named.trim(), "");
      return wishes.map((wish) => handed(wish, raw)).join("; ");
    });
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
    .replace(/(?<=[てで])もらって/g, "")
    .replace(/(?<=[えけげせてねべめれ])させ(?=て)/g, "")
    .replace(/(?<=[\p{Script=Han}\p{Script=Katakana}ー])させ(?=て)/gu, "し")
    .replace(/(?<=\p{Script=Han})ませて/gu, "んで")
    .replace(/(?<=\p{Script=Han})かせて/gu, "いて")
    .replace(/(?<=(?![走知])\p{Script=Han})[らわ]せて/gu, "って");
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
