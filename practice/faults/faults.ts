// practice/faults/faults · everything that can go wrong on purpose, in one union.

interface HttpFault {
  status: number;
  type: string;
  message: string;
}

/** Faults that replace the whole reply by an HTTP error: status, error type and wording of the API. */
const HTTP_FAULTS = {
  overloaded: { status: 529, type: "overloaded_error", message: "Overloaded" },
  rate_limited: {
    status: 429,
    type: "rate_limit_error",
    message: "This request would exceed your account's rate limit. Please try again later.",
  },
  server_error: { status: 500, type: "api_error", message: "Internal server error" },
  invalid_request: { status: 400, type: "invalid_request_error", message: "Invalid request" },
  authentication: { status: 401, type: "authentication_error", message: "invalid x-api-key" },
  timeout_error: { status: 504, type: "timeout_error", message: "Request timed out" },
  billing: {
    status: 402,
    type: "billing_error",
    message: "Your credit balance is too low to access the Anthropic API.",
  },
  permission: {
    status: 403,
    type: "permission_error",
    message: "Your API key does not have permission to use the specified resource.",
  },
  not_found: { status: 404, type: "not_found_error", message: "Not found" },
  conflict: { status: 409, type: "conflict_error", message: "Conflict" },
  request_too_large: {
    status: 413,
    type: "request_too_large",
    message: "Request exceeds the maximum size",
  },
  prompt_too_long: {
    status: 400,
    type: "invalid_request_error",
    message: "prompt is too long: 208310 tokens > 200000 maximum",
  },
} as const satisfies Record<string, HttpFault>;

/** Faults of the connection, before the headers or within the body. */
const WIRE_FAULTS = {
  connection_reset: "the connection breaks before the headers",
  stall: "no headers, until the client gives up",
  error_mid_stream: "an `error` event after at_event events",
  reset_mid_stream: "the connection breaks after at_event events",
  cut_stream: "a clean end of the body after at_event events, before message_stop",
  stall_mid_stream: "nothing more after at_event events, until the client gives up",
  malformed_input: "the last call's input arrives as JSON with a mistake in it",
  malformed_sse: "a data line that is not JSON after at_event events",
} as const;

export type HttpFaultKind = keyof typeof HTTP_FAULTS;
export type WireFaultKind = keyof typeof WIRE_FAULTS;
/** Every kind of fault there is; used by replies, scripts, fault plans and the documentation. */
export type FaultKind = HttpFaultKind | WireFaultKind;

export interface Fault {
  kind: FaultKind;
  /** Sent as `retry-after-ms`, and rounded up to seconds as `retry-after`. */
  retry_after_ms?: number;
  /** For the mid-stream kinds: how many SSE events are sent before it happens. Default: half of them. */
  at_event?: number;
  /** Replaces the default wording. */
  message?: string;
}

const isHttpFault = (kind: string): kind is HttpFaultKind => Object.hasOwn(HTTP_FAULTS, kind);

const isWireFault = (kind: string): kind is WireFaultKind => Object.hasOwn(WIRE_FAULTS, kind);

/** All kinds, for messages that list what would have been right. */
export const faultKinds = (): FaultKind[] => [
  ...Object.keys(HTTP_FAULTS).filter(isHttpFault),
  ...Object.keys(WIRE_FAULTS).filter(isWireFault),
];

/** What each kind does, for the documentation. */
export const describeFault = (kind: FaultKind): string => {
  if (!isHttpFault(kind)) return WIRE_FAULTS[kind];
  const { status, type } = HTTP_FAULTS[kind];
  return `HTTP ${status} ${type}`;
};

/** The HTTP error that a fault stands for; undefined for the faults of the connection. */
export function httpFault(fault: Fault): HttpFault | undefined {
  if (!isHttpFault(fault.kind)) return undefined;
  const known = HTTP_FAULTS[fault.kind];
  return { ...known, message: fault.message ?? known.message };
}

/** `retry-after` (whole seconds) for a 429, and both forms when the fault asks for a time. */
export function retryHeaders(fault: Fault): Record<string, string> {
  const wait = fault.retry_after_ms;
  if (wait === undefined) return fault.kind === "rate_limited" ? { "retry-after": "1" } : {};
  return { "retry-after": String(Math.ceil(wait / 1000)), "retry-after-ms": String(wait) };
}
