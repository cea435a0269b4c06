import type { AuditEntry, Ledger, Movement } from "@tessera/ledger";
import type { Clock } from "./clock.ts";
import { newId } from "./ids.ts";
import type { RequestOrigins } from "./request-origins.ts";

/**
 * The ledger whose records say by themselves when something happened, by the product's clock, and
 * where the request that did it came from. Nobody who records an act can forget it.
 */
export function auditedLedger(ledger: Ledger, clock: Clock, origins?: RequestOrigins): Ledger {
  const stamped = (entry: AuditEntry): AuditEntry => ({
    ...entry,
    data: { ...entry.data, ref: newId(clock.now()), ...origins?.of(entry.requestId) },
  });
  const withStamps = (movement: Movement): Movement =>
    movement.audit === undefined ? movement : { ...movement, audit: movement.audit.map(stamped) };
  return {
    ...ledger,
    appendAudit: (tx, records) => ledger.appendAudit(tx, records.map(stamped)),
    post: (tx, movements) => ledger.post(tx, movements.map(withStamps)),
    submit: (movement, options) => ledger.submit(withStamps(movement), options),
  };
}
