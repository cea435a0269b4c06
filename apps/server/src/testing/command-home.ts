import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { createTestDatabase } from "@tessera/database/testing";
import { expect, vi } from "vitest";
import { migrations } from "../db/migrations.ts";
import { runCommandLine } from "../operations/command-line/run-command-line.ts";
import { commands } from "../operations/commands/all-commands.ts";
import { readConfig } from "../platform/config/config.ts";
import { createContext, type OpenContext } from "../platform/create-context.ts";
import { requireRootKey } from "../platform/crypto/require-root-key.ts";
import { followKeyFile, loadRootKey } from "../platform/crypto/root-key.ts";
import { createLogger } from "../platform/telemetry/logger.ts";
import { patientWithLocks } from "./patient-database.ts";

/** A command's exit code and output. */
export interface CommandEnd {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A data folder with a key file and a database, for tests of commands. */
export interface CommandHome {
  /** The data folder. Tests can also put files into it. */
  readonly folder: string;
  readonly keyFile: string;
  readonly rootKey: Buffer<ArrayBuffer>;
  readonly ownerUrl: string;
  readonly env: Readonly<Record<string, string>>;
  run(
    args: readonly string[],
    given?: {
      readonly stdin?: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly signal?: AbortSignal;
    },
  ): Promise<CommandEnd>;
  /**
   * Opens a server context on the database, without routes or background work. Close the context
   * afterward.
   */
  open(): Promise<OpenContext>;
  /** Deletes the folder and the database. Close all contexts first. */
  remove(): Promise<void>;
}

/** Creates a home with an empty, migrated database. */
export async function createCommandHome(rootKey = randomBytes(32)): Promise<CommandHome> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-command-"));
  const keyFile = join(folder, "tessera.key");
  await writeFile(keyFile, `${rootKey.toString("base64")}\n`, { mode: 0o600 });
  const database = await createTestDatabase({ migrations });
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: patientWithLocks(database.ownerUrl),
    LOG_LEVEL: "silent",
  };
  return {
    folder,
    keyFile,
    rootKey,
    ownerUrl: database.ownerUrl,
    env,
    run: (args, given = {}) => runHere(args, { ...given, env: { ...env, ...given.env } }),
    async open() {
      const config = readConfig(env);
      const open = await createContext({
        config,
        log: createLogger(config.log),
        rootKey: followKeyFile(config, await loadRootKey(config)),
        databaseUrl: database.appUrl,
      });
      await requireRootKey(config, open.context);
      return open;
    },
    async remove() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Seals a home's ledger for the first time. Waits for transactions from other tests on the same
 * PostgreSQL server.
 *
 * @returns the command's output, parsed from JSON
 */
export function sealBooks(home: CommandHome): Promise<string> {
  return vi.waitFor(
    async () => {
      const { code, out, err } = await home.run(["seal", "--json"]);
      expect([code, err]).toEqual([0, ""]);
      return out;
    },
    { timeout: 60_000, interval: 200 },
  );
}

/** Runs a command line in this process, and captures its output. */
export async function runHere(
  args: readonly string[],
  given: {
    readonly stdin?: string;
    readonly env: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  },
): Promise<CommandEnd> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const texts = [stdout, stderr].map((stream) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString();
  });
  const code = await runCommandLine({
    commands,
    args,
    env: given.env,
    terminal: { stdin: Readable.from([given.stdin ?? ""]), stdout, stderr },
    signal: given.signal ?? new AbortController().signal,
  });
  // The last output arrives in a later turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  return { code, out: texts[0]?.() ?? "", err: texts[1]?.() ?? "" };
}
