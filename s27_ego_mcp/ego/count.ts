// s27 · ego/count – how long the replies of the tools are.
import { estimateTokens } from "../../shared/tokens.ts";
import { type Content, type Tool, wordsIn } from "../tools.ts";

export interface Count {
  /** The same tool; the length of each of its replies is noted. */
  watch(tool: Tool<Content>): Tool<Content>;
  /** In tokens; undefined before the first reply. */
  average(): number | undefined;
}

export function counted(): Count {
  const sizes: number[] = [];
  return {
    watch: (tool) => ({
      ...tool,
      async run(input, context) {
        const content = await tool.run(input, context);
        sizes.push(estimateTokens(wordsIn(content)));
        return content;
      },
    }),
    average: () =>
      sizes.length === 0
        ? undefined
        : Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length),
  };
}
