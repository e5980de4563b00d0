import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { skipOnWindows } from "../fixtures/windows.ts";
import { decidingFor } from "./deciding.ts";

let home: string;
let cwd: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "deciding-")));
  cwd = join(home, "clone/part");
  await mkdir(cwd, { recursive: true });
  vi.stubEnv("HOME", home);
  vi.stubEnv("USERPROFILE", home);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

async function file(name: string, text = "") {
  await mkdir(dirname(join(cwd, name)), { recursive: true });
  await writeFile(join(cwd, name), text);
}
const look = (line: string, env: Record<string, string> = {}) => {
  const [command = "", ...args] = line.split(" ");
  return decidingFor({ command, args, env }, cwd);
};

test.each([
  ["npx -y @a/files@1.2 .", "node_modules/@a/files/index.js", "node_modules/@a/files"],
  ["/usr/bin/npx -y @a/files", "node_modules/.bin/files", "node_modules/.bin/files"],
  ["npx.cmd -y @a/files", ".npmrc", ".npmrc"],
  ["NPX -y @a/files", ".npmrc", ".npmrc"],
  ["node /opt/npm/bin/npx-cli.js -y @a/files", ".npmrc", ".npmrc"],
  ["node /opt/pnpm/bin/pnpm.cjs dlx @a/files", ".npmrc", ".npmrc"],
  ["npx -y @a/files", "../.npmrc", "../.npmrc"],
  ["npx -y --package=@a/files go", "../node_modules/@a/files/x.js", "../node_modules/@a/files"],
  ["npm exec x", "package.json", "package.json"],
  ["bunx x", "bunfig.toml", "bunfig.toml"],
  ["pnpm dlx x", ".pnpmfile.cjs", ".pnpmfile.cjs"],
  ["yarn dlx x", ".yarnrc.yml", ".yarnrc.yml"],
  ["uvx x", "uv.toml", "uv.toml"],
  ["uv run x", "../pyproject.toml", "../pyproject.toml"],
  ["python3.11 -m x", "x/main.py", "x"],
  ["python -m x.server", "json.py", "json.py"],
  ["python -Imx.server", "x/main.py", "x"],
  ["python -m x.server", "json.pyc", "json.pyc"],
  ["python -m x.server", "json.abi3.so", "json.abi3.so"],
  ["python -m x.server", "json/__init__.pyc", "json"],
  ["node --run go", "package.json", "package.json"],
  ["make -Ca go", "a/Makefile", "a/Makefile"],
  ["npx -y file:a", "a/index.js", "a"],
  ["docker compose run x", "compose.yaml", "compose.yaml"],
  ["npx tsx server.ts", "tsconfig.json", "tsconfig.json"],
  ["node --import=hook server.js", "node_modules/hook/index.js", "node_modules/hook"],
  ["uv --directory ./a run server.py", "a/pyproject.toml", "a/pyproject.toml"],
  ["uv run --project=a server", "a/uv.toml", "a/uv.toml"],
  ["uv --directory a run python -m server", "a/server.py", "a/server.py"],
  ["npm --prefix a run go", "a/package.json", "a/package.json"],
  ["pnpm -C a go", "a/package.json", "a/package.json"],
  ["make -C a go", "a/Makefile", "a/Makefile"],
  ["sh -c cd\ta&&npx\t-y\t@a/files", "a/node_modules/@a/files/x.js", "a/node_modules/@a/files"],
  ["npx -y ./a", "a/index.js", "a"],
  ["pipx run x", "__pypackages__/3.12/lib/bin/x", "__pypackages__"],
  ["npx -y nodemon server.js", "nodemon.json", "nodemon.json"],
  ["bundle exec x", ".bundle/config", ".bundle/config"],
  ["npx dotenv -- node server.js", ".env", ".env"],
  ["rye run x", "pyproject.toml", "pyproject.toml"],
  ["dotnet tool run x", ".config/dotnet-tools.json", ".config/dotnet-tools.json"],
  ["honcho start", "Procfile", "Procfile"],
  ["npx -y --package=file:./a go", "a/index.js", "a"],
  ["uvx --from ./a go", "a/server.py", "a"],
  ["docker compose -f a/mcp.yml up", "a/mcp.yml", "a/mcp.yml"],
  ["cargo run --manifest-path a/Cargo.toml", "a/Cargo.toml", "a/Cargo.toml"],
  ["gradle -q go", "build.gradle.kts", "build.gradle.kts"],
  ["mise x -- go", ".config/mise/config.toml", ".config/mise/config.toml"],
  ["pipenv run go", "Pipfile", "Pipfile"],
  ["fastmcp run fastmcp.json", "fastmcp.json", "fastmcp.json"],
  ["Rscript -e mcptools::mcp_server()", ".Rprofile", ".Rprofile"],
  ["R --no-echo -e mcptools::mcp_server()", ".Renviron", ".Renviron"],
  ["julia -e using_Server", "../Project.toml", "../Project.toml"],
  ["rails mcp", "bin/rails", "bin/rails"],
  ["bb mcp", "bb.edn", "bb.edn"],
  ["vagrant ssh", "Vagrantfile", "Vagrantfile"],
  ["dagger mcp", "dagger.json", "dagger.json"],
  ["iex -S mix", ".iex.exs", ".iex.exs"],
  ["jbang jdbc@quarkiverse/quarkus-mcp-servers", "jbang-catalog.json", "jbang-catalog.json"],
  ["cargo run", ".cargo/config", ".cargo/config"],
  ["npx -y vite-node /opt/server.ts", "vite.config.ts", "vite.config.ts"],
  ["uv run --with x -m x.server", "x.py", "x.py"],
  ["uv run --module x", "x/main.py", "x"],
  ["debugpy -mx", "x.py", "x.py"],
  ["bun run x", ".env.development", ".env.development"],
  ["claude mcp serve", ".claude/settings.json", ".claude"],
  ["codex mcp-server", "../.codex/config.toml", "../.codex"],
  ["/opt/bin/langgraph dev", "langgraph.json", "langgraph.json"],
  ["Jupyter mcp", "jupyter_server_config.py", "jupyter_server_config.py"],
  ["shop_server mcp", ".shop_server/config.toml", ".shop_server"],
  ["shop_server mcp", ".shop_server", ".shop_server"],
  ["ng mcp", "node_modules/.bin/ng", "node_modules/.bin/ng"],
  ["npx -y prisma mcp", "prisma.config.ts", "prisma.config.ts"],
  ["npx -y @eslint/mcp@latest", "eslint.config.mjs", "eslint.config.mjs"],
  ["yarn dlx server", ".env.yarn", ".env.yarn"],
  ["pnx server", ".npmrc", ".npmrc"],
  ["pn run mcp", "package.yaml", "package.yaml"],
  ["npx server", ".corepack.env", ".corepack.env"],
  ["gmake -s mcp", "Makefile", "Makefile"],
  ["task mcp", "Taskfile.dist.yml", "Taskfile.dist.yml"],
  ["npx -y mcp-server-eslint", ".eslintrc.cjs", ".eslintrc.cjs"],
  ["npx --loglevel error prisma@6 mcp", "../.config/prisma.ts", "../.config/prisma.ts"],
  ["sh -c npx\t-y\ttrigger.dev\tmcp", "trigger.config.mjs", "trigger.config.mjs"],
  ["uvx shop-mcp", ".shop-mcprc", ".shop-mcprc"],
  ["uvx --from jupyter_core jupyter mcp", "jupyter_server_config.py", "jupyter_server_config.py"],
  ["npx -y @a/browser", ".puppeteerrc.cjs", ".puppeteerrc.cjs"],
  ["npx -y @a/browser", "../puppeteer.config.ts", "../puppeteer.config.ts"],
  ["desktop-commander", ".config/puppeteerrc.json", ".config/puppeteerrc.json"],
  ["npx -y @a/browser", ".config/config.mjs", ".config/config.mjs"],
  ["npx nx-mcp", "nx.json", "nx.json"],
  ["wp mcp-adapter serve", "wp-cli.yml", "wp-cli.yml"],
  ["symfony console mcp:server", "bin/console", "bin/console"],
  ["eslint --mcp", ".eslintrc.cjs", ".eslintrc.cjs"],
  ["npx -y .", "package.json", "package.json"],
  ["npx -y --package=. go", "package.json", "package.json"],
  ["bunx .", "package.json", "package.json"],
  ["uvx --from . go", "setup.py", "setup.py"],
  ["pipx run --spec . go", "pyproject.toml", "pyproject.toml"],
  ["dotnet run", "shop.csproj", "shop.csproj"],
  ["dotnet run --project a", "a/shop.csproj", "a/shop.csproj"],
  ["./gradlew go", "gradle/wrapper/gradle-wrapper.jar", "gradle/wrapper/gradle-wrapper.jar"],
  ["./mvnw go", ".mvn/extensions.xml", ".mvn/extensions.xml"],
  ["bundler exec go", "shop.gemspec", "shop.gemspec"],
  ["rake go", "rakefile", "rakefile"],
  ["bun /opt/server.ts", ".env.development.local", ".env.development.local"],
  ["npx -y env-cmd -- docs-server", ".env.js", ".env.js"],
  ["npx -y genkit-cli mcp", "../genkit-tools.conf.js", "../genkit-tools.conf.js"],
  ["python3.13t -m x", "x.py", "x.py"],
  ["python3-dbg -m x", "x.py", "x.py"],
  ["pythonw.exe -m x", "x.py", "x.py"],
  ["sh -c docker\trun\t-i\t$(docker\tbuild\t-q\t.)", "Dockerfile", "Dockerfile"],
  ["npx -y https://a.example/files.tgz", "node_modules/b/package.json", "node_modules"],
  ["npx -y github:a/files#v1", "node_modules/.bin/github:a/files", "node_modules"],
  ["npx -y --package=a/files go", "node_modules/b/package.json", "node_modules"],
  [
    "node --import /opt/x/node_modules/tsx/dist/loader.mjs /opt/s.ts",
    "tsconfig.json",
    "tsconfig.json",
  ],
  ["node --import tsx/esm /opt/server.ts", "tsconfig.json", "tsconfig.json"],
  ["node /opt/x/node_modules/@eslint/mcp/src/mcp-cli.js", "eslint.config.mjs", "eslint.config.mjs"],
  ["mcp-server-eslint x", "eslint.config.mjs", "eslint.config.mjs"],
  ["nlx @a/files", "node_modules/@a/files/index.js", "node_modules/@a/files"],
  ["nr mcp", "package.json", "package.json"],
  ["esno /opt/server.ts", "tsconfig.json", "tsconfig.json"],
  ["dotenv -c dev -- docs-server", ".env.dev.local", ".env.dev.local"],
  ["dotenv -e a/.env -- docs-server", "a/.env", "a/.env"],
  ["npx -y @knip/mcp", "knip.ts", "knip.ts"],
  ["npx -y karma-mcp", "../karma.conf.js", "../karma.conf.js"],
  ["env PYTHONPATH=lib python3 /opt/server.py", "lib/json.py", "lib/json.py"],
  ["env NODE_PATH=lib docs-server", "lib/zod/index.js", "lib"],
  ["docs-server x", ".env", ".env"],
  ["npx -y @a/files", ".env.local", ".env.local"],
  ["uv --directory a run server", "a/.env", "a/.env"],
])("%s obeys %s", async (line, name, obeyed) => {
  const before = look(line);
  expect(before.obeyed).toEqual([]);
  await file(name, "one");
  const after = look(line);
  expect(after.obeyed).toEqual([obeyed]);
  expect(after.mark).not.toBe(before.mark);
});

test("npx starts a program of the folder's own package only where that has the name", async () => {
  await file("package.json", '{"dependencies": {"other": "1"}}');
  expect(look("npx -y @a/files").obeyed).toEqual([]);
  await file("package.json", '{"bin": {"@a/files": "evil.js"}}');
  expect(look("npx -y @a/files").obeyed).toEqual(["package.json"]);
});

test.each([
  ["a package under another name", "node_modules/b/package.json", '{"name": "@a/files"}'],
  ["one in another", "node_modules/b/node_modules/@a/files/package.json", '{"name": "@a/files"}'],
  [
    "what npm has noted",
    "node_modules/.package-lock.json",
    '{"packages": {"node_modules/b": {"name": "@a/files"}}}',
  ],
  ["a note with a conflict in it", "node_modules/.package-lock.json", "<<<<<<< HEAD"],
  ["a program of the project", "package.json", String.raw`{"bin": {"@a/fil\u0065s": "x.js"}}`],
  ["one of a folder above", "../package.json", '{"name": "@a/files", "bin": "x.js"}'],
  ["one named like the project", "package.json", '{"name": "@b/files", "bin": "x.js"}'],
  ["one in a list", "package.json", '{"bin": ["./programs/files"]}'],
  ["a folder of programs", "package.json", '{"directories": {"bin": "programs"}}'],
  ["a program with a version in its name", "node_modules/.bin/files@1.2", ""],
  ["one with a scope in its name", "node_modules/.bin/@a/files", ""],
  ["one that every package starts", "node_modules/.bin/node", ""],
])("npx obeys a folder that has %s", async (_, name, text) => {
  const line = "npx -y @a/files files@1.2";
  await file("node_modules/c/package.json", '{"name": "c"}');
  await file("node_modules/.bin/c");
  expect(look(line).obeyed).toEqual([]);
  await file(name, text);
  const { obeyed } = look(line);
  expect(obeyed).toHaveLength(1);
  expect(name.startsWith(obeyed[0] ?? "nothing")).toBe(true);
});

test("npx takes the package of a workspace, wherever that is", async () => {
  await file("parts/a/package.json", '{"name": "files"}');
  await file("parts/b/node_modules/other/package.json", '{"name": "other"}');
  const found = () => [look("npx -y files").obeyed, look("npx -y other").obeyed];
  expect(found()).toEqual([[], []]);
  await file("package.json", '{"workspaces": ["parts/*"]}');
  expect(found()).toEqual([["parts/a/package.json"], ["parts/b/node_modules/other"]]);
  await file("package.json", '{"workspaces": ["../parts/*"]}');
  expect(look("npx -y files").obeyed).toEqual(["package.json"]);
});

test("npx looks beside the folder that a linked package is in, too", async (context) => {
  skipOnWindows(context, "links");
  await file("parts/a/package.json", '{"name": "a", "dependencies": {"b": "*"}}');
  await file("node_modules/.bin/b");
  await symlink("../parts/a", join(cwd, "node_modules/a"));
  expect(look("npx -y files").obeyed).toEqual([]);
  await file("parts/node_modules/b/package.json", '{"name": "files"}');
  expect(look("npx -y files").obeyed).toEqual(["parts/node_modules/b"]);
});

test("where the program is a shim of mise or asdf, what says which one it is counts", async () => {
  await file(".tool-versions", "node path:./evil");
  expect(look("npx -y @a/files").obeyed).toEqual([]);
  await file("../../shims/npx");
  vi.stubEnv("PATH", join(home, "shims"));
  expect(look("npx -y @a/files").obeyed).toEqual([".tool-versions"]);
  await file(".config/mise/conf.d/a.toml", "one");
  expect(look("npx -y @a/files").obeyed).toEqual([".tool-versions", ".config/mise"]);
  expect(look("docs-server").obeyed).toEqual([]);
});

test("a store of downloads in the folder is named, and not compared: each start changes it", async () => {
  await file(".store/_npx/a/index.js", "one");
  const before = look("npx -y @a/files", { npm_config_cache: ".store" });
  expect(before.obeyed).toEqual([".store"]);
  await file(".store/_npx/a/index.js", "one and two");
  expect(look("npx -y @a/files", { npm_config_cache: ".store" }).mark).toBe(before.mark);
});

test("a path that a server gets is no address of a package", async () => {
  await file("node_modules/b/package.json", "{}");
  for (const line of ["npx -y @a/files docs/notes", "npx -y @a/files@1.2 http://a.example/"])
    expect(look(line).obeyed).toEqual([]);
});

test("docker takes no variables from the folder, and a Dockerfile only to build", async () => {
  await file(".env", "PROXY=http://evil.example");
  await file("Dockerfile", "FROM docs");
  expect(look("docker run -i --rm docs").obeyed).toEqual([]);
});

test("behind a link, what counts is above the folder that the link leads to", async (context) => {
  skipOnWindows(context, "links");
  await file("sub/deep/tools/server.py");
  await file("sub/deep/.npmrc");
  await symlink("sub/deep/tools", join(cwd, "tools"));
  for (const line of ["npx --prefix tools x", "sh -c cd\ttools&&npx\tx"])
    expect(look(line).obeyed).toContain("sub/deep/.npmrc");
  const started = decidingFor({ command: "npx", args: ["x"], env: {} }, join(cwd, "tools"));
  expect(started.obeyed).toEqual(["../sub/deep/.npmrc"]);
});

test("a definition that is too large to be read may say anything", async () => {
  await file("package.json", `{${" ".repeat(1_000_001)}"bin": {"files": "x.js"}}`);
  expect(look("npx -y files").obeyed).toEqual(["package.json"]);
});

test("where there are more packages than can be looked at, the folder counts as a whole", async () => {
  const text = `{"name": "b"${" ".repeat(990_000)}}`;
  for (let at = 0; at < 102; at++) await file(`node_modules/b${at}/package.json`, text);
  expect(look("npx -y files").obeyed).toEqual(["node_modules"]);
});

test("what a project has in another version than npm has for all is no program in the way", async (context) => {
  skipOnWindows(context, "links");
  await file("../../lib/node_modules/c/x.js");
  await chmod(join(home, "lib/node_modules/c/x.js"), 0o755);
  await mkdir(join(home, "bin"));
  await symlink("../lib/node_modules/c/x.js", join(home, "bin/c"));
  vi.stubEnv("PATH", [join(home, "bin"), join(cwd, "node_modules/.bin")].join(delimiter));
  await file("node_modules/.bin/c");
  expect(look("npx -y files").obeyed).toEqual([]);
});

test("what is in the home is the person's own, and a command that is no launcher obeys nothing", async () => {
  await file("../../.npmrc");
  expect(look("npx -y x").obeyed).toEqual([]);
  await file(".npmrc");
  await file("node_modules/x/index.js");
  expect(look("docs-server x").obeyed).toEqual([]);
});

test("what only begins like a command, a folder of its name, and the command itself are nothing that it obeys", async () => {
  await file("docs/index.md");
  await file("docsy.json");
  await file("docs-server");
  await file(".mcp.json", "{}");
  for (const line of [
    "mcp run /opt/x.py",
    "docs x",
    "./docs-server x",
    "node docs",
    "bash -c docs",
  ])
    expect(look(line).obeyed).toEqual([]);
});

test.each([
  ["node servers/docs.mjs", "servers/docs.mjs"],
  ["node servers/docs", "servers/docs.js"],
  ["node servers", "servers/index.js"],
  ["Node servers/docs", "servers/docs.js"],
  ["bash tools/run", "tools/run"],
  ["java Server.java", "Server.java"],
  ["bash -O extglob tools/run", "tools/run"],
  ["dash tools/run", "tools/run"],
  ["sh -c cat\ttools/run|sh", "tools/run"],
  ["node -r ./a.js server", "server.js"],
  ["node --conditions dev server", "server.js"],
  ["node -e require('./server')", "server.js"],
  ["bun run server", "server.ts"],
  ["make -ftools/rules go", "tools/rules"],
  ["env -Ca node server.js", "a/server.js"],
  ["./run.sh", "run.sh"],
  ["sh -c node\tserver.js;true", "server.js"],
  ["uv run --script=tool.py", "tool.py"],
  ["uv --directory a run server.py", "a/server.py"],
  ["sh -c cd\ta\t&&\tnode\tserver.js", "a/server.js"],
  ["env -C a node server.js", "a/server.js"],
  ["fastmcp run a/server.py:mcp", "a/server.py"],
  ["make -f tools/server.mk go", "tools/server.mk"],
  ["make --file=tools/rules go", "tools/rules"],
  ["node --env-file=.env /opt/server.js", ".env"],
  ["node -r ./hook /opt/server.js", "hook.js"],
  ["npx --userconfig conf/npmrc -y x", "conf/npmrc"],
  ["deno run --import-map=map.json jsr:@a/b", "map.json"],
  ["uv run --script tool", "tool"],
  ["uvx --from ./a.whl go", "a.whl"],
  ["npx -y ./a.tar.gz", "a.tar.gz"],
  ["uv run --with-requirements list.txt go", "list.txt"],
  ["bash -c .\t./rc&&go", "rc"],
  ["sh -c node\t$PWD/server.js", "server.js"],
  ["bash -c exec\t$(pwd)/tools/run.sh", "tools/run.sh"],
  ['bash -c exec\t"$(cd\t"$(dirname\t"$0")"&&pwd)/tools/run.sh"', "tools/run.sh"],
  ["bash -c exec\t`git\trev-parse\t--show-toplevel`/tools/run.sh", "tools/run.sh"],
])("%s: the mark changes with the content of %s", async (line, name) => {
  await file(name, "one");
  const before = look(line);
  await file(name, "one");
  expect(look(line)).toEqual(before);
  await file(name, "two");
  expect(look(line).mark).not.toBe(before.mark);
  expect(before.obeyed).toEqual([]);
});

test.each([
  "sh -c cd\t../tools&&npx\t-y\t@a/files",
  'sh -c cd\t"$(git\trev-parse\t--show-toplevel)/tools"&&npx\t-y\t@a/files',
])("%s: what is beside the folder in its repository counts", async (line) => {
  await file("../.git/HEAD", "");
  await file("../tools/node_modules/@a/files/x.js", "");
  expect(look(line).obeyed).toEqual(["../tools/node_modules/@a/files"]);
});

test.each([".:/usr/bin", ":/usr/bin", "bin:/usr/bin"])(
  "with the PATH %s in its entry, the command is a program in the folder",
  async (PATH) => {
    for (const name of ["a-server", "bin/a-server"]) await file(name, "1");
    for (const name of ["a-server", "bin/a-server"]) await chmod(join(cwd, name), 0o755);
    const before = look("a-server", { PATH }).mark;
    await file(PATH.startsWith("bin") ? "bin/a-server" : "a-server", "2");
    expect(look("a-server", { PATH }).mark).not.toBe(before);
    expect(look("a-server").mark).toBe("");
  },
);

test("a program in the last of many folders that the command names counts", async () => {
  const folders = Array.from({ length: 30 }, (_, at) => `a${at}`);
  for (const one of folders) await mkdir(join(cwd, one));
  await mkdir(join(cwd, "z"));
  const line = `sh -c :\t${folders.join("\t")};cd\tz&&node\tserver.js`;
  await file("z/server.js", "1");
  const before = look(line).mark;
  await file("z/server.js", "2");
  expect(look(line).mark).not.toBe(before);
});

test.each([
  "python -u server.py --db data.db",
  "node --x server.js ./data.db",
  "node server.js data.db",
])("what an interpreter gives its script is data: %s", async (line) => {
  await file("server.py");
  await file("server.js");
  await file("data.db", "1");
  const before = look(line).mark;
  await file("data.db", "2");
  expect(look(line).mark).toBe(before);
});

test("a program in a variable counts; data that the server changes does not, nor what cannot be looked at", async () => {
  await file("hook.js", "one");
  await file("memory.json", "one");
  await file("log", "one");
  const line = `npx -y server ./memory.json ${"x".repeat(5000)} \0`;
  const env = { NODE_OPTIONS: "--require ./hook.js", LOG: "log" };
  const before = look(line, env).mark;
  await file("memory.json", "two");
  await file("log", "two");
  expect(look(line, env).mark).toBe(before);
  await file("hook.js", "two");
  expect(look(line, env).mark).not.toBe(before);
});

test.each([
  ["bash -c go", { BASH_ENV: "rc" }, "rc"],
  ["npx -y x", { NPM_CONFIG_USERCONFIG: "conf/npmrc" }, "conf/npmrc"],
  ["python -m server", { PYTHONPATH: "src" }, "src/server.py"],
])("%s with %o: the mark changes with what the variable names", async (line, env, name) => {
  await file(name, "one");
  const before = look(line, env).mark;
  await file(name, "two");
  expect(look(line, env).mark).not.toBe(before);
});

test("a program without an ending is known by its mode", async (context) => {
  skipOnWindows(context, "modes");
  await file("run", "one");
  await chmod(join(cwd, "run"), 0o755);
  const before = look("./run").mark;
  await file("run", "two");
  expect(look("./run").mark).not.toBe(before);
});

test("a package that was installed anew counts as a changed one", async () => {
  await file("node_modules/server/lib/index.js", "one");
  const before = look("npx -y server").mark;
  expect(look("npx -y server").mark).toBe(before);
  await file("node_modules/server/lib/index.js", "three");
  expect(look("npx -y server").mark).not.toBe(before);
});

test("links in a package that lead back to it are not followed", async (context) => {
  skipOnWindows(context, "links");
  await file("node_modules/files/lib/index.js", "1");
  for (const name of ["a", "b"]) await symlink(".", join(cwd, "node_modules/files", name));
  const { mark } = look("npx files");
  await file("node_modules/files/lib/index.js", "12");
  expect(look("npx files").mark).not.toBe(mark);
});

test("a part of a package that cannot be read hides no change in the others", async (context) => {
  skipOnWindows(context, "modes");
  context.skip(process.getuid?.() === 0, "root reads everything");
  await file("node_modules/files/lib/index.js", "1");
  await mkdir(join(cwd, "node_modules/files/closed"), { mode: 0 });
  const { mark } = look("npx files");
  await file("node_modules/files/lib/index.js", "12");
  expect(look("npx files").mark).not.toBe(mark);
});

test("the programs that a package.json names count where it decides what runs", async () => {
  await file("package.json", '{"main": "lib/a.js", "scripts": {"go": "node bin/b.mjs"}}');
  await file("lib/a.js", "one");
  await file("bin/b.mjs", "one");
  const lines = ["node .", "npm run go", "node other.js", "npx -y ."];
  const marks = () => lines.map((line) => look(line).mark);
  const before = marks();
  await file("bin/b.mjs", "two");
  const after = marks();
  expect(after.map((mark, at) => mark === before[at])).toEqual([false, false, true, false]);
  await file("lib/a.js", "two");
  expect(marks()[0]).not.toBe(after[0]);
});

test("a program that the PATH of the entry finds in the folder counts", async (context) => {
  skipOnWindows(context, "modes");
  await file("bin/go", "one");
  await chmod(join(cwd, "bin/go"), 0o755);
  const env = { PATH: `${cwd}/bin:/usr/bin` };
  const before = look("go", env).mark;
  await file("bin/go", "two");
  expect(look("go", env).mark).not.toBe(before);
});

test("what a program of no table writes under its own name decides nothing, what it may obey does", async (context) => {
  skipOnWindows(context, "modes");
  const before = look("shopd");
  for (const name of [".shopd/logs/today.txt", ".shopd/pid", "shopd.log", "shopd.db"])
    await file(name, "one");
  expect(look("shopd")).toEqual(before);
  await file(".shopd/hooks/start.sh", "one");
  const after = look("shopd");
  expect(after.obeyed).toEqual([".shopd"]);
  await file(".shopd/logs/tomorrow.txt", "one");
  expect(look("shopd")).toEqual(after);
  await file(".shopd/config.toml", "one");
  const set = look("shopd");
  expect(set.mark).not.toBe(after.mark);
  await file(".shopd/hooks/end", "one");
  await chmod(join(cwd, ".shopd/hooks/end"), 0o755);
  expect(look("shopd").mark).not.toBe(set.mark);
});

test("a package.json that names the browser of Puppeteer decides what runs, and one that only needs it does not", async () => {
  await file("package.json", '{"dependencies": {"puppeteer": "1"}}');
  expect(look("npx -y @a/browser").obeyed).toEqual([]);
  await file("package.json", '{"puppeteer": {"executablePath": "./browser"}}');
  expect(look("npx -y @a/browser").obeyed).toEqual(["package.json"]);
  await file("package.yaml", "puppeteer:\n  executablePath: ./browser\n");
  expect(look("npx -y @a/browser").obeyed).toEqual(["package.json", "package.yaml"]);
});

test("what only has a name like a word behind a launcher is data", async () => {
  for (const name of ["shop.json", "shop.ts", ".shop/settings.json", "shop.configs.ts"])
    await file(name, "one");
  expect(look("npx -y serve shop").obeyed).toEqual([]);
});

test("a folder that a server only works in decides nothing", async () => {
  await file("data/package.json", "{}");
  await file("data/main.py", "one");
  for (const line of ["npx -y @a/files ./data", "uvx git --repository ./data", "python -m x data"])
    expect(look(line).obeyed).toEqual([]);
});

const ODD = "/proc/sys/kernel/random/uuid"; // empty, it says; and something else each time that it is read

test.runIf(existsSync(ODD))(
  "a file that says that it is empty is not read: it may have no end",
  () => {
    expect(look(`sh ${ODD}`).mark).toBe(look(`sh ${ODD}`).mark);
  },
);
