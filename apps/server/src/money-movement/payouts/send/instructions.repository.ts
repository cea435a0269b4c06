import { type Selectable, sql } from "kysely";
import type { Tx } from "../../../platform/context.ts";
import type { WithdrawalRow, WithdrawalsTables } from "../withdrawals.tables.ts";

export type InstructionRow = Selectable<WithdrawalsTables["payout_instruction"]>;

/** Who decided that a withdrawal is paid, and when. */
export interface PayoutDecision {
  /** The number of the withdrawal's step that the decision added. */
  readonly revision: number;
  /** The operator, or `system` if no review was needed. */
  readonly by: string;
  readonly at: Date;
}

function tables(tx: Tx) {
  return tx.withTables<WithdrawalsTables>();
}

/** Inserts the instruction to the provider. Each withdrawal has exactly one. */
export async function insertInstruction(
  tx: Tx,
  row: Pick<WithdrawalRow, "id" | "network" | "address" | "receive_minor">,
  { revision, by, at, approval }: PayoutDecision & { readonly approval: Buffer },
): Promise<void> {
  await tables(tx)
    .insertInto("payout_instruction")
    .values({
      withdrawal_id: row.id,
      network: row.network,
      address: row.address,
      amount_minor: row.receive_minor,
      state: "ready",
      sent_at: null,
      asked_at: null,
      leased_until: null,
      payout_account: null,
      revision,
      decided_by: by,
      decided_at: at,
      approval,
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute();
}

/** Marks an instruction as settled. After that, nothing more is sent to the provider. */
export async function settleInstruction(tx: Tx, withdrawalId: string): Promise<void> {
  await tables(tx)
    .updateTable("payout_instruction")
    .set({ state: "settled", leased_until: null })
    .where("withdrawal_id", "=", withdrawalId)
    .execute();
}

/** Timeouts for communicating with the provider, in milliseconds by the database's clock. */
export interface PayoutPatience {
  /** How long a single server has exclusive control of an instruction. */
  readonly leaseMs: number;
  /**
   * Time between sending an order and its first status query. After that, the intervals increase up
   * to the maximum.
   */
  readonly askMs: number;
  /** The maximum, which is also the pause before an order of a stopped account is tried again. */
  readonly longestPauseMs: number;
  /** Time after which a request that has not arrived is considered lost. */
  readonly lostMs: number;
}

/**
 * Leases one due instruction, which either has not been sent, or was sent and is due for a status
 * query. An order that could not be sent, such as one of a stopped account, is due after a pause.
 * Two servers that call this at the same time get different instructions.
 */
export async function leaseInstruction(
  tx: Tx,
  patience: PayoutPatience,
): Promise<InstructionRow | undefined> {
  const { leaseMs, askMs, longestPauseMs } = patience;
  const { rows } = await sql<InstructionRow>`
    update payout_instruction set
      leased_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    where withdrawal_id = (
      select withdrawal_id from payout_instruction
      where state <> 'settled'
        and (leased_until is null or leased_until <= clock_timestamp())
        and case state
          when 'ready' then asked_at is null
            or clock_timestamp() >= asked_at + ${longestPauseMs}::int * interval '1 millisecond'
          else clock_timestamp() >= greatest(asked_at, sent_at) + least(
            ${longestPauseMs}::int * interval '1 millisecond',
            ${askMs}::int * interval '1 millisecond' + (clock_timestamp() - sent_at) / 20) end
      order by coalesce(greatest(asked_at, sent_at), created_at), withdrawal_id
      limit 1 for update skip locked
    )
    returning *`.execute(tx);
  return rows[0];
}

/** Records that an instruction is now being sent, and to which provider account. */
export async function countSend(tx: Tx, withdrawalId: string, account: string): Promise<void> {
  await tables(tx)
    .updateTable("payout_instruction")
    .set({
      state: "sent",
      sends: sql<number>`sends + 1`,
      payout_account: account,
      sent_at: sql<Date>`clock_timestamp()`,
    })
    .where("withdrawal_id", "=", withdrawalId)
    .execute();
}

/**
 * Records which account received an order, if the row is from an older version that did not store
 * the account.
 */
export async function adoptInstruction(
  tx: Tx,
  withdrawalId: string,
  account: string,
): Promise<void> {
  await tables(tx)
    .updateTable("payout_instruction")
    .set({ payout_account: account })
    .where("withdrawal_id", "=", withdrawalId)
    .where("payout_account", "is", null)
    .execute();
}

/** Ends the lease. */
export async function endLease(tx: Tx, withdrawalId: string, asked: boolean): Promise<void> {
  await tables(tx)
    .updateTable("payout_instruction")
    .set({
      leased_until: null,
      ...(asked && { asked_at: sql<Date>`clock_timestamp()` }),
    })
    .where("withdrawal_id", "=", withdrawalId)
    .execute();
}

/**
 * Returns whether an order was sent to this account so long ago that any in-flight request must
 * have arrived or been lost. Returns false if the row does not name the account.
 */
export async function isPastSending(
  tx: Tx,
  withdrawalId: string,
  { account, lostMs }: { readonly account: string; readonly lostMs: number },
): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom("payout_instruction")
    .select("withdrawal_id")
    .where("withdrawal_id", "=", withdrawalId)
    .where("payout_account", "=", account)
    .where(sql<boolean>`sent_at <= clock_timestamp() - ${lostMs}::int * interval '1 millisecond'`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds a withdrawal's instruction if it was sent at least once. */
export function findSent(
  tx: Tx,
  withdrawalId: string,
): Promise<Pick<InstructionRow, "payout_account"> | undefined> {
  return tables(tx)
    .selectFrom("payout_instruction")
    .select("payout_account")
    .where("withdrawal_id", "=", withdrawalId)
    .where("sends", ">", 0)
    .executeTakeFirst();
}

/** An instruction that was not sent yet, with what its withdrawal says. */
export type UnsentInstruction = InstructionRow &
  Pick<WithdrawalRow, "asset" | "receive_minor"> & {
    readonly quoted_network: WithdrawalRow["network"];
    readonly quoted_address: string;
  };

/** Selects the instructions that were not sent yet, oldest first. */
export function selectUnsent(tx: Tx, limit: number): Promise<UnsentInstruction[]> {
  return tables(tx)
    .selectFrom("payout_instruction as sent")
    .innerJoin("withdrawal_quote as quote", "quote.id", "sent.withdrawal_id")
    .selectAll("sent")
    .select(["quote.asset", "quote.receive_minor"])
    .select(["quote.network as quoted_network", "quote.address as quoted_address"])
    .where("sent.state", "=", "ready")
    .orderBy("sent.created_at")
    .limit(limit)
    .execute();
}

/** Payouts that have no outcome and can be queried only from another account. */
export interface StrandedPayouts {
  /** The account that received the payouts; null if their rows do not name one. */
  readonly account: string | null;
  readonly count: number;
}

/**
 * Counts the payouts that have no outcome and were sent to another account.
 *
 * @param account the configured account, or undefined if there is no provider
 */
export async function countStranded(
  tx: Tx,
  account: string | undefined,
): Promise<StrandedPayouts[]> {
  const rows = await tables(tx)
    .selectFrom("payout_instruction")
    .select(({ fn }) => ["payout_account as account", fn.countAll<string>().as("count")])
    .where("state", "=", "sent")
    .$if(account !== undefined, (query) =>
      query.where("payout_account", "is distinct from", account ?? ""),
    )
    .groupBy("payout_account")
    .orderBy("payout_account")
    .execute();
  return rows.map((row) => ({ account: row.account, count: Number(row.count) }));
}
