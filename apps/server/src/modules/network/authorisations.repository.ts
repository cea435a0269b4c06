import type { Merchant } from "@tessera/contract/bills/bills.schemas";
import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { CountedWindow } from "./spending-guards.ts";

/** An authorisation with its hold, as they stand now. Minor units of `currency`. */
export interface Authorisation {
  readonly id: string;
  readonly customerId: string;
  readonly cardId: string;
  readonly currency: CurrencyCode;
  readonly merchant: Merchant;
  /** What the purchase stands for in the card's history; negative. */
  readonly amountMinor: bigint;
  readonly holdState: "open" | "captured" | "released" | "expired";
  readonly remainingMinor: bigint;
  readonly expiresAt: Date;
  /** What clearings took so far, beyond the hold included. */
  readonly clearedMinor: bigint;
}

/** Whose card an authorisation is on; what must be locked before anything is decided about it. */
export async function findAuthorisedCard(
  tx: Tx,
  authorisationId: string,
): Promise<{ customerId: string; cardId: string } | undefined> {
  const { rows } = await sql<{ customerId: string; cardId: string }>`
    select customer_id as "customerId", card_id as "cardId" from ledger.movement
    where id = ${authorisationId} and kind = 'purchase' and card_id is not null
      and parent_id is null and status = 'processing'`.execute(tx);
  return rows[0];
}

/** The authorisation as it stands. Its card must be locked, so that it stays so. */
export async function readAuthorisation(tx: Tx, authorisationId: string): Promise<Authorisation> {
  const { rows } = await sql<Authorisation>`
    select movement.id, movement.customer_id as "customerId", movement.card_id as "cardId",
      movement.currency, movement.data -> 'merchant' as merchant,
      movement.amount as "amountMinor", hold.state as "holdState",
      hold.remaining as "remainingMinor", hold.expires_at as "expiresAt",
      coalesce((
        select -sum(step.amount) from ledger.movement step
        where step.parent_id = movement.id and step.kind = 'clearing'
      ), 0)::bigint as "clearedMinor"
    from ledger.movement_view movement join ledger.hold hold on hold.id = movement.id
    where movement.id = ${authorisationId}`.execute(tx);
  const [row] = rows;
  if (row === undefined) {
    throw new Error(`authorisation ${authorisationId} has no hold`);
  }
  return row;
}

/** What an authorisation and its steps count for in each window by now, the newest first. */
export async function countedWindows(tx: Tx, authorisationId: string): Promise<CountedWindow[]> {
  const { rows } = await sql<CountedWindow>`
    select counter.time_window as "window", sum(part.amount)::bigint as "amountMinor",
      sum(part.count)::int as count
    from ledger.movement movement
    cross join lateral (
      select movement.counted[place] as counter_id, movement.counted[place + 1] as amount,
        movement.counted[place + 2] as count
      from generate_series(1, cardinality(movement.counted), 3) place
    ) part
    join ledger.counter counter on counter.id = part.counter_id
      and counter.subject = movement.card_id
    where movement.id = ${authorisationId} or movement.parent_id = ${authorisationId}
    group by counter.time_window
    having sum(part.amount) > 0 or sum(part.count) > 0
    order by max(movement.event_at) desc, counter.time_window desc`.execute(tx);
  return rows;
}
