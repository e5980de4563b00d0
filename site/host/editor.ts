// site/host/editor · a line that a person edits: the page does that itself, in its terminal.

/** Never called: in a page an agent is driven (AGENT_CONTROL), and reads lines. */
export function openEditor(): never {
  throw new Error("The page edits the line.");
}
