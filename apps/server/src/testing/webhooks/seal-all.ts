import { setTimeout as sleep } from "node:timers/promises";
import type { AppContext } from "../../platform/context.ts";
import { sealingKeyOf } from "../../platform/crypto/sealing-key.ts";

const SEAL_PAUSE_MS = 10;

async function hasUnsealed({ db }: AppContext): Promise<boolean> {
  const [row] = await db.sql<{ unsealed: boolean }[]>`
    select exists (select from ledger.movement where xid >= sealed.until)
      or exists (select from ledger.audit where xid >= sealed.until) as unsealed
    from (select coalesce(max(to_xid), 0) as until from ledger.seal) sealed`;
  return row?.unsealed === true;
}

/**
 * Seals everything that was committed. Transactions of other tests, on the same database server,
 * can make it wait.
 */
export async function sealAll(context: AppContext): Promise<void> {
  const { ledger, db, keys } = context;
  const key = sealingKeyOf(keys);
  while (await hasUnsealed(context)) {
    if ((await ledger.seal(db, key)) === undefined) {
      await sleep(SEAL_PAUSE_MS);
    }
  }
}
