import * as z from "zod";

const digits = z.string().regex(/^\d{1,19}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const tableName = z.string().regex(/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/);

const head = z.object({
  format: z.literal(1),
  /** When the backup started, according to the system clock. */
  madeAt: z.iso.datetime(),
  version: z.string(),
  migrations: z.array(z.object({ id: z.string(), checksum: hash })),
  tables: z.array(z.object({ name: tableName, columns: z.array(z.string()).min(1) })).min(1),
  /** The database's mark and deployment. Undefined in backups made before databases had marks. */
  mark: z.object({ kind: z.enum(["sandbox", "live"]), deploymentId: z.uuid() }).optional(),
  /** A transaction number greater than all those in the backup. */
  nextXid: digits,
  /** Months for which the ledger's transfer table has a partition, such as `2026_11`. */
  months: z.array(z.string().regex(/^\d{4}_\d{2}$/)),
  /** The root key's check value; null if no server has ever run on the database. */
  rootKeyCheck: hash.nullable(),
  /** Ids of the root keys that seal card numbers and second factors. */
  keyIds: z.array(z.string().regex(/^[0-9a-f]{8}$/)),
  /** The public keys of the ledger's seals, as PEM by key id. */
  sealKeys: z.record(z.string().regex(/^[0-9a-f]{16}$/), z.string()),
  /** The key file. Present only in sealed backups that were created with `--with-keys`. */
  keyFile: z.string().optional(),
});

const manifest = z.object({
  tables: z.array(z.object({ name: tableName, rows: z.number().int().min(0), sha256: hash })),
  sequences: z.array(z.object({ name: tableName, lastValue: digits.nullable() })),
  /** The newest seal; null if nothing has been sealed. */
  seal: z.object({ n: digits, hash, keyId: z.string() }).nullable(),
});

/** The metadata that precedes a backup's rows. */
export type BackupHead = z.infer<typeof head>;
/** The metadata that follows a backup's rows: the expected tables and their checksums. */
export type BackupManifest = z.infer<typeof manifest>;

/**
 * Parses the head of a backup.
 *
 * @throws ZodError if the head is malformed
 */
export function parseHead(json: string): BackupHead {
  return head.parse(JSON.parse(json));
}

/**
 * Parses the manifest of a backup.
 *
 * @throws ZodError if the manifest is malformed
 */
export function parseManifest(json: string): BackupManifest {
  return manifest.parse(JSON.parse(json));
}
