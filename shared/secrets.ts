// shared/secrets · the files and folders that usually hold secrets, by their names.
import { readFileSync, statSync } from "node:fs";
import { dirname, relative } from "node:path";
import { isOwn } from "./plainFiles.ts";
import { list } from "./text.ts";

/** Of files and folders, in lower case. A star stands for any text in a name; between words may be "-", "_" or nothing. */
const NAMES = [
  // settings and environments
  ".env* *.env env.local env.prod env.production env.staging .flaskenv .dev.vars* wp-config.php",
  "local.settings.json secrets.* .secrets *.secret *-secret.yaml *-secret.yml *-secrets.yaml",
  "*-secrets.yml secret.yaml secret.yml secret.json secret.txt",
  // keys, keystores and passwords
  "*.pem *.key *.p8 *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk *.ovpn *.keychain *.keychain-db",
  "id_* *_rsa *_ed25519 *_ecdsa .ssh .gnupg .password-store credentials* .credentials* .htpasswd",
  "htpasswd privkey privkey.txt private_key private_key.txt private_key.json .authinfo .erlang.cookie",
  // clouds, clusters and what sets them up
  ".aws .azure .oci .kube kubeconfig* *.kubeconfig .docker .dockercfg .boto .s3cfg .databrickscfg",
  ".fly .netlify .vercel *service-account*.json *-firebase-adminsdk-*.json client_secret*.json",
  "*.tfstate *.tfstate.* *.tfvars *.tfvars.json .terraformrc .terraform.d .vault-token .vault_pass*",
  "application_default_credentials.json gha-creds-*.json rootkey.csv *accesskeys.csv",
  "*_credentials.csv *.publishsettings *.pubxml.user",
  "token.json tokens.json .sentryclirc .clasprc.json rclone.conf .rclone.conf sftp-config.json",
  ".ftpconfig .passwd-s3fs",
  // what signs an app, and what a test signs in with
  "key.properties keystore.properties .auth storagestate.json",
  // registries, version control and databases
  ".npmrc .yarnrc .yarnrc.yml .pypirc .netrc _netrc .git-credentials auth.json nuget.config",
  ".pgpass .my.cnf .mylogin.cnf",
  // agents and their servers
  ".mcp.json mcp.json mcp_config.json claude_desktop_config.json .claude .claude.json .codex .gemini",
  ".huggingface .kaggle",
  // what was typed, and browsers
  ".*_history fish_history .viminfo .mozilla logins.json key4.db cookies.sqlite cookies.txt",
].flatMap(list);

/** Folders and files whose last name alone says too little. */
const PLACES = [
  ".config/gh .config/hub .config/git .config/gcloud .config/doctl .config/op .config/github-copilot",
  ".config/google-chrome .config/chromium .cache/huggingface .m2/settings.xml library/keychains",
  ".gradle/gradle.properties .local/share/keyrings .bundle/config .vscode/sftp.json",
].flatMap(list);

/** What an agent keeps of its conversations: whatever it was once allowed to read may be in there. */
const KEPT = String.raw`\.(?:sessions|transcripts|task_outputs)/(?:.*/)?[^/]+\.(?:jsonl|txt|log)`;

const formOf = (name: string) =>
  name
    .replaceAll(/[.$]/g, String.raw`\$&`)
    .replaceAll(/(?<=\w)[-_](?=\w)/g, "[-_]?")
    .replaceAll("*", "[^/]*");

/** What editors and people put around the name of a copy: `#.netrc#`, `id_rsa.bak`, `.wp-config.php.swp`. */
const [BEFORE, BEHIND] = [
  "[.#]{0,2}",
  String.raw`(?:\.(?:bak|backup|old|orig|save|sw[op]|tmp|\d+)|[~#])*`,
];

const regexOf = (forms: string[]) =>
  new RegExp(`(?:^|/)${BEFORE}(?:${forms.map(formOf).join("|")})${BEHIND}(?:/|$)`);
const SECRET = regexOf(NAMES);
const PLACE = regexOf(PLACES);
const STORE = new RegExp(`(?:^|/)${KEPT}$`);
const GIT_CONFIG = /(?:(?:^|\/)\.gitconfig|\.git\/(?:.*\/)?config(?:\.worktree)?)$/;
/** A password in an address, or a header or token that git sends. */
const IN_CONFIG = /:\/\/[^\s/@]+@|extraheader|password|token/i;

const others: ((path: string) => boolean)[] = [];

/** From now on the files for which this is true, by their absolute paths, are secrets as well: what this session must not tell. */
export const alsoSecret = (isSecret: (path: string) => boolean): void => void others.push(isSecret);

/**
 * True for a file or folder, by its absolute path, that usually holds secrets. Names above `cwd` do not count, but for the
 * two by which one that is below belongs to a place: in ~/.config, `gh` is one.
 */
export function isSecretFile(path: string, cwd: string): boolean {
  if (others.some((isSecret) => isSecret(path)) && !isOwn(path)) return true;
  const above = dirname(dirname(cwd));
  const name = relative(above, path).toLowerCase();
  if (STORE.test(name)) return !isOwn(path);
  if (SECRET.test(relative(cwd, path).toLowerCase())) return true;
  const { index = 0, 0: place } = PLACE.exec(name) ?? {};
  if (place !== undefined && index + place.length > relative(above, cwd).length + 1) return true;
  return GIT_CONFIG.test(name) && hasCredentials(path);
}

/** At most so many bytes of a configuration are read; a longer one counts as one with a secret. */
const MAX_CONFIG = 1024 * 1024;

function hasCredentials(path: string): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info?.isFile() !== true) return false;
  return info.size > MAX_CONFIG || IN_CONFIG.test(readFileSync(path, "utf8"));
}
