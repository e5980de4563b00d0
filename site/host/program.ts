// site/host/program · a program beside the agent, such as an MCP server: a page has none yet.
import type { Companion } from "../../shared/companion.ts";

export async function startProgram({ command }: { command: string }): Promise<Companion> {
  throw new Error(`A page cannot start ${command}. Run the chapter on your own computer for this.`);
}
