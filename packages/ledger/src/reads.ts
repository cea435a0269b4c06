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

/** Balances of customers' accounts, in the order asked for; an unknown account is left out. */
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
  /** Only entries before this {@link Entry.version}; absent for the newest. */
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
 * A customer account's statement, newest first. It looks through all of the customer's movements:
 * an index by account would cost every posting two random pages for what is seldom asked.
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
 * What became of a movement whose outcome is unknown: its stored result, or `undefined` when it
 * is not there. Something still running may yet write it; sending the same movement again settles
 * it for good.
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

/** The movement that a customer's client key was used for, or `undefined` where it never was. */
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

/** An open hold whose time is over, with what its expiry movement needs. */
export interface DueHold {
  readonly holdId: HoldId;
  readonly account: AccountId;
  readonly customerId: string;
  readonly currency: CurrencyCode;
  readonly remainingMinor: bigint;
  readonly expiresAt: Date;
  /** The movement that made the hold, its card and what it counts against. */
  readonly movementId: MovementId;
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
  card_id: string | null;
  kind: string;
  title: string;
  data: Readonly<Record<string, unknown>>;
  event_at: Date;
}

/**
 * Open holds that expired before `now`, the oldest first, for a worker that releases them.
 *
 * @param after goes on behind this one, so that holds which stay do not hide the others
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
       h.movement_id, m.card_id, m.kind, m.title, m.data, m.event_at
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
    cardId: row.card_id,
    kind: row.kind,
    title: row.title,
    data: row.data,
    eventAt: row.event_at,
  }));
}

/** Balance of a house account in minor units: roll-up and tail. Negative when in debit. */
export async function houseBalance(source: Source, account: AccountId): Promise<bigint> {
  const [row] = await query<{ balance: bigint }>(
    source,
    "select ledger.house_balance($1::bigint) as balance",
    [account],
  );
  return row?.balance ?? 0n;
}

/**
 * Makes the monthly partitions of a span of movement ids ahead of time. Live keeps three months
 * ahead; a seed that writes another year asks for that year first.
 *
 * @returns how many were made
 */
export async function ensurePartitions(source: Source, from: Date, to: Date): Promise<number> {
  const [row] = await query<{ made: number }>(
    source,
    "select ledger.ensure_partitions($1::timestamptz, $2::timestamptz) as made",
    [from, to],
  );
  return row?.made ?? 0;
}
