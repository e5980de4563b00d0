// practice/brain/intents/writeStep · the step that writes a file, by the tool for it or by the shell.

import { writeCommand } from "../shell.ts";
import { tell } from "../tell.ts";
import type { Call, Language, Offer, Step } from "../types.ts";
import { answered } from "../words.ts";

export function writeStep(language: Language, file: string, content: string): Step {
  return {
    rule: "write-file",
    task: tell(language, "write", { file }),
    file,
    call: (offer) => writeCall(offer, file, content),
    say: (result) => answered(language, tell(language, "wrote", { file }), result),
  };
}

export function writeCall(offer: Offer, file: string, content: string): Call | undefined {
  return offer.write?.(file, content) ?? offer.shell?.(writeCommand(file, content));
}
