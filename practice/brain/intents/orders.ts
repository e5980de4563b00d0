// practice/brain/intents/orders · what the harness of a team tells a mate in fixed words: to plan, to do it, to end, a task of its own.

/** The last of these in a request, with what it names. */
export type Order =
  | { kind: "plan-wanted"; id: string; task: string }
  | { kind: "approved"; id: string; task: string; feedback: string }
  | { kind: "rejected"; id: string; feedback: string }
  | { kind: "shutdown"; id: string }
  | { kind: "claimed"; id: string; subject: string; description: string };

const ID = "(?<id>req_[0-9a-f]{8})";
const TEXT = "[\\s\\S]*?";
/** The end of the text, or another such sentence. */
const END = "\\s*$(?![\\s\\S])|\\n(?:Plan|Shutdown) req_";
const ORDERS = [
  {
    kind: "plan-wanted",
    form: `Plan ${ID} is wanted before you change anything: (?<task>${TEXT})\\nSend it with submit_plan\\.`,
  },
  {
    kind: "approved",
    form: `Plan ${ID}, version \\d+, is approved\\. Do it now: (?<task>${TEXT})(?:\\nlead adds: (?<feedback>${TEXT}))?(?=${END})`,
  },
  {
    kind: "rejected",
    form: `Plan ${ID}, version \\d+, is rejected: (?<feedback>${TEXT})\\nSend a better one with submit_plan\\.`,
  },
  { kind: "shutdown", form: `Shutdown ${ID}: begin nothing new\\.` },
  {
    kind: "claimed",
    form: `Task (?<id>task_\\w+) is yours: (?<subject>[^\\n]*)\\n(?<description>${TEXT})Do it, then call complete_task\\.`,
  },
].map(({ kind, form }) => ({ kind, form: new RegExp(`^${form}`, "gm") }));

/** What a request tells a mate; of several such sentences the last one, but the end comes before all. Undefined for any other request. */
export function orderIn(request: string): Order | undefined {
  const found = ORDERS.flatMap(({ kind, form }) =>
    [...request.matchAll(form)].map(({ index, groups }) => ({ kind, index, groups })),
  );
  const last =
    found.find(({ kind }) => kind === "shutdown") ??
    found.sort((one, other) => one.index - other.index).at(-1);
  return last && orderOf(last.kind, last.groups ?? {});
}

/** Who had the task before; it asks for nothing more. */
const FROM = /^It was claimed by [^\n]*, whose session has ended\.[^\n]*$/m;

function orderOf(kind: string, groups: Readonly<Record<string, string | undefined>>): Order {
  const { id = "", task = "", feedback = "", subject = "", description = "" } = groups;
  if (kind === "rejected") return { kind, id, feedback: feedback.trim() };
  if (kind === "approved") return { kind, id, task: task.trim(), feedback: feedback.trim() };
  if (kind === "shutdown") return { kind, id };
  if (kind === "claimed")
    return { kind, id, subject: subject.trim(), description: description.replace(FROM, "").trim() };
  return { kind: "plan-wanted", id, task: task.trim() };
}

const REFUSED = [
  /\bPlan req_[0-9a-f]{8} is wanted before you change anything: (?<task>[\s\S]*?)\nSend it with submit_plan\b/,
  /\bPlan req_[0-9a-f]{8}, version \d+, is \w+, for: (?<task>[\s\S]*?)\nSend a better one with submit_plan\b/,
];

/** Of a tool that is refused because a plan is wanted: for which task; undefined for any other result. */
export function wantedBy(result: string): string | undefined {
  const tasks = REFUSED.map((form) => form.exec(result)?.groups?.task);
  return tasks.find((task) => task !== undefined);
}
