// practice/brain/intents/whoDoesWhat · who works on what: the team, and the tasks and whose they are, as far as there are tools.
import { rowOf, stepOf } from "../rows/call.ts";
import type { PlanContext, Step } from "../types.ts";

const MATE = "(?:team ?mates?|mates?|members?|agents?|colleagues?)";
const TASKS = "(?:tasks?|jobs?|work)";
const SHOW = "(?:(?:please|can you|tell|show|give|list|me|an?|the|overview|of)\\s+)*";
const FORMS = [
  `${SHOW}who\\s+(?:is\\s+|has\\s+|does\\s+|do\\s+|are\\s+)?(?:works?|working|doing|do|does|took|taken|taking|owns?|has|on)?\\s*(?:on\\s+)?(?:what|(?:which|what)\\s+${TASKS})`,
  `${SHOW}(?:which|what)\\s+${MATE}\\s+(?:works?|is|is working|has)\\s+(?:on\\s+)?(?:which|what)\\s+${TASKS}`,
  `what\\s+(?:is|are)\\s+(?:everybody|everyone|each ${MATE}|the ${MATE} each)\\s+(?:working on|doing)`,
  `which\\s+${TASKS}\\s+(?:is|are|belongs?|was|were)\\s+(?:taken|claimed|owned|to)?\\s*(?:and\\s+)?(?:by\\s+)?whom?`,
  `how\\s+(?:is|are)\\s+the\\s+${TASKS}\\s+(?:divided|shared(?: out)?|split|distributed)`,
  `${SHOW}(?:team|${MATE})\\s+(?:and|with)\\s+(?:its\\s+|their\\s+|the\\s+)?tasks`,
  "(?:请|看看|告诉我|列出|显示|给我看|现在|一下)*(?:谁|大家)(?:都|现在|正在|在)*(?:做|干|负责|领|接|拿|认领|忙)(?:了|着)?(?:什么|哪个|哪些|啥)(?:任务|活|工作)?",
  "(?:看看|告诉我|现在)*(?:团队里|队伍里)谁(?:在)?(?:做|干|负责)(?:什么|哪个|哪些)(?:任务|活|工作)?",
  "(?:哪个|每个)(?:队友|成员|同事)(?:都|在|正在)*做(?:哪个|什么|哪些)(?:任务)?(?:[,，]还有哪些任务)?",
  "(?:哪个|哪些)任务(?:是)?谁在做|(?:任务|工作|活)(?:都)?是(?:谁的|怎么分配?的)",
  "(?:看看|显示|列出|给我看)*(?:队友|团队|成员)(?:和|与|跟)(?:他们的|它们的)?任务(?:都)?(?:列一下|的?总览|的?情况)?",
  "(?:看看|告诉我)*(?:团队的?)?分工(?:情况)?(?:如何|怎么样|是什么)?",
  "(?:今|いま|現在)?、?(?:だれ|誰|みんな)(?:が|は)?(?:何|なに|どのタスク|どの仕事|何のタスク)(?:を|に)?(?:して|やって|担当して|取りました|取った|引き受けた|引き受けて|いる)?(?:います|いる|いるの|の)?(?:か|の)?(?:見せて|教えて)?",
  "どの(?:タスク|チームメイト|メンバー|仕事)(?:を|が)?(?:だれ|誰|どのタスク)(?:が|を)(?:取った|取って|担当して|やって)(?:いる|います)?(?:の|か)?",
  "(?:この|その)?タスクは(?:だれ|誰)(?:のもの|がやっている)(?:です)?(?:か)?",
  "(?:チームの|仕事の|タスクの)?(?:分担|割り当て)(?:状況)?(?:は|を)?(?:どうなっている|どうですか|教えて|見たい|見せて)",
  "(?:担当中の)?(?:担当者とタスク|タスクとその担当者)(?:を|は)?(?:一覧にして|見せて|教えて)?",
  "(?:チーム|チームメイト|メンバー|それぞれのチームメイトの作業)と(?:担当|残りの)?タスク(?:を|の)?(?:両方)?(?:見せて|表示|概要|(?:の)?状況を教えて)?",
].map(
  (form) =>
    new RegExp(
      `^\\s*(?:${form})(?:\\s+(?:in the team|right now|now|at the moment))?(?:[,\\s]*please)?[\\s?？。.!]*$`,
      "i",
    ),
);
const MOST_LETTERS = 100;

/** Both lists that are offered; with neither, the team's, which then has no tool. Undefined for any other request. */
export function whoDoesWhat(
  request: string,
  { language, rows, offer }: Pick<PlanContext, "language" | "rows" | "offer">,
): Step[] | undefined {
  if (request.length > MOST_LETTERS || !FORMS.some((form) => form.test(request))) return undefined;
  const steps = ["team-list", "task-list"].flatMap((intent) => {
    const row = rowOf(intent, rows);
    return row === undefined ? [] : [stepOf(row, {}, language)];
  });
  const offered = steps.filter((step) => step.call(offer, []) !== undefined);
  return offered.length > 0 ? offered : steps.slice(0, 1);
}
