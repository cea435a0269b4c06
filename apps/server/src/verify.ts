import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@tessera/database";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import { createLedger } from "@tessera/ledger";
import { type Config, ConfigError, readConfig } from "./platform/config.ts";
import { type PublicKeys, readPublicKeys } from "./platform/sealing-key.ts";
import { printBooks } from "./verification/print-books.ts";
import { type VerifiedBooks, verifyBooks } from "./verification/verify-books.ts";

/** Nothing was verified, and why. */
class NothingToVerifyError extends Error {}

interface Source {
  readonly url: string;
  readonly embedded: EmbeddedServer | undefined;
}

/** The server that runs, or the embedded one's data, which is started for the occasion. */
async function openSource(config: Config): Promise<Source> {
  const url = config.databaseOwnerUrl ?? config.databaseUrl;
  if (url !== undefined) {
    return { url, embedded: undefined };
  }
  const dataDir = join(config.dataDir, "postgres");
  if (!existsSync(config.dataDir)) {
    throw new NothingToVerifyError(
      `There is no data in ${config.dataDir} yet. Start Tessera first, or set DATA_DIR.`,
    );
  }
  const embedded = await startEmbeddedServer({ dataDir });
  return { url: embedded.ownerUrl, embedded };
}

async function verifySource({ url }: Source, publicKeys: PublicKeys): Promise<VerifiedBooks> {
  const db = openDatabase<object>({ url, maxConnections: 4, applicationName: "tessera-verify" });
  try {
    return await verifyBooks(createLedger({ db }), db, publicKeys);
  } finally {
    await db.close();
  }
}

/** Verifies and prints; `--json` for programs. Answers the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const config = readConfig(process.env);
  const source = await openSource(config);
  try {
    const books = await verifySource(source, await readPublicKeys(config));
    process.stdout.write(
      args.includes("--json") ? `${JSON.stringify(books)}\n` : printBooks(books),
    );
    return books.holds ? 0 : 1;
  } finally {
    await source.embedded?.stop();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof NothingToVerifyError)) {
    throw error;
  }
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
