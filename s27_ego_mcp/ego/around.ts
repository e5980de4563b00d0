// s27 · ego/around – the files behind the tools: when desires were met, what is known of people, and of itself.
import { z } from "zod";
import { oneLine } from "../../shared/text.ts";
import type { Memories, Memory } from "../recall/recall.ts";
import type { Around } from "./core.ts";
import { DESIRES, levelOf, type Met, wordFor } from "./desires.ts";
import type { Kept } from "./hidden.ts";
import { learned, listIn, type Model, model, OF_PEOPLE, OF_SELF, textIn } from "./models.ts";
import { moved, nudges } from "./mood.ts";
import { openState, type Place } from "./state.ts";
import { lineOf } from "./words.ts";

const met = z.record(z.string(), z.object({ at: z.number(), quality: z.number().min(0).max(1) }));
const people = z.record(z.string(), model);

const WEEK_MS = 7 * 86_400_000;
/** So many memories are looked through, and so many make a tendency. */
const LOOKED = 200;
const LATELY = 30;

interface Numbers {
  levels: Record<string, number>;
  times: Record<string, Met>;
  nudge: Record<string, number>;
}

export interface Whole extends Around, Kept {
  /** What is behind the words, for the person. */
  numbers(): Promise<Numbers>;
}

/** What it keeps in `folder`/.ego. */
export function openAround(place: Place, memories: Memories, companion: string): Whole {
  const { now } = place;
  const times = openState("desires", met, {}, place);
  const known = openState("relationships", people, {}, place);
  const own = openState("self", model, {}, place);
  const nudge = async () => nudges(await memories.recent(LATELY), new Date(now()).getHours());
  async function desires() {
    const since = await times.read();
    const levels = Object.entries(DESIRES).map(([name, hours]) => [
      name,
      levelOf(hours, since[name], now()),
    ]);
    return moved(Object.fromEntries(levels), await nudge());
  }
  return {
    ...{ memories, now, companion, desires },
    async satisfy(name, quality) {
      if (!Object.hasOwn(DESIRES, name))
        throw new Error(
          `There is no desire ${oneLine(name, 40)}. There are: ${Object.keys(DESIRES).join(", ")}.`,
        );
      await times.update((all) => [{ ...all, [name]: { at: now(), quality } }, undefined]);
      return (await desires())[name] ?? 0;
    },
    async about(person) {
      const all = await known.read();
      const name = nameIn(all, person);
      const names = [name, ...listIn(all[name]?.aliases)];
      const recent = await memories.recent(LOOKED);
      return bullets(
        name,
        all[name] ?? {},
        recent.filter((one) => isAbout(one, names)),
        now(),
      );
    },
    async self() {
      return [...ownLines(await own.read()), ...tendency(await memories.recent(LATELY))];
    },
    async learnAbout(person, field, value) {
      const name = nameIn(await known.read(), checkedName(person));
      await known.update((all) => {
        const before = Object.hasOwn(all, name) ? all[name] : {};
        return [{ ...all, [name]: learned(before ?? {}, OF_PEOPLE, field, value) }, undefined];
      });
      return `${name}: ${field} is kept.`;
    },
    async learnAboutSelf(field, value) {
      await own.update((before) => [learned(before, OF_SELF, field, value), undefined]);
      return `${field} is kept.`;
    },
    numbers: async () => ({
      ...{ levels: await desires(), times: await times.read(), nudge: await nudge() },
    }),
  };
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._'’-]*$/u;

function checkedName(person: string): string {
  if (NAME.test(person)) return person;
  throw new Error(
    "A name has letters, digits, spaces and . _ - ' only, and begins with a letter or a digit.",
  );
}

/** The name under which somebody is known: exactly that, or one of the aliases. */
function nameIn(all: Record<string, Model>, person: string): string {
  const isSame = (one: string) => one.toLowerCase() === person.toLowerCase();
  const found = Object.entries(all).find(([name, { aliases }]) =>
    [name, ...listIn(aliases)].some(isSame),
  );
  return found?.[0] ?? person;
}

function isAbout({ sharedWith, content }: Memory, names: string[]): boolean {
  const words = names.map((name) => name.toLowerCase());
  const isTheirs = sharedWith.some((one) => words.includes(one.toLowerCase()));
  return isTheirs || words.some((word) => content.toLowerCase().includes(word));
}

/** What is known of somebody: three lines at most, each with what may follow from it. */
function bullets(name: string, known: Model, shared: Memory[], now: number): string[] {
  const { trust } = known;
  const parts = [
    typeof trust === "number" ? `trust[${wordFor(trust)}]` : "",
    ...["personality", "style", "facts"].map((field) => textIn(known[field])),
    listIn(known.topics).length > 0 ? `talks of ${listIn(known.topics).slice(-3).join(", ")}` : "",
  ].filter(Boolean);
  const week = shared.filter(({ createdAt }) => now - createdAt < WEEK_MS);
  const lines = [
    ...(parts.length > 0 ? [`${name}: ${parts.join("; ")}`] : []),
    ...(week.length > 0
      ? [`This week with ${name}: mostly ${mostOf(week, "emotion")}, so ${inferred(week)}`]
      : []),
    ...shared.slice(0, 1).map((one) => `Last with ${name}: ${lineOf(one, now)}`),
  ];
  return lines.length > 0 ? lines : [`Nothing is known of ${name} yet.`];
}

function inferred(memories: Memory[]): string {
  const valence = memories.reduce((sum, one) => sum + one.valence, 0) / memories.length;
  if (valence >= 0.2) return "it goes well between you, it seems.";
  return valence <= -0.2 ? "something may weigh on them." : "nothing stands out.";
}

/** The word that most of them have. */
function mostOf(memories: Memory[], key: "emotion" | "category"): string {
  const count = (word: string) => memories.filter((one) => one[key] === word).length;
  const words = memories.map((one) => one[key]);
  return words.sort((one, other) => count(other) - count(one))[0] ?? "";
}

function ownLines(own: Model): string[] {
  const [value, goal, question] = ["values", "goals", "questions"].map((field) =>
    textIn(own[field]),
  );
  const about = [textIn(own.narrative), value && `values ${value}`, goal && `goal: ${goal}`].filter(
    Boolean,
  );
  return [
    ...(about.length > 0 ? [`You: ${about.join("; ")}`] : []),
    ...(question ? [`An open question: ${question}`] : []),
  ];
}

const tendency = (lately: Memory[]): string[] =>
  lately.length < 3
    ? []
    : [`Lately: mostly ${mostOf(lately, "category")}, ${mostOf(lately, "emotion")}.`];
