import type { Snapshot } from "@tessera/database/logical-copy/read-snapshot";
import {
  DATABASE_MARK,
  type DatabaseMark,
} from "../../startup/database-mark/database-mark.repository.ts";
import { NEWEST_SEAL, type NewestSeal } from "./newest-seal.repository.ts";

/** Facts about the ledger that a backup contains in addition to its rows. */
export interface SnapshotFacts {
  readonly seal: NewestSeal | null;
  readonly mark: DatabaseMark | undefined;
  readonly rootKeyCheck: string | null;
  /** Ids of the root keys that seal card numbers and second factors. */
  readonly keyIds: readonly string[];
  /** Months for which the transfer table has a partition. */
  readonly months: readonly string[];
}

/** Reads the facts for a backup from one snapshot. */
export async function readFacts(snapshot: Snapshot): Promise<SnapshotFacts> {
  const [seal] = await snapshot.query<NewestSeal>(NEWEST_SEAL);
  const [mark] = await snapshot.query<DatabaseMark>(DATABASE_MARK);
  const [rootKey] = await snapshot.query<{ check: string }>(
    'select check_value as "check" from root_key',
  );
  const keyIds = await snapshot.query<{ id: string }>(
    `select key_id as id from card_secret union
      select encode(substring(sealed_secret from 1 for 4), 'hex') from totp_factor order by id`,
  );
  return {
    mark: mark && { kind: mark.kind, deploymentId: mark.deploymentId },
    keyIds: keyIds.map(({ id }) => id),
    seal: seal === undefined ? null : { n: seal.n, hash: seal.hash, keyId: seal.keyId },
    rootKeyCheck: rootKey?.check ?? null,
    months: await snapshot.partitions("ledger.transfer"),
  };
}
