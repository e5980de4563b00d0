// practice/clients/main · `npm run practice:clients`: real agents against the practice model, on request only.
import { stopSignal } from "../launcher.ts";
import { attempt, type Row } from "./attempt.ts";
import { CLIENTS } from "./catalogue.ts";

const HELP = `usage: npm run practice:clients [-- CLIENT …]

Installs each client into a temporary folder, without install scripts, lets it list
files and read one with the practice model, prints a row, and removes the folder.
Needs the network for npm, and up to 1 GB of temporary space for a client at a time.

clients: ${CLIENTS.map(({ id }) => id).join(", ")} (default: all)
`;

const stop = stopSignal();
process.exitCode = await main(process.argv.slice(2));

/** 0 when each client that could be installed did its task, 1 when not, or when none could; 2 for misuse. */
async function main(wanted: string[]): Promise<number> {
  if (wanted.includes("--help")) return say(HELP, 0);
  const unknown = wanted.find((id) => !CLIENTS.some((client) => client.id === id));
  if (unknown !== undefined) return say(`There is no client ${unknown}.\n${HELP}`, 2);
  if (process.platform === "win32") return say("This needs Linux, macOS or WSL.\n", 2);
  const rows: Row[] = [];
  say("| client | version | result | what it did | why |\n| --- | --- | --- | --- | --- |\n");
  for (const client of CLIENTS) {
    if (stop.signal.aborted || (wanted.length > 0 && !wanted.includes(client.id))) continue;
    const row = await attempt(client, { stop: stop.signal });
    rows.push(row);
    say(line(row));
  }
  if (stop.signal.aborted) return 130;
  const passed = rows.filter(({ result }) => result === "pass").length;
  return passed > 0 && rows.every(({ result }) => result !== "fail") ? 0 : 1;
}

function line({ client, result, did, why }: Row): string {
  const cells = [`${client.name}, \`${client.package}\``, client.version, result, did, why];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replace(/\s+/g, " ")).join(" | ")} |\n`;
}

function say(text: string, code = 0): number {
  (code === 2 ? process.stderr : process.stdout).write(text);
  return code;
}
