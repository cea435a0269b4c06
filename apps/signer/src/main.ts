import { existsSync } from "node:fs";
import { readLinkKey } from "@tessera/payout-signing";
import { type Log, serve } from "./serve.ts";
import { readSettings, type SignerSettings } from "./settings.ts";
import { SigningRecord } from "./signing-record.ts";
import { createWalletKey, readWalletKey } from "./wallet-key.ts";

const USAGE = `Usage: npm run signer -- <command> <settings.json>

  init   creates the wallet's key, unless its file exists, and an empty record; prints the address
  run    signs approved payouts for the server until it is stopped`;

const log: Log = (event, facts = {}) => {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`);
};

/** Creates the record, and the key unless it exists. Refuses if there is a record. */
function init({ keyFile, recordFile }: SignerSettings): void {
  SigningRecord.create(recordFile);
  const key = existsSync(keyFile) ? readWalletKey(keyFile) : createWalletKey(keyFile);
  log("created", { wallet: key.address });
}

async function run({ socket, keyFile, linkKeyFile, recordFile, limits }: SignerSettings) {
  const record = SigningRecord.open(recordFile);
  const key = readWalletKey(keyFile);
  const fail = (error: unknown) => {
    log("stopped", { reason: error instanceof Error ? error.message : "unknown" });
    process.exit(1);
  };
  const parts = { key, keys: readLinkKey(linkKeyFile), limits, record };
  const server = await serve(parts, { socket, log, onFailure: fail });
  log("listening", { wallet: key.address });
  const stop = () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

const [command, file] = process.argv.slice(2);
try {
  if (file === undefined || (command !== "init" && command !== "run")) {
    throw new Error(USAGE);
  }
  const settings = readSettings(file);
  await (command === "init" ? init(settings) : run(settings));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
