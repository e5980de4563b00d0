// site/views/trace/address · what the address says of the trace player: which runs, and at which steps; and which keys lead to others.

/** One of the two runs; `name` is a recorded one's, "" a file of the reader or nothing. `step` counts from 1. */
export interface Shown {
  name: string;
  step: number;
}

/** "trace=s15&step=12&with=s06&step2=3" */
export function readAddress(hash: string): { first: Shown; second: Shown } {
  const given = new URLSearchParams(hash);
  const of = (name: string, step: string): Shown => ({
    name: given.get(name) ?? "",
    step: Math.max(1, Math.trunc(Number(given.get(step))) || 1),
  });
  return { first: of("trace", "step"), second: of("with", "step2") };
}

/** The same, written. */
export function addressOf(first: Shown, second: Shown | undefined): string {
  const parts = [
    first.name && `trace=${first.name}`,
    `step=${first.step}`,
    second?.name && `with=${second.name}`,
    second && `step2=${second.step}`,
  ];
  return parts.filter((part) => part).join("&");
}

/** A key as a browser tells it. */
interface Key {
  key: string;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
}

/** The step to which a key leads; undefined for a key that is none of ours. */
export function stepAfter(pressed: Key, step: number, last: number): number | undefined {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if (ctrlKey || metaKey || altKey) return undefined;
  const steps: Record<string, number> = {
    ...{ ArrowDown: step + 1, ArrowRight: step + 1, j: step + 1 },
    ...{ ArrowUp: step - 1, ArrowLeft: step - 1, k: step - 1, Home: 1, End: last },
  };
  return Object.hasOwn(steps, key) ? steps[key] : undefined;
}
