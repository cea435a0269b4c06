import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { readSnapshot, type Snapshot } from "@tessera/database/logical-copy/read-snapshot";
import { formatKeyRing } from "../../platform/crypto/key-ring.ts";
import { readRootKey } from "../../platform/crypto/root-key.ts";
import { readPublicKeys } from "../../platform/crypto/sealing-key.ts";
import type { BackupHead, BackupManifest } from "../backup/backup-manifest.ts";
import { backupBytes } from "../backup/write-backup.ts";
import { requireOneCell } from "../cells/program-cells.ts";
import {
  type Command,
  type CommandCall,
  CommandError,
  UsageError,
} from "../command-line/command.ts";
import {
  PASSPHRASE_OPTION,
  PASSPHRASE_SETTING,
  readPassphrase,
} from "../command-line/passphrase.ts";
import { showProgress } from "../command-line/show-progress.ts";
import { writeNewFile } from "../command-line/write-output.ts";
import { recordAct } from "./acting.ts";
import { type Books, openBooks } from "./open-books.ts";
import { readFacts } from "./snapshot-facts.repository.ts";

export const backup: Command = {
  name: "backup",
  summary: "copy the whole database into one file, while servers keep writing",
  argument: "<file>",
  options: {
    encrypt: { type: "boolean", help: "seal the file with a passphrase" },
    ...PASSPHRASE_OPTION,
    "with-keys": { type: "boolean", help: "include the key file; only with --encrypt" },
  },
  details:
    "The file contains one snapshot of every table, its checksums, and the newest seal. It is " +
    "written completely or not at all.\n\nWithout --encrypt anybody who has the file can read " +
    "names, addresses and payments in it; card numbers are sealed under the root key, which is " +
    `not in it. The passphrase comes from ${PASSPHRASE_SETTING}, from stdin or from the ` +
    "terminal.\n\nWithout the root key a restored database is useless: keep a copy of the key " +
    "file elsewhere.\n\nThe simulator's database is not included.",
  async run(call) {
    const { argument: path = "" } = call;
    const withKeys = call.options.has("with-keys");
    const isSealed = call.options.has("encrypt");
    if (withKeys && !isSealed) {
      throw new UsageError("--with-keys needs --encrypt: keys are never written in the clear.");
    }
    const passphrase = isSealed ? await readPassphrase(call, true) : undefined;
    const books = await openBooks(call);
    await requireOneCell(
      books.db,
      "Back each one up with PostgreSQL's own tools, as docs/cells.md describes it.",
    );
    const keyFile = withKeys ? await keyFileOf(books) : undefined;
    // The audit event is recorded before the first byte is written.
    await recordAct(books, "backup.made", { data: { encrypted: isSealed, withKeys } });
    const manifest = await readSnapshot(books.ownerUrl, (snapshot) =>
      writeBackup(call, { path, snapshot, books, passphrase, keyFile }),
    );
    const { size } = await stat(path);
    call.terminal.stdout.write(`${summaryOf(manifest)}, ${size} bytes in ${path}\n`);
  },
};

async function keyFileOf({ config }: Books): Promise<string> {
  const ring = await readRootKey(config);
  if (ring === undefined) {
    throw new CommandError(`There is no root key in ${config.keyFile}.`);
  }
  return formatKeyRing(ring);
}

interface BackupPlan {
  readonly path: string;
  readonly snapshot: Snapshot;
  readonly books: Books;
  readonly passphrase: string | undefined;
  readonly keyFile: string | undefined;
}

async function writeBackup(call: CommandCall, plan: BackupPlan): Promise<BackupManifest> {
  const { path, snapshot, books, passphrase, keyFile } = plan;
  const { months, rootKeyCheck, keyIds, seal, mark } = await readFacts(snapshot);
  const head: BackupHead = {
    format: 1,
    madeAt: new Date().toISOString(),
    version: versionOfTessera(),
    migrations: [...snapshot.migrations],
    tables: snapshot.tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    ...(mark !== undefined && mark.kind !== "practice" && { mark: { ...mark, kind: mark.kind } }),
    nextXid: String(snapshot.nextXid),
    months: [...months],
    rootKeyCheck,
    keyIds: [...keyIds],
    sealKeys: await publicPems(books),
    ...(keyFile !== undefined && { keyFile }),
  };
  const progress = showProgress(call.terminal);
  let written: BackupManifest | undefined;
  let done = 0;
  const bytes = backupBytes({
    snapshot,
    head,
    seal,
    passphrase,
    onTable(name, rows) {
      done += 1;
      progress.show(`${done} of ${head.tables.length} tables: ${name}, ${rows} rows`);
    },
    onManifest(manifest) {
      written = manifest;
    },
  });
  await writeNewFile(call, path, bytes);
  progress.clear();
  if (written === undefined) {
    throw new Error("the backup ended without its manifest");
  }
  return written;
}

async function publicPems({ config }: Books): Promise<Record<string, string>> {
  const kept = Object.entries(await readPublicKeys(config));
  return Object.fromEntries(
    kept.map(([id, key]) => [id, String(key.export({ format: "pem", type: "spki" }))]),
  );
}

function versionOfTessera(): string {
  const manifest = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  return String(JSON.parse(manifest).version);
}

/** Returns a summary of a backup's contents and of its newest seal. */
export function summaryOf({ tables, seal }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const upTo = seal === null ? "nothing sealed" : `sealed up to block ${seal.n} (${seal.hash})`;
  return `${tables.length} tables, ${rows} rows, ${upTo}`;
}
