import type { Snapshot } from "@tessera/database/logical-copy/read-snapshot";
import { formatAmount, isCurrency } from "@tessera/money";
import {
  DATABASE_MARK,
  type DatabaseMark,
} from "../../startup/database-mark/database-mark.repository.ts";

/** Finds a customer's id by username, email address or id. */
export async function findCustomer(snapshot: Snapshot, who: string): Promise<string | undefined> {
  const found = snapshot.rows<{ id: string }>(
    `select p.customer_id as id from person p where p.customer_id is not null
      and (p.username = lower($1) or p.email = lower($1) or p.customer_id::text = lower($1))`,
    [who],
  );
  for await (const [row] of found) {
    return row?.id;
  }
  return undefined;
}

/** Returns the mark of the exported database: its type (sandbox or live) and its deployment. */
async function markOf(snapshot: Snapshot): Promise<DatabaseMark | null> {
  const [mark] = await snapshot.query<DatabaseMark>(DATABASE_MARK);
  return mark === undefined ? null : { kind: mark.kind, deploymentId: mark.deploymentId };
}

/** A movement in an export. */
export interface ExportedMovement {
  readonly id: string;
  readonly customerId: string;
  readonly cardId: string | null;
  readonly parentId: string | null;
  readonly kind: string;
  readonly status: string;
  readonly currency: string;
  /** A decimal amount, negative for money going out. */
  readonly amount: string;
  readonly fee: string;
  readonly title: string | null;
  readonly eventAt: string;
  readonly changedAt: string;
  /** The exported database's type, according to its mark: `sandbox` or `live`. */
  readonly database: string | null;
}

interface MovementRow {
  readonly id: string;
  readonly customer_id: string;
  readonly card_id: string | null;
  readonly parent_id: string | null;
  readonly kind: string;
  readonly status: string;
  readonly currency: string;
  readonly amount: string;
  readonly fee: string;
  readonly title: string | null;
  readonly event_at: Date;
  readonly changed_at: Date;
}

/** Formats an amount of a currency, or of an asset, which has six decimals. */
function decimalOf(amount: bigint, currency: string): string {
  if (isCurrency(currency)) {
    return formatAmount(amount, currency);
  }
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, "0");
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** Yields every movement from a start time (inclusive) to an end time (exclusive), in order. */
export async function* movementsBetween(
  snapshot: Snapshot,
  from: Date,
  to: Date,
): AsyncGenerator<ExportedMovement, void> {
  const found = snapshot.rows<MovementRow>(
    `select m.id, m.customer_id, m.card_id, m.parent_id, m.kind, m.status, m.currency, m.amount,
      m.fee, movement_title(m.kind, m.title, m.data) as title, m.event_at, m.changed_at
    from ledger.movement_view m where m.event_at >= $1 and m.event_at < $2
    order by m.event_at, m.id`,
    [from, to],
  );
  const mark = await markOf(snapshot);
  for await (const rows of found) {
    for (const row of rows) {
      yield {
        id: row.id,
        customerId: row.customer_id,
        cardId: row.card_id,
        parentId: row.parent_id,
        kind: row.kind,
        status: row.status,
        currency: row.currency,
        amount: decimalOf(BigInt(row.amount), row.currency),
        fee: decimalOf(BigInt(row.fee), row.currency),
        title: row.title,
        eventAt: row.event_at.toISOString(),
        changedAt: row.changed_at.toISOString(),
        database: mark?.kind ?? null,
      };
    }
  }
}
