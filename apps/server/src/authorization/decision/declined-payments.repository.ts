import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";
import type { StrategyNames } from "./stored-trace.ts";

/** A declined payment with its recorded checks. Amounts are in minor units. */
export interface DeclinedPayment {
  readonly id: string;
  readonly cardId: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly status: string;
  readonly data: {
    readonly merchant?: Merchant;
    readonly declineCode?: string;
    readonly mandateId?: string;
  };
  readonly at: Date;
  /** Whether this is an increment, which cannot be retried as a separate payment. */
  readonly isMore: boolean;
  /** The names that the customer's rules had when the decision was made, by id. */
  readonly strategyNames: StrategyNames | null;
}

/** Finds a customer's own payment or increment that was declined or awaits review. */
export async function findDeclinedPayment(
  tx: Tx,
  customerId: string,
  id: string,
): Promise<DeclinedPayment | undefined> {
  const { rows } = await sql<DeclinedPayment>`
    select movement.id, movement.card_id as "cardId", movement.currency,
      abs(movement.amount) as "amountMinor", coalesce(state.status, movement.status) as status,
      case when movement.data ? 'merchant' then movement.data
        else movement.data || jsonb_build_object('merchant', parent.data -> 'merchant')
          || jsonb_strip_nulls(jsonb_build_object('mandateId', parent.data -> 'mandateId'))
        end as data,
      movement.event_at as at, movement.parent_id is not null as "isMore",
      (select jsonb_object_agg(strategy.id, version.name) from risk_strategy strategy
        left join risk_hit hit
          on hit.movement_id = movement.id and hit.strategy_id = strategy.id
        join risk_strategy_version version on version.strategy_id = strategy.id
          and version.version = coalesce(hit.version, strategy.version)
        where strategy.customer_id = movement.customer_id) as "strategyNames"
    from ledger.movement
    left join ledger.movement_state state on state.movement_id = movement.id
    left join ledger.movement parent on parent.id = movement.parent_id
    where movement.id = ${id}::uuid and movement.customer_id = ${customerId}::uuid
      and movement.card_id is not null and movement.data ? 'declineCode'`.execute(tx);
  return rows[0];
}
