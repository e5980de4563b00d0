// course/unit/under-test · the chapter that a unit test looks at: its own, or the newest one.

/** The folder of the chapter under test; `own` is that of the test itself. An import needs no help: see newest-tests. */
export const underTest = (own: string): string => process.env.UNIT_ON || own;
