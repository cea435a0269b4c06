import { createPublicKey } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { migrate, recordOf } from "@tessera/database";
import { advanceXid, XidTooFarError } from "@tessera/database/logical-copy/advance-xid";
import {
  type Loading,
  loadTables,
  OtherTablesError,
} from "@tessera/database/logical-copy/load-tables";
import { skipHandedOutAddresses } from "../../adapters/evm/path-indexes.policy.ts";
import { migrations } from "../../db/migrations.ts";
import { type KeyRing, keyIdOf, parseKeyRing } from "../../platform/crypto/key-ring.ts";
import { createKeys } from "../../platform/crypto/keys.ts";
import { checkValueOf } from "../../platform/crypto/require-root-key.ts";
import { readRootKey } from "../../platform/crypto/root-key.ts";
import { readSealHead, replaceSealHead } from "../../platform/crypto/seal-head.ts";
import { keepPublicHalf, readPublicKeys } from "../../platform/crypto/sealing-key.ts";
import { namingDatabase } from "../../platform/database/naming-database.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import {
  firstUsedTable,
  USED_TABLES,
} from "../../startup/database-mark/database-mark.repository.ts";
import { settleDatabaseMark } from "../../startup/database-mark/settle-database-mark.ts";
import type { DatabaseServer } from "../../startup/open-database-server.ts";
import type { BackupHead, BackupManifest } from "../backup/backup-manifest.ts";
import { DamagedBackupError } from "../backup/damaged-backup-error.ts";
import { type CheckedBackup, checkBackup } from "../backup/read-backup.ts";
import { type Command, type CommandCall, CommandError } from "../command-line/command.ts";
import {
  PASSPHRASE_OPTION,
  PASSPHRASE_SETTING,
  readPassphrase,
} from "../command-line/passphrase.ts";
import { type Progress, showProgress } from "../command-line/show-progress.ts";
import { verifyBooks } from "../verify/verify-books.ts";
import { recordAct } from "./acting.ts";
import { summaryOf } from "./backup.ts";
import { findNewestSeal } from "./newest-seal.repository.ts";
import { type Books, booksOf, openServerFor, ownerAddress } from "./open-books.ts";

export const restore: Command = {
  name: "restore",
  summary: "fill an empty database from a backup, and verify it",
  argument: "<file>",
  options: {
    check: { type: "boolean", help: "read the whole file, say whether it is valid, write nothing" },
    ...PASSPHRASE_OPTION,
  },
  details:
    "The whole file is read and checked before anything is written. The database must be empty " +
    "and the backup must have the same migrations; it is filled completely or not at all, and " +
    "verified afterwards.\n\nThe root key must be in its place (TESSERA_KEY, TESSERA_KEY_FILE " +
    "or DATA_DIR), unless the backup was made --with-keys. The passphrase comes from " +
    `${PASSPHRASE_SETTING}, from stdin or from the terminal.`,
  async run(call) {
    const progress = showProgress(call.terminal);
    progress.show("Reading the backup");
    const backup = await checkBackup(call.argument ?? "", () => {
      progress.clear();
      return readPassphrase(call, false);
    }).catch((error: unknown) => {
      throw missingFile(error, call.argument) ?? error;
    });
    progress.clear();
    const { head, manifest } = backup;
    if (call.options.has("check")) {
      const { madeAt } = head;
      call.terminal.stdout.write(
        `Valid, made ${madeAt} of ${markInWords(head)}: ${summaryOf(manifest)}\n`,
      );
      return;
    }
    requireSameMigrations(head);
    const server = await openServerFor(call);
    requireSameMode(head, server.config);
    const bringsKey = await requireKey(server, head);
    await requireEmpty(server);
    await fill(call, server, backup, progress, () => placeKeys(server, head, bringsKey));
    const books = await booksOf(call, server);
    await placeHead(call, books, manifest);
    progress.show("Verifying");
    await requireSameBooks(books, manifest);
    progress.clear();
    await recordAct(books, "backup.restored", { data: { madeAt: head.madeAt } });
    call.terminal.stdout.write(
      `Restored and verified: ${summaryOf(manifest)}\n` +
        "People who were erased since the backup are back. Erase them again before a server " +
        "starts: npm run tessera -- erase replay --file <the list of erase list>\n",
    );
  },
};

function markInWords({ mark }: BackupHead): string {
  return mark === undefined
    ? "a database without a mark"
    : `a ${mark.kind} database (deployment ${mark.deploymentId})`;
}

/**
 * Checks that the backup is for the configured mode. A live backup is never restored into a
 * sandbox, or vice versa, since the mark is part of the backed-up rows.
 */
function requireSameMode(head: BackupHead, { mode }: DatabaseServer["config"]): void {
  if (head.mark?.kind !== mode) {
    const advice = head.mark === undefined ? "" : ` Set TESSERA_MODE=${head.mark.kind}.`;
    throw new CommandError(
      `The backup was made from ${markInWords(head)} and is not restored in ${mode} mode.${advice}`,
    );
  }
}

function missingFile(error: unknown, path = ""): CommandError | undefined {
  return error instanceof Error && "code" in error && error.code === "ENOENT"
    ? new CommandError(`There is no file ${path}.`)
    : undefined;
}

/**
 * Checks that the backup has the same migrations as this version, since the meaning of rows could
 * differ between schemas.
 */
function requireSameMigrations({ migrations: made, version }: BackupHead): void {
  const textOf = (list: BackupHead["migrations"]) =>
    list.map(({ id, checksum }) => `${id} ${checksum}`).sort();
  const wanted = textOf(migrations.map(recordOf));
  const found = textOf(made);
  const missing = wanted.filter((one) => !found.includes(one));
  const unknown = found.filter((one) => !wanted.includes(one));
  if (missing.length + unknown.length > 0) {
    const [first = ""] = [...unknown, ...missing];
    throw new CommandError(
      `The backup was made by Tessera ${version} with other migrations (${first.split(" ")[0]}). ` +
        "Restore it with that version, and start this one on it afterwards.",
    );
  }
}

/**
 * Checks that the root key matches the backup. Returns whether the key must be taken from the
 * backup.
 */
async function requireKey({ config }: DatabaseServer, head: BackupHead): Promise<boolean> {
  const { rootKeyCheck, keyFile, keyIds } = head;
  const there = await readRootKey(config);
  if (there === undefined && keyFile === undefined && rootKeyCheck !== null) {
    throw new CommandError(
      `The backup holds no keys, and there is none in ${config.keyFile}. Put the key file there ` +
        "first: without it no card number opens and nobody signs in.",
    );
  }
  const ring = there ?? (keyFile === undefined ? undefined : parseKeyRing(keyFile, "backup"));
  if (ring !== undefined && rootKeyCheck !== null) {
    requireRing(ring, rootKeyCheck, keyIds);
  }
  return there === undefined && keyFile !== undefined;
}

function requireRing(ring: KeyRing, rootKeyCheck: string, keyIds: readonly string[]): void {
  if (checkValueOf(createKeys(ring)) !== rootKeyCheck) {
    throw new CommandError("The root key in place is not the backup's.");
  }
  const known = [ring.current, ...ring.others].map((key) => keyIdOf(key).toString("hex"));
  const missing = keyIds.find((id) => !known.includes(id));
  if (missing !== undefined) {
    throw new CommandError(
      `Secrets in the backup are sealed under key ${missing}, which is not in the key file. ` +
        `Bring the key file of its time, or add the line of the file ….retired-${missing} to the ` +
        "one in place and run rotate-keys afterwards.",
    );
  }
}

async function requireEmpty({ ownerUrl, config }: DatabaseServer): Promise<void> {
  const used = await namingDatabase(ownerAddress({ ownerUrl, config }), () =>
    withDatabase(ownerUrl, ({ sql }) => firstUsedTable(sql)),
  );
  if (used !== undefined) {
    throw inUse(used);
  }
}

function inUse(table: string): CommandError {
  return new CommandError(
    `The database is in use: there are rows in ${table}. Restore into an empty one, such as ` +
      "another DATA_DIR.",
  );
}

/**
 * Checks again that the database is empty, because advancing the transaction counter takes so long
 * that a server may have started in the meantime.
 */
async function requireStillEmpty(loading: Pick<Loading, "count">): Promise<void> {
  for (const name of USED_TABLES) {
    if ((await loading.count({ name })) > 0) {
      throw inUse(name);
    }
  }
}

/**
 * Fills the database with the backup's rows.
 *
 * @param beforeCommit stores the key after the rows are written but before they are committed,
 * since a filled database without its key is useless and cannot be filled again
 */
async function fill(
  call: CommandCall,
  server: DatabaseServer,
  { head, manifest, readTables }: CheckedBackup,
  progress: Progress,
  beforeCommit: () => Promise<void>,
): Promise<void> {
  const { ownerUrl } = server;
  try {
    await settleDatabaseMark(ownerUrl, server.config.mode, () => migrate({ ownerUrl, migrations }));
    await makePartitions(await booksOf(call, server), head.months);
    await advanceXid(ownerUrl, BigInt(head.nextXid), (left) =>
      progress.show(`Counting transactions up: ${left} to go`),
    );
    await loadTables(ownerUrl, head.tables, async (loading) => {
      await requireStillEmpty(loading);
      await readTables(async (table, rows) => {
        progress.show(`Filling ${table.name}`);
        await loading.fill(table, rows);
      });
      for (const { name, rows } of manifest.tables) {
        const count = await loading.count({ name });
        if (count !== rows) {
          throw new DamagedBackupError(`${name} has ${count} rows instead of ${rows}`);
        }
      }
      await loading.setSequences(skipHandedOutAddresses(manifest.sequences));
      await beforeCommit();
    });
  } catch (error) {
    if (error instanceof OtherTablesError || error instanceof XidTooFarError) {
      throw new CommandError(`Nothing was restored: ${error.message}.`);
    }
    throw error;
  } finally {
    progress.clear();
  }
}

/**
 * Creates partitions for the months that have one in the source. Rows from other months still fit
 * into an existing partition.
 */
async function makePartitions(books: Books, months: readonly string[]): Promise<void> {
  for (const month of months) {
    const start = new Date(`${month.replace("_", "-")}-01T00:00:00Z`);
    await books.ledger.ensurePartitions(books.db, start, start);
  }
}

async function placeKeys(
  { config }: DatabaseServer,
  { keyFile, sealKeys }: BackupHead,
  bringsKey: boolean,
): Promise<void> {
  if (bringsKey && keyFile !== undefined) {
    await mkdir(dirname(config.keyFile), { recursive: true });
    await writeFile(config.keyFile, keyFile, { mode: 0o600, flag: "wx" });
  }
  for (const pem of Object.values(sealKeys)) {
    await keepPublicHalf(config, createPublicKey(pem));
  }
}

async function placeHead(
  { terminal }: CommandCall,
  { config }: Books,
  { seal }: BackupManifest,
): Promise<void> {
  const head = seal === null ? undefined : { n: BigInt(seal.n), hash: seal.hash };
  const aside = await replaceSealHead(config, head);
  if (aside !== undefined) {
    terminal.stderr.write(`The checkpoint that was stored here differs; it is in ${aside} now.\n`);
  }
}

/** Verifies the ledger, and checks that the chain ends with the seal named in the backup. */
async function requireSameBooks(
  { config, db, ledger }: Books,
  { seal }: BackupManifest,
): Promise<void> {
  const [publicKeys, head] = [await readPublicKeys(config), await readSealHead(config)];
  const verified = await verifyBooks(ledger, db, publicKeys, head);
  const broken = verified.invariants.find(({ holds }) => !holds);
  const newest = await findNewestSeal(db);
  if (broken !== undefined || JSON.stringify(newest ?? null) !== JSON.stringify(seal)) {
    throw new CommandError(
      "All rows are restored, and the ledger is not valid: do not start Tessera on it. First: " +
        `${broken?.name ?? "the newest seal"} ${broken?.firstBroken ?? ""}`,
    );
  }
}
