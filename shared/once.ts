// shared/once · a value that is made on first use.

/**
 * A function that runs `make` on its first call and returns the same value on every later call.
 * When `make` throws, the next call tries again.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
