import type {
  Strategy,
  StrategyDetail,
  StrategyHit,
} from "@tessera/contract/authorization/risk.schemas";
import { formatAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import type {
  NamedHit,
  StrategyRecord,
  StrategyUse,
  VersionRecord,
} from "./strategy-records.repository.ts";

/**
 * Converts a strategy to the form shown to its owner. `use` is absent if the strategy has no hits.
 */
export function presentStrategy(record: StrategyRecord, use: StrategyUse | undefined): Strategy {
  return {
    id: wireId("stg", record.id),
    name: record.name,
    status: record.status,
    statusSince: record.status_since.toISOString(),
    version: record.version,
    rule: record.rule,
    hitsThisMonth: use?.hits ?? 0,
    triedThisMonth: use?.tried ?? 0,
    lastHitAt: use?.last_hit_at?.toISOString() ?? null,
    createdAt: record.created_at.toISOString(),
  };
}

export function presentVersion(record: VersionRecord): StrategyDetail["versions"][number] {
  return {
    version: record.version,
    name: record.name,
    rule: record.rule,
    createdAt: record.created_at.toISOString(),
  };
}

export function presentHit(hit: NamedHit): StrategyHit {
  return {
    id: wireId("hit", hit.id),
    strategyId: wireId("stg", hit.strategy_id),
    strategyName: hit.name,
    version: hit.version,
    action: hit.action,
    shadow: hit.shadow,
    movementId: wireId("mov", hit.movement_id),
    cardId: wireId("card", hit.card_id),
    amount: formatAmount(hit.amount_minor, hit.currency),
    currency: hit.currency,
    merchant: hit.merchant,
    at: hit.at.toISOString(),
  };
}
