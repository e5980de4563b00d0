// shared/unattended · turns in which no person is there to be asked.
import type { Ask, TurnInfo } from "./terminal.ts";

/** The `ask` of an unattended turn. */
export const nobody: Ask = async () => undefined;

/** True when no person is there to be asked in a turn. It need not wait for the questions of others. */
export const isUnattended = ({ ask }: Pick<TurnInfo, "ask">): boolean => ask === nobody;
