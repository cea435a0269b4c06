import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Database, openDatabase } from "@tessera/database";
import { createTestDatabase } from "@tessera/database/testing";
import { migrations } from "../db/migrations.ts";
import { readConfig } from "../platform/config/config.ts";
import type { AppContext } from "../platform/context.ts";
import { createContext } from "../platform/create-context.ts";
import { createLogger } from "../platform/telemetry/logger.ts";
import { settleDatabaseMark } from "../startup/database-mark/settle-database-mark.ts";
import { LIVE_SETTINGS } from "./live-settings.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));
const START_TIMEOUT_MS = 60_000;

/** An instance of Tessera that runs in live mode in a separate process. */
export interface LiveTessera {
  readonly url: string;
  /** A context with the same database and keys, for test setup. */
  readonly context: AppContext;
  /** The settings with which the instance was started. */
  readonly settings: Readonly<Record<string, string>>;
  /** Runs statements as the database's owner, for example to backdate rows. */
  readonly asOwner: Database<object>["sql"];
  /** Returns the standard output so far. */
  stdout(): string;
  close(): Promise<void>;
}

/** Starts Tessera in live mode as an operator would, with a separate database. */
export async function startLive(over: Readonly<Record<string, string>> = {}): Promise<LiveTessera> {
  const directory = await mkdtemp(join(tmpdir(), "tessera-live-"));
  const database = await createTestDatabase({ migrations });
  await settleDatabaseMark(database.ownerUrl, "live", async () => undefined);
  const env = {
    ...LIVE_SETTINGS,
    // Nothing listens on this port, so emails stay in the queue and never leave the machine.
    SMTP_URL: "smtp://127.0.0.1:9",
    LOG: "json",
    PORT: "0",
    DATA_DIR: directory,
    DATABASE_URL: database.appUrl,
    ...over,
  };
  const { child, output, stdout } = launch(env);
  const url = await urlOf(child, output);
  const config = readConfig({ ...env, LOG_LEVEL: "silent" });
  const open = await createContext({
    config,
    log: createLogger(config.log),
    rootKey: Buffer.from(LIVE_SETTINGS.TESSERA_KEY, "base64"),
    databaseUrl: database.appUrl,
    maxConnections: 3,
  });
  const owner = openDatabase<object>({ url: database.ownerUrl, maxConnections: 3 });
  return {
    url,
    context: open.context,
    settings: env,
    asOwner: owner.sql,
    stdout,
    async close() {
      child.kill("SIGTERM");
      await ended(child);
      await open.close();
      await owner.close();
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function launch(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output, stdout: () => stdout };
}

async function urlOf(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!output().includes("Tessera is running")) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`live mode did not start: ${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const port = /"listening":"http:\/\/localhost:(\d+)"/.exec(output())?.[1];
  return `http://127.0.0.1:${port}`;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await once(child, "exit");
  }
}
