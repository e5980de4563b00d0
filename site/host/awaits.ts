// site/host/awaits · what page/awaits.ts puts around the awaits of a changed file: the place of a program is kept over them.
import { back, here } from "../node/async_hooks.ts";

type Settled<Value> = { value: Value } | { error: unknown };

/** Names that the text of a changed file uses. */
export const AWAITS: Record<string, unknown> = {
  $here: here,
  $back: back,
  /** It never rejects, so that also what is caught is caught at its place. */
  $settled: (value: unknown): Promise<Settled<unknown>> =>
    Promise.resolve(value).then(
      (value) => ({ value }),
      (error) => ({ error }),
    ),
  $resumed<Value>(place: ReturnType<typeof here>, settled: Settled<Value>): Value {
    back(place);
    if ("error" in settled) throw settled.error;
    return settled.value;
  },
};
