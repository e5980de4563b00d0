// course/judge/launchFile · launch.json: how an agent from elsewhere is started and spoken with.
import { z } from "zod";
import { parseJson } from "../../practice/json/json.ts";
import { say } from "../base/say.ts";
import { messageOf } from "../base/text.ts";
import { STAGES } from "../spec/elsewhere.ts";

/** What docs/judge says of each field. */
const fields = z.strictObject({
  command: z.array(z.string().min(1)).min(1),
  speaks: z.enum(STAGES).default("control"),
  once: z.array(z.string()).default(["-p"]),
  prompt: z.string().min(1).optional(),
  patience: z.number().positive().max(600).default(10),
});
export const KEYS = Object.keys(fields.shape);

/** What launch.json says. */
export type LaunchFile = z.infer<typeof fields>;

/** What a field must be. */
const must = (): Record<string, string> => ({
  command: say`"command" must be a list of words, such as ["python3", "agent.py"].`,
  speaks: say`"speaks" must be ${STAGES.map((stage) => `"${stage}"`).join(say` or `)}.`,
  once: say`"once" must be a list of words, such as ["-p"], or [] for none.`,
  prompt: say`"prompt" must be a string that is not empty.`,
  patience: say`"patience" must be a number of seconds, 600 at most.`,
});
const example = () => say`It must be an object such as {"command": ["python3", "agent.py"]}.`;
const noPrompt = () =>
  say`"speaks": "lines" needs "prompt": what the agent prints last when it waits for a line, such as "prompt": "py >> ".`;

/** Reads the text of a launch.json. Throws an Error of one line: file, line, what is wrong, what to write. */
export function parseLaunchFile(text: string, fileName: string): LaunchFile {
  try {
    const { value, lineOf } = parseJson(text);
    const { data, error } = fields.safeParse(value);
    if (error) {
      const [key, words] = problemOf(error.issues);
      throw new Error(`${lineOf(key === undefined ? [] : [key])}: ${words}`);
    }
    if (data.speaks === "lines" && data.prompt === undefined)
      throw new Error(`${lineOf(["speaks"])}: ${noPrompt()}`);
    return data;
  } catch (error) {
    throw new Error(`${fileName}:${messageOf(error)}`);
  }
}

/** The key that is wrong first, and what to write instead. A mistyped key is named first: it is why another one is missing. */
function problemOf(issues: z.core.$ZodIssue[]): [key: string | undefined, words: string] {
  const unknown = issues.find((issue) => issue.code === "unrecognized_keys")?.keys[0];
  if (unknown !== undefined)
    return [unknown, say`"${unknown}" is not known here. There are: ${KEYS.join(", ")}.`];
  const key = issues[0]?.path[0];
  return typeof key === "string" ? [key, must()[key] ?? example()] : [undefined, example()];
}
