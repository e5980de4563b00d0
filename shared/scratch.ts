// shared/scratch · where a chapter that runs commands without asking may work.
import { readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { sep } from "node:path";
import { configure } from "./client.ts";
import { UserError } from "./errors.ts";
import { contains } from "./files.ts";
import { readFlags } from "./flags.ts";
import { note } from "./screen.ts";

/**
 * For the chapters without permission: with a real model, warns that its commands run without asking, and
 * throws a UserError unless the folder is empty, temporary, `scratch` or inside it, or --here was given.
 */
export function warnUnguarded(): void {
  if (!configure().endpoint) return;
  const folder = realpathSync(process.cwd());
  if (!readFlags(process.argv.slice(2)).here && !isScratch(folder)) {
    throw new UserError(
      `This chapter runs the model's commands without asking, and ${folder} is not empty: start it in a scratch folder (mkdir scratch && cd scratch), or add --here (npm start s01 -- --here).`,
    );
  }
  note(`This chapter runs the model's commands without asking, in ${folder}.`, "yellow");
}

function isScratch(folder: string): boolean {
  const temporary = realpathSync(tmpdir());
  const inside = folder !== temporary && contains(temporary, folder);
  return (
    inside || folder.split(sep).slice(-2).includes("scratch") || readdirSync(folder).length === 0
  );
}
