// practice/brain/intents/folder · a folder made, and a file put into it in the same breath.

import { filesOf, says } from "../clauses.ts";
import { isFolderName } from "../names.ts";
import { quotePath } from "../shell.ts";
import { tell } from "../tell.ts";
import type { Clause, Intent, Language, PlanContext, Reading, Step } from "../types.ts";
import { answered, pick } from "../words.ts";

/** "Make a folder docs." */
export function folder(clause: Clause, { language }: PlanContext): Reading | undefined {
  const [name, more] = filesOf(clause);
  if (name === undefined || more !== undefined || !isFolderName(name)) return undefined;
  return { kind: "steps", steps: [folderStep(language, name)] };
}

function folderStep(language: Language, name: string): Step {
  const task = [
    `make the folder ${name}`,
    `新建目录 ${name}`,
    `ディレクトリ ${name} の作成`,
  ] as const;
  const done = tell(language, "madeFolder", { name });
  return {
    rule: "make-folder",
    task: pick(language, ...task),
    folder: name.replace(/\/+$/, ""),
    call: (offer) => offer.shell?.(`mkdir -p ${quotePath(name)}`),
    say: (result) => answered(language, done, result),
  };
}

/** Of the folder, not of the file. */
const HOLDS = /\b(?:with|containing|contains)(?= (?:an?|one|the|[\uE000-\uF8FF])(?: |$))/i;

/** "A folder demo with main.py in it": `write` says what is in the file. */
export const folderAndFile =
  (write: Intent): Intent =>
  (clause, context) => {
    const [name, more] = filesOf(clause).filter(isFolderName);
    if (name === undefined && context.steps.at(-1)?.folder !== undefined)
      return inside(write)(clause, context);
    if (name === undefined || more !== undefined) return undefined;
    const made = folderStep(context.language, name);
    const tokens = clause.tokens.filter(({ span }) => span?.text !== name);
    const text = clause.text.replace(HOLDS, "");
    const rest = inFolder({ ...clause, text, tokens }, made.folder ?? name);
    const written = write(rest, { ...context, steps: [...context.steps, made] });
    if (written?.kind !== "steps") return written;
    return { kind: "steps", steps: [made, ...written.steps] };
  };

const IN_IT =
  /\b(?:in|inside|into|to|of) (?:it|there|that)\b|\b(?:inside|in there|there)\b|里面?|其中|它里|进去|下面|[中下]に|そこ[にへ]|入れ/i;

/** A file that is to go into the folder that was made just before is meant to be there. */
export const inside =
  (write: Intent): Intent =>
  (clause, context) => {
    const made = context.steps.at(-1)?.folder;
    const place = made === undefined ? placeIn(clause) : undefined;
    if (place !== undefined) {
      const tokens = clause.tokens.filter((token) => token !== place);
      const rest = inFolder({ ...clause, tokens }, place.span?.text.replace(/\/+$/, "") ?? "");
      return write(rest, context);
    }
    return write(
      made !== undefined && says(clause, IN_IT) ? inFolder(clause, made) : clause,
      context,
    );
  };

const INTO = /\b(?:in|inside|into|under) (?:the )?(?:folder |directory )?$/i;
const INTO_IT = /^ ?(?:文件夹|目录|フォルダー?|ディレクトリ)?(?:里面?|中|下面?|[のに]|の中に)/;

/** "In notes, create 3.md": the folder, where that is all that is named besides the file. */
function placeIn(clause: Clause): Clause["tokens"][number] | undefined {
  const named = clause.tokens.filter(({ role }) => role === "name");
  const [place, more] = named.filter(({ span }) => isFolderName(span?.text ?? ""));
  if (place === undefined || more !== undefined || named.length !== 2) return undefined;
  const isPlace =
    INTO.test(clause.text.slice(0, place.start)) || INTO_IT.test(clause.text.slice(place.end));
  return isPlace ? place : undefined;
}

function inFolder(clause: Clause, folder: string): Clause {
  const tokens = clause.tokens.map((token) => {
    const { span } = token;
    if (span === undefined || token.role !== "name" || span.text.startsWith(`${folder}/`))
      return token;
    return { ...token, span: { ...span, text: `${folder}/${span.text}` } };
  });
  return { ...clause, tokens };
}
