import type { Backtest } from "@tessera/contract/authorization/risk.schemas";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { wireId } from "../../platform/ids.ts";
import type { CompiledStrategy, HistoryCard, Replayed } from "../decision/index.ts";

type Change = Backtest["changes"][number];

interface BacktestResult {
  readonly from: Date;
  readonly to: Date;
  readonly draft: CompiledStrategy;
  readonly results: readonly Replayed[];
  readonly cards: readonly HistoryCard[];
}

const MAX_CHANGES = 50;

/** Totals by currency. */
class Totals {
  readonly #byCurrency = new Map<CurrencyCode, bigint>();
  count = 0;

  add(amountMinor: bigint, currency: CurrencyCode): void {
    this.count += 1;
    this.#byCurrency.set(currency, (this.#byCurrency.get(currency) ?? 0n) + amountMinor);
  }

  get amounts(): Backtest["stoppedAmounts"] {
    return [...this.#byCurrency].map(([currency, amountMinor]) => ({
      currency,
      amount: formatAmount(amountMinor, currency),
    }));
  }
}

/** Returns the outcome that a payment would have had; undefined if the outcome would not change. */
function becomes(
  { action, id }: CompiledStrategy,
  result: Replayed,
): Change["becomes"] | undefined {
  const { wasApproved, isApproved, verdict } = result;
  const isHit = verdict?.hits.some(({ strategyId }) => strategyId === id) === true;
  if (wasApproved && !isApproved) {
    if (verdict?.code === "review_required") {
      return "review";
    }
    return isHit && action === "freeze" ? "frozen" : "declined";
  }
  if (!wasApproved && isApproved) {
    return "approved";
  }
  return wasApproved && isHit && action === "notify" ? "noted" : undefined;
}

/** Converts a backtest result to its wire format. */
export function presentBacktest({ from, to, draft, results, cards }: BacktestResult): Backtest {
  const currencies = new Map(cards.map(({ id, currency }) => [id, currency]));
  const [stopped, allowed, noted] = [new Totals(), new Totals(), new Totals()];
  const changes: Change[] = [];
  for (const result of results.toReversed()) {
    const { row } = result;
    const change = becomes(draft, result);
    const currency = currencies.get(row.cardId);
    if (change === undefined || currency === undefined) {
      continue;
    }
    const totals = change === "noted" ? noted : change === "approved" ? allowed : stopped;
    totals.add(row.amountMinor, currency);
    if (changes.length < MAX_CHANGES && row.merchant !== null) {
      changes.push({
        movementId: wireId("mov", row.parentId ?? row.id),
        cardId: wireId("card", row.cardId),
        merchant: row.merchant,
        amount: formatAmount(row.amountMinor, currency),
        currency,
        at: row.at.toISOString(),
        was: result.wasApproved ? "approved" : "declined",
        becomes: change,
      });
    }
  }
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    payments: results.length,
    stopped: stopped.count,
    stoppedAmounts: stopped.amounts,
    allowed: allowed.count,
    allowedAmounts: allowed.amounts,
    noted: noted.count,
    changes,
  };
}
