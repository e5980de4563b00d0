// s19 · mcp/pool – the tools of all servers as tools of ours; when they weigh too much, only those that are looked up.
import { z } from "zod";
import { configure } from "../../shared/client.ts";
import type { Offer } from "../../shared/mcp/offers.ts";
import { capped, oneLine } from "../../shared/text.ts";
import { estimateTokens } from "../../shared/tokens.ts";
import { type Content, defineTool, harmless, type Tool, toWire } from "../tools.ts";
import { offersOf, type Server, toolOf } from "./core.ts";
import { withoutSecrets } from "./server.ts";

const MAX_FOUND = 5;
/** Of the tools that were looked up, so many stay in the pool, and so many tokens of them. One alone is never heavier. */
const MAX_BROUGHT = 20;
const MAX_BROUGHT_TOKENS = 45_000;
/** Lines of tools that are only listed. If they weigh more, they have no descriptions, and there are only so many. */
const MAX_LINE = 100;
const MAX_LISTED_TOKENS = 20_000;
const MAX_LISTED = 1000;

/** The tools that find_tools has brought, by name, in the order in which they came. */
export type Brought = Set<string>;

/** The weight of all tools of these servers in tokens, as a request would have them. */
export const weightOf = (servers: Server[]): number => tokensOf(offersOf(servers));

type Offered = ReturnType<typeof offersOf>[number];

const tokensOf = (offers: Offered[]): number =>
  estimateTokens(JSON.stringify(offers.map(({ server, offer }) => toWire(toolOf(server, offer)))));

const isTooMuch = (servers: Server[]) => weightOf(servers) > configure().mcpToolTokens;

/** The tools for the next model call. */
export function toolsOf(servers: Server[], brought: Brought): Tool<Content>[] {
  const all = offersOf(servers);
  const isDeferred = isTooMuch(servers);
  const offered = isDeferred ? broughtOf(all, brought) : all;
  const tools = offered.map(({ server, offer }) => withoutSecrets(server, toolOf(server, offer)));
  return isDeferred ? [findTools(servers, brought), ...tools] : tools;
}

/** Those that were brought, without the oldest that have no room: a server may make them heavier at any time. */
function broughtOf(all: Offered[], brought: Brought): Offered[] {
  const names = [...brought].toReversed();
  const newest = names.flatMap((name) => all.filter(({ offer }) => offer.name === name));
  const kept = withRoom(newest);
  return all.filter((one) => kept.includes(one));
}

/** From the first on, those that have room together. */
function withRoom(offers: Offered[]): Offered[] {
  let left = MAX_BROUGHT_TOKENS;
  return offers.filter((one) => {
    const tokens = tokensOf([one]);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}

/** Where the tools are only looked up, a line for each; none where they are all in the request. */
export function toolLines(servers: Server[]): string[] {
  if (!isTooMuch(servers)) return [];
  const offers = offersOf(servers).map(({ offer }) => offer);
  const lines = offers.map(
    ({ name, description }) => `- ${name}: ${oneLine(description, MAX_LINE)}`,
  );
  if (estimateTokens(lines.join("\n")) <= MAX_LISTED_TOKENS) return lines;
  const names = offers.map(({ name }) => `- ${name}`);
  return capped(
    names,
    MAX_LISTED,
    (rest) => `- … and ${rest} more, which find_tools finds as well`,
  );
}

function findTools(servers: Server[], brought: Brought): Tool<Content> {
  const tool = defineTool({
    name: "find_tools",
    description:
      "Bring up to five of the listed tools of MCP servers, so that they can be called. Words of a name or of a description, or a whole name.",
    input: z.object({ query: z.string().trim().min(1) }),
    judge: harmless, // a call of what it brings is judged
    async run({ query }) {
      const all = offersOf(servers);
      const fitting = searchOffers(
        all.map(({ offer }) => offer),
        query,
      );
      const named = fitting.flatMap((one) => all.filter(({ offer }) => offer === one));
      const found = withRoom(named).map(({ offer }) => offer);
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
