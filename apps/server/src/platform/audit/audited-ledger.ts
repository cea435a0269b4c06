import type { AssetMovement, AuditEntry, Ledger, Movement, Source } from "@tessera/ledger";
import type { Clock } from "../clock.ts";
import type { PersonKeys } from "../crypto/person-keys.ts";
import type { RequestOrigins } from "../http/request-origins.ts";
import { newId } from "../ids.ts";
import { sealEntry } from "./audit-seal.ts";

interface Auditing {
  readonly clock: Clock;
  readonly personKeys: PersonKeys;
  /** The database to use for sealing events that are not part of a transaction. */
  readonly db: Source;
  readonly origins?: RequestOrigins | undefined;
}

/**
 * Wraps the ledger so that every audit event gets the product's time and its request's origin, and
 * its personal fields are sealed under the key of the person they are about. This way, callers
 * cannot forget these steps.
 */
export function auditedLedger(ledger: Ledger, auditing: Auditing): Ledger {
  const { clock, personKeys, db, origins } = auditing;
  const stamped = async (source: Source, entries: readonly AuditEntry[]) => {
    const sealed: AuditEntry[] = [];
    // Runs sequentially, since a transaction has only one connection and the first event creates
    // the key.
    for (const entry of entries) {
      const at = clock.now();
      const stamp = { entry, ref: newId(at), at, origin: origins?.of(entry.requestId) };
      sealed.push(await sealEntry({ personKeys, source }, stamp));
    }
    return sealed;
  };
  type Audited = Pick<Movement, "audit">;
  const withStamps = async <M extends Audited>(source: Source, movement: M): Promise<M> => ({
    ...movement,
    audit: await stamped(source, movement.audit ?? []),
  });
  const hasAudit = ({ audit }: Audited) => audit !== undefined && audit.length > 0;
  return {
    ...ledger,
    appendAudit: async (tx, records) => ledger.appendAudit(tx, await stamped(tx, records)),
    async post(tx, movements) {
      if (!movements.some(hasAudit)) {
        return ledger.post(tx, movements);
      }
      const ready: (Movement | AssetMovement)[] = [];
      for (const movement of movements) {
        ready.push(hasAudit(movement) ? await withStamps(tx, movement) : movement);
      }
      return ledger.post(tx, ready);
    },
    // A network payment has no audit event and is submitted immediately.
    submit: (movement, options) =>
      hasAudit(movement)
        ? withStamps(db, movement).then((ready) => ledger.submit(ready, options))
        : ledger.submit(movement, options),
  };
}
