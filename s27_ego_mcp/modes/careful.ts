// s22 · modes/careful – a section that fails is left out, and the rest of the prompt is whole.
import { describeError } from "../../shared/errors.ts";
import { note } from "../../shared/terminal.ts";
import type { PromptSection } from "../prompt.ts";

export const careful = (section: PromptSection): PromptSection => ({
  ...section,
  text(context) {
    try {
      return section.text(context);
    } catch (error) {
      note(`[prompt] The section ${section.name} is left out: ${describeError(error)}`, "yellow");
      return undefined;
    }
  },
});
