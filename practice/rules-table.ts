// practice/rules-table · prints RULES.md, or writes it with --write.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rulesMarkdown } from "./validation/rulesTable.ts";

if (process.argv.includes("--write")) {
  await writeFile(join(import.meta.dirname, "RULES.md"), rulesMarkdown());
} else {
  process.stdout.write(rulesMarkdown());
}
