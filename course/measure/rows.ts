// course/measure/rows · all claims with their measurements, in the order of the designs.
import { cacheRows } from "./cache.ts";
import { fileRows } from "./files.ts";
import type { Row } from "./row.ts";
import { skillRows } from "./skills.ts";

/** Measures everything. It takes seconds: the agents really run. */
export const rows = async (): Promise<Row[]> => [
  ...(await fileRows()),
  ...(await skillRows()),
  ...(await cacheRows()),
];
