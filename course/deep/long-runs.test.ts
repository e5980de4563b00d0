import { expect, test } from "vitest";
import { countsOf } from "./long-runs.ts";

test("a report is counted; a file that could not begin is a failure, and so is no report", () => {
  const counted = (report: object) => countsOf(JSON.stringify(report));
  const good = { numPassedTests: 3, numFailedTests: 0, success: true };
  expect(counted(good)).toMatchObject({ passed: 3, failed: 0 });
  expect(counted({ ...good, numFailedTests: 2, success: false })).toMatchObject({ failed: 2 });
  expect(counted({ ...good, success: false })).toMatchObject({ passed: 3, failed: 1 });
  expect(countsOf("")).toMatchObject({ passed: 0, failed: 1 });
});
