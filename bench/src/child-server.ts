import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { NODE_FLAGS } from "@tessera/server/node-flags";

/** A server running as a child process. */
export interface ChildServer {
  readonly url: string;
  readonly pid: number;
  /** Returns whether the process has not ended. */
  isRunning(): boolean;
  /** Asks the server to stop and returns its exit code, or null if a signal ended it. */
  stop(): Promise<number | null>;
}

/** A safety net: on a busy machine, a server may take minutes to start. */
const READY_TIMEOUT_MS = 300_000;

/**
 * Starts a contender in the same way as `npm start`, and waits until `readyPath` responds.
 *
 * @param port the port to listen on; a free one if absent
 * @param logFile a file to append the server's log to; if absent, the log is dropped
 */
export async function startChildServer(
  entry: URL,
  environment: Readonly<Record<string, string>>,
  readyPath: string,
  port?: number,
  logFile?: string,
): Promise<ChildServer> {
  const own = port ?? (await freePort());
  const log = logFile === undefined ? "ignore" : openSync(logFile, "a");
  const child = spawn(process.execPath, [...NODE_FLAGS, fileURLToPath(entry)], {
    env: { ...process.env, ...environment, HOST: "127.0.0.1", PORT: String(own) },
    stdio: ["ignore", log, "inherit"],
  });
  if (log !== "ignore") {
    closeSync(log);
  }
  const url = `http://127.0.0.1:${own}`;
  try {
    await waitUntilReady(child, `${url}${readyPath}`);
  } catch (error) {
    // Otherwise it would still take the port when it gets ready.
    child.kill("SIGKILL");
    throw error;
  }
  return {
    url,
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) {
          resolve(child.exitCode);
          return;
        }
        child.once("exit", (code) => {
          resolve(code);
        });
        child.kill("SIGTERM");
      }),
  };
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const end = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < end) {
    if (child.exitCode !== null) {
      throw new Error(`A server exited with ${child.exitCode} before it was ready`);
    }
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok === true) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not respond in time`);
}

/** Returns a free port on this machine. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
  });
}
