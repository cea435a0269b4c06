import type { Strategy } from "@tessera/contract/authorization/risk.schemas";
import type { CurrencyCode } from "@tessera/money";
import { createStrategy, setStrategyStatus } from "../../authorization/rules/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { parseId, wireId } from "../../platform/ids.ts";
import type { CopiedRule } from "./simulator.tables.ts";

interface PracticeCard {
  readonly customerId: string;
  readonly cardId: string;
  readonly currency: CurrencyCode;
}

/** The actor in the simulator's separate audit log. */
const AUTHOR = { actor: "practice", requestId: "practice" } as const;

/**
 * Returns the strategies to include in a simulation: the active ones and, optionally, inactive
 * ones, but none for cards in another currency.
 */
export function takingPart(
  strategies: readonly Strategy[],
  { currency, withDrafts }: { readonly currency: CurrencyCode; readonly withDrafts: boolean },
): Strategy[] {
  const statuses = withDrafts ? ["active", "shadow", "draft"] : ["active"];
  return strategies.filter(
    ({ status, rule }) =>
      statuses.includes(status) && (rule.currency === undefined || rule.currency === currency),
  );
}

/**
 * Copies rules to a simulated customer. The copies are active, apply only to the simulated card,
 * send no email, and start with empty windows.
 *
 * @param strategies the real customer's strategies, oldest first, which is the order of evaluation
 */
export async function copyStrategies(
  context: AppContext,
  card: PracticeCard,
  strategies: readonly Strategy[],
): Promise<CopiedRule[]> {
  const { customerId } = card;
  const copied: CopiedRule[] = [];
  for (const { id, name, version, status, rule } of strategies) {
    const scope = { cards: "some" as const, cardIds: [wireId("card", card.cardId)] };
    const copy = await createStrategy(context, {
      ...AUTHOR,
      customerId,
      name,
      rule: { ...rule, scope, email: false },
      idempotencyKey: `practice ${id}`,
    });
    const strategyId = parseId("stg", copy.id);
    await setStrategyStatus(context, { ...AUTHOR, customerId, strategyId, status: "active" });
    copied.push({ strategyId: id, copyId: copy.id, name, version, action: rule.action, status });
  }
  return copied;
}
