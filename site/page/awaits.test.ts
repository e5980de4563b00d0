// site/page/awaits · what AsyncLocalStorage stores is there after each await of a changed file.
import { expect, test } from "vitest";
import { AWAITS } from "../host/awaits.ts";
import { AsyncLocalStorage } from "../node/async_hooks.ts";
import { keepingContext } from "./awaits.ts";

/** Runs the body of an async function with these names, for two callers side by side; gives what each saw. */
async function sideBySide(body: string): Promise<unknown[]> {
  const code = keepingContext(
    `return async function (who, later) { const seen = []; ${body} return seen; }`,
  );
  const made = new Function("store", "each", ...Object.keys(AWAITS), code);
  const storage = new AsyncLocalStorage<string>();
  const store = () => storage.getStore();
  const later = () => new Promise((resolve) => setTimeout(resolve, 1));
  async function* each() {
    for (const one of [1, 2]) {
      await later();
      yield one;
    }
  }
  const run = made(store, each, ...Object.values(AWAITS));
  return Promise.all(["lead", "mate"].map((who) => storage.run(who, () => run(who, later))));
}

test.each([
  ["an await", "await later(); seen.push(store()); await later(); seen.push(store());"],
  ["an await in an await", "seen.push((await (await [later()])[0], store())); seen.push(store());"],
  [
    "what is caught",
    "try { await Promise.reject(1); } catch { seen.push(store()); } seen.push(store());",
  ],
  ["a loop that awaits", "for await (const one of each()) { seen.push(store()); }"],
])("%s", async (_, body) => {
  expect(await sideBySide(body)).toEqual([
    ["lead", "lead"],
    ["mate", "mate"],
  ]);
});

test("code without an await stays as it is", () => {
  expect(keepingContext("const one = () => 1;")).toBe("const one = () => 1;");
});
