// site/node/process · stands in for node:process.
import { process } from "../host/program-globals.ts";

export default process;
export const { argv, cwd, env, execPath, exit, pid, platform, stderr, stdin, stdout } = process;
