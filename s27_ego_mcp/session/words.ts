// s20 · session/words – what the model is told after a crash.

/** The result of a call that had begun. */
export const LOST =
  "It is not known whether this call has run: the program ended during the call, and its command may still be running. Look at what it may have done before you call it again.";

/** The result of a call that had not begun. */
export const NOT_RUN = "By the record, the program ended before this call, so it did not run.";

/** Told with the first prompt of a resumed session. */
export const RESUMED =
  "An earlier run of the program began this conversation, and has ended. So have its mates and its connections to servers; background commands may still run. Files may have changed since, and ids such as bg_1 are given again.";
