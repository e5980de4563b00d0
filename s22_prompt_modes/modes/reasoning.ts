// s22 · modes/reasoning – whether the person sees what the model thinks before it answers.
import { type Command, note } from "../../shared/terminal.ts";
import { oneLine } from "../../shared/text.ts";
import type { HookEvents } from "../hooks.ts";

/** The section of the prompt, the hook and the command. */
export interface Reasoning {
  text(): string;
  show(event: HookEvents["AfterModel"]): void;
  command: Command;
}

const WORDS = ["on", "off"];

export function createReasoning(): Reasoning {
  let word = "off";
  const text = () =>
    `Reasoning: ${word === "on" ? "shown to the person" : "not shown"}. The person can change that with /reasoning.`;
  return {
    text,
    show({ reply: { content } }) {
      if (word === "off") return;
      for (const block of content)
        if (block.type === "thinking" && block.thinking.trim() !== "") note(block.thinking, "dim"); // some endpoints send it empty
    },
    command: {
      description: "/reasoning on: show what the model thinks; /reasoning off",
      run(argument) {
        const wanted = argument.trim();
        if (WORDS.includes(wanted)) word = wanted;
        else if (wanted !== "")
          return note(
            `There is no /reasoning ${oneLine(wanted, 40)}. There are: on, off.`,
            "yellow",
          );
        note(`Reasoning is ${word}.`);
      },
    },
  };
}
