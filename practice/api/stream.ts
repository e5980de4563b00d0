// practice/api/stream · the body of a reply: sent piece by piece as it is asked for, and broken where a fault says so.
import type { Fault } from "../faults/faults.ts";
import { connectionReset, type ErrorBody } from "../protocol/errors.ts";
import { encodeEvent } from "./sse.ts";

/** How a body ended: sent whole, broken by a fault, or aborted by the client. */
export type Ending = "complete" | "broken" | "aborted";

interface Body {
  chunks: string[];
  signal: AbortSignal;
  fault?: Fault;
  /** Called once, before the client can see the end. */
  ended(ending: Ending): void;
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** A body that makes each chunk only when the client pulls it, and errors with the signal's reason on abort. */
export function bodyOf({ chunks, signal, fault, ended }: Body): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const breakAt = fault ? Math.min(fault.at_event ?? chunks.length >> 1, chunks.length - 1) : -1;
  let sent = 0;
  let stop = () => {};
  const finish = (ending: Ending) => {
    stop();
    ended(ending);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const onAbort = () => {
          finish("aborted");
          controller.error(signal.reason);
        };
        stop = () => signal.removeEventListener("abort", onAbort);
        signal.addEventListener("abort", onAbort);
      },
      pull(controller) {
        if (fault && sent === breakAt) return breakOff(fault, controller, finish);
        const chunk = chunks[sent++];
        if (sent >= chunks.length) finish("complete");
        if (chunk !== undefined) controller.enqueue(encoder.encode(chunk));
        if (sent >= chunks.length) controller.close();
      },
      cancel: () => finish("aborted"),
    },
    { highWaterMark: 0 },
  );
}

/** What the fault does in place of the next chunk. A stall never settles: only the client ends it. */
function breakOff(fault: Fault, controller: Controller, finish: (ending: Ending) => void) {
  if (fault.kind === "stall_mid_stream") return new Promise<void>(() => {});
  finish("broken");
  if (fault.kind === "reset_mid_stream") return controller.error(connectionReset("terminated"));
  const last = lastWords(fault);
  if (last) controller.enqueue(new TextEncoder().encode(last));
  controller.close();
}

function lastWords(fault: Fault): string | undefined {
  if (fault.kind === "malformed_sse") {
    return 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"del\n\n';
  }
  if (fault.kind !== "error_mid_stream") return undefined;
  const error: ErrorBody["error"] = {
    type: "overloaded_error",
    message: fault.message ?? "Overloaded",
  };
  return encodeEvent({ type: "error", error });
}
