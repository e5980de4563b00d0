// shared/once · what is made on first use.

/**
 * A function that runs `make` on its first call and gives the same value ever after.
 * When `make` throws, the next call tries again.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
