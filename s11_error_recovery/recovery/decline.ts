// s11 · recovery/decline – what is removed from the history when the model declined to answer, or could not.
import type Anthropic from "@anthropic-ai/sdk";
import { isNote } from "../../shared/messages.ts";

const LEFT_OUT = "Left out: the model could not go on with what was here.";

/**
 * Throws for a reply that declines. The API goes on declining while it reads what it declined, so that is removed.
 * Source: the API's documentation, "Handle streaming refusals".
 */
export function throwIfDeclined(
  reply: Anthropic.Message,
  messages: Anthropic.MessageParam[],
): void {
  if (reply.stop_reason !== "refusal") return;
  takeBack(messages);
  const why = reply.stop_details?.explanation ? ` (${reply.stop_details.explanation})` : "";
  throw new Error(
    `The model declined to answer this${why}. Neither its words nor what they answered are kept; say it in another way.`,
  );
}

/**
 * Removes from the history what no reply has answered. Tool results stay, because each answers a call, but without
 * their content. Notes of the program stay, because a summary among them tells of everything that came before.
 */
export function takeBack(messages: Anthropic.MessageParam[]): void {
  const from = messages.findLastIndex(({ role }) => role === "assistant") + 1;
  const kept = messages.splice(from).flatMap(({ content }): Anthropic.MessageParam[] => {
    const blocks = typeof content === "string" ? [] : content.flatMap(withoutWords);
    return blocks.length === 0 ? [] : [{ role: "user", content: blocks }];
  });
  messages.push(...kept);
}

function withoutWords(block: Anthropic.ContentBlockParam): Anthropic.ContentBlockParam[] {
  if (block.type === "tool_result") return [{ ...block, content: LEFT_OUT }];
  return isNote(block) ? [block] : [];
}
