// practice/api/describe · one request as one line.
import type { ReplyMessage, ReplyUsage } from "../protocol/reply.ts";
import type { Exchange } from "./exchange.ts";

/** Method, path and status; tokens, calls and stop reason, or the error; the time. Without a line break. */
export function describeExchange(exchange: Exchange): string {
  const { method, path, status, reply, error, fault, ending, started, ended } = exchange;
  const parts = [
    reply && exchange.usage ? said(reply, exchange.usage) : "",
    error ? `${error.error.type}: ${error.error.message}` : "",
  ].filter(Boolean);
  const head = `${method} ${path} ${status || "no answer"}`;
  const broken = fault ? ` (fault ${fault})` : "";
  const end = ending === "complete" ? "" : `, ${ending}`;
  const line = `${[head, ...parts].join(" ")}${broken}${end}, ${ended - started} ms`;
  return line.replace(/\s+/g, " ");
}

function said({ model, content, stop_reason }: ReplyMessage, usage: ReplyUsage): string {
  const { input_tokens: fresh, output_tokens: out } = usage;
  const [read, written] = [usage.cache_read_input_tokens, usage.cache_creation_input_tokens];
  const all = fresh + (read ?? 0) + (written ?? 0);
  const names = content.flatMap((block) => (block.type === "tool_use" ? [block.name] : []));
  const calls = names.length > 0 ? `calls ${names.join(" ")}, ` : "";
  return `${model}: in ${all} (read ${read}, written ${written}), out ${out}, ${calls}${stop_reason}`;
}
