// shared/host/node/leash · a helper program that ends what a program has started, when that program was killed.
import { spawn } from "node:child_process";
import { once } from "../../once.ts";

/**
 * It reads which sessions there are, and ends them when its input is closed: by the system, as soon as the program has
 * ended, whatever has ended it. Mostly no session is left then, and it does nothing. Else it kills the groups first, and
 * then what is in the sessions with a group of its own, where /proc tells that. POSIX sh, with nothing but what is built
 * in.
 */
const SCRIPT = `
sessions=" "
while read -r sign pid; do
  case $sign in
    +) sessions="$sessions$pid " ;;
    *) sessions="\${sessions%% $pid *} \${sessions#* $pid }" ;;
  esac
done
case $sessions in *[0-9]*) ;; *) exit ;; esac
exec 2> /dev/null
for pid in $sessions; do kill -s KILL -- "-$pid"; done
looks=0
found=yes
while [ "$found" ] && [ $looks -lt 20 ]; do
  looks=$((looks + 1))
  found=
  for file in /proc/[0-9]*/stat; do
    text=
    while read -r line; do text="$text$line"; done < "$file"
    set -- \${text##*) }
    case $sessions in *" $4 "*) ;; *) continue ;; esac
    case $1 in Z | X) continue ;; esac
    pid=\${file%/stat}
    kill -s KILL "\${pid##*/}"
    found=yes
  done
done
`;

/** Starts it once. It holds no folder, gets no variable, and keeps this program from ending as little as a timer would. */
const input = once(() => {
  const helper = spawn("/bin/sh", ["-c", SCRIPT], {
    cwd: "/",
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
    detached: true, // Ctrl-C in the terminal is not for it
  });
  helper.on("error", () => {}); // without /bin/sh, what runs when the program is killed runs on
  helper.unref();
  const { stdin } = helper;
  stdin.on("error", () => {});
  if ("unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  return stdin;
});

/** Tells it "+ PID" for the leader of a new session, and "- PID" for one that has ended. Windows has no sessions. */
export function leash(line: string): void {
  if (process.platform !== "win32") input().write(`${line}\n`);
}
