// course/unit/story-script · what the models of the story say: each does the next thing that the news ask for.

type Call = [name: string, input: object];

const call = (name: string, input: object): Call => [name, input];

/** Gets what has come since the last reply; gives a text, which ends the turn, or calls of tools. */
export type Script = (news: string) => string | Call[];

export const MATES = ["ada", "bob", "cleo", "dan"];
export const TASKS = 4;

/**
 * Spawns the mates, and makes the tasks while they begin. A mate whose turn failed gets a word, and one that has done its
 * work gets one while there is more. `leaver` is asked to leave the team after its first report.
 */
export function leadScript(leaver?: string): Script {
  const done = new Set<string>();
  const stopped = new Set<string>();
  let hasBegun = false;
  let mustAsk = leaver !== undefined;
  return (news) => {
    for (const from of sendersOf(news, "result")) done.add(from);
    for (const from of sendersOf(news, "error")) stopped.add(from);
    if (!hasBegun) {
      hasBegun = true;
      return [...spawnAll(), ...createAll()];
    }
    if (!/^Tasks: /m.test(news)) return done.size + stopped.size > 0 ? [lookForTasks] : "I wait.";
    const isMore = /^\[[ >]\] /m.test(news);
    const names = new Set([...stopped, ...(isMore ? done : [])]);
    const asks = mustAsk && leaver !== undefined && (done.has(leaver) || stopped.has(leaver));
    if (asks) mustAsk = false;
    for (const from of [done, stopped]) from.clear();
    const words = MATES.filter((name) => names.has(name) && (mustAsk || name !== leaver)).map(goOn);
    return orText([...words, ...(asks ? [call("request_shutdown", { teammate: leaver })] : [])]);
  };
}

const goOn = (to: string) => call("send_message", { to, content: "There is more to do." });

const spawnAll = () =>
  MATES.map((name) => call("spawn_teammate", { name, role: "a helper", prompt: "Do the tasks." }));

const createAll = () =>
  Array.from({ length: TASKS }, (_, at) => call("create_task", { subject: `Part ${at + 1}` }));

/** Takes a task, writes to the next mate, completes the task, and so on. Answers each question, also meanwhile. A mate that does not look for tasks waits for a turn with one. */
export function mateScript(name: string, looksForTasks: boolean): Script {
  const friend = MATES[(MATES.indexOf(name) + 1) % MATES.length] ?? "lead";
  const question = call("send_message", { to: friend, content: `Question of ${name}.` });
  let mine: string | undefined;
  let hasAsked = false;
  return (news) => {
    mine = taskAfter(news, mine);
    const calls = answersTo(news, name);
    if (mine === undefined) return orText(looksForTasks ? [...calls, ...nextTask(news)] : calls);
    if (!hasAsked) calls.push(question);
    hasAsked = true;
    return [...calls, call("complete_task", { task_id: mine })];
  };
}

/** The task that the mate has by these news. It may have been released since. */
function taskAfter(news: string, before: string | undefined): string | undefined {
  const claimed = /^Claimed (task_\w+)|^Task (task_\w+) is yours/m.exec(news);
  if (claimed) return claimed[1] ?? claimed[2];
  const isGone = /^Completed |is not claimed|was claimed by|is completed already/m.test(news);
  return isGone ? undefined : before;
}

const answersTo = (news: string, name: string): Call[] =>
  sendersOf(news, "message")
    .filter((from) => news.includes(`Question of ${from}`))
    .map((to) => call("send_message", { to, content: `Answer of ${name}.` }));

/** Looks for a task that is ready, and claims what it has found. */
function nextTask(news: string): Call[] {
  const found = /^\[ \] (task_\w+)/m.exec(news)?.[1];
  if (found !== undefined) return [call("claim_task", { task_id: found })];
  if (/^(?:Tasks: |There are no tasks)/m.test(news)) return [];
  const isFree = /^Completed |claimed by|There is more|Do the tasks/m.test(news);
  return isFree ? [lookForTasks] : [];
}

const lookForTasks = call("list_tasks", {});

const orText = (calls: Call[]) => (calls.length > 0 ? calls : "Done.");

const sendersOf = (news: string, type: string) =>
  [...news.matchAll(/From (\w+) \((\w+)\), /g)].flatMap(([, from = "", of]) =>
    of === type ? [from] : [],
  );
