// shared/costs · what was used, and what it cost, in words.
import type { ModelUse } from "./client.ts";
import { dollars, PRICES_FROM } from "./prices.ts";

/**
 * A line for each model, and one with the sum; `limit` is MAX_COST. The money is an estimate: the prices are those of a
 * month, and a reply that broke off may cost more than it says.
 */
export function costLines(used: [string, ModelUse][], limit: number | undefined): string {
  if (used.length === 0) return "Nothing was sent in this run.";
  const costs = used.map(([, { cost }]) => cost);
  const total = costs.reduce<number>((sum, cost = 0) => sum + cost, 0);
  const atLeast = costs.includes(undefined) ? "at least " : "";
  const ceiling = limit === undefined ? "" : ` of MAX_COST=${limit}`;
  const end = `in all ${atLeast}${dollars(total)}${ceiling}, at the prices of ${PRICES_FROM}`;
  return [...used.map(([model, use]) => costLine(model, use)), end].join("\n");
}

function costLine(
  model: string,
  { requests, input, written, read, output, cost }: ModelUse,
): string {
  const all = input + written + read;
  const share = all === 0 ? 0 : Math.round((100 * read) / all);
  const money = cost === undefined ? "its price is not known here" : dollars(cost);
  const sent = requests === 1 ? "1 request" : `${requests} requests`;
  return `${model}: ${sent}, ${all} tokens in (${share} % cached, ${written} written to the cache), ${output} out: ${money}`;
}
