// s03 · permission – the gate of every tool call: the core, the words of its questions, and /permissions.
import type Anthropic from "@anthropic-ai/sdk";
import { columnsIn } from "../../shared/characters.ts";
import { type Command, isUnattended, note } from "../../shared/terminal.ts";
import { eachKindFirst, withInvisible, withoutMiddle } from "../../shared/text.ts";
import type { Mechanism } from "../agent.ts";
import type { Decision, ToolContext } from "../tools.ts";
import {
  type Around,
  askAbout,
  type GateEvent,
  type Grants,
  decide as judgeCall,
  pass,
  type Question,
  type Words,
} from "./core.ts";

export type { GateEvent } from "./core.ts";
export { judgeFile, judgeLine } from "./judge.ts";

export interface Gate {
  gate(event: GateEvent): Promise<GateEvent>;
  commands: Record<string, Command>;
}

/** The same question, in which "always" for a command counts only `where`, such as in the background. A path counts for all. */
export function alwaysOnly(where: string, decision: Decision): Decision {
  if (decision.behaviour !== "ask") return decision;
  const reasons = decision.reasons.map(({ text, grant }) => ({
    text,
    ...(grant !== undefined && { grant: grant.replace(/^bash\b/, () => `bash ${where}`) }),
  }));
  return { ...decision, reasons };
}

/** A command has other effects in another folder, so "always" in a worktree does not count outside it. */
export async function decide(call: Anthropic.ToolUseBlock, context: ToolContext) {
  const { agent, cwd } = context;
  const decision = await judgeCall(call, context);
  return cwd === agent.cwd ? decision : alwaysOnly(`in ${cwd}`, decision);
}

/**
 * The gate that every tool call passes. It asks the person with the agent's `ask`. After "always" it does not ask
 * again about the same thing while this process runs; /permissions lists these grants and takes them back. The gate
 * adds an approved path to the roots of the call, so that the tool's own check lets it through.
 */
export function createGate(): Gate {
  const granted: Grants = new Set();
  let last: Promise<unknown> = Promise.resolve();
  const around: Around = { decide, ask: askInTurn, wordsOf };

  /** Several agents may ask at once. A question that waits is looked at again when its turn comes. */
  function askInTurn(event: GateEvent, question: Question): Promise<GateEvent> {
    if (isUnattended(event.context.turn)) return askAbout(event, question, granted, around); // refuses at once, also while another agent asks
    const answered = last.then(() => askAbout(event, question, granted, around));
    last = answered.catch(() => {}); // its own caller gets the error
    return answered;
  }

  return {
    gate: (event) => pass(event, around),
    commands: { permissions: permissionsCommand(granted) },
  };
}

/** The gate as a hook, with its command. */
export function createPermission(): Mechanism {
  const { gate, commands } = createGate();
  return { hooks: { PreToolUse: gate }, commands };
}

/** The call and the reasons as the question shows them. A call that it cannot show whole is not asked about. */
function wordsOf(call: Anthropic.ToolUseBlock, question: Question): Words {
  const { reasons } = question;
  const shown = oneLine(question.shown ?? describe(call));
  const why = inOrder(reasons.map(({ text }) => oneLine(text, mostOf(text, shown)))).join("; ");
  const how = question.shown === undefined ? SPLIT : SHORTER;
  return { shown, why, hidden: reasons.length > 0 ? whyHidden(shown, why, how) : undefined };
}

/** How much of a reason is shown. Only one that the call says as well may lose its middle: a program that git's configuration names stands nowhere else. */
function mostOf(text: string, shown: string): number | undefined {
  const said = oneLine(text.slice(text.indexOf(": ") + 2));
  return shown.includes(said) ? MAX_REASON : undefined;
}

/** Nobody can say yes to what they have not seen: a call that a question cannot show whole is refused, and how to go on. */
function whyHidden(shown: string, why: string, how: string): string | undefined {
  const many = "there are too many reasons to ask about it in one question, or too long ones";
  const long = `a question shows at most ${MAX_SHOWN} characters of a call, and this one has ${sizeOf(shown)}`;
  const hidden = sizeOf(shown) > MAX_SHOWN ? long : sizeOf(why) > MAX_WHY ? many : undefined;
  return hidden && `Nobody was asked, and the call did not run: ${hidden}. ${how}`;
}

/** A wide character, such as a Chinese one, counts as two: many of them would push the beginning off the screen, too. */
const sizeOf = (text: string) => (text.length > MAX_SHOWN ? text.length : columnsIn(text));

const SPLIT =
  "Split it into shorter calls that can be read one by one; a long script can be written with write_file and then run. A line that cannot be split is for the person to run.";

/** The tool of a server may take long texts, and nothing else: an issue, or a page. */
const SHORTER =
  "Call it with less. Or the person can say [a]lways to a shorter call of this tool: then it is not asked about any more, however long it is.";

/** Vague reasons come last, and one of each kind first, so that the question begins with what matters most. */
function inOrder(reasons: string[]): string[] {
  const sorted = reasons.toSorted((a, b) => Number(isVague(a)) - Number(isVague(b)));
  return eachKindFirst(sorted, (reason) => reason.split(":")[0]);
}

const isVague = (reason: string) => /^(runs a program|not understood):/.test(reason);

/** What was judged: the command line or the path, and for other tools the input; that, too, where a call has both, since one of them was not judged. */
function describe({ name, input }: Anthropic.ToolUseBlock): string {
  const { command, path }: { command?: unknown; path?: unknown } = Object(input);
  const [judged, other] = [command, path].filter((value) => typeof value === "string");
  const isOne = judged !== undefined && other === undefined;
  return `${name}: ${isOne ? judged : JSON.stringify(input)}`;
}

/** A question fills at most one screen of 24 lines with 80 characters. */
const MAX_SHOWN = 1000;
const MAX_REASON = 160;
const MAX_WHY = 640;

/**
 * A text as one line. With `max`, a long one loses its middle, so that its beginning stays on the screen. A tab is shown
 * by its number, because it is as wide as eight characters.
 */
const oneLine = (text: string, max = Number.POSITIVE_INFINITY) => {
  const line = text.replaceAll(/\r\n|[\n\r\u0085\u2028\u2029]/g, " ↵ ");
  return withoutMiddle(withInvisible(line).replaceAll("\t", "\\u{9}"), max);
};

/** /permissions lists the grants; with a number it takes that one back, with "clear" all of them. */
function permissionsCommand(granted: Grants): Command {
  return {
    description:
      "lists what is always allowed; /permissions 1 takes the first one back, /permissions clear all",
    run(argument) {
      const all = [...granted];
      const word = argument.trim();
      const grant = /^\d+$/.test(word) ? all[Number(word) - 1] : undefined;
      if (word === "clear") granted.clear();
      else if (grant !== undefined) granted.delete(grant);
      else if (word !== "")
        note(`There is no ${word}. Type a number from the list, or "clear".`, "yellow");
      const lines = [...granted].map((text, at) => `${at + 1}. ${oneLine(text, MAX_REASON)}`);
      note(lines.join("\n") || "Nothing is always allowed.");
    },
  };
}
