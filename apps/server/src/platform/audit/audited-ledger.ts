import type { AuditEntry, Ledger, Movement, Source } from "@tessera/ledger";
import type { Clock } from "../clock.ts";
import type { PersonKeys } from "../crypto/person-keys.ts";
import type { RequestOrigins } from "../http/request-origins.ts";
import { newId } from "../ids.ts";
import { sealEntry } from "./audit-seal.ts";

interface Auditing {
  readonly clock: Clock;
  readonly personKeys: PersonKeys;
  /** Where records are sealed that come without a transaction. */
  readonly db: Source;
  readonly origins?: RequestOrigins | undefined;
}

/**
 * The ledger whose records say by themselves when something happened, by the product's clock, and
 * where the request that did it came from. Every personal field of a record is sealed here under
 * the key of its person; nobody who records an act can forget either.
 */
export function auditedLedger(ledger: Ledger, auditing: Auditing): Ledger {
  const { clock, personKeys, db, origins } = auditing;
  const stamped = async (source: Source, entries: readonly AuditEntry[]) => {
    const sealed: AuditEntry[] = [];
    // One after another: in a transaction there is one connection, and the first makes the key.
    for (const entry of entries) {
      const at = clock.now();
      const stamp = { entry, ref: newId(at), at, origin: origins?.of(entry.requestId) };
      sealed.push(await sealEntry({ personKeys, source }, stamp));
    }
    return sealed;
  };
  const withStamps = async (source: Source, movement: Movement): Promise<Movement> => ({
    ...movement,
    audit: await stamped(source, movement.audit ?? []),
  });
  const hasAudit = ({ audit }: Movement) => audit !== undefined && audit.length > 0;
  return {
    ...ledger,
    appendAudit: async (tx, records) => ledger.appendAudit(tx, await stamped(tx, records)),
    async post(tx, movements) {
      if (!movements.some(hasAudit)) {
        return ledger.post(tx, movements);
      }
      const ready: Movement[] = [];
      for (const movement of movements) {
        ready.push(hasAudit(movement) ? await withStamps(tx, movement) : movement);
      }
      return ledger.post(tx, ready);
    },
    // A payment of the network carries no record, and goes on its way at once.
    submit: (movement, options) =>
      hasAudit(movement)
        ? withStamps(db, movement).then((ready) => ledger.submit(ready, options))
        : ledger.submit(movement, options),
  };
}
