// practice/testing · what several tests of the practice model need.

/** A POST as a plain HTTP client sends it. */
export const post = (path: string, body: unknown, more: Record<string, string> = {}): Request =>
  postText(path, JSON.stringify(body), more);

/** The same with the body as it goes over the wire. */
export function postText(path: string, body: string, more: Record<string, string> = {}): Request {
  return new Request(`http://practice${path}`, {
    method: "POST",
    headers: {
      "x-api-key": "k",
      "anthropic-version": "2026-10-21",
      "content-type": "application/json",
      ...more,
    },
    body,
  });
}

/** Whole numbers below a bound that look random and are the same in each run. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
