// shared/trustFile · the file in the person's home in which it is kept what they trust. Plain JavaScript, because npm start uses it before anything is installed.
import { appendFileSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

/** Its path. */
export function trustFile({ AGENT_TRUST_FILE, XDG_CONFIG_HOME = "" }) {
  if (AGENT_TRUST_FILE) return AGENT_TRUST_FILE;
  const home = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), ".config");
  return join(home, "coding-agents", "trust.jsonl");
}

/** Adds a line, and makes the file if there is none. What a crash has torn before it stays a line of its own. */
export function addLine(file, line) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  appendFileSync(file, `\n${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** Keeps that a folder is trusted. If that fails, the person will be asked. */
export function trustFolder(folder) {
  try {
    addLine(trustFile(process.env), { folder, trusted: true });
  } catch {}
}
