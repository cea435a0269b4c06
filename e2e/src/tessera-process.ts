import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import type { StartData } from "../../scripts/data-templates.ts";
import { fromRoot } from "../../scripts/repository.ts";
import {
  CAPTCHA_ANSWER,
  freePort,
  makeDataFolder,
  untilReady,
} from "../../scripts/sandbox-server.ts";

/** The folder and port of a server, which it keeps across restarts. */
export interface Home {
  readonly origin: string;
  readonly env: NodeJS.ProcessEnv;
  readonly removeData: () => void;
}

export interface TesseraProcess {
  /**
   * Sends a signal, waits until the process ends, and returns how it ended and how long that took.
   */
  readonly end: (signal: "SIGINT" | "SIGKILL") => Promise<Ending>;
}

interface Ending {
  readonly code: number | null;
  readonly durationMs: number;
}

/**
 * Creates a folder and reserves a port.
 *
 * @param data what the folder contains; defaults to a migrated database
 */
export async function makeHome(data: StartData = "migrated"): Promise<Home> {
  const folder = makeDataFolder(data);
  const port = await freePort();
  return {
    origin: `http://127.0.0.1:${port}`,
    env: {
      ...process.env,
      TESSERA_MODE: "sandbox",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: undefined,
      SEED: "off",
      RATE_LIMITS: "off",
      CAPTCHA_ANSWER,
    },
    removeData: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts either what `npm start` starts or only the server, and waits until it is ready. */
export async function startAt(home: Home, what: "npm start" | "server"): Promise<TesseraProcess> {
  const entry = what === "server" ? "apps/server/src/main.ts" : "scripts/start.ts";
  const child = spawn(process.execPath, [fromRoot(entry)], { stdio: "ignore", env: home.env });
  const end: TesseraProcess["end"] = async (signal) => {
    const startedAt = performance.now();
    child.kill(signal);
    await ended(child);
    return { code: child.exitCode, durationMs: performance.now() - startedAt };
  };
  try {
    await untilReady(home.origin, child);
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
  return { end };
}

/** Runs `npm run verify` on a server's data and returns its exit code and output. */
export async function verifyBooks(home: Home): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [fromRoot("scripts/verify.ts")], {
    stdio: ["ignore", "pipe", "pipe"],
    env: home.env,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  await ended(child);
  return { code: child.exitCode, output };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
    } else {
      child.once("exit", () => resolve());
    }
  });
}
