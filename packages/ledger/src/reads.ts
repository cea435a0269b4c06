import type { CurrencyCode } from "@tessera/money";
import { statusOfCode } from "./codes.ts";
import { balancesOf } from "./decode-batch.ts";
import { query, type Source } from "./query-runner.ts";
import type { AccountId, Balance, Entry, HoldId, MovementId, Result } from "./types.ts";

interface BalanceRow {
  account_id: bigint;
  currency: CurrencyCode;
  status: number;
  posted: bigint;
  held: bigint;
}

/** Reads balances of customer accounts in the order requested; leaves out unknown accounts. */
export async function balances(source: Source, accounts: readonly AccountId[]): Promise<Balance[]> {
  const rows = await query<BalanceRow>(
    source,
    `select b.account_id, b.currency, b.status, b.posted, b.held
     from unnest($1::bigint[]) with ordinality u(id, ord)
     join ledger.balance b on b.account_id = u.id order by u.ord`,
    [accounts],
  );
  return rows.map((row) => ({
    account: row.account_id,
    currency: row.currency,
    status: statusOfCode(row.status),
    postedMinor: row.posted,
    heldMinor: row.held,
    availableMinor: row.posted - row.held,
  }));
}

export interface EntriesPage {
  readonly account: AccountId;
  /** Returns only entries before this {@link Entry.version}; by default, starts with the newest. */
  readonly before?: bigint;
  readonly limit: number;
}

interface EntryRow {
  movement_id: string;
  n: number;
  amount: bigint;
  after: bigint;
  version: bigint;
  created_at: Date;
}

/**
 * Reads a customer account's statement, newest entry first. Scans all of the customer's movements:
 * an index by account would cost every posting two random pages to speed up a rare query.
 */
export async function entries(source: Source, page: EntriesPage): Promise<Entry[]> {
  const rows = await query<EntryRow>(
    source,
    `with recursive mine (id, created_at) as (
       select m.id, m.created_at from ledger.movement m
       where m.parent_id is null
         and m.customer_id = (select customer_id from ledger.account where id = $1)
       union all
       select m.id, m.created_at from mine join ledger.movement m on m.parent_id = mine.id
     )
     select t.movement_id, t.n, s.amount, s.after, s.version, mine.created_at
     from mine join ledger.transfer t on t.movement_id = mine.id
     cross join lateral (values
       (t.debit_account, -t.amount, t.debit_after, t.debit_version),
       (t.credit_account, t.amount, t.credit_after, t.credit_version)
     ) s(account, amount, after, version)
     where s.account = $1 and s.version < $2 order by s.version desc limit $3`,
    [page.account, page.before ?? 9_223_372_036_854_775_807n, page.limit],
  );
  return rows.map((row) => ({
    transferId: `${row.movement_id}.${row.n}`,
    movementId: row.movement_id,
    account: page.account,
    version: row.version,
    amountMinor: row.amount,
    balanceAfterMinor: row.after,
    createdAt: row.created_at,
  }));
}

/**
 * Reads the result of a movement with an unknown outcome; `undefined` if it is not in the ledger. A
 * request in progress may still write the movement. To be certain, submit the same movement again.
 */
export async function movementResult(source: Source, id: MovementId): Promise<Result | undefined> {
  const [row] = await query<{
    currency: CurrencyCode;
    touched: bigint[];
    created_at: Date;
    statuses: Record<string, number> | null;
  }>(
    source,
    `select m.currency, m.touched, m.created_at,
       (select jsonb_object_agg(b.account_id, b.status) from ledger.balance b
        where b.account_id = any(m.touched)) as statuses
     from ledger.movement m where m.id = $1`,
    [id],
  );
  if (row === undefined) {
    return undefined;
  }
  const statuses = new Map(
    Object.entries(row.statuses ?? {}).map(([key, code]) => [key, statusOfCode(code)]),
  );
  return {
    outcome: "already_posted",
    movementId: id,
    balances: balancesOf(row, row.touched, statuses),
    createdAt: row.created_at,
  };
}

/** Finds the movement that used a customer's client key; `undefined` if there is none. */
export async function movementOfKey(
  source: Source,
  customerId: string,
  clientKey: string,
): Promise<MovementId | undefined> {
  const [row] = await query<{ id: MovementId }>(
    source,
    "select m.id from ledger.movement m where m.customer_id = $1 and m.client_key = $2",
    [customerId, clientKey],
  );
  return row?.id;
}

/** An open hold past its expiry, with everything needed to expire it. */
export interface DueHold {
  readonly holdId: HoldId;
  readonly account: AccountId;
  readonly customerId: string;
  readonly currency: CurrencyCode;
  readonly remainingMinor: bigint;
  readonly expiresAt: Date;
  /** The movement that created the hold, with its card and its counters. */
  readonly movementId: MovementId;
  /** The parent of that movement, if it is a step. */
  readonly parentId: MovementId | null;
  readonly cardId: string | null;
  readonly kind: string;
  readonly title: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly eventAt: Date;
}

interface DueHoldRow {
  id: string;
  account_id: bigint;
  customer_id: string;
  currency: CurrencyCode;
  remaining: bigint;
  expires_at: Date;
  movement_id: string;
  parent_id: string | null;
  card_id: string | null;
  kind: string;
  title: string;
  data: Readonly<Record<string, unknown>>;
  event_at: Date;
}

/**
 * Finds open holds that expired before `now`, oldest first, for the job that releases them.
 *
 * @param after the hold to continue after, so that holds that cannot be released do not block the
 * others
 */
export async function dueHolds(
  source: Source,
  now: Date,
  limit: number,
  after?: Pick<DueHold, "expiresAt" | "holdId">,
): Promise<DueHold[]> {
  const rows = await query<DueHoldRow>(
    source,
    `select h.id, h.account_id, h.customer_id, m.currency, h.remaining, h.expires_at,
       h.movement_id, m.parent_id, m.card_id, m.kind, m.title, m.data, m.event_at
     from ledger.hold h join ledger.movement m on m.id = h.movement_id
     where h.state = 'open' and h.expires_at <= $1
       and ($3::timestamptz is null or (h.expires_at, h.id) > ($3, $4::uuid))
     order by h.expires_at, h.id limit $2`,
    [now, limit, after?.expiresAt ?? null, after?.holdId ?? null],
  );
  return rows.map((row) => ({
    holdId: row.id,
    account: row.account_id,
    customerId: row.customer_id,
    currency: row.currency,
    remainingMinor: row.remaining,
    expiresAt: row.expires_at,
    movementId: row.movement_id,
    parentId: row.parent_id,
    cardId: row.card_id,
    kind: row.kind,
    title: row.title,
    data: row.data,
    eventAt: row.event_at,
  }));
}

/**
 * Returns the balance of an internal account in minor units: the roll-up plus later transfers.
 * Negative for a debit balance.
 */
export async function houseBalance(source: Source, account: AccountId): Promise<bigint> {
  const [row] = await query<{ balance: bigint }>(
    source,
    "select ledger.house_balance($1::bigint) as balance",
    [account],
  );
  return row?.balance ?? 0n;
}

/**
 * Creates the monthly partitions for a range of movement ids. Live mode stays three months ahead.
 * The seed creates partitions for the year that it writes.
 *
 * @returns the number of partitions created
 */
export async function ensurePartitions(source: Source, from: Date, to: Date): Promise<number> {
  const [row] = await query<{ made: number }>(
    source,
    "select ledger.ensure_partitions($1::timestamptz, $2::timestamptz) as made",
    [from, to],
  );
  return row?.made ?? 0;
}
