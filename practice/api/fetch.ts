// practice/api/fetch · the practice model in-process, as the `fetch` of the SDK's client.
import { createPractice, type PracticeOptions } from "./handler.ts";

/**
 * A `fetch` that answers every request itself, without a port; any host will do. The signal is handed on
 * as it is: a copy made by `Request` could be collected while a stream is still open.
 */
export function createPracticeFetch(options: PracticeOptions = {}): typeof fetch {
  const practice = createPractice(options);
  return (input, init) => {
    const { signal: given, ...rest } = init ?? {};
    const request = new Request(input, rest);
    return practice.handle(request, given ?? request.signal);
  };
}
