import {
  STANDING_CHECKS,
  type StandingCheck,
} from "@tessera/contract/back-office/dashboard.schemas";
import { CompiledQuery, sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** A check that is one query. The seals are verified by a job of their own. */
export type QuickCheck = Exclude<StandingCheck, "seals_unbroken">;

/**
 * The ledger invariants that are cheap enough to check repeatedly. Each check reads balances, open
 * items or the last hour's movements, but never all movements. `npm run verify` checks the other
 * invariants. Each query returns the rows that violate its invariant.
 */
const STANDING_SQL: Readonly<Record<QuickCheck, string>> = {
  zero_sum: `select currency, sum(posted) as off_by from (
      select currency, posted from ledger.balance
      union all
      select currency, ledger.house_balance(id) from ledger.account where id < 1000
    ) x group by currency having sum(posted) <> 0`,
  no_negative: `select account_id, posted, held from ledger.balance
    where constrained and (posted < 0 or held < 0 or posted < held)`,
  held_is_holds: `select coalesce(b.account_id, h.account_id) as account, b.held, h.remaining
    from (select account_id, held from ledger.balance where held <> 0) b
    full join (select account_id, sum(remaining) as remaining from ledger.hold
      where state = 'open' group by account_id) h on h.account_id = b.account_id
    where coalesce(b.held, 0) <> coalesce(h.remaining, 0)`,
  charged_is_quoted: `select q.id as quote, q.amount_minor, q.fee_minor, m.amount, m.fee
    from card_quote q join ledger.movement m on m.id = q.id
    where q.id >= ledger.uuid_floor($1::timestamptz - interval '1 hour')
      and (m.fee <> q.fee_minor or m.kind <> 'card_' || q.operation
        or m.amount <> case q.operation when 'deposit' then 1 else -1 end * q.amount_minor)`,
  stopped_cards: `select card.id as card, card.status, b.status as account_status
    from card join ledger.balance b on b.account_id = card.card_account
    where card.status <> 'active'
      and ((card.status in ('frozen', 'closing') and b.status = 1)
        or (card.status = 'closed') <> (b.status = 4))`,
  sealed: `select id as movement, created_at from (
      select id, created_at from ledger.movement
      where xid >= coalesce((select max(to_xid) from ledger.seal), 0) order by xid limit 1
    ) oldest where created_at < $1::timestamptz - interval '15 minutes'`,
};

/** The checks that run together every two minutes. */
export const QUICK_CHECKS: readonly QuickCheck[] = STANDING_CHECKS.filter(
  (check) => check !== "seals_unbroken",
);

/** Returns the first row that violates a check, as JSON. Returns undefined if the check passes. */
export async function firstBroken(
  tx: Tx,
  check: QuickCheck,
  now: Date,
): Promise<string | undefined> {
  const text = STANDING_SQL[check];
  const { rows } = await tx.executeQuery<{ row: string }>(
    CompiledQuery.raw(
      `select to_jsonb(broken)::text as row from (${text}) broken limit 1`,
      text.includes("$1") ? [now] : [],
    ),
  );
  return rows[0]?.row;
}

/** Claims the checks for this server. Returns false if another server started them recently. */
export async function claimChecks(tx: Tx, everySeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update board_progress set checks_begun_at = now()
    where checks_begun_at <= now() - make_interval(secs => ${everySeconds}) returning 1`.execute(
    tx,
  );
  return rows.length === 1;
}

/** Result of a check. */
export interface CheckResult {
  readonly name: StandingCheck;
  readonly holds: boolean;
  readonly firstBroken: string | null;
  readonly checkedAt: Date;
  readonly durationMs: number;
}

export async function keepResult(tx: Tx, one: CheckResult): Promise<void> {
  await sql`
    insert into standing_check (name, holds, first_broken, checked_at, duration_ms)
    values (${one.name}, ${one.holds}, ${one.firstBroken}, ${one.checkedAt}, ${one.durationMs})
    on conflict (name) do update set holds = excluded.holds, first_broken = excluded.first_broken,
      checked_at = excluded.checked_at, duration_ms = excluded.duration_ms`.execute(tx);
}

export async function selectResults(
  tx: Tx,
): Promise<{ name: string; holds: boolean; checked_at: Date }[]> {
  const { rows } = await sql<{ name: string; holds: boolean; checked_at: Date }>`
    select name, holds, checked_at from standing_check`.execute(tx);
  return rows;
}

/** Ages of the newest seal and the oldest unsealed movement, in seconds; null if there is none. */
export interface SealAges {
  /** The number of the newest block; null if there is none. */
  readonly newestBlock: number | null;
  readonly newestSealSeconds: number | null;
  /** The age of the oldest movement that is not covered by a seal. */
  readonly oldestUnsealedSeconds: number | null;
}

/** Reads the age of the newest seal, and the age at `now` of the oldest unsealed movement. */
export async function findSealAges(tx: Tx, now: Date): Promise<SealAges | undefined> {
  const { rows } = await sql<SealAges>`
    with newest as (
      select n, to_xid, sealed_at from ledger.seal order by n desc limit 1
    )
    select (select n from newest)::float8 as "newestBlock",
      extract(epoch from now() - (select sealed_at from newest))::float8 as "newestSealSeconds",
      extract(epoch from ${now}::timestamptz - (
        select created_at from ledger.movement
        where xid >= coalesce((select to_xid from newest), 0) order by xid limit 1
      ))::float8 as "oldestUnsealedSeconds"`.execute(tx);
  return rows[0];
}
