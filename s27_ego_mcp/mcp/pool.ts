// s19 · mcp/pool – the tools of all servers as tools of ours; when they weigh too much, only those that are looked up.
import { z } from "zod";
import { configure } from "../../shared/client.ts";
import type { Offer } from "../../shared/mcp/offers.ts";
import { oneLine } from "../../shared/text.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import { type Content, defineTool, harmless, type Tool, toWire } from "../tools.ts";
import { offersOf, type Server, toolOf } from "./core.ts";
import { withoutSecrets } from "./server.ts";

const MAX_FOUND = 5;
/** Of the tools that were looked up, so many stay in the pool. */
const MAX_BROUGHT = 20;
const MAX_LINE = 100;

/** The tools that find_tools has brought, by name, in the order in which they came. */
export type Brought = Set<string>;

/** The weight of all tools of these servers in tokens, as a request would have them. */
export const weightOf = (servers: Server[]): number =>
  estimateTokens(
    JSON.stringify(offersOf(servers).map(({ server, offer }) => toWire(toolOf(server, offer)))),
  );

const isTooMuch = (servers: Server[]) => weightOf(servers) > configure().mcpToolTokens;

/** The tools for the next model call. */
export function toolsOf(servers: Server[], brought: Brought): Tool<Content>[] {
  const all = offersOf(servers);
  const isDeferred = isTooMuch(servers);
  const offered = isDeferred ? all.filter(({ offer }) => brought.has(offer.name)) : all;
  const tools = offered.map(({ server, offer }) => withoutSecrets(server, toolOf(server, offer)));
  return isDeferred ? [findTools(servers, brought), ...tools] : tools;
}

/** Where the tools are only looked up, a line for each; none where they are all in the request. */
export const toolLines = (servers: Server[]): string[] =>
  isTooMuch(servers)
    ? offersOf(servers).map(
        ({ offer }) => `- ${offer.name}: ${oneLine(offer.description, MAX_LINE)}`,
      )
    : [];

function findTools(servers: Server[], brought: Brought): Tool<Content> {
  const tool = defineTool({
    name: "find_tools",
    description:
      "Bring up to five of the listed tools of MCP servers, so that they can be called. Words of a name or of a description, or a whole name.",
    input: z.object({ query: z.string().trim().min(1) }),
    judge: harmless, // a call of what it brings is judged
    async run({ query }) {
      const found = searchOffers(
        offersOf(servers).map(({ offer }) => offer),
        query,
      );
      if (found.length === 0)
        return "No tool fits. Try other words; all names are in the system prompt.";
      bring(
        brought,
        found.map(({ name }) => name),
      );
      const lines = found.map(({ name, description }) => `- ${name}: ${oneLine(description, 300)}`);
      return `These can be called now:\n${lines.join("\n")}`;
    },
  });
  return { ...tool, isGuest: true };
}

/** The tools that fit best, the best first. */
export function searchOffers(offers: Offer[], query: string): Offer[] {
  const words = wordsOf(query);
  const scored = offers.map((offer) => ({ offer, score: scoreOf(offer, query.trim(), words) }));
  const fitting = scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  return fitting.slice(0, MAX_FOUND).map(({ offer }) => offer);
}

/** A whole word counts twice as much as a part of one, and in the name three times as much as in the description. */
function scoreOf({ name, description }: Offer, query: string, words: string[]): number {
  if (name === query) return Number.POSITIVE_INFINITY;
  const score = (text: string, word: string) => {
    if (!text.toLowerCase().includes(word)) return 0;
    return wordsOf(text).includes(word) ? 2 : 1;
  };
  return words.reduce((sum, word) => sum + 3 * score(name, word) + score(description, word), 0);
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function bring(brought: Brought, names: string[]): void {
  for (const name of names) {
    brought.delete(name);
    brought.add(name);
  }
  for (const oldest of [...brought].slice(0, -MAX_BROUGHT)) brought.delete(oldest);
}
