// s03 · permission/never – the few things that the gate refuses without asking.
import { homedir } from "node:os";
import { FORK_BOMB } from "../../shared/shell/line.ts";
import { baseOf } from "../../shared/shell/programs.ts";
import { folderWritten } from "../../shared/shell/words.ts";
import { list } from "../../shared/text.ts";

const OTHER_USER = list("sudo sudoedit su doas pkexec runuser run0");

const STOPS = list("shutdown reboot halt poweroff");

const STOPPING = list(
  "poweroff reboot halt kexec soft-reboot suspend hibernate hybrid-sleep rescue emergency isolate",
);

const DISKS =
  /^(mkfs(\..*)?|mke2fs|mkswap|wipefs|fdisk|sfdisk|parted|blkdiscard|mkdosfs|sgdisk|cryptsetup)$/;

const DEVICE_WRITERS = list("dd tee cp mv install shred truncate");

const HARMLESS_DEVICES = /^\/dev\/(null|zero|stdin|stdout|stderr|tty|fd\/\d+|u?random)$/;

const SYSTEM = /^\/(bin|boot|dev|etc|home|lib|lib64|opt|proc|root|sbin|srv|sys|usr|var)?$/;

/** The home of another user, and the working folder. */
const VARIABLE = /^(~[a-z_][\w.-]*|\$PWD)(\/\*)?$/i;

/** Why a command is never allowed; undefined for any other. `isRoot` is true for a folder that holds a root. */
export function whyNever(
  [path = "", ...args]: string[],
  isRoot: (path: string) => boolean,
): string | undefined {
  const name = baseOf(path);
  if (path === FORK_BOMB) return "it is a fork bomb";
  if (OTHER_USER.includes(name)) return `${name} acts as another user`;
  if (STOPS.includes(name) || stopsByOthers(name, args)) return `${name} stops the machine`;
  if (DISKS.test(name)) return `${name} erases a disk`;
  const device =
    DEVICE_WRITERS.includes(name) &&
    args.map((word) => word.replace(/^of=/, "")).find((word) => whyNeverWritten(word));
  if (device) return whyNeverWritten(device);
  const deletes = ["rm", "rmdir", "shred"].includes(name);
  const finds = name === "find" && args.some((word) => /^-delete$|^rm$/.test(word));
  const isGone = (word: string) => isEverything(word, (path) => deletes && isRoot(path));
  const gone = (deletes || finds) && args.find(isGone);
  return gone ? `${name} would delete ${gone}` : undefined;
}

function stopsByOthers(name: string, args: string[]): boolean {
  if (["systemctl", "loginctl"].includes(name))
    return args.some((word) => STOPPING.includes(word.replace(/\.(target|service)$/, "")));
  if (["init", "telinit"].includes(name)) return /^[016]$/.test(args.at(-1) ?? "");
  return name === "kill" && (args.includes("1") || (args.length > 1 && args.at(-1) === "-1"));
}

/** True for /, a home, a folder of the system, and a folder that holds one of the agent's roots. */
function isEverything(word: string, isRoot: (path: string) => boolean): boolean {
  if (word.startsWith("-")) return false;
  const folder = folderWritten(word);
  return folder === homedir() || VARIABLE.test(folder) || SYSTEM.test(folder) || isRoot(folder);
}

/** Why a file must never be written; undefined for any other. */
export function whyNeverWritten(path: string): string | undefined {
  const plain = path.replaceAll(/\/+/g, "/").replaceAll("/./", "/");
  const isSwitch = /^\/(proc\/sysrq-trigger|sys\/power\/)/.test(plain);
  if (!isSwitch && (!plain.startsWith("/dev/") || HARMLESS_DEVICES.test(plain))) return undefined;
  return `it would write to the device ${plain}`;
}
