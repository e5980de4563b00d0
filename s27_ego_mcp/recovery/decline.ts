// s11 · recovery/decline – removes from the history what the model declined to answer, or could not answer.
import type Anthropic from "@anthropic-ai/sdk";
import { isNote } from "../../shared/messages.ts";

const LEFT_OUT = "Left out: the model could not continue with what was here.";

/** The model declined, and what it declined is not in the messages any more. */
export class Declined extends Error {}

/**
 * Throws if the model declined to answer. The API would decline every later request that still contains what it
 * declined, so that is removed. Source: the API's documentation, "Handle streaming refusals".
 */
export function throwIfDeclined(
  reply: Anthropic.Message,
  messages: Anthropic.MessageParam[],
): void {
  if (reply.stop_reason !== "refusal") return;
  takeBack(messages);
  const why = reply.stop_details?.explanation ? ` (${reply.stop_details.explanation})` : "";
  throw new Declined(
    `The model declined to answer this${why}. Its reply and what it was to answer are not kept; ask in another way.`,
  );
}

/**
 * Removes the messages after the last reply from the history. Tool results stay, because every call needs one, but
 * their content goes. Notes of the program stay, because one of them may be the summary of all that came before.
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
