// course/base/fault · what a check found: where, what, and the command that mends it.

/** One thing that is wrong. `file` is named from the root, `line` is counted from 1. */
export interface Fault {
  file: string;
  line: number;
  says: string;
  mend: string;
}

/** One check and what it found; none means passed. */
export interface Outcome {
  name: string;
  faults: Fault[];
}

/** The command that writes everything that is generated. */
export const WRITE = "npm run course -- check --write";

/** A fault in two lines, as a person reads it. */
export const faultLines = ({ file, line, says, mend }: Fault): string[] => [
  `${file}:${line}  ${says}`,
  `    ${mend}`,
];
