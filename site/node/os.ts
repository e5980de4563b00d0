// site/node/os · stands in for node:os: a small Linux computer with one user.
export const homedir = () => "/home/you";
export const tmpdir = () => "/tmp";
export const hostname = () => "page";
export const platform = () => "linux";
export const type = () => "Linux";
export const release = () => "6.1.0";
export const arch = () => "x64";
export const userInfo = () => ({ username: "you", uid: 1000, gid: 1000, homedir: "/home/you" });
export const availableParallelism = () => 2;
export const loadavg = () => [0, 0, 0];
export const EOL = "\n";
export const devNull = "/dev/null";
export const constants = { signals: { SIGXFSZ: 25 } };
export default { homedir, tmpdir, hostname, platform, type, release, arch, EOL, constants };
