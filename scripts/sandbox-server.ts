import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { copyTemplate, type StartData } from "./data-templates.ts";
import { fromRoot } from "./repository.ts";

/**
 * Maximum duration of a first start, which unpacks PostgreSQL, migrates, and seeds a year of data.
 */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 200;
/** Maximum number of characters of the server's output that an error includes. */
const OUTPUT_CHARS_MAX = 8_000;

export interface SandboxServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly origin: string;
  /**
   * Stops the server and waits until it has exited. Deletes the data if it was in a temporary
   * folder.
   */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the real server in sandbox mode on a free port with data in a temporary folder, a fixed
 * captcha answer (`CAPTCHA_ANSWER`) and no rate limits, and waits until it is ready.
 *
 * @param data what the folder contains; defaults to demo data
 * @throws Error with the end of the server's output if the server does not become ready
 */
export async function startSandboxServer(
  env: NodeJS.ProcessEnv = {},
  data: StartData = "demo data",
): Promise<SandboxServer> {
  const dataFolder = makeDataFolder(data);
  const remove = () => rmSync(dataFolder, { recursive: true, force: true });
  try {
    const { origin, stop } = await startServerOn(dataFolder, env);
    return {
      origin,
      async stop() {
        await stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Starts the server like {@link startSandboxServer}, but in a folder that is kept when it stops.
 *
 * @throws Error with the end of the server's output if the server does not become ready
 */
export async function startServerOn(
  dataFolder: string,
  env: NodeJS.ProcessEnv = {},
): Promise<SandboxServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [
      "--import",
      new URL("./follow-parent.mjs", import.meta.url).href,
      fromRoot("apps/server/src/main.ts"),
    ],
    {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: {
        ...process.env,
        TESSERA_MODE: "sandbox",
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: dataFolder,
        DATABASE_URL: undefined,
        CAPTCHA_ANSWER,
        RATE_LIMITS: "off",
        WEBHOOK_LOOPBACK: "on",
        ...env,
      },
    },
  );
  const output = keepOutput(child);
  try {
    await untilReady(origin, child);
  } catch (error) {
    await stopChild(child);
    throw new Error(`The server did not get ready. It printed:\n${output()}`, { cause: error });
  }
  return { origin, stop: () => stopChild(child) };
}

/** The answer to every captcha on a server started here. */
export const CAPTCHA_ANSWER = "4mosa";

/** Creates a temporary folder for a server's data, with a copy of a template if there is one. */
export function makeDataFolder(data: StartData): string {
  const folder = mkdtempSync(path.join(tmpdir(), "tessera-sandbox-"));
  // Root's PostgreSQL runs as another user. If that user could not access the folder, the data
  // would be stored elsewhere and never deleted.
  chmodSync(folder, 0o711);
  copyTemplate(data, folder);
  return folder;
}

/** Returns a port that nothing is listening on right now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.on("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") {
    throw new Error("The probe for a free port did not listen on one.");
  }
  return address.port;
}

function keepOutput(child: ChildProcess): () => string {
  let kept = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      kept = (kept + chunk).slice(-OUTPUT_CHARS_MAX);
    });
  }
  return () => kept;
}

/**
 * Waits until a started server responds.
 *
 * @throws Error if the server exits or takes too long
 */
export async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (hasEnded(child)) {
      throw new Error(`It ended with exit code ${child.exitCode ?? child.signalCode}.`);
    }
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`It was not ready within ${START_TIMEOUT_MS / 1000} s.`);
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) {
    return;
  }
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(force);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
