// s01 · tools – one tool call in, exactly one tool result out, whatever happens.
import type Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { oncePer } from "../shared/once.ts";
import { note, type TurnInfo } from "../shared/terminal.ts";
import type { Agent } from "./loop.ts";

/** What a tool gets besides its input. */
export interface ToolContext {
  agent: Agent;
  cwd: string;
  /** The folders whose files a tool may touch. */
  roots: string[];
  signal: AbortSignal;
  /** Who began the turn, and how a person is asked in it. */
  turn: TurnInfo;
}

/** Why the gate asks about a call. `grant` is what "always" allows from then on; without it the gate asks each time. */
export interface Reason {
  text: string;
  grant?: string;
}

/**
 * The judgement of a call. `paths` are real paths outside the roots; a yes gives the call access to them. `shown` is
 * what the question shows of the call; without it, the command, the path or the whole input.
 */
export type Decision =
  | { behaviour: "allow" }
  | { behaviour: "deny"; reason: string }
  | { behaviour: "ask"; reasons: Reason[]; paths: string[]; shown?: string };

/** The judgement of a tool that can do no harm. */
export const harmless = (): Decision => ({ behaviour: "allow" });

/**
 * What a call of a tool does. A rule about calls asks for this, so that it holds for tools of any name. A call "reads" or
 * changes files ("works"), is about the agent's "own" messages, "tells" another agent something, or "claims", "completes"
 * or "releases" a task.
 */
export type Effect = "reads" | "works" | "own" | "tells" | "claims" | "completes" | "releases";

/** What a call gives: a text, or blocks when there is a picture in it. */
export type Content = string | (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[];

/** A tool that the model may call. `run` returns the content of the result, or throws if the call fails. */
export interface Tool<Result extends Content = string> {
  name: string;
  description: string;
  /** A JSON schema, for a tool that checks its input elsewhere. */
  input: z.ZodObject | Anthropic.Tool.InputSchema;
  /** Says whether a call may run. If a tool has no `judge`, the gate asks about each of its calls. */
  judge?(input: unknown, context: ToolContext): Decision | Promise<Decision>;
  effect?: Effect;
  /** Calls of it that follow each other in one reply run at the same time. */
  concurrent?: true;
  /** Its results stay in the history when old results are cleared. */
  kept?: true;
  /** What the screen shows of its input, and of the words of its result, where that is not all of it. Must not throw. */
  shown?(said: unknown): unknown;
  /** Its own name, if it takes the place of an earlier tool of that name. */
  replaces?: string;
  /** It comes and goes, so the system prompt does not name it. */
  isGuest?: true;
  run(input: unknown, context: ToolContext): Promise<Result>;
}

interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, "input" | "judge" | "run"> {
  input: Input;
  judge?(input: z.infer<Input>, context: ToolContext): Decision | Promise<Decision>;
  run(input: z.infer<Input>, context: ToolContext): Promise<string>;
}

/** Makes a tool whose functions only get inputs that fit its schema. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { judge, ...rest } = definition;
  return {
    ...rest,
    ...(judge && {
      judge(input, context) {
        const checked = definition.input.safeParse(input);
        return checked.success ? judge(checked.data, context) : harmless(); // `run` refuses this input
      },
    }),
    async run(input, context) {
      const checked = definition.input.safeParse(input);
      if (checked.success) return definition.run(checked.data, context);
      throw new Error(`Wrong input. ${z.prettifyError(checked.error)}\nCorrect it and call again.`);
    },
  };
}

/** The tool as the API wants it: the schema that checks the input also describes it to the model. */
export function toWire({ name, description, input }: Tool<Content>): Anthropic.Tool {
  return {
    name,
    description,
    input_schema: input instanceof z.ZodObject ? schemaOf(input) : input,
  };
}

/** Made once: the tools go along with each model call, and making forty schemas takes longer than all the rest of it. */
const schemaOf = oncePer((input: z.ZodObject): Anthropic.Tool.InputSchema => {
  const { $schema, ...schema } = z.toJSONSchema(input, { io: "input" });
  return { ...schema, type: "object" };
});

/** The effect of a call's tool; undefined when nothing is known of it. */
export const effectOf = (
  { name }: Anthropic.ToolUseBlock,
  { agent }: ToolContext,
): Effect | undefined => agent.tools.find((tool) => tool.name === name)?.effect;

/** The end of a refusal: what the model is to do. The person does not see it. */
export const TELL = "Do not try another way; tell the person what the call was for.";

const INTERRUPTED = "Interrupted; this call did not run.";

/** Must not throw: whatever goes wrong becomes an error result that the model can read. */
export async function runTool(
  tools: Tool<Content>[],
  call: Anthropic.ToolUseBlock,
  context: ToolContext,
): Promise<Anthropic.ToolResultBlockParam> {
  if (context.signal.aborted) return toolError(call, INTERRUPTED);
  const { shown = (said: unknown) => said } = tools.find(({ name }) => name === call.name) ?? {};
  note(`${context.agent.label}> ${call.name} ${oneLine(shown(call.input))}`, "yellow");
  try {
    const content = await dispatch(tools, call, context);
    note(preview(String(shown(wordsIn(content)))), "dim");
    return { type: "tool_result", tool_use_id: call.id, content };
  } catch (error) {
    return toolError(call, error instanceof Error ? error.message : String(error));
  }
}

async function dispatch(
  tools: Tool<Content>[],
  call: Anthropic.ToolUseBlock,
  context: ToolContext,
): Promise<Content> {
  const tool = tools.find(({ name }) => name === call.name);
  if (tool) return tool.run(call.input, context);
  const names = tools.map(({ name }) => name).join(", ");
  throw new Error(`There is no tool ${call.name}. Use one of: ${names}.`);
}

/** The result of a call that failed or did not run. Both the person and the model see the reason; only the model, TELL. */
export function toolError(
  call: Anthropic.ToolUseBlock,
  reason: string,
): Anthropic.ToolResultBlockParam {
  note(`error: ${preview(reason.replace(` ${TELL}`, ""))}`, "red");
  return { type: "tool_result", tool_use_id: call.id, content: reason, is_error: true };
}

/** The text of a content; a picture as a word. */
export function wordsIn(content: Content): string {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" ? block.text : "[picture]")).join("\n");
}

/** A long text without its middle. The end stays: the last line says how a failed command ended. */
function preview(text: string): string {
  return text.length > 500 ? `${text.slice(0, 300)} … ${text.slice(-200)}` : text;
}

function oneLine(input: unknown): string {
  const isObject = typeof input === "object" && input !== null;
  const words = Object.entries(isObject ? input : { input }).map(([name, value]) => {
    if (value === true) return name;
    return typeof value === "string" ? value : JSON.stringify(value);
  });
  return preview(words.join(" ").replaceAll(/\s+/g, " "));
}
