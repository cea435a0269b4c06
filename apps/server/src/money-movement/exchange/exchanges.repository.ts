import { type CurrencyCode, isCurrency } from "@tessera/money";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { BankTradeRow, ExchangeRow, ExchangeTables, QuoteRow } from "./exchanges.tables.ts";
import type { Turnover } from "./open-position.policy.ts";
import { CURRENCY_SUBJECTS, TURNOVER_WINDOWS } from "./position-counters.ts";

function tables(tx: Tx) {
  return tx.withTables<ExchangeTables>();
}

export async function insertQuote(tx: Tx, row: QuoteRow): Promise<void> {
  await tables(tx).insertInto("exchange_quote").values(row).execute();
}

/** What identifies one of a customer's quotes or exchanges. */
interface OwnKey {
  readonly id: string;
  readonly customerId: string;
}

export function selectQuote(tx: Tx, key: OwnKey): Promise<QuoteRow | undefined> {
  return tables(tx)
    .selectFrom("exchange_quote")
    .selectAll()
    .where("id", "=", key.id)
    .where("customer_id", "=", key.customerId)
    .executeTakeFirst();
}

/**
 * Inserts an exchange.
 *
 * @returns whether it was inserted. False if its quote or its key was already used.
 */
export async function insertExchange(
  tx: Tx,
  row: Insertable<ExchangeTables["currency_exchange"]>,
): Promise<boolean> {
  const result = await tables(tx)
    .insertInto("currency_exchange")
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

function exchanges(tx: Tx) {
  return tables(tx)
    .selectFrom("currency_exchange as exchange")
    .innerJoin("exchange_quote as quote", "quote.id", "exchange.id")
    .selectAll("quote")
    .select(["exchange.client_key", "exchange.created_at"]);
}

export function selectExchange(tx: Tx, key: OwnKey): Promise<ExchangeRow | undefined> {
  return exchanges(tx)
    .where("exchange.id", "=", key.id)
    .where("exchange.customer_id", "=", key.customerId)
    .executeTakeFirst();
}

export function selectExchangeByKey(
  tx: Tx,
  key: { readonly customerId: string; readonly clientKey: string },
): Promise<ExchangeRow | undefined> {
  return exchanges(tx)
    .where("exchange.customer_id", "=", key.customerId)
    .where("exchange.client_key", "=", key.clientKey)
    .executeTakeFirst();
}

/**
 * Inserts a trade with a bank.
 *
 * @returns whether it was inserted. False if a trade with its reference is recorded already.
 */
export async function insertBankTrade(tx: Tx, row: BankTradeRow): Promise<boolean> {
  const result = await tables(tx)
    .insertInto("bank_trade")
    .values(row)
    .onConflict((on) => on.column("bank_reference").doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Returns whether a trade with a bank's reference is recorded. */
export async function isTradeRecorded(tx: Tx, bankReference: string): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom("bank_trade")
    .select("id")
    .where("bank_reference", "=", bankReference)
    .executeTakeFirst();
  return row !== undefined;
}

const NOTHING: Turnover = { soldMinor: 0n, boughtMinor: 0n };

/** Reads how much customers have sold and bought of a currency in total. */
export async function selectTurnover(tx: Tx, currency: CurrencyCode): Promise<Turnover> {
  const rows = await tables(tx)
    .selectFrom("ledger.counter")
    .select(["time_window", "amount"])
    .where("subject", "=", CURRENCY_SUBJECTS[currency])
    .where("time_window", "in", Object.values(TURNOVER_WINDOWS))
    .execute();
  const amountOf = (window: string) =>
    rows.find(({ time_window: found }) => found === window)?.amount ?? 0n;
  return {
    soldMinor: amountOf(TURNOVER_WINDOWS.sold),
    boughtMinor: amountOf(TURNOVER_WINDOWS.bought),
  };
}

/** Sums what customers sold and bought of each currency since a given time. */
export async function selectVolumes(
  tx: Tx,
  since: Date,
): Promise<ReadonlyMap<CurrencyCode, Turnover>> {
  const { rows } = await sql<{ currency: string; sold: bigint; bought: bigint }>`
    select leg.currency, sum(leg.sold)::bigint as sold, sum(leg.bought)::bigint as bought
    from currency_exchange x join exchange_quote q on q.id = x.id
    cross join lateral (values (q.sold_currency, q.sold_minor, 0),
      (q.bought_currency, 0, q.bought_minor)) leg (currency, sold, bought)
    where x.created_at >= ${since} group by leg.currency`.execute(tx);
  const volumes = new Map<CurrencyCode, Turnover>();
  for (const { currency, sold, bought } of rows) {
    if (isCurrency(currency)) {
      volumes.set(currency, { ...NOTHING, soldMinor: sold, boughtMinor: bought });
    }
  }
  return volumes;
}
