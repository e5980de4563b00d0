// course/judge/offered · the tools that agents under a spec offer, by their requests.
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { isRecord } from "../base/json.ts";
import type { Words } from "./wording.ts";

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
