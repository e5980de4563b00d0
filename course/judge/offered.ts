// course/judge/offered · the tools that agents under a spec offer, by their requests.
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { isRecord } from "../base/json.ts";
import type { Words } from "./wording.ts";

/** What the agent answers to calls of tools that it does not offer: "no such tool" is not another way to say "no match". */
export function saidOfMissingTools(speakers: readonly Words[]): Set<string> {
  const requests = speakers.flatMap((one) => one.requests());
  const offered = new Set(offeredIn(requests).flatMap((tool) => ("name" in tool ? tool.name : [])));
  const blocks = requests
    .flatMap(({ messages }) => messages)
    .flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const calls = blocks.flatMap((block) =>
    block.type === "tool_use" && !offered.has(block.name) ? [block.id] : [],
  );
  const results = speakers.flatMap((one) => one.toolResults());
  return new Set(
    results.flatMap(({ tool_use_id, content }) => (calls.includes(tool_use_id) ? content : [])),
  );
}

const offeredIn = (requests: readonly MessageRequest[]) =>
  requests.flatMap(({ tools }) => tools ?? []);

/** The names of the tools that the agent offers, and of their fields. */
export function namesOf(speakers: readonly Words[]): Set<string> {
  const tools = offeredIn(speakers.flatMap((one) => one.requests()));
  return new Set(
    tools.flatMap((tool) => {
      const name = "name" in tool ? [tool.name] : [];
      const properties = "input_schema" in tool ? tool.input_schema.properties : undefined;
      return isRecord(properties) ? [...name, ...Object.keys(properties)] : name;
    }),
  );
}
