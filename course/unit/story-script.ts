// course/unit/story-script · what the models of the story say: each does the next thing that the news ask for.

type Call = [name: string, input: object];

const call = (name: string, input: object): Call => [name, input];

/** Gets what has come since the last reply; gives a text, which ends the turn, or calls of tools. */
export type Script = (news: string) => string | Call[];

export const MATES = ["ada", "bob", "cleo", "dan"];
export const TASKS = 4;

/** Spawns the mates, and makes the tasks while they begin. Each result of a mate is answered while there is work that nobody has. */
export function leadScript(): Script {
  const waiting: string[] = [];
  let hasBegun = false;
  return (news) => {
    waiting.push(...sendersOf(news, "result"));
    if (!hasBegun) {
      hasBegun = true;
      return [...spawnAll(), ...createAll()];
    }
    if (/^Tasks: /m.test(news)) return goOn(news, waiting.splice(0));
    return waiting.length > 0 ? [lookForTasks] : "I wait.";
  };
}

const spawnAll = () =>
  MATES.map((name) => call("spawn_teammate", { name, role: "a helper", prompt: "Do the tasks." }));

const createAll = () =>
  Array.from({ length: TASKS }, (_, at) => call("create_task", { subject: `Part ${at + 1}` }));

function goOn(list: string, names: string[]): ReturnType<Script> {
  if (readyIn(list) === undefined) return "Nothing is left to begin.";
  return names.map((to) => call("send_message", { to, content: "There is more to do." }));
}

/** Takes a task, writes to the next mate, completes the task, and so on. Answers each question, also meanwhile. */
export function mateScript(name: string): Script {
  const friend = MATES[(MATES.indexOf(name) + 1) % MATES.length] ?? "lead";
  let asked = 0;
  return (news) => {
    const answers = sendersOf(news, "message")
      .filter((from) => from !== "lead" && news.includes(`Question of ${from}`))
      .map((to) => call("send_message", { to, content: `Answer of ${name}.` }));
    const mine = /^Claimed (task_\w+)/m.exec(news)?.[1];
    if (mine === undefined) return orText([...answers, ...nextTask(news)]);
    const content = `Question of ${name}, number ${++asked}.`;
    const questions = asked === 1 ? [call("send_message", { to: friend, content })] : [];
    return [...answers, ...questions, call("complete_task", { task_id: mine })];
  };
}

/** Looks for a task that is ready, and claims what it has found. */
function nextTask(news: string): Call[] {
  const found = readyIn(news);
  if (found !== undefined) return [call("claim_task", { task_id: found })];
  if (/^(?:Tasks: |There are no tasks)/m.test(news)) return [];
  const isFree = /^Completed |claimed by|There is more|Do the tasks/m.test(news);
  return isFree ? [lookForTasks] : [];
}

const lookForTasks = call("list_tasks", { status: "ready" });

const orText = (calls: Call[]) => (calls.length > 0 ? calls : "Done.");

const readyIn = (list: string) => /^\[ \] (task_\w+)/m.exec(list)?.[1];

const sendersOf = (news: string, type: string) =>
  [...news.matchAll(/From (\w+) \((\w+)\), /g)].flatMap(([, from = "", of]) =>
    of === type ? [from] : [],
  );
