// practice/brain/catalogue · the skills that the system text of a request names.
import { isFields } from "../json/fields.ts";
import { textOf } from "./blocks.ts";
import type { Skill } from "./types.ts";

const ENTRY = /^- ([a-z0-9-]+): (.+)$/;

/** The lines `- name: description` right behind a line that speaks of load_skill; any value is accepted. */
export function readSkills(body: unknown): Skill[] {
  const lines = textOf(isFields(body) ? body.system : undefined).split("\n");
  const skills: Skill[] = [];
  let listed = false;
  for (const line of lines) {
    const [, name, description] = ENTRY.exec(line.trimEnd()) ?? [];
    const entry =
      name !== undefined && description !== undefined ? { name, description } : undefined;
    if (listed && entry !== undefined) skills.push(entry);
    listed = (listed && entry !== undefined) || line.includes("load_skill");
  }
  return skills;
}
