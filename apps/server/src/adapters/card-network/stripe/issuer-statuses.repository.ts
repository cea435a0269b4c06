import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";

/** A card whose current status has not been sent to its issuer yet. */
export interface DueStatus {
  readonly cardId: string;
  readonly issuerCardId: string;
  readonly status: "active" | "frozen" | "closed";
  /** Identifies the status change. */
  readonly version: number;
}

/**
 * Claims cards whose status is due to be sent, with a lease that keeps other servers from sending
 * it too.
 */
export async function claimDueStatuses(
  tx: Tx,
  limit: number,
  leaseSeconds: number,
): Promise<DueStatus[]> {
  const { rows } = await sql<DueStatus>`
    update issuer_card due
    set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from card
    where card.id = due.card_id and due.card_id in (
      select card_id from issuer_card
      where status_due and (leased_until is null or leased_until < clock_timestamp())
      order by card_id limit ${limit} for update skip locked
    )
    returning due.card_id as "cardId", due.issuer_card_id as "issuerCardId", card.status,
      due.status_version as version`.execute(tx);
  return rows;
}

/** Records that the issuer has received a status. Any later status change remains due. */
export async function settleStatus(tx: Tx, { cardId, version }: DueStatus): Promise<void> {
  await sql`
    update issuer_card set status_due = status_version <> ${version}, leased_until = null
    where card_id = ${cardId}`.execute(tx);
}
