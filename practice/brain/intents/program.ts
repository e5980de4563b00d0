// practice/brain/intents/program · small programs that are asked for by what they do, and run where that is asked too.
import { filesOf, says, spansOf } from "../clauses.ts";
import { kindsIn, numbersIn } from "../numbers.ts";
import { GREETING } from "../slots.ts";
import { spoken, tell } from "../tell.ts";
import type { Clause, Intent, Language, PlanContext, Reading, Span, Step } from "../types.ts";
import { row, sentences } from "../words.ts";
import { declined } from "./declined.ts";
import { writeStep } from "./files.ts";
import { runStep, startCommand } from "./run.ts";
import { endingOf, isProgram, PROGRAMS, type Program, programsIn, source } from "./sources.ts";

export const PRINTS =
  /\b(?:prints?|printing|printed|says?|outputs?|echoes|logs|shows?|displays?)\b|打印|输出|显示|说|出力|表示|プリント|印刷/i;
export const GREETS =
  /\b(?:hello|greetings?|greets?|welcome)\b|问候|问好|打招呼|招呼|你好|欢迎|挨拶|あいさつ|ハロー ?ワールド|ハロワ|こんにちは/i;
/** Languages that it writes nothing in. */
const OTHER =
  /(?<![\w.-])(?:golang|rust|ruby|php|perl|java|swift|kotlin|lua|scala|haskell|c\+\+|c#)(?![\w.+#-])|(?:\b(?:in|with)|用)\s*(?:go|c)\b|(?<![a-z.])(?:go|c)\s*(?:语言|言語|で|の|program|hello)/i;
export const RUNS =
  /(?:\b(?:and|then)|&) (?:then )?(?:run|execute|start|launch|try|test)\b|\b(?:run|execute|start|launch|try|test)(?:ning|ing)? (?:it|the (?:file|program|script))\b|运行|执行|跑|(?<!测)试|(?<=用\s*(?:python ?3?|js|javascript|node)\s*来?)(?:算|计算|求)|実行|動か|走らせ|試|起動/i;

/** A program that is there is to do something else than it does. */
const CAUSES =
  /\bmake\s+[\uE000-\uF8FF]\s+(?!with\b|that\b|which\b|and\b|using\b)[a-z]+|\bmake (?:the|my|this|that) |^让|[把让]\s*[\uE000-\uF8FF]/i;

/** "create hello.py that prints a greeting": a program it knows, in the file that is named or one called after it. */
export function program(clause: Clause, { language }: PlanContext): Reading | undefined {
  const files = filesOf(clause);
  const name = files.find((file) => isProgram(endingOf(file) ?? ""));
  const [other, more] = files.filter((file) => file !== name);
  const topic = says(clause, CAUSES) ? undefined : topicOf(clause);
  if (topic === undefined || more !== undefined) return undefined;
  const { own, text } = topic;
  // A text for a file, which only looks like one to be printed.
  if (own === PROGRAMS.say && other !== undefined) return undefined;
  // The language that is named, or else JavaScript where the program has some.
  const [first = "js"] = [...kindsIn(clause.text).filter(isProgram), ...Object.keys(own.code)];
  const ending = endingOf(name ?? "") ?? first;
  const what = own.name[spoken(language)];
  if (other !== undefined || says(clause, OTHER) || source(own, ending) === undefined) {
    const kinds = Object.keys(own.code).map((kind) => `\`.${kind}\``);
    return declined(language, "programLanguage", { what, kinds: row(language, kinds) });
  }
  const file = name ?? `${own.file}.${ending}`;
  return { kind: "steps", steps: [programStep(language, file, { own, ending, text })] };
}

/** Writes a program, and says what it is and how it is started. */
export function programStep(
  language: Language,
  file: string,
  { own, ending, text }: { own: Program; ending: string; text?: string | undefined },
): Step {
  const step = writeStep(language, file, source(own, ending, text) ?? "");
  const { ends } = own;
  const say = (...said: Parameters<Step["say"]>) => step.say(...said) + about(language, file, own);
  const rule = own === PROGRAMS.say && text === undefined ? step.rule : "write-program";
  return { ...step, rule, ...(ends === undefined ? {} : { ends }), say };
}

function about(language: Language, file: string, { name, words, ends }: Program): string {
  if (words.length === 0) return "";
  const is = tell(language, "programIs", { file, what: name[spoken(language)] });
  const how =
    ends === undefined ? "" : tell(language, "programAsks", { line: startCommand(file) ?? file });
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
  return says(clause, MAKES) && programsIn(wordsIn(clause)).length > 0;
}

const PROGRAM =
  /\b(?:program|script|game|app)\b|程序|脚本|游戏|プログラム|スクリプト|ゲーム|アプリ/i;

/** Whether some program is to be made. */
export const makesOne = (clause: Clause) => says(clause, MAKES) && says(clause, PROGRAM);

/** Whether it says what is to be in a program: its topic, a greeting, numbers. */
export const saysContent = (clause: Clause) =>
  says(clause, GREETS) || programsIn(clause.text).length > 0;

/** A program, or the names of those that it can write. */
export function oneProgram(clause: Clause, context: PlanContext): Reading | undefined {
  const [file = "x.js"] = filesOf(clause);
  const isOpen = isProgram(endingOf(file) ?? "");
  const reason = unknownProgram(context.language);
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
  text?: string;
}

/** What a program is to do; a number or a second text would be left out. */
function topicOf(clause: Clause): Topic | undefined {
  const [literal, second] = spansOf(clause, "literal");
  if (second !== undefined || numbersIn(wordsIn(clause)).length > 0) return undefined;
  const [own, more] = programsIn(wordsIn(clause));
  if (own !== undefined) return literal?.kind === "quote" || more ? undefined : { own };
  const [text, { say }] = [textOf(clause, literal), PROGRAMS];
  return text === undefined || say === undefined ? undefined : { own: say, text };
}

const HELLO_WORLD = "Hello, world!";
const IS_HELLO_WORLD = /^hello,? world!?$/i;

/** The text that a program is to print: one in quotes, or a greeting. To greet Ada is to say hello to her. */
function textOf(clause: Clause, literal: Span | undefined): string | undefined {
  if (literal === undefined) return says(clause, GREETS) ? HELLO_WORLD : undefined;
  const { kind, text } = literal;
  const isPrinted = says(clause, PRINTS);
  const isGreeting = GREETING.test(text);
  if (text.includes("\n")) return undefined;
  if (says(clause, GREETS) && !(isPrinted && (kind !== "free" || isGreeting)))
    return `Hello, ${text}!`;
  if (!isPrinted) return undefined;
  if (kind !== "free") return text;
  return IS_HELLO_WORLD.test(text) ? HELLO_WORLD : isGreeting ? text : undefined;
}

/** Why it writes nothing, with what it can write. */
export function unknownProgram(language: Language): string {
  const named = Object.values(PROGRAMS).filter(({ words }) => words.length > 0);
  const near = named.map(({ name }) => tell(language, "writeIt", { what: name[spoken(language)] }));
  return tell(language, "unknownProgram", { near: row(language, near) });
}
