// course/deep/shard · a part of a long list, where several machines share the work: `--shard 2/6`.
import { UsageError } from "../base/usage.ts";

/** Every item. At 2 of 6, it would be every sixth, beginning with the second. */
export const WHOLE = { at: 1, of: 1 };

/** Reads "2/6". Throws a UsageError for anything else. */
export function readShard(text: string | undefined): typeof WHOLE {
  if (text === undefined) return WHOLE;
  const [, at = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (at < 1 || at > of) throw new UsageError(`--shard ${text}: it must be like 2/6.`);
  return { at, of };
}

/** The items of this part. Neighbours, which take about as long, go to different parts. */
export const partOf = <Item>(items: readonly Item[], { at, of }: typeof WHOLE): Item[] =>
  items.filter((_, place) => place % of === at - 1);
