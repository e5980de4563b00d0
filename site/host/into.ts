// site/host/into · where the output of an agent goes that a command line pipes or redirects: to a script, once the agent has ended.
import { Bash } from "just-bash";
import type { Into } from "./link.ts";

type Script = ReturnType<Bash["transform"]>["ast"];
export type Pipeline = Script["statements"][number]["pipelines"][number];
type Simple = Extract<Pipeline["commands"][number], { type: "SimpleCommand" }>;
type Redirection = Simple["redirections"][number];

/** The agent that the last command line asks for: what is to be done with its output. */
export const asked: { into: Into | undefined } = { into: undefined };

const literal = (value: string) => ({ type: "Literal", value }) as const;
const word = (value: string) => ({ type: "Word" as const, parts: [literal(value)] });

function textOf(part: unknown): string {
  const [first, ...more]: unknown[] = Object(part).parts ?? [];
  return more.length === 0 ? String(Object(first).value ?? "") : "";
}

const isStart = (command: Pipeline["commands"][number]): command is Simple =>
  command.type === "SimpleCommand" &&
  textOf(command.name) === "npm" &&
  textOf(command.args[0]) === "start";

const isInput = ({ operator }: Redirection) => operator.startsWith("<");

/** Leaves of a command line that starts an agent only what comes before its output; the rest is what `asked` holds then. */
export function cutAtAgent(pipeline: Pipeline): Pipeline {
  const at = pipeline.commands.findIndex(isStart);
  const start = pipeline.commands[at];
  if (start?.type !== "SimpleCommand") return pipeline;
  const given = start.redirections.filter((one) => !isInput(one));
  asked.into = intoOf(given, pipeline.commands.slice(at + 1));
  const begun = { ...start, redirections: start.redirections.filter(isInput) };
  return { ...pipeline, commands: [...pipeline.commands.slice(0, at), begun] };
}

function intoOf(given: Redirection[], rest: Pipeline["commands"]): Into {
  const files = given.filter(({ fd }) => fd !== 2);
  const copy = { type: "SimpleCommand", assignments: [], name: word("cat"), args: [] } as const;
  const first =
    files.length > 0 ? [{ ...copy, assignments: [], args: [], redirections: files }] : [];
  const commands = [...first, ...rest];
  return {
    errors: errorsOf(given.find(({ fd }) => fd === 2)),
    ...(commands.length > 0 && { script: scriptOf(commands) }),
  };
}

function errorsOf(redirection: Redirection | undefined): Into["errors"] {
  if (redirection === undefined) return "shown";
  return textOf(redirection.target) === "1" ? "joined" : "dropped";
}

/** The text of a pipeline: just-bash writes what a plugin has made of a script. */
function scriptOf(commands: Pipeline["commands"]): string {
  const pipeline = { type: "Pipeline", negated: false, commands } as const;
  const statement = { type: "Statement", operators: [], background: false } as const;
  const shell = new Bash();
  shell.registerTransformPlugin({
    name: "only",
    transform: ({ ast }) => ({
      ast: { ...ast, statements: [{ ...statement, operators: [], pipelines: [pipeline] }] },
    }),
  });
  return shell.transform("true").script;
}
