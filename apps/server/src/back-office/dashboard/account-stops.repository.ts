import type { StandingCheck } from "@tessera/contract/back-office/dashboard.schemas";
import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import { queueOf } from "../../platform/jobs/waiting.repository.ts";

const MOST = 100;

/** A stopped account, with the invariant that it violated. */
export interface AccountStop {
  readonly id: string;
  readonly accountId: bigint;
  readonly customerId: string;
  readonly check: StandingCheck;
  readonly finding: string;
  readonly stoppedAt: Date;
  readonly liftedAt: Date | null;
}

const COLUMNS = sql`stop.id, stop.account_id as "accountId", stop.customer_id as "customerId",
  stop.check_name as "check", stop.finding, stop.stopped_at as "stoppedAt",
  stop.lifted_at as "liftedAt"`;

/** Inserts a stop. Returns false if the account is already stopped. */
export async function insertStop(tx: Tx, stop: Omit<AccountStop, "liftedAt">): Promise<boolean> {
  const { rows } = await sql`
    insert into account_stop (id, account_id, customer_id, check_name, finding, stopped_at)
    values (${stop.id}, ${stop.accountId}, ${stop.customerId}, ${stop.check}, ${stop.finding},
      ${stop.stoppedAt})
    on conflict (account_id) where lifted_at is null do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/**
 * Marks every open stop that has not been covered by an email as emailed. Skips stops that another
 * transaction is marking.
 *
 * @returns the number of stops marked
 */
export async function noteMailed(tx: Tx, at: Date): Promise<number> {
  const { rows } = await sql`
    update account_stop set mailed_at = ${at} where id in (
      select id from account_stop where lifted_at is null and mailed_at is null
      for no key update skip locked
    ) returning id`.execute(tx);
  return rows.length;
}

/** Selects a stop FOR UPDATE. */
export async function lockStop(tx: Tx, id: string): Promise<AccountStop | undefined> {
  const { rows } = await sql<AccountStop>`
    select ${COLUMNS} from account_stop stop where stop.id = ${id} for no key update`.execute(tx);
  return rows[0];
}

export async function endStop(
  tx: Tx,
  id: string,
  end: { readonly at: Date; readonly by: string; readonly note: string },
): Promise<void> {
  await sql`
    update account_stop set lifted_at = ${end.at}, lifted_by = ${end.by}, note = ${end.note}
    where id = ${id}`.execute(tx);
}

/** A stop and its account. */
export interface StopAtHand extends AccountStop {
  readonly kind: string;
  readonly currency: CurrencyCode;
}

/** Selects the newest open stops, up to {@link MOST}. */
export async function selectOpenStops(tx: Tx): Promise<StopAtHand[]> {
  const { rows } = await sql<StopAtHand>`
    select ${COLUMNS}, account.kind, account.currency
    from account_stop stop join ledger.account account on account.id = stop.account_id
    where stop.lifted_at is null order by stop.stopped_at desc, stop.id desc
    limit ${MOST}`.execute(tx);
  return rows;
}

/** The dashboard queue of stopped accounts that are waiting for an administrator. */
export const stoppedAccountsQueue = queueOf(
  "stopped_accounts",
  () => sql`select stopped_at as since from account_stop where lifted_at is null limit 10000`,
);
