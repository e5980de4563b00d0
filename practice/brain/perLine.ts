// practice/brain/perLine · texts that are to have a line each: "milk, eggs and bread, one per line". No rule parts them.

const EACH =
  /(?:\s*[,.;]|\s*\(|\s+-+)?\s*(?:(?:with|and|put)\s+)?(?:(?:each|every one|all|one)(?:\s+(?:item|thing|entry|word|name|one|of (?:them|these)))?\s+(?:of (?:them|these)\s+)?(?:on|in|per|gets?|to)\s+(?:(?:its|it's|their|a|an)\s+)?(?:(?:own|separate|new|single|different)\s+)?lines?|line by line|(?:on|in) separate lines|(?:as )?separate lines)(?:,? (?:please|pls|plz|thanks|thx|for me))*\)?/i;
/** Whether it asks for a line each. */
export const wantsLines = (words: string): boolean => EACH.test(words);
