// shared/budget · how many requests some work may send when they are not to count as those of the session.
import { AsyncLocalStorage } from "node:async_hooks";

/** Requests of one kind of work. Who keeps it may set `sent` back, each day for example. */
export interface Budget {
  /** What the work is called where a request of it is refused. */
  name: string;
  limit: number;
  sent: number;
}

const budgets = new AsyncLocalStorage<Budget>();

/** Runs `work`. All requests that come of it count in this budget, and none of them as one of MAX_REQUESTS. */
export const withBudget = <Result>(budget: Budget, work: () => Result): Result =>
  budgets.run(budget, work);

/** The budget of the work that asks; undefined where the session's own limit counts. */
export const currentBudget = (): Budget | undefined => budgets.getStore();
