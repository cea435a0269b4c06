import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Backtest, StrategyRule } from "@tessera/contract/authorization/risk.schemas";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import type { CompiledStrategy, HistoryCard } from "../decision/index.ts";
import {
  calendarOf,
  compileStrategy,
  merchantCounter,
  Replay,
  type Replayed,
  reachBefore,
} from "../decision/index.ts";
import { checkRule, findStrategyRecord, isJudging } from "../rules/index.ts";
import {
  findHistory,
  findHistoryCards,
  findKnownMerchants,
  findStrategySpans,
  type StrategySpan,
} from "../velocity/index.ts";
import { presentBacktest } from "./backtest.presenter.ts";

export interface BacktestInput {
  readonly customerId: string;
  readonly rule: StrategyRule;
  /** The strategy that the rule replaces. */
  readonly strategyId: string | undefined;
  /** Whether a strategy id was passed, even if it is invalid. */
  readonly replaces: boolean;
  readonly days: number;
}

const DAY_MS = 86_400_000;
/** Number of rows to process before yielding to the event loop. */
const SLICE = 400;
/** The draft's id in the replay if the draft replaces no strategy. */
const DRAFT = "draft";

/**
 * Returns how a rule would have changed a customer's payment history. Replays every payment in
 * order against the strategies in force at the time plus the rule, with the window counters that
 * would have applied. Writes nothing.
 *
 * @throws Refusal `invalid_input` for a rule that contradicts itself, `not_found` for cards or a
 * strategy of another customer
 */
export async function backtestRule(context: AppContext, input: BacktestInput): Promise<Backtest> {
  const { customerId, rule } = input;
  const { kysely } = context.db;
  const replaced =
    input.strategyId === undefined
      ? undefined
      : await findStrategyRecord(kysely, customerId, input.strategyId);
  if (input.replaces && replaced === undefined) {
    throw new Refusal("not_found");
  }
  await checkRule(kysely, customerId, rule, replaced?.rule);
  const draft = compileStrategy({
    id: replaced?.id ?? DRAFT,
    version: 0,
    name: replaced?.name ?? "",
    status: "active",
    rule,
  });
  // A draft that equals the version in force would have changed nothing.
  const isAsItIs =
    replaced !== undefined && isJudging(replaced.status) && isDeepStrictEqual(replaced.rule, rule);
  const spans = (await findStrategySpans(kysely, customerId)).filter(
    ({ strategy }) => isAsItIs || strategy.id !== replaced?.id,
  );
  const to = context.clock.now();
  const from = new Date(to.getTime() - input.days * DAY_MS);
  const cards = await findHistoryCards(kysely, customerId);
  const results = await replayUnder(context, {
    customerId,
    draft,
    isAsItIs,
    spans,
    cards,
    from,
    to,
  });
  return presentBacktest({ from, to, draft, results, cards });
}

interface ReplayInput {
  readonly customerId: string;
  readonly draft: CompiledStrategy;
  /**
   * Whether the draft equals the active version and therefore applies only while that version was
   * in force.
   */
  readonly isAsItIs: boolean;
  readonly spans: readonly StrategySpan[];
  readonly cards: readonly HistoryCard[];
  readonly from: Date;
  readonly to: Date;
}

async function replayUnder(context: AppContext, input: ReplayInput): Promise<Replayed[]> {
  const { customerId, draft, cards, from, to } = input;
  const { kysely } = context.db;
  const others = input.spans.flatMap((span) => compiledSpan(context, span));
  const strategies = [draft, ...others.map(({ strategy }) => strategy)];
  const start = reachBefore(from, strategies);
  const rows = await findHistory(kysely, customerId, start, to);
  const replay = new Replay({
    customerId,
    cards,
    calendar: calendarOf(context.config.timeZone),
    merchantCounter,
    strategiesAt: inForce(input.isAsItIs ? [] : [draft], others),
  });
  if (strategies.some(({ asksNewMerchant }) => asksNewMerchant)) {
    for (const { cardId, title } of await findKnownMerchants(kysely, customerId, start)) {
      replay.knowMerchant(cardId, title);
    }
  }
  const results: Replayed[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % SLICE === SLICE - 1) {
      await setImmediate();
    }
    const result = replay.take(row);
    if (result !== undefined && row.at >= from) {
      results.push(result);
    }
  }
  return results;
}

interface Span {
  readonly strategy: CompiledStrategy;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Compiles a strategy version. Omits an unreadable version, which declined every payment, from the
 * replay.
 */
function compiledSpan(context: AppContext, { strategy, from, to }: StrategySpan): Span[] {
  try {
    return [
      {
        strategy: compileStrategy(strategy),
        fromMs: new Date(from).getTime(),
        toMs: to === null ? Number.POSITIVE_INFINITY : new Date(to).getTime(),
      },
    ];
  } catch (error) {
    context.log.warn(
      { err: error, strategyId: strategy.id },
      "a strategy version was omitted from a backtest",
    );
    return [];
  }
}

/**
 * Returns the strategies in force at a given time. Rows are in chronological order, so the previous
 * result can nearly always be reused. Includes strategies that are not in force yet, because their
 * windows count earlier payments.
 */
function inForce(
  always: readonly CompiledStrategy[],
  spans: readonly Span[],
): (at: Date) => readonly CompiledStrategy[] {
  const turns = [...new Set(spans.flatMap(({ fromMs, toMs }) => [fromMs, toMs]))].toSorted(
    (a, b) => a - b,
  );
  let [sinceMs, untilMs] = [Number.NaN, Number.NaN];
  let current: readonly CompiledStrategy[] = [];
  return (at) => {
    const atMs = at.getTime();
    if (!(atMs >= sinceMs && atMs < untilMs)) {
      sinceMs = turns.findLast((turn) => turn <= atMs) ?? Number.NEGATIVE_INFINITY;
      untilMs = turns.find((turn) => turn > atMs) ?? Number.POSITIVE_INFINITY;
      const isInForce = ({ fromMs, toMs }: Span) => fromMs <= atMs && atMs < toMs;
      const counting = spans.filter(
        (span) => (span.strategy.velocity ?? span.strategy.asksNewMerchant) && !isInForce(span),
      );
      current = [
        ...spans.filter(isInForce).map(({ strategy }) => strategy),
        ...always,
        ...counting.map(({ strategy }) => ({ ...strategy, isShadow: true })),
      ];
    }
    return current;
  };
}
