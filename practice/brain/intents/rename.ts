// practice/brain/intents/rename · a name in the code changed wherever it stands as a word, and looked at again.
import { hasWord } from "../project/code.ts";
import { oldAndNew } from "../project/named.ts";
import { countsText } from "../project/report.ts";
import { listed, paragraphs, tell } from "../project/tell.ts";
import { filesHere, runTests } from "../project/testRun.ts";
import { quote, quotePath } from "../shell.ts";
import type { Clause, Language, PlanContext, Reading, Step } from "../types.ts";
import { type Script, unfolding } from "../unfold.ts";
import { needsModel } from "./leads.ts";
import { runStep } from "./run.ts";

/** "Rename foo to bar everywhere." */
export function renameSymbol(clause: Clause, context: PlanContext): Reading {
  const { language, offer } = context;
  if (TO_BE_FOUND.test(context.request))
    return { kind: "decline", reason: needsModel(language, "rename-symbol") };
  const [old = "", next = ""] = oldAndNew(clause, language);
  if (next === "" || old === next) return { kind: "decline", reason: tell(language, "giveNames") };
  return unfolding("rename-symbol", () => rename(language, old, next, offer.edit !== undefined));
}

/** No name is said: it is to be thought up. */
const TO_BE_FOUND =
  /\b(?:something|anything|whatever|(?:a |more )?(?:better|clearer|nicer|shorter|simpler|sensible|readable|descriptive|meaningful|good)(?: (?:name|one)s?)?)\b|更?(?:好|清楚|清晰|易懂|合适|有意义|短)(?:一?点|些|懂|理解)?的?(?:名字|名称)|(?:もっと|より)?(?:わかりやす|分かりやす|いい|良い|短い|適切な|ましな)\S{0,3}名前/i;

interface Line {
  file: string;
  number: string;
  text: string;
}

/** Where one of the names stands, as a word or in one. */
function* linesWith(language: Language, old: string, next: string): Script<Line[]> {
  const line = `grep -rnE --exclude-dir=node_modules ${quote(`${old}|${next}`)} *`;
  const found = yield runStep(language, "find-text", line);
  return [...found.matchAll(/^([^:\n]+):(\d+):(.*)$/gm)].map(
    ([, file = "", number = "", text = ""]) => ({ file, number, text }),
  );
}

function* rename(language: Language, old: string, next: string, canEdit: boolean): Script {
  const before = yield* linesWith(language, old, next);
  const taken = before.find(({ text }) => hasWord(text, next));
  if (taken !== undefined) return tell(language, "nameTaken", { next, where: shown(taken) });
  const files = [
    ...new Set(before.filter(({ text }) => hasWord(text, old)).map(({ file }) => file)),
  ];
  if (files.length === 0) return tell(language, "nameNowhere", { old });
  // An edit knows no words: where the name is a part of others, the shell does it.
  const parts = new RegExp(`\\w${old}|${old}\\w`);
  const isPart = before.some(({ file, text }) => files.includes(file) && parts.test(text));
  if (canEdit && !isPart) for (const file of files) yield renameIn(language, file, old, next);
  else yield runStep(language, "rename", everywhere(files, old, next));
  const after = (yield* linesWith(language, old, next)).filter(({ text }) => hasWord(text, next));
  const ran = yield* runTests(language, yield* filesHere(language));
  return paragraphs([
    tell(language, "renamed", { old, next, lines: after.length, files: files.length }),
    listed(after.slice(0, MOST_LISTED).map(shown)),
    ran === undefined ? "" : countsText(language, ran),
  ]);
}

const MOST_LISTED = 12;
const shown = ({ file, number, text }: Line): string => `${file}:${number} \`${text.trim()}\``;

const everywhere = (files: string[], old: string, next: string): string =>
  `perl -pi -e ${quote(`s/\\b${old}\\b/${next}/g`)} ${files.map(quotePath).join(" ")}`;

const renameIn = (language: Language, file: string, old: string, next: string): Step => ({
  rule: "edit-file",
  task: tell(language, "change", { file }),
  call: (offer) => offer.edit?.(file, old, next),
  say: () => "",
});
