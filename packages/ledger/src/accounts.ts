import { STATUS_CODES, statusOfCode } from "./codes.ts";
import { query, type Source } from "./query-runner.ts";
import type { AccountId, AccountStatus, NewAccount } from "./types.ts";

/** Opens customers' accounts with nothing in them; ids come in the order asked for. */
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
 * Changes what an account takes. A posting that holds the account's lock ends first, and every
 * later one sees the new status.
 *
 * Closing refuses (constraint `balance_closed`) while anything is posted or held.
 *
 * @returns the status before, or `undefined` when there is no such account
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
 * Changes what several accounts take, as {@link setAccountStatus} does. They are locked in the
 * order in which postings lock them, so that the two never wait for each other.
 *
 * @returns each known account's status before
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
