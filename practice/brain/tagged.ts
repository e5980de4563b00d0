// practice/brain/tagged · the JSON value between two tags that have a line each.
import { parse } from "./record.ts";

/** undefined where no such tags stand, or no JSON between them. */
export function valueBetween(text: string, tag: string): unknown {
  const json = new RegExp(`^<${tag}>[ \\t]*$([\\s\\S]*?)^</${tag}>[ \\t]*$`, "m").exec(text)?.[1];
  return json === undefined ? undefined : parse(json);
}
