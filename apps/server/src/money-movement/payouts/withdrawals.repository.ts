import { type Insertable, sql, type Updateable } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { keyset } from "../../platform/paging/keyset.ts";
import type { Seek } from "../../platform/paging/pages.ts";
import type { WithdrawalState } from "./withdrawal-states.policy.ts";
import type { QuoteRow, StepRow, WithdrawalRow, WithdrawalsTables } from "./withdrawals.tables.ts";

function tables(tx: Tx) {
  return tx.withTables<WithdrawalsTables>();
}

export async function insertQuote(tx: Tx, row: QuoteRow): Promise<void> {
  await tables(tx).insertInto("withdrawal_quote").values(row).execute();
}

export function selectQuote(
  tx: Tx,
  key: { readonly id: string; readonly customerId: string },
): Promise<QuoteRow | undefined> {
  return tables(tx)
    .selectFrom("withdrawal_quote")
    .selectAll()
    .where("id", "=", key.id)
    .where("customer_id", "=", key.customerId)
    .executeTakeFirst();
}

/**
 * Inserts a withdrawal.
 *
 * @returns whether it was inserted. False if its quote or its key was already used.
 */
export async function insertWithdrawal(
  tx: Tx,
  row: Insertable<WithdrawalsTables["withdrawal"]>,
): Promise<boolean> {
  const result = await tables(tx)
    .insertInto("withdrawal")
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

function withdrawals(tx: Tx) {
  return tables(tx)
    .selectFrom("withdrawal")
    .innerJoin("withdrawal_quote as quote", "quote.id", "withdrawal.id")
    .innerJoin("payout_address as place", "place.id", "quote.address_id")
    .leftJoin("withdrawal_appeal as appeal", "appeal.withdrawal_id", "withdrawal.id")
    .selectAll("withdrawal")
    .select(({ fn }) => fn.coalesce("appeal.hold_id", "withdrawal.id").as("hold_id"))
    .select([
      "quote.address_id",
      "quote.asset",
      "quote.network",
      "quote.address",
      "quote.currency",
      "quote.amount_minor",
      "quote.fee_minor",
      "quote.fee_basis_points",
      "quote.fee_schedule_version",
      "quote.network_fee_minor",
      "quote.network_cost_minor",
      "quote.confirmations_required",
      "quote.total_minor",
      "quote.rate_scaled",
      "quote.rated_at",
      "quote.rate_source",
      "quote.spread_basis_points",
      "quote.receive_minor",
      "place.label",
    ]);
}

export function selectWithdrawal(
  tx: Tx,
  key: { readonly id: string; readonly customerId: string },
): Promise<WithdrawalRow | undefined> {
  return withdrawals(tx)
    .where("withdrawal.id", "=", key.id)
    .where("withdrawal.customer_id", "=", key.customerId)
    .executeTakeFirst();
}

export function selectWithdrawalByKey(
  tx: Tx,
  key: { readonly customerId: string; readonly clientKey: string },
): Promise<WithdrawalRow | undefined> {
  return withdrawals(tx)
    .where("withdrawal.customer_id", "=", key.customerId)
    .where("withdrawal.client_key", "=", key.clientKey)
    .executeTakeFirst();
}

/**
 * Records the new hold for a rejected withdrawal's money, and the movement that released the old
 * hold.
 */
export async function insertAppeal(
  tx: Tx,
  appeal: Insertable<WithdrawalsTables["withdrawal_appeal"]>,
): Promise<void> {
  await tables(tx).insertInto("withdrawal_appeal").values(appeal).execute();
}

/** Selects a withdrawal FOR UPDATE, which serializes its changes. */
export function lockWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow | undefined> {
  return withdrawals(tx).where("withdrawal.id", "=", id).forUpdate("withdrawal").executeTakeFirst();
}

const UNDER_WAY_FIRST = [
  { by: sql`(withdrawal.ended_at is null)`, type: "boolean" },
  { by: sql`withdrawal.id`, type: "uuid" },
] as const;

/**
 * Selects a customer's withdrawals: first those in progress, then those that have ended, each
 * newest first.
 */
export function selectWithdrawals(
  tx: Tx,
  customerId: string,
  seek: Seek,
): Promise<WithdrawalRow[]> {
  const own = withdrawals(tx).where("withdrawal.customer_id", "=", customerId);
  return keyset(own, UNDER_WAY_FIRST, "desc", seek).execute();
}

/** Selects the ids of a customer's withdrawals that have not ended, oldest first. */
export async function selectOpenIds(tx: Tx, customerId: string): Promise<string[]> {
  const rows = await tables(tx)
    .selectFrom("withdrawal")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("ended_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** A withdrawal that is due to advance. */
export interface DueWithdrawal {
  readonly id: string;
}

/**
 * Selects withdrawals whose cancel window has ended, or that have been in the queue since before a
 * given time. If `after` is set, selects only the withdrawals after it.
 */
export function selectDue(
  tx: Tx,
  due: {
    readonly now: Date;
    readonly queuedBefore: Date;
    readonly limit: number;
    readonly after?: DueWithdrawal | undefined;
  },
): Promise<DueWithdrawal[]> {
  const { after } = due;
  return tables(tx)
    .selectFrom("withdrawal")
    .select("id")
    .where((row) =>
      row.or([
        row.and([row("state", "=", "cooling"), row("cancel_until", "<=", due.now)]),
        row.and([row("state", "=", "queued"), row("state_at", "<=", due.queuedBefore)]),
      ]),
    )
    .$if(after !== undefined, (query) => query.where("id", ">", after?.id ?? ""))
    .orderBy("id")
    .limit(due.limit)
    .execute();
}

export async function updateWithdrawal(
  tx: Tx,
  id: string,
  change: Updateable<WithdrawalsTables["withdrawal"]>,
): Promise<void> {
  await tables(tx).updateTable("withdrawal").set(change).where("id", "=", id).execute();
}

/**
 * Inserts a step. The withdrawal must be locked, so that the step numbers have no gaps.
 *
 * @returns the step's number
 */
export async function insertStep(
  tx: Tx,
  step: { readonly withdrawalId: string; readonly state: WithdrawalState; readonly at: Date },
): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`insert into withdrawal_step (withdrawal_id, n, state, at)
    select ${step.withdrawalId}, coalesce(max(n), 0) + 1, ${step.state}, ${step.at}::timestamptz
    from withdrawal_step where withdrawal_id = ${step.withdrawalId}
    returning n`.execute(tx);
  const [inserted] = rows;
  if (inserted === undefined) {
    throw new Error(`the step of withdrawal ${step.withdrawalId} was not inserted`);
  }
  return inserted.n;
}

/** Selects the steps of withdrawals, oldest first. */
export async function selectSteps(tx: Tx, ids: readonly string[]): Promise<StepRow[]> {
  return ids.length === 0
    ? []
    : tables(tx)
        .selectFrom("withdrawal_step")
        .selectAll()
        .where("withdrawal_id", "in", ids)
        .orderBy("withdrawal_id")
        .orderBy("n")
        .execute();
}

export async function selectCustomerSince(tx: Tx, customerId: string): Promise<Date | undefined> {
  const row = await tables(tx)
    .selectFrom("customer")
    .select("created_at")
    .where("id", "=", customerId)
    .executeTakeFirst();
  return row?.created_at;
}

/** Returns the amount counted so far in a customer's limit window. */
export async function selectCounted(
  tx: Tx,
  key: { readonly customerId: string; readonly window: string },
): Promise<{ readonly amountMinor: bigint; readonly count: number }> {
  const row = await tables(tx)
    .selectFrom("ledger.counter")
    .select(["amount", "count"])
    .where("subject", "=", key.customerId)
    .where("time_window", "=", key.window)
    .executeTakeFirst();
  return { amountMinor: row?.amount ?? 0n, count: Number(row?.count ?? 0n) };
}

/** Counts the payouts that are stuck because the provider reported an unknown status. */
export async function countStrange(tx: Tx): Promise<number> {
  const row = await tables(tx)
    .selectFrom("withdrawal")
    .select((from) => from.fn.countAll<string>().as("count"))
    .where("ended_at", "is", null)
    .where("unknown_status", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
