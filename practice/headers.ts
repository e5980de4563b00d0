// practice/headers · the request headers that the API insists on.
import { ApiError, invalid } from "./errors.ts";

/** Any key will do, but there must be one, as with the API; gives the API version asked for. */
export function checkHeaders(headers: Headers): string {
  const unauthorized = (text: string) => new ApiError(401, "authentication_error", text);
  const bearer = headers.get("authorization");
  if (bearer === null && headers.get("x-api-key") === null)
    throw unauthorized("x-api-key header is required");
  if (bearer === null && !headers.get("x-api-key")) throw unauthorized("invalid x-api-key");
  if (bearer !== null && !/^Bearer \S/i.test(bearer)) throw unauthorized("Invalid bearer token");
  const version = headers.get("anthropic-version");
  if (!version) throw invalid("anthropic-version: header is required");
  if (version !== "2023-06-01" && version !== "2026-10-21") {
    throw invalid(`anthropic-version: "${version}" is not a valid version`);
  }
  return version;
}
