// practice/protocol/errors · the API's error envelope, and the two ways a request can fail.

export interface ErrorBody {
  type: "error";
  error: { type: string; message: string; details?: { error_code: string } };
  request_id: string;
}

interface Extras {
  headers?: Record<string, string>;
  /** Tells finer kinds of one type apart, for clients that know them. */
  details?: { error_code: string };
  /** The id of the broken rule; not sent. */
  rule?: string;
}

/** A request that is answered with an HTTP error. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly type: string;
  readonly extras: Extras;

  constructor(status: number, type: string, message: string, extras: Extras = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.extras = extras;
  }
}

/** 400 with the API's most common error type. */
export const invalid = (message: string): ApiError =>
  new ApiError(400, "invalid_request_error", message);

/** What a client sees of a broken connection: the error that Node's own fetch gives. */
export function connectionReset(message = "fetch failed"): TypeError {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  return new TypeError(message, { cause });
}
