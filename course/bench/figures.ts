// course/bench/figures · what a measured figure is, and how it is measured.

/** One measured figure. `target` is an upper bound we aim at; a miss is reported, never hidden. */
export interface Figure {
  name: string;
  value: number;
  unit: "ms" | "µs" | "MB" | "%" | "×" | "tokens";
  target?: number;
}

/** The middle of some values; of an even number, the lower of the two. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Milliseconds of each of `rounds` runs, after some warm-up runs. */
export async function timed(
  action: () => Promise<unknown>,
  rounds: number,
  warmUp = Math.ceil(rounds / 5),
): Promise<number[]> {
  const times: number[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    const started = performance.now();
    await action();
    if (round >= 0) times.push(performance.now() - started);
  }
  return times;
}

/** The figures as a table for a person. */
export function table(figures: Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  return figures.map((figure) => `${figure.name.padEnd(width)}  ${shown(figure)}`).join("\n");
}

function shown({ value, unit, target }: Figure): string {
  const number = `${value.toFixed(2)} ${unit}`.padStart(12);
  if (target === undefined) return number;
  return `${number}   aim ≤ ${target} ${unit}  ${value <= target ? "met" : "MISSED"}`;
}
