import { type ChildProcess, spawn } from "node:child_process";
import { ConfigError, readConfig } from "@tessera/server/config";
import { openDatabaseServer } from "@tessera/server/open-database-server";
import { fromRoot } from "./repository.ts";

/** Waits for a process to end and returns its exit code. */
function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.on("exit", (code) => resolve(code ?? 0));
  });
}

/**
 * Uses the sandbox's PostgreSQL for as long as this process runs. The server uses it too, and stops
 * using it at every restart; since this process keeps using it, PostgreSQL keeps running.
 */
async function keepDatabase() {
  try {
    return (await openDatabaseServer(readConfig(process.env))).embedded;
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(1);
  }
}

const embedded = await keepDatabase();
// The server restarts on changes; Vite serves the console and forwards `/api` to the server.
const children = [
  spawn(
    process.execPath,
    [...process.argv.slice(2), "--watch", fromRoot("apps/server/src/main.ts")],
    { stdio: "inherit" },
  ),
  spawn("npm", ["exec", "-w", "@tessera/web", "--", "vite"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  }),
];
const stopAll = () => {
  for (const child of children) {
    child.kill("SIGTERM");
  }
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, stopAll);
}
const codes = await Promise.all(
  children.map(async (child) => {
    const code = await ended(child);
    stopAll();
    return code;
  }),
);
await embedded?.stop();
process.exitCode = codes.find((code) => code !== 0) ?? 0;
