// site/judge/expect · `expect` as specs know it, without the runner that usually brings it.
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  type ExpectStatic,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from "@vitest/expect";

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

const plain = (value: unknown, message?: string) => chai.expect(value, message);
/** The matchers of vitest, on a value. */
export const expect: ExpectStatic = Object.assign(
  plain,
  chai.expect,
  Reflect.get(globalThis, ASYMMETRIC_MATCHERS_OBJECT),
);
setState({ assertionCalls: 0 }, expect);
