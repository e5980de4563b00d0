// practice/brain/intents/orders · what the harness of a team tells a mate in fixed words: to plan, to do it, to end, a task of its own.
import { patterns } from "../patterns.ts";
import FORMS from "./orders.json" with { type: "json" };

/** What a mate is told, and what is named with it; "" for what such a sentence doesn't have. */
export interface Order {
  /** Of orders.json. */
  kind: string;
  id: string;
  task: string;
  feedback: string;
  subject: string;
  description: string;
}

const PARTS = {
  id: "(?<id>req_[0-9a-f]{8})",
  text: "[\\s\\S]*?",
  /** The end of the text, or another such sentence. */
  end: "\\s*$(?![\\s\\S])|\\n(?:Plan|Shutdown) req_",
};
const ORDERS = Object.entries(FORMS).flatMap(([kind, form]) =>
  patterns([`^${form}`], PARTS, "gm").map((one) => ({ kind, form: one })),
);

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

function orderOf(kind: Order["kind"], groups: Readonly<Record<string, string | undefined>>): Order {
  const text = (name: string) => (groups[name] ?? "").replace(FROM, "").trim();
  const [id, task, feedback] = [text("id"), text("task"), text("feedback")];
  return { kind, id, task, feedback, subject: text("subject"), description: text("description") };
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
