// practice/brain/intents/ready · a mate that is to take the tasks that are ready: it says that it is, and a task begins its next turn.
import { tell } from "../tell.ts";
import type { Language, Offer, Plan } from "../types.ts";

const TASK =
  /\b(?:tasks?|to-?dos?|jobs?|task (?:list|board)|board|backlog)\b|任务|待办|タスク|仕事/i;
const TAKES =
  /\b(?:take|takes|claim|do|work|works|working|pick|grab|get|handle|carry out|help|look after|finish|begin|start|care|share)\b|接|领|取|做|处理|干|完成|负责|帮忙|引き受け|取って|担当|やって|こなし|片付け|進め|処理|手伝|拾って/i;
const WHICH =
  /\b(?:ready|open|free|available|unclaimed|pending|waiting|next|any|all|whatever|left|to be done|list|board|backlog|there (?:are|is)|can be claimed|one by one|one after (?:the other|another))\b|就绪|准备好|待办|没人|未认领|空闲|可做|可以做|能做|剩下|列表|所有|现有|有的|一个接一个|下一个|逐个|开放|未完成|準備|できる|空いて|未着手|残って|一覧|リスト|次の|ある|開いて|オープン|順に|待って|未担当|誰も/i;
/** A thing of its own is named, or a condition: that is another wish. */
const MORE =
  /[`"“「『]|\.\w{1,4}\b|_|\b(?:if|unless|but|except|not|don['’]t|never)\b|除了|不要|别|如果|以外|ないで|もし/i;
const MOST_LETTERS = 160;

/** Whether the tools are those of a mate that works on tasks. */
const worksOnTasks = ({ names }: Offer): boolean =>
  names.includes("complete_task") &&
  !names.includes("spawn_teammate") &&
  names.some((name) => name === "send_message" || name === "check_inbox");

/** What a mate says to such a prompt; undefined for anybody else, and for any other request. */
export function readyForTasks(request: string, offer: Offer, language: Language): Plan | undefined {
  const isMeant = [TASK, TAKES, WHICH].every((form) => form.test(request));
  if (!isMeant || MORE.test(request) || request.length > MOST_LETTERS || !worksOnTasks(offer))
    return undefined;
  return { kind: "talk", rule: "ready", text: tell(language, "readyForTask") };
}
