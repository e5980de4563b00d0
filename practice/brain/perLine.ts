// practice/brain/perLine · several texts of a request that are to have a line each: "milk, eggs and bread, one per line".
import { asTyped, MARK, type Marked, mark, unmark } from "./spans.ts";

const EACH =
  /(?:\s*[,.;]|\s*\(|\s+-+)?\s*(?:(?:with|and|put)\s+)?(?:(?:each|every one|all|one)(?:\s+(?:item|thing|entry|word|name|one|of (?:them|these)))?\s+(?:of (?:them|these)\s+)?(?:on|in|per|gets?|to)\s+(?:(?:its|it's|their|a|an)\s+)?(?:(?:own|separate|new|single|different)\s+)?lines?|line by line|(?:on|in) separate lines|(?:as )?separate lines)(?:,? (?:please|pls|plz|thanks|thx|for me))*\)?/i;
/** Nothing, or the file. */
const ENDS = /^[\s.!]*$|^\s*(?:to|into|in|inside)\s/i;

/** Whether it asks for a line each. */
export const wantsLines = (words: string): boolean => EACH.test(words);

const PLACES = [
  `(?<=(?:${MARK}|\\bit|\\bfile|\\blist)\\s*,?\\s+(?:with|containing|saying|that (?:says|has|contains|lists)|holding|listing)\\s*:?\\s*)[^;\\n]+?(?=\\s*(?:\\s+in (?:it|there)|[.!])?\\s*$)`,
  `(?<=(?:${MARK}|\\bit|\\bfile|\\bitems|\\blines|\\bthese|\\blist)\\s*:\\s*)[^;\\n]+?(?=\\s*[.!]?\\s*$)`,
  `(?<=\\b(?:write|put|save|append|add|list)\\s+)(?!${MARK}\\s*$)[^;:\\n]+?(?=\\s+(?:to|into|in|at the end of|onto)\\s+(?:the\\s+)?(?:(?:a\\s+)?(?:new\\s+)?file\\s+)?(?:called\\s+|named\\s+)?${MARK})`,
].map((place) => new RegExp(place, "i"));

/** One literal for all of them; left as it is where it is not certain which they are. */
export function protectLines(marked: Marked): void {
  const found = EACH.exec(marked.text);
  const behind = marked.text.slice((found?.index ?? 0) + (found?.[0].length ?? 0));
  if (found === null || !ENDS.test(behind)) return;
  const rest = marked.text.replace(EACH, " ").replace(/\s+([.!]?)\s*$/, "$1");
  for (const place of PLACES) {
    const raw = place.exec(rest)?.[0] ?? "";
    const items = raw.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).filter((item) => item !== "");
    if (items.length < 2 || items.some((item) => item.split(" ").length > 6)) continue;
    const text = items.map((item) => contentOf(marked, item)).join("\n");
    marked.text = rest.replace(raw, () => mark(marked, { kind: "quote", text, raw: `"${text}"` }));
    return;
  }
}

function contentOf(marked: Marked, item: string): string {
  return unmark(marked, asTyped(marked, item.trim().replace(/[.;]$/, ""))).replace(
    /^(["'“`])(.*)["'”`]$/,
    "$2",
  );
}
