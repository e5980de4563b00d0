// practice/protocol/signature · signs thinking, so that a changed block is noticed when it comes back.
import { createHash, createHmac } from "node:crypto";

/** Not a secret: a saved conversation has to outlive the server that signed it. */
const KEY = "practice";

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url");
const seal = (model: string, full: string, shown: string): string =>
  createHmac("sha256", KEY).update(`${model}\n${full}\n${shown}`).digest("base64url");

/** The signature of a thinking block: it covers the thought itself and the part of it that is shown. */
export function sign(model: string, thought: string, shown: string): string {
  const [full, visible] = [digest(thought), digest(shown)];
  return `${full}.${visible}.${seal(model, full, visible)}`;
}

/** Whether a block came back as it was sent: `forged` is a signature that was never given for this model. */
export function checkSignature(
  model: string,
  shown: string,
  signature: string,
): "good" | "changed" | "forged" {
  const [full = "", visible = "", mac] = signature.split(".");
  if (mac !== seal(model, full, visible)) return "forged";
  return visible === digest(shown) ? "good" : "changed";
}
