// course/spec/lacks · what the model calls and the agent does not offer: a tool, or a field of one.
import type { MessageRequest } from "../../practice/protocol/reply.ts";
import { isRecord } from "../base/json.ts";
import type { SpecReply } from "./script.ts";

/**
 * One sentence for each tool that a reply calls and the request does not offer, and for each field that such a tool
 * does not have. A model knows a tool from the request alone, so a promise about one that is not in it cannot be kept.
 */
export function lacksOf(reply: SpecReply, { tools = [] }: MessageRequest): string[] {
  if (reply.isMistaken) return [];
  const offered = new Map(tools.flatMap((tool) => ("name" in tool ? [[tool.name, tool]] : [])));
  return (reply.calls ?? []).flatMap(({ name, input }) => {
    const tool = offered.get(name);
    if (tool === undefined) return [noTool(name, [...offered.keys()])];
    const known = "input_schema" in tool ? tool.input_schema.properties : undefined;
    if (!isRecord(known) || !isRecord(input)) return [];
    return Object.keys(input).flatMap((field) => (field in known ? [] : [noField(name, field)]));
  });
}

const noTool = (name: string, offered: string[]) =>
  `The agent offers no tool ${name}. It offers: ${offered.join(", ") || "none"}.`;

const noField = (tool: string, field: string) => `The agent's tool ${tool} has no field ${field}.`;
