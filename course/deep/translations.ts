// course/deep/translations · replays the sessions of the Chinese and Japanese READMEs; `npm test` replays the English ones.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Language, readmeName } from "../base/languages.ts";
import { sumOf } from "../judge/verdicts.ts";
import { replay } from "../replay/command.ts";
import type { Counts } from "../spec/report.ts";

/** Replays each translation, one language beside the other; `print` gets one line per language, and all lines of one that differs. */
export async function replayTranslations(
  chapters: string[],
  root: string,
  print: (line: string) => void,
): Promise<Counts> {
  const replayOne = async (language: Language) => {
    const name = readmeName(language);
    const paths = ["", ...chapters].map((folder) => join(root, folder, name)).filter(existsSync);
    const lines: string[] = [];
    const counts = await replay(paths, root, (line) => lines.push(line));
    print(`sessions of every ${name}: ${counts.passed} passed, ${counts.failed} not`);
    if (counts.failed > 0) print(lines.join("\n"));
    return counts;
  };
  return sumOf(await Promise.all(LANGUAGES.filter((one) => one !== "en").map(replayOne)));
}
