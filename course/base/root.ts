// course/base/root · where things are.
import { join, resolve } from "node:path";

/** The folder that holds the chapters, shared/, practice/ and course/. */
export const ROOT = resolve(import.meta.dirname, "../..");

/** Agents, files and folders that tests and sessions start from. */
export const FIXTURES = join(ROOT, "course", "fixtures");
