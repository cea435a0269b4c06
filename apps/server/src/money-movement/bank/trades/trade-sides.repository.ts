import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import type { EntryRow } from "../bank.tables.ts";

/** A side of a recorded trade that no transaction has been matched with. */
export interface TradeSide {
  readonly tradeId: string;
  /** The movement of the trade in this side's currency. */
  readonly movementId: string;
  /** What the bank calls the trade. */
  readonly bankReference: string;
  readonly recordedAt: Date;
  /** The other side of the trade. */
  readonly otherCurrency: CurrencyCode;
  readonly otherMinor: bigint;
}

/** What the program sold left its account at the bank, and what it bought came in. */
const OPEN_SIDES = sql`
  select t.id as "tradeId", t.bank_reference as "bankReference", t.created_at as "recordedAt",
    side.*
  from bank_trade t cross join lateral (values
    (t.id, t.sold_currency, t.sold_minor, false, t.bought_currency, t.bought_minor),
    (t.bought_movement_id, t.bought_currency, t.bought_minor, true, t.sold_currency, t.sold_minor)
  ) side ("movementId", currency, amount_minor, is_credit, "otherCurrency", "otherMinor")
  where not exists (select from bank_entry matched where matched.movement_id = side."movementId")`;

const MOST_SIDES = 20;

/** Selects the open sides of trades with a transaction's currency, direction and amount. */
export async function selectSidesLike(tx: Tx, entry: EntryRow): Promise<TradeSide[]> {
  const { rows } = await sql<TradeSide>`
    select open."tradeId", open."movementId", open."bankReference", open."recordedAt",
      open."otherCurrency", open."otherMinor"
    from (${OPEN_SIDES}) open
    where open.currency = ${entry.currency} and open.amount_minor = ${entry.amount_minor}
      and open.is_credit = ${entry.is_credit}
    order by open."recordedAt" desc, open."tradeId" limit ${MOST_SIDES}`.execute(tx);
  return rows;
}

type NamedRow = Pick<
  EntryRow,
  | "id"
  | "booked_on"
  | "entry_key"
  | "end_to_end_id"
  | "transaction_ids"
  | "creditor_references"
  | "remittance"
>;

/** A transaction in the queue, and a side with its currency, direction and amount. */
export interface PossiblePair
  extends Pick<TradeSide, "tradeId" | "movementId" | "bankReference" | "recordedAt"> {
  readonly entry: NamedRow;
}

const MOST_PAIRS = 500;

/**
 * Selects transactions about which no operator has decided, each with every open side that they may
 * be. Only trades recorded since a given time are read.
 */
export async function selectPossiblePairs(tx: Tx, since: Date): Promise<PossiblePair[]> {
  const { rows } = await sql<NamedRow & Omit<PossiblePair, "entry">>`
    select open."tradeId", open."movementId", open."bankReference", open."recordedAt",
      e.id, e.booked_on, e.entry_key, e.end_to_end_id, e.transaction_ids, e.creditor_references,
      e.remittance
    from (${OPEN_SIDES} and t.created_at >= ${since}) open
    join bank_entry e on (e.state = 'unmatched' or e.state = 'outflow')
      and e.currency = open.currency and e.amount_minor = open.amount_minor
      and e.is_credit = open.is_credit and not e.is_reversal and e.decided_by is null
    order by e.id limit ${MOST_PAIRS}`.execute(tx);
  return rows.map(({ tradeId, movementId, bankReference, recordedAt, ...entry }) => ({
    ...{ tradeId, movementId, bankReference, recordedAt, entry },
  }));
}
