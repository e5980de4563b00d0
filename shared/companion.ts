// shared/companion · a program that runs beside ours as long as we need it, and that we talk to over its pipes.
import { startProgram } from "#host/program.ts";
import { beginGuest } from "./idle.ts";
import { environmentFor } from "./process.ts";

export interface CompanionOptions {
  command: string;
  args: string[];
  /** More environment. Of ours, only what programs need to run is passed on. */
  env: Record<string, string>;
  cwd: string;
  /** How many milliseconds it may take to end after its input was closed: one second, except in tests. */
  patience?: number;
  onOutput(bytes: Buffer): void;
  /** Called when it has closed its output and has not ended within `patience` after that. */
  onMute?(): void;
  /** Called once, also when we have stopped it; `how` is "exit code 1" or "SIGKILL". */
  onEnd(how: string): void;
}

/** A program that runs beside ours, and how it is spoken to and ended. */
export interface Companion {
  pid: number;
  /** Resolves when there is room for more. A program that has ended reads nothing, which is no error here. */
  write(text: string): Promise<void>;
  /** The end of what it has written to stderr. */
  lastWords(): string;
  /** Closes its input, and ends it with all it has started when it does not end by itself within `patience`; with 0, it gets SIGTERM at once. */
  stop(patience?: number): Promise<void>;
}

/** Variables that tell a program where things are, who is there, which language, and how the network is reached. */
const NEEDED = new RegExp(
  `^(${[
    "PATH|HOME|USER|LOGNAME|SHELL|TERM|COLORTERM|LANG|LC_\\w+|TZ|TMPDIR|TMP|TEMP|XDG_\\w+",
    "(HTTP|HTTPS|ALL|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|GIT_\\w+",
    "DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|DOCKER_(HOST|CONTEXT|CONFIG)",
    "NVM_\\w+|FNM_\\w+|VOLTA_HOME|PNPM_HOME|BUN_INSTALL|DENO_(DIR|INSTALL)|NPM_CONFIG_(CACHE|PREFIX|REGISTRY|USERCONFIG)",
    "PYENV_ROOT|VIRTUAL_ENV|CONDA_PREFIX|UV_\\w*(DIR|CACHE)|JAVA_HOME|GOPATH|GOROOT|CARGO_HOME|RUSTUP_HOME|DOTNET_ROOT|ASDF_\\w+|MISE_\\w+DIR",
    "APPDATA|LOCALAPPDATA|HOMEDRIVE|HOMEPATH|USERPROFILE|USERNAME|PATHEXT|COMSPEC|WINDIR|SYSTEM(DRIVE|ROOT)|PROGRAM\\w*|PROCESSOR_\\w+",
  ].join("|")})$`,
  "i",
);
/** An address with a password in it, as that of a proxy may be; many write it without http://. */
const PASSWORD = /:\/\/[^/\s]*@|^[^/\s@]+:[^/\s]*@/;

/** Of the environment of our commands, what a stranger's program gets: a list of names that are secrets has gaps. */
const needed = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value = ""]) => NEEDED.test(name) && !PASSWORD.test(value),
    ),
  );

/**
 * Starts a program, without a shell, in a session of its own: Ctrl-C in our terminal does not reach it. It is ended
 * when our program exits. Throws an Error that names the command when it cannot be started.
 */
export async function startCompanion(options: CompanionOptions): Promise<Companion> {
  const { cwd, env } = options;
  const around = { ...needed(environmentFor(process.env, cwd)), ...env };
  const gone = beginGuest("program");
  const onEnd = (how: string) => {
    gone();
    options.onEnd(how);
  };
  try {
    return await startProgram({ ...options, env: around, onEnd });
  } catch (error) {
    gone();
    throw error;
  }
}
