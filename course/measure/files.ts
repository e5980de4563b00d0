// course/measure/files · files in the prompt: how many calls and round trips they save, and what they cost.
import type { MessageRequest, Reply } from "../../practice/protocol/reply.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import { type Files, recorded, systemOf } from "./record.ts";
import { type Row, savedCase, whole } from "./row.ts";

/** What the model wants to know before it begins, in the order of the design's example. */
export const FILES: Files = {
  "IDENTITY.md": "# Identity\n\n- Name: Ada\n- Role: helps with the mail\n",
  "SOUL.md": "# Values\n\n- Be honest, be clear, be brief.\n",
  "AGENTS.md": "# Mail\n\n- Tell only of what is urgent.\n- Send nothing without a yes.\n",
};
const MAIL = { "mail.txt": "From Bo: the lift is stuck, please call.\n" };

/** The last chapter without files in the prompt, and the newest one with them. */
const WITHOUT = "s20";
const WITH = "s22";

/** How a model gets to know a file that is not in its prompt. */
const READERS = {
  "it reads one file after the other": 1,
  "it reads all three in one reply": 3,
  "it reads none of them": 0,
};

const LESS_CALLS = 50;
const LESS_TIME = 30;

/** What one turn took. */
interface Turn {
  /** Tool calls up to the one that looks at the mail, that one included. */
  calls: number;
  /** Requests, up to the answer. */
  trips: number;
}

export async function fileRows(): Promise<Row[]> {
  const pairs: { when: string; before: Turn; now: Turn }[] = [];
  for (const [when, atOnce] of Object.entries(READERS))
    pairs.push({ when, before: await turnOf(WITHOUT, atOnce), now: await turnOf(WITH, atOnce) });
  const casesOf = (what: keyof Turn, least: number) =>
    pairs.map(({ when, before, now }) => savedCase(when, [before[what], now[what]], least));
  return [
    {
      id: "M51",
      claim: `the first useful tool call comes after ${LESS_CALLS} % fewer calls, or better`,
      cases: casesOf("calls", LESS_CALLS),
      how: `Tool calls up to the useful one, in ${WITHOUT}, which has no files in its prompt, and in ${WITH}, with a scripted model that reads IDENTITY.md, SOUL.md and AGENTS.md unless their text is in its system prompt.`,
      why: `${ONLY_IF} ${await costWords()}`,
    },
    {
      id: "M52",
      claim: `${LESS_TIME} % less latency`,
      cases: casesOf("trips", LESS_TIME),
      how: "Requests of the same turns, the answer's included: each takes about as long, and tools take no time here.",
      why: `${ONLY_IF} Files read in one reply cost one round trip, not three.`,
    },
  ];
}

const ONLY_IF =
  "the model would have read the files first. That is up to the model, and no offline measurement can show it.";

/** One turn of an agent whose model looks for what it does not know yet, `atOnce` files in a reply. */
async function turnOf(chapter: string, atOnce: number): Promise<Turn> {
  let calls = 0;
  const requests = await recorded(chapter, { ...FILES, ...MAIL }, (request) => {
    const reply = nextOf(request, atOnce);
    calls += reply.calls?.length ?? 0;
    return reply;
  });
  return { calls, trips: requests.length };
}

function nextOf(request: MessageRequest, atOnce: number): Reply {
  const said = JSON.stringify(request.messages);
  if (said.includes("stuck")) return { text: "Bo is stuck in the lift." };
  const known = systemOf(request) + said;
  const unknown = Object.keys(FILES).filter((name) => !isKnown(known, name));
  const wanted = unknown.slice(0, atOnce);
  return reading(wanted.length > 0 ? wanted : ["mail.txt"]);
}

/** A file is known by its last line: tools may number lines. */
const isKnown = (known: string, name: string) =>
  known.includes(FILES[name]?.trim().split("\n").at(-1) ?? "");

const reading = (paths: string[]): Reply => ({
  calls: paths.map((path) => ({ name: "read_file", input: { path } })),
});

/** The sizes that the design recommends, in characters. */
const SIZES = { AGENTS: 2000, SOUL: 500, IDENTITY: 300, USER: 400, HEARTBEAT: 200 };
const SENTENCE = "Look at what is there before you write. ";

const filled = (size: number) =>
  `${SENTENCE.repeat(size / SENTENCE.length + 1).slice(0, size - 1)}.`;

/** What files take in each request, in words: those of the example, and as much as the design recommends. */
async function costWords(): Promise<string> {
  const most = Object.entries(SIZES).map(([name, size]) => [`${name}.md`, filled(size)]);
  const none = await promptWith({});
  const few = (await promptWith(FILES)) - none;
  const many = (await promptWith(Object.fromEntries(most))) - none;
  return `In return each request carries the files: these three are ${whole(few)} tokens, five of the recommended sizes ${whole(many)}.`;
}

/** The tokens of the first system prompt in a folder with these files. */
async function promptWith(files: Files): Promise<number> {
  const [request] = await recorded(WITH, files, () => ({ text: "No." }));
  return request ? estimateTokens(systemOf(request)) : Number.NaN;
}
