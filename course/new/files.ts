// course/new/files · the own files (README, spec, package.json) of a new chapter.
import type { Language } from "../base/languages.ts";
import { CHANGED, NOT_WRITTEN, REAL_ONE, SECTIONS } from "../readme/sections.ts";

/** A README with all sections; where prose is missing it says so, and the check reports it. */
export function newReadme(short: string, title: string, language: Language): string {
  const missing = NOT_WRITTEN[language];
  const bodies = SECTIONS[language].map((heading, at) => {
    const marks =
      at === CHANGED ? ["", "<!-- changes -->", "", "<!-- /changes -->"] : ["", missing];
    const picture = at === REAL_ONE ? ["", "```mermaid", ...PICTURE, "```"] : [];
    return [`## ${heading}`, ...marks, ...picture].join("\n");
  });
  return `${[`# ${short} · ${title}`, missing, ...bodies].join("\n\n")}\n`;
}

const PICTURE = ["flowchart LR", "    before --> after"];

/** One test that every agent passes, until it is replaced by the chapter's own promises. */
export const NEW_SPEC = `import { says, test } from "../course/spec.ts";

test.inherited(
  "the agent answers",
  "every chapter does; the chapter's own promises replace this test",
  async ({ start }) => {
    const agent = await start([says("Hello.")]);
    await agent.type("hi");
    await agent.sees("Hello.");
  },
);
`;
