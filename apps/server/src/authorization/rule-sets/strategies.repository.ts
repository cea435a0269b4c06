import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { OpenGrant } from "../decision/index.ts";

/** A stored active strategy. */
export interface StoredStrategy {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly status: "active" | "shadow";
  readonly rule: StrategyRule;
}

/** The stored rules and exceptions for a customer's payments, read in one statement. */
export interface StoredSet {
  readonly revision: bigint;
  readonly strategies: readonly StoredStrategy[];
  readonly grants: readonly OpenGrant[];
  /** The usage from before the window counters existed. */
  readonly bases: readonly StoredBase[];
}

export interface StoredBase {
  readonly subject: string;
  readonly counter: string;
  readonly amountMinor: string;
  readonly count: number;
}

interface Row {
  readonly revision: bigint;
  readonly strategies: readonly StoredStrategy[];
  readonly grants: readonly StoredGrant[];
  readonly bases: readonly StoredBase[];
}

/** JSON has neither bigint nor dates. */
type StoredGrant = Omit<OpenGrant, "amountMinor" | "extraCount" | "expiresAt"> & {
  readonly amountMinor: string;
  readonly extraCount: number;
  readonly expiresAt: string;
};

/**
 * Returns the revision of a customer's strategies and exceptions, or zero if nothing has ever
 * changed.
 */
export async function findRevision(tx: Tx, customerId: string): Promise<bigint> {
  const { rows } = await sql<{ revision: bigint }>`
    select risk_revision as revision from customer where id = ${customerId}::uuid`.execute(tx);
  return rows[0]?.revision ?? 0n;
}

/**
 * Finds a customer's active strategies, oldest first, and the exceptions that are still valid at
 * `now`.
 */
export async function findStrategySet(
  tx: Tx,
  customerId: string,
  now: Date,
): Promise<StoredSet | undefined> {
  const { rows } = await sql<Row>`
    select customer.risk_revision as revision,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', strategy.id, 'version', strategy.version,
          'name', version.name, 'status', strategy.status, 'rule', version.rule)
          order by strategy.created_at, strategy.id)
        from risk_strategy strategy
        join risk_strategy_version version on version.strategy_id = strategy.id
          and version.version = strategy.version
        where strategy.customer_id = customer.id and strategy.status in ('active', 'shadow')
      ), '[]') as strategies,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'strategies', strategies,
          'merchantKey', merchant_key, 'amountMinor', amount_minor::text,
          'extraCount', extra_count, 'currency', currency, 'cardId', card_id,
          'expiresAt', expires_at) order by created_at, id)
        from risk_grant
        where customer_id = customer.id and expires_at > ${now} and revoked_at is null
      ), '[]') as grants,
      coalesce((
        select jsonb_agg(jsonb_build_object('subject', base.subject,
          'counter', base.time_window, 'amountMinor', base.amount::text, 'count', base.count)
          order by base.subject, base.time_window)
        from risk_counter_base base
        where base.subject in (
            select customer.id union all select id from card where customer_id = customer.id
          )
          and base.time_window not like 'seen:%' and (base.amount > 0 or base.count > 0)
      ), '[]') as bases
    from customer where customer.id = ${customerId}::uuid`.execute(tx);
  const [row] = rows;
  return (
    row && {
      ...row,
      grants: row.grants.map((grant) => ({
        ...grant,
        amountMinor: BigInt(grant.amountMinor),
        extraCount: BigInt(grant.extraCount),
        expiresAt: new Date(grant.expiresAt),
      })),
    }
  );
}
