// course/base/load · how busy the machine is.
import { availableParallelism, loadavg } from "node:os";

/** How many processes want each processor: with three, everything takes about three times as long. */
export const loadFactor = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
