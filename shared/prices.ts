// shared/prices · what tokens cost: a small table that gets old, so it has a date.
import type Anthropic from "@anthropic-ai/sdk";

/** When the prices were looked up, in the documentation of the API. */
export const PRICES_FROM = "2026-11";

/** Dollars for a million tokens. */
interface Price {
  input: number;
  /** Written to the cache for five minutes, and read from it. */
  written: number;
  read: number;
  output: number;
  /** A request with more tokens than this costs so many times as much. */
  long?: { from: number; times: number };
}

const FREE: Price = { input: 0, written: 0, read: 0, output: 0 };
const PRICES = new Map<string, Price>([
  ["practice-1", FREE],
  ["claude-opus-5-5", { input: 4, written: 5, read: 0.2, output: 20 }],
  ["claude-sonnet-5-5", { input: 2, written: 2.5, read: 0.1, output: 10 }],
  [
    "claude-haiku-5-5",
    {
      ...{ input: 0.1, written: 0.125, read: 0.01, output: 0.5 },
      long: { from: 100_000, times: 5 },
    },
  ],
  ["claude-fable-5-1", { input: 10, written: 12.5, read: 0.25, output: 50 }],
  ["claude-opus-5", { input: 5, written: 6.25, read: 0.5, output: 25 }],
  ["claude-sonnet-5", { input: 2, written: 2.5, read: 0.2, output: 10 }],
  ["claude-haiku-4-5", { input: 1, written: 1.25, read: 0.1, output: 5 }],
]);

/** Tokens of one request, by what they cost. `input` is what was neither written to the cache nor read from it. */
export interface Tokens {
  input: number;
  written: number;
  read: number;
  output: number;
}

/** The tokens that a reply reports. Some endpoints leave counters out, or report what is no number. */
export function tokensOf(usage: Anthropic.Usage): Tokens {
  return {
    input: counted(usage.input_tokens),
    written: counted(usage.cache_creation_input_tokens),
    read: counted(usage.cache_read_input_tokens),
    output: counted(usage.output_tokens),
  };
}

/** No request has so many: sums of what is counted stay numbers. */
const TOO_MANY = 1e12;

const counted = (value: unknown): number =>
  typeof value === "number" && value > 0 && value < TOO_MANY ? value : 0;

/** All tokens of a request and its reply. */
export function allTokens(usage: Anthropic.Usage): number {
  const { input, written, read, output } = tokensOf(usage);
  return input + written + read + output;
}

/** The price of a request in dollars; undefined for a model that is not in the table. */
export function costOf(
  model: string,
  { input, written, read, output }: Tokens,
): number | undefined {
  const price = PRICES.get(model);
  if (price === undefined) return undefined;
  const { long } = price;
  const times = long !== undefined && input + written + read > long.from ? long.times : 1;
  const sum =
    input * price.input + written * price.written + read * price.read + output * price.output;
  return (times * sum) / 1_000_000;
}

/** The models whose price is known. */
export const pricedModels = (): string[] => [...PRICES.keys()];

/** An amount as text, such as "$0.0123". Amounts below a cent are common, so there are four decimals. */
export const dollars = (amount: number): string => `$${amount.toFixed(4)}`;
