// practice/brain/standingOrders · the few plain orders in a system prompt that are followed in every reply: to sign, in which language to answer, how to end.
import { isFields } from "../json/fields.ts";
import type { Reply } from "../protocol/reply.ts";
import { stringOf, textOf } from "./blocks.ts";
import { patterns } from "./patterns.ts";
import { END, sentencesOf, withoutEnd } from "./sentences.ts";
import FORMS from "./standingOrders.json" with { type: "json" };
import type { Language } from "./types.ts";

/** What the system prompt asks of each reply. */
export interface StandingOrders {
  /** What stands below a text that is written for somebody to read. */
  name?: string;
  /** Of the sentences in an answer. */
  language?: Language;
  /** What an answer ends with. */
  last?: string;
}

const VALUE = `["“「『'\`]?(?<value>[^"“”「」『』\`\\n]{1,40}?)["”」』'\`]?`;
const PLEASE = "(?:always |please )*";

/** An order is a whole sentence. */
const [SIGN, ANSWER, FINISH] = [FORMS.sign, FORMS.answer, FORMS.finish].map((forms) =>
  patterns(forms, { value: VALUE, please: PLEASE }),
);
const LANGUAGES = ["en", "zh", "ja"] as const;

/** The orders in the system prompt of a request; of two of a kind the first, which the harness put in front. Any value is accepted. */
export function standingOrders(body: unknown): StandingOrders {
  const sentences = sentencesIn(textOf(isFields(body) ? body.system : undefined));
  const name = valueIn(sentences, SIGN);
  const spoken = valueIn(sentences, ANSWER);
  const language = LANGUAGES.find((one) =>
    new RegExp(FORMS.languages[one], "i").test(spoken ?? ""),
  );
  const last = valueIn(sentences, FINISH);
  return { ...(name && { name }), ...(language && { language }), ...(last && { last }) };
}

/** A quotation that is a sentence, or longer than a name, is nobody's own words. */
const QUOTED = /"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』/g;
const LONGEST_NAME = 42;

function sentencesIn(system: string): string[] {
  const isName = (quote: string) => quote.length <= LONGEST_NAME && !END.test(quote);
  const own = system.replace(QUOTED, (quote) => (isName(quote) ? quote : "…"));
  return sentencesOf(own).map((sentence) => withoutEnd(sentence.replace(/^[-*•] /, "")));
}

function valueIn(sentences: string[], forms: RegExp[] = []): string | undefined {
  for (const sentence of sentences)
    for (const form of forms) {
      const value = form.exec(sentence)?.groups?.value?.trim();
      if (value) return value;
    }
  return undefined;
}

/** The reply as the orders want it: its texts signed, and the words that end the turn with the last one behind them. */
export function asOrdered<Said extends Reply>(reply: Said, { name, last }: StandingOrders): Said {
  const { calls, text } = reply;
  if (calls !== undefined && calls.length > 0)
    return name === undefined
      ? reply
      : { ...reply, calls: calls.map((call) => signed(call, name)) };
  return last === undefined || text === undefined
    ? reply
    : { ...reply, text: `${text}\n\n${last}` };
}

type Call = NonNullable<Reply["calls"]>[number];

const WRITES = /^(?:write_?file|write|create_file|send_message)$/i;
const TEXTS = ["content", "contents", "text", "file_text", "message"];
const PATHS = ["path", "file_path", "filepath", "filename", "file"];
/** A line more would break a program, or data. */
const FOR_PEOPLE = /(?:\.(?:md|txt)|(?:^|\/)[^./]+)$/i;

function signed(call: Call, name: string): Call {
  const input = isFields(call.input) ? call.input : {};
  const path = PATHS.find((key) => typeof input[key] === "string");
  const key = TEXTS.find((one) => stringOf(input[one]).trim() !== "");
  const isForPeople = path === undefined || FOR_PEOPLE.test(stringOf(input[path]));
  if (!WRITES.test(call.name) || key === undefined || !isForPeople) return call;
  const [, text = "", end = ""] = /^([\s\S]*?)(\n*)$/.exec(stringOf(input[key])) ?? [];
  return { ...call, input: { ...input, [key]: `${text}\n${name}${end}` } };
}
