// practice/brain/intents/program · small programs that are asked for by what they do, and run where that is asked too.
import { filesOf, says, spansOf } from "../clauses.ts";
import { kindsIn, numbersIn } from "../numbers.ts";
import texts from "../programs/says.json" with { type: "json" };
import type { Sentences } from "../rows/row.ts";
import { GREETING } from "../slots.ts";
import type { Clause, Intent, Language, PlanContext, Reading, Span, Step } from "../types.ts";
import { row, sentences } from "../words.ts";
import { runStep, startCommand } from "./run.ts";
import {
  endingOf,
  isProgram,
  nearPrograms,
  PROGRAMS,
  type Program,
  programsIn,
  source,
  type Values,
} from "./sources.ts";
import { writeStep } from "./writeStep.ts";

export const PRINTS =
  /\b(?:prints?|printing|printed|says?|outputs?|echoes|logs|shows?|displays?)\b|打印|输出|显示|说|出力|表示|プリント|印刷/i;
export const GREETS =
  /\b(?:hello|greetings?|greets?|welcome)\b|问候|问好|打招呼|招呼|你好|欢迎|挨拶|あいさつ|ハロー ?ワールド|ハロワ|こんにちは/i;
const COUNTS =
  /\b(?:numbers?|counts?|counting|integers|digits)\b|数字|整数|数到|数|从|数値|数え|まで/i;
/** Languages that it writes nothing in. */
const OTHER =
  /(?<![\w.-])(?:golang|rust|ruby|php|perl|java|swift|kotlin|lua|scala|haskell|c\+\+|c#)(?![\w.+#-])|(?:\b(?:in|with)|用)\s*(?:go|c)\b|(?<![a-z.])(?:go|c)\s*(?:语言|言語|で|の|program|hello)/i;
export const RUNS =
  /(?:\b(?:and|then)|&) (?:then )?(?:run|execute|start|launch|try|test)\b|\b(?:run|execute|start|launch|try|test)(?:ning|ing)? (?:it|the (?:file|program|script))\b|运行|执行|跑|(?<!测)试|(?<=用\s*(?:python ?3?|js|javascript|node)\s*来?)(?:算|计算|求)|実行|動か|走らせ|試|起動/i;

/** A program that is there is to do something else than it does. */
const CAUSES =
  /\bmake\s+[\uE000-\uF8FF]\s+(?!with\b|that\b|which\b|and\b|to\b|in\b|using\b|for\b|prints\b|printing\b|says\b|print 1)[a-z]+|\bmake (?:the|my|this|that) .*\b(?:more \w+|better|faster|slower|harder|easier|nicer|prettier|smaller|bigger|shorter|longer|colou?rful|work)\b|^让|[把让]\s*[\uE000-\uF8FF]/i;
/** Not counting up, or not once. */
const OTHERWISE =
  /\b(?:times|reverse|backwards|count ?downs?|down|descending|random|squares?|cubes?|every|each|primes?|even|odd|sums?|totals?|add|factorials?|multiples?|divisible|without|except|roman|binary|hex|words?|letters?)\b|revers|[次遍回倒逆降]|平方|随机|二乗|ランダム|[质質素偶奇]数|阶乘|階乗|之?和|总和|合計|倍数|除/i;

/** "create hello.py that prints a greeting": a program it knows, in the file that is named or one called after it. */
export function program(clause: Clause, { language }: PlanContext): Reading | undefined {
  const refused = (key: string, slots: Readonly<Record<string, string>>): Reading => ({
    kind: "decline",
    reason: tell(language, key, slots),
  });
  const files = filesOf(clause);
  const name = files.find((file) => isProgram(endingOf(file) ?? ""));
  const [other, more] = files.filter((file) => file !== name);
  const topic = says(clause, CAUSES) ? undefined : topicOf(clause);
  if (topic === undefined || more !== undefined) return undefined;
  const { own, values } = topic;
  // A text for a file, which only looks like one to be printed.
  if (own === PROGRAMS.say && other !== undefined) return undefined;
  const ending = endingOf(name ?? "") ?? endingIn(clause, own);
  const what = own.name[language];
  if (other !== undefined || says(clause, OTHER) || source(own, ending) === undefined) {
    const kinds = Object.keys(own.code).map((kind) => `\`.${kind}\``);
    return refused("language", { what, kinds: row(language, kinds) });
  }
  const isBig = Object.values(values).some((value) => own.most && Number(value) > own.most);
  if (isBig) return refused("big", { what, most: String(own.most) });
  const file = name ?? `${own.file}.${ending}`;
  return { kind: "steps", steps: [programStep(language, file, ending, own, values)] };
}

/** The language that a wish names, or else JavaScript where the program has some. */
function endingIn(clause: Clause, { code }: Program): string {
  const [named] = kindsIn(clause.text).filter(isProgram);
  const [first = "js"] = Object.keys(code);
  return named ?? first;
}

/** Writes a program, and says what it is and how it is started. */
export function programStep(
  language: Language,
  file: string,
  ending: string,
  own: Program,
  values: Values = {},
): Step {
  const step = writeStep(language, file, source(own, ending, values) ?? "");
  const { ends } = own;
  const say = (...said: Parameters<Step["say"]>) => step.say(...said) + about(language, file, own);
  const rule = own === PROGRAMS.say && values.text === undefined ? step.rule : "write-program";
  return { ...step, rule, ...(ends === undefined ? {} : { ends }), say };
}

function about(language: Language, file: string, { name, words, ends }: Program): string {
  if (words.length === 0) return "";
  const is = tell(language, "is", { file, what: name[language] });
  const how = ends === undefined ? "" : tell(language, ends, { line: startCommand(file) ?? file });
  return `\n\n${sentences(language, [is, how])}`;
}

/** "Write fizzbuzz and run it" in one; what asks for input or does not end is not run. */
export const withRun =
  (write: Intent): Intent =>
  (clause, context) => {
    const reading = write(clause, context);
    const step = reading?.kind === "steps" ? reading.steps.at(-1) : undefined;
    const line = step?.file === undefined ? undefined : startCommand(step.file);
    if (reading?.kind !== "steps" || step?.file === undefined || line === undefined) return reading;
    if (step.ends !== undefined || !says(clause, RUNS)) return reading;
    const run: Step = { ...runStep(context.language, "run-file", line), file: step.file };
    return { kind: "steps", steps: [...reading.steps, run] };
  };

const MAKES =
  /^(?:(?:please|can you|could you|and|now|then|also)\s+)*(?:write|make|create|build|code|program|generate|develop|put together|i'd like|i want|i need)\s+(?!the\b|my\b|this\b|it\b)|^(?!.*[把让]).*(?:写|做|编|创建|生成|来一?个|弄)|用\s*(?:python ?3?|js|javascript|node)\s*来?(?:算|计算|求|列出|打印|输出)|(?:作っ|作り|作る|作成|書い|書き)(?!直)/i;

/** Whether it is certain by its words that a program is to be made, though it is like no example. */
export function asksForProgram(clause: Clause): boolean {
  return says(clause, MAKES) && namesProgram(clause);
}

const PROGRAM =
  /\b(?:program|script|game|app)\b|程序|脚本|游戏|プログラム|スクリプト|ゲーム|アプリ/i;

/** Whether some program is to be made. */
export const makesOne = (clause: Clause) => says(clause, MAKES) && says(clause, PROGRAM);

const namesProgram = (clause: Clause) => programsIn(wordsIn(clause)).length > 0;

/** Whether it says what is to be in a program: its topic, a greeting, numbers. */
export const saysContent = (clause: Clause) =>
  says(clause, GREETS) || says(clause, COUNTS) || programsIn(clause.text).length > 0;

/** A program, or the names of three that it knows. */
export function oneProgram(clause: Clause, context: PlanContext): Reading | undefined {
  const [file = "x.js"] = filesOf(clause);
  const reason = unknownProgram(clause, context.language);
  const isOpen = isProgram(endingOf(file) ?? "");
  return program(clause, context) ?? (isOpen ? { kind: "decline", reason } : undefined);
}

/** The words of a wish with the names of its files, and without what is quoted. */
function wordsIn({ text, tokens }: Clause): string {
  return tokens.reduce(
    (words, { word, span }) =>
      span === undefined
        ? words
        : words.replace(word, () => (span.kind === "quote" ? "" : span.raw)),
    text,
  );
}

interface Topic {
  own: Program;
  values: Values;
}

function topicOf(clause: Clause): Topic | undefined {
  const literals = spansOf(clause, "literal");
  const [own, second] = programsIn(wordsIn(clause));
  if (own === undefined) return literals.length > 1 ? undefined : plainTopic(clause, literals[0]);
  const values = second === undefined ? numbersFor(own, numbersIn(wordsIn(clause))) : undefined;
  return values && { own, values };
}

/** What the numbers of a wish are to a program; undefined where that is not certain. */
function numbersFor(own: Program, said: number[]): Values | undefined {
  const names = Object.keys(own.numbers ?? {});
  const given = names.length === 1 && said.length > 1 ? said.filter((number) => number > 1) : said;
  if (given.length === 0) return {};
  if (given.length > names.length) return undefined;
  const [first] = given;
  const single = given.length === 1 ? (own.one ?? names.slice(0, 1)) : names;
  return Object.fromEntries(single.map((name, at) => [name, given[at] ?? first ?? 0]));
}

/** To print a text, to greet somebody, to count. */
function plainTopic(clause: Clause, literal: Span | undefined): Topic | undefined {
  const { count, say } = PROGRAMS;
  const numbers = numbersIn(wordsIn(clause));
  const text = literal?.text;
  if (numbers.length > 0 && count !== undefined) {
    const values = numbersFor(count, numbers);
    const counts =
      (says(clause, PRINTS) || says(clause, COUNTS)) &&
      !says(clause, OTHERWISE) &&
      Number(values?.from ?? 1) <= Number(values?.to);
    return values && counts && text === undefined ? { own: count, values } : undefined;
  }
  const said = textOf(clause, literal);
  return said === undefined || say === undefined ? undefined : { own: say, values: { text: said } };
}

const HELLO_WORLD = "Hello, world!";

/** The text that a program is to print. To say hello is to greet in any words, to print hello is not. */
function textOf(clause: Clause, literal: Span | undefined): string | undefined {
  const isPrinted = says(clause, PRINTS);
  if (literal === undefined) return says(clause, GREETS) ? HELLO_WORLD : undefined;
  const { text, kind } = literal;
  const isFree = kind === "free";
  const own =
    isPrinted && !text.includes("\n") && !(isFree && DESCRIBED.test(text) && !GREETING.test(text))
      ? text
      : undefined;
  const isSaid = /\bsays?\s/i.test(clause.text) && isFree && isHello(text);
  if (!isSaid && isPrinted && GREETING.test(text))
    return isFree && isHelloWorld(text) ? HELLO_WORLD : own;
  if (says(clause, GREETS) && (isFree || !isPrinted)) return `Hello, ${text}!`;
  return isFree && isHello(text) ? HELLO_WORLD : own;
}

/** Words that describe a text. */
const DESCRIBED =
  /^(?:the|an?|all|every|each|some|my|your|its?|random|how|what|numbers?)\b|[^\x00-\x7f]/i;
/** "with hello world" behind a program's name means the program, not its source. */
const isHello = (text: string) => /^(?:hello|hi)(?:,? world)?!?$/i.test(text.normalize("NFKC"));
const isHelloWorld = (text: string) => /^hello,? world!?$/i.test(text.normalize("NFKC"));

/** Why it writes nothing, with three programs that come near. */
export function unknownProgram(clause: Clause, language: Language): string {
  const names = nearPrograms(wordsIn(clause), language);
  const near = row(
    language,
    names.map((what) => tell(language, "write", { what })),
  );
  return tell(language, "unknown", { near });
}

const SAYS: Readonly<Record<string, Sentences>> = texts;

/** One of the sentences about programs, with what stands at {name} in it. */
function tell(language: Language, key: string, slots: Readonly<Record<string, string>>): string {
  const text = SAYS[key]?.[language] ?? "";
  return text.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? "");
}
