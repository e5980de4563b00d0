// s22 · modes/reasoning – whether the person sees what the model thinks before it answers.
import { subcommands } from "../../shared/subcommands.ts";
import { type Command, note } from "../../shared/terminal.ts";
import type { HookEvents } from "../hooks.ts";

/** The section of the prompt, the hook and the command. */
export interface Reasoning {
  text(): string;
  show(event: HookEvents["AfterModel"]): void;
  command: Command;
}

export function createReasoning(): Reasoning {
  let word = "off";
  const text = () =>
    `Reasoning: ${word === "on" ? "shown to the person" : "not shown"}. The person can change that with /reasoning.`;
  const tell = () => note(`Reasoning is ${word}.`);
  const turn = (to: string) => {
    word = to;
    tell();
  };
  return {
    text,
    show({ reply: { content } }) {
      if (word === "off") return;
      for (const block of content)
        if (block.type === "thinking" && block.thinking.trim() !== "") note(block.thinking, "dim"); // some endpoints send it empty
    },
    command: subcommands("reasoning", "whether you see what the model thinks", {
      "": { run: tell },
      on: { run: () => turn("on") },
      off: { run: () => turn("off") },
    }),
  };
}
