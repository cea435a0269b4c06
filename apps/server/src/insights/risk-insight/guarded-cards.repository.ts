import type { StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { CurrencyCode } from "@tessera/money";
import { sql } from "kysely";
import type { Tx } from "../../platform/context.ts";

/** The fields of an open card that rules refer to. */
export interface OpenCard {
  readonly id: string;
  readonly tier: string;
  readonly currency: CurrencyCode;
}

/** A customer's open cards, oldest first, and the active rules. */
export interface CardsAndRules {
  readonly cards: readonly OpenCard[];
  readonly rules: readonly StrategyRule[];
}

/** Selects cards and rules in one statement. `cardId` limits the result to one card. */
export async function selectCardsAndRules(
  tx: Tx,
  customerId: string,
  cardId: string | undefined,
): Promise<CardsAndRules> {
  const ofCard = cardId === undefined ? sql`` : sql`and id = ${cardId}`;
  const { rows } = await sql<CardsAndRules>`
    select
      coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'tier', type, 'currency', currency)
          order by created_at, id)
        from card where customer_id = ${customerId} and status <> 'closed' ${ofCard}
      ), '[]') as cards,
      coalesce((
        select jsonb_agg(version.rule)
        from risk_strategy strategy
        join risk_strategy_version version on version.strategy_id = strategy.id
          and version.version = strategy.version
        where strategy.customer_id = ${customerId} and strategy.status = 'active'
      ), '[]') as rules`.execute(tx);
  return rows[0] ?? { cards: [], rules: [] };
}
