// course/measure/beats · what a heartbeat costs: a look, a day on which there is nothing, and how many looks a list asks for.
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import { recorded, systemOf } from "./record.ts";
import { type Case, type Row, whole } from "./row.ts";

const CHAPTER = "s24";
/** A day of half hours. */
const DAY = { step: "30m", times: 48 };
const EMPTY = "# Heartbeat\n";
const ONE = "### inbox: letters (every 30m)\nIs there a letter from Bo?\n";
/** How often the design's five tasks are to be looked at, in minutes. */
const CADENCES = [30, 120, 30, 1440, 1440];
/** The limit of the design for one file, and that of the chapter, in characters. */
const LIMITS = { design: 65_536, ours: 20_000 };

export async function beatRows(): Promise<Row[]> {
  return [await wordsRow(), await dayRow(), loadRow()];
}

const tokensOf = (value: object) => estimateTokens(JSON.stringify(value));
const isLook = ({ messages }: MessageRequest) => JSON.stringify(messages).includes("HEARTBEAT_OK");

/** The looks of a day in which each is answered with silence. */
async function looksOf(chapter: string, list: string): Promise<MessageRequest[]> {
  const files = { "HEARTBEAT.md": list };
  const requests = await recorded(chapter, files, () => ({ text: "HEARTBEAT_OK" }), DAY);
  return requests.filter(isLook);
}

async function dayRow(): Promise<Row> {
  const caseOf = async (when: string, chapter: string, list: string): Promise<Case> => {
    const looks = await looksOf(chapter, list);
    const tokens = looks.reduce((all, look) => all + tokensOf(look), 0);
    const figure = `${whole(looks.length)} requests, ${whole(tokens)} tokens`;
    return { when, figure, isMet: looks.length === 0 };
  };
  const [look] = await looksOf(CHAPTER, ONE);
  return {
    id: "N33",
    claim: "nothing to tell is silence, and costs nothing",
    cases: [
      await caseOf("nothing is on the list", CHAPTER, EMPTY),
      await caseOf("nothing is on the list, third draft", `${CHAPTER}.3`, EMPTY),
      await caseOf("a task each half hour, HEARTBEAT_OK each time", CHAPTER, ONE),
    ],
    how: `Requests of ${CHAPTER} in ${DAY.times} half hours of its clock in which nobody types; all tokens that were sent. Looks are half an hour apart, so nothing of a look comes from a cache that lives five minutes.`,
    why: `the code can see that there is nothing. What only a model can judge costs a request each time: about ${whole(look ? tokensOf(look) : Number.NaN)} tokens, of which the schemas of its tools are ${whole(tokensOf(look?.tools ?? []))}.`,
  };
}

function loadRow(): Row {
  const tasksIn = (every: number) => CADENCES.reduce((all, minutes) => all + every / minutes, 0);
  const caseOf = (every: number): Case => {
    const figure = `${tasksIn(every).toFixed(2)} tasks a look`;
    return { when: `a look each ${every} minutes`, figure, isMet: tasksIn(every) <= 1 };
  };
  return {
    id: "N34",
    claim: "one task a heartbeat is enough for the five tasks of the example",
    cases: [caseOf(30), caseOf(10)],
    how: "The sum of the minutes from one look to the next, divided by each task's own time.",
    why: "looks come often enough. With fewer, the tasks take turns, and each comes later than its heading says.",
  };
}

async function wordsRow(): Promise<Row> {
  const words = Array.from(
    { length: LIMITS.design / 8 },
    (_, at) => `w${String(at).padStart(6, "0")}`,
  );
  const caseOf = async (when: string, count: number): Promise<Case> => {
    const text = words.slice(0, count).join(" ");
    const [request] = await recorded(CHAPTER, { "AGENTS.md": text }, () => ({ text: "No." }));
    const kept = request ? (systemOf(request).match(/w\d{6}/g) ?? []).length : Number.NaN;
    return {
      when,
      figure: `${whole(count - kept)} of ${whole(count)} words dropped`,
      isMet: kept === count,
    };
  };
  return {
    id: "N3",
    claim: `a file of up to ${whole(LIMITS.design)} characters is in the prompt whole`,
    cases: [
      await caseOf(`${whole(LIMITS.ours - 1000)} characters`, (LIMITS.ours - 1000) / 8),
      await caseOf(`${whole(LIMITS.design)} characters`, words.length),
    ],
    how: `Words of AGENTS.md that are not in the system prompt of ${CHAPTER}, with its own settings.`,
    why: `the file is within ${whole(LIMITS.ours)} characters, which is what ${CHAPTER} allows unless agent.json5 says more. What is left out is told in the prompt and to the person.`,
  };
}
