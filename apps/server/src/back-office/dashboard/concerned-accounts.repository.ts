import type { StandingCheck } from "@tessera/contract/back-office/dashboard.schemas";
import { CompiledQuery, type Kysely, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** An account that fails a check, with the violating row. */
export interface ConcernedAccount {
  readonly account: bigint;
  readonly customerId: string;
  /** The violating row as JSON. */
  readonly finding: string;
}

/** Maximum number of accounts that one run of a check can stop. */
export const MOST_CONCERNED = 500;

/** Selects the accounts to return among those that fail a check. */
export type Concern =
  /** Accounts that are not yet stopped, up to a maximum number. */
  | { readonly most: number }
  /** One account, whether or not it is stopped. */
  | { readonly account: bigint };

/**
 * Queries for the accounts that fail each check. Each query returns the `account` and what is wrong
 * with it. Unlike the checks themselves, these queries may read all movements, because they run
 * only after a check has failed. Seals are not about any particular account.
 */
const CONCERNED_SQL: Readonly<Record<StandingCheck, string | undefined>> = {
  zero_sum: `select b.account_id as account, b.posted, coalesce(e.posted, 0) as entries
    from ledger.balance b left join (
      select account, sum(amount) as posted from (
        select debit_account as account, -amount as amount from ledger.transfer
        where debit_account >= 1000
        union all
        select credit_account, amount from ledger.transfer where credit_account >= 1000
      ) entry group by account
    ) e on e.account = b.account_id
    where b.posted <> coalesce(e.posted, 0)`,
  no_negative: `select account_id as account, posted, held from ledger.balance
    where constrained and (posted < 0 or held < 0 or posted < held)`,
  held_is_holds: `select b.account_id as account, b.held, coalesce(h.remaining, 0) as remaining
    from ledger.balance b left join (
      select account_id, sum(remaining) as remaining from ledger.hold
      where state = 'open' group by account_id
    ) h on h.account_id = b.account_id
    where b.held <> coalesce(h.remaining, 0)`,
  charged_is_quoted: `select card.card_account as account, q.id as quote, q.amount_minor,
      q.fee_minor, m.amount, m.fee
    from card_quote q join ledger.movement m on m.id = q.id join card on card.id = q.card_id
    where q.id >= ledger.uuid_floor($1::timestamptz - interval '1 hour')
      and (m.fee <> q.fee_minor or m.kind <> 'card_' || q.operation
        or m.amount <> case q.operation when 'deposit' then 1 else -1 end * q.amount_minor)`,
  stopped_cards: `select card.card_account as account, card.id as card, card.status
    from card join ledger.balance b on b.account_id = card.card_account
    where (card.status in ('frozen', 'closing') and b.status = 1)
      or (card.status = 'closed' and b.status <> 4)`,
  sealed: undefined,
  seals_unbroken: undefined,
};

/**
 * Finds the accounts that fail a check, using a new snapshot. Omits closed accounts, since they
 * move no money.
 */
export async function findConcerned(
  db: Pick<Kysely<object>, "transaction">,
  check: StandingCheck,
  now: Date,
  concern: Concern,
): Promise<ConcernedAccount[]> {
  const text = CONCERNED_SQL[check];
  if (text === undefined) {
    return [];
  }
  const isWanted =
    "account" in concern
      ? `found.account = ${concern.account}`
      : `not exists (
           select from account_stop stop
           where stop.account_id = found.account and stop.lifted_at is null)`;
  const most = "most" in concern ? concern.most : 1;
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      const { rows } = await tx.executeQuery<ConcernedAccount>(
        CompiledQuery.raw(
          `select found.account, balance.customer_id as "customerId",
             to_jsonb(found)::text as finding
           from (${text}) found
           join ledger.balance balance on balance.account_id = found.account
           where balance.status <> 4 and ${isWanted}
           order by found.account limit ${most}`,
          text.includes("$1") ? [now] : [],
        ),
      );
      return rows;
    });
}

/**
 * Returns whether an account belongs to a card that cannot pay: a frozen, closing or replaced card.
 * Locks the card until the transaction ends, so that a freeze commits either before or after this
 * transaction.
 */
export async function isCardStopped(tx: Tx, account: bigint): Promise<boolean> {
  const { rows } = await sql<{ isStopped: boolean }>`
    select status <> 'active' as "isStopped" from card where card_account = ${account}
    for no key update`.execute(tx);
  return rows[0]?.isStopped === true;
}
