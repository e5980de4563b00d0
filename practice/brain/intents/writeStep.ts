// practice/brain/intents/writeStep · the step that writes a file, by the tool for it or by the shell.
import { writeCommand } from "../shell.ts";
import type { Call, Language, Offer, Step } from "../types.ts";
import { answered, pick } from "../words.ts";

export function writeStep(language: Language, file: string, content: string): Step {
  return {
    rule: "write-file",
    task: pick(language, `write ${file}`, `写入 ${file}`, `${file} の書き込み`),
    file,
    call: (offer) => writeCall(offer, file, content),
    say: (result) =>
      answered(
        language,
        pick(language, `Wrote ${file}.`, `已写入 ${file}。`, `${file} に書き込みました。`),
        result,
      ),
  };
}

export function writeCall(offer: Offer, file: string, content: string): Call | undefined {
  return offer.write?.(file, content) ?? offer.shell?.(writeCommand(file, content));
}
