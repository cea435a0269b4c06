import { STATUS_CODES, statusOfCode } from "./codes.ts";
import { query, type Source } from "./query-runner.ts";
import type { AccountId, AccountStatus, NewAccount } from "./types.ts";

/** Opens customer accounts with a zero balance and returns their ids in the order requested. */
export async function openAccounts(
  tx: Source,
  accounts: readonly NewAccount[],
): Promise<AccountId[]> {
  const [row] = await query<{ ids: bigint[] }>(
    tx,
    "select ledger.open_accounts($1::uuid[], $2::text[], $3::text[]) as ids",
    [
      accounts.map(({ customerId }) => customerId),
      accounts.map(({ kind }) => kind),
      accounts.map(({ currency }) => currency),
    ],
  );
  return row?.ids ?? [];
}

/**
 * Sets an account's status. A posting that already holds the account's lock finishes first; every
 * later posting sees the new status.
 *
 * Closing an account fails (constraint `balance_closed`) while it has a posted or held amount.
 *
 * @returns the previous status, or `undefined` for an unknown account
 */
export async function setAccountStatus(
  tx: Source,
  account: AccountId,
  status: AccountStatus,
): Promise<AccountStatus | undefined> {
  const [row] = await query<{ before: number | null }>(
    tx,
    "select ledger.set_account_status($1::bigint, $2::smallint) as before",
    [account, STATUS_CODES[status]],
  );
  return row?.before == null ? undefined : statusOfCode(row.before);
}

/**
 * Sets the status of several accounts, like {@link setAccountStatus}. Locks the accounts in the
 * same order as postings do, so that the two never deadlock.
 *
 * @returns the previous status of each known account
 */
export async function setAccountStatuses(
  tx: Source,
  accounts: readonly AccountId[],
  status: AccountStatus,
): Promise<Map<AccountId, AccountStatus>> {
  const rows = await query<{ account: bigint; before: number | null }>(
    tx,
    `select u.account, ledger.set_account_status(u.account, $2::smallint) as before
    from (select unnest($1::bigint[]) as account order by 1) u`,
    [accounts, STATUS_CODES[status]],
  );
  return new Map(
    rows.flatMap(({ account, before }) =>
      before === null ? [] : [[account, statusOfCode(before)] as const],
    ),
  );
}
