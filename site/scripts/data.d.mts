// site/scripts/data · the types of data.mjs, as far as others use it.
import type { Fault } from "../../course/base/fault.ts";

/** What is wrong with the site's lists: what is not in the course, and what is not in them. */
export function siteFaults(root: string): Fault[];
