// s24 · heartbeat/words – what a look is asked, and what its answer comes to.
import { asNote } from "../../shared/messages.ts";

const ASK =
  "This is a heartbeat: nobody has typed it, and nobody is there to be asked. If nothing needs the person, answer HEARTBEAT_OK and nothing else. Otherwise say in a few words what does. The prompt:";

export const promptOf = (text: string): string => asNote("heartbeat", `${ASK}\n${text}`);

/** The alert in an answer; "" when it is nothing but the one word. Two that differ in spelling only are the same. */
export function alertIn(answer: string): string {
  const rest = answer.replaceAll(/heartbeat_ok/gi, "");
  return /^[\s\p{P}`~>|]*$/u.test(rest) ? "" : inOneSpelling(rest);
}

const inOneSpelling = (answer: string) =>
  answer
    .toLowerCase()
    .replaceAll(/[*_`~]/g, "")
    .replaceAll(/\s+/g, " ")
    .replace(/[\s.!。！]+$/, "");
