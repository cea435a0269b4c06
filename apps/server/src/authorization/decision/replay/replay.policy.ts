import { lesser } from "@tessera/money";
import { readingKey, velocityKey } from "../counter-readings.policy.ts";
import { decide } from "../decide.policy.ts";
import type {
  CardState,
  CounterReading,
  Decision,
  DecisionTime,
  PaymentEvent,
} from "../decision.policy.ts";
import { merchantKey } from "../merchant-key.policy.ts";
import type { ProgramCalendar } from "../program-calendar.policy.ts";
import { countingGuards } from "../spending-guards.policy.ts";
import { spendingWindows } from "../spending-windows.policy.ts";
import type { CompiledStrategy } from "../strategies/strategy.policy.ts";
import { factsOf } from "../strategies/strategy-checks.policy.ts";
import { countsSpending, familyOf } from "../strategies/strategy-windows.policy.ts";
import type { HistoryCard, HistoryRow } from "./history.policy.ts";
import { eventOf, grantOf, stateOf } from "./replay-state.policy.ts";

/** Checks that depend on earlier counts, and therefore on what a rule would have declined. */
const REPLAYED: ReadonlySet<string> = new Set([
  "limit_day",
  "limit_month",
  "strategy",
  "strategies_readable",
]);

/** The result of replaying one payment or increment. */
export interface Replayed {
  readonly row: HistoryRow;
  readonly wasApproved: boolean;
  readonly isApproved: boolean;
  /**
   * The verdict of the strategies in force; undefined if another check declined the payment anyway.
   */
  readonly verdict: Pick<Decision, "code" | "hits"> | undefined;
}

/** The amount that one payment added to one counter. */
interface Part {
  readonly subject: string;
  readonly counter: string;
  amountMinor: bigint;
  readonly count: bigint;
}

type Counting = { -readonly [K in keyof CounterReading]: CounterReading[K] };

/** Maximum number of buckets to keep, which is more than any window contains. */
const MAX_BUCKETS = 128;
/** Maximum number of cached family names per subject. */
const MAX_NAMES = 1_000;

interface ReplayOptions {
  /**
   * Whether every payment keeps its actual outcome, in which case the replay only computes
   * counters.
   */
  readonly asItWas?: boolean;
  readonly customerId: string;
  readonly cards: readonly HistoryCard[];
  readonly calendar: ProgramCalendar;
  /** Returns the counter for payments at the merchant with this name. */
  merchantCounter(name: string): string;
  /** Returns the strategies in force at a given time, in the order in which they are evaluated. */
  strategiesAt(at: Date): readonly CompiledStrategy[];
}

/**
 * Replays a customer's history under other strategies. A payment that they decline no longer counts
 * in any window, and a payment that they would not have declined does count. Later payments are
 * therefore judged as they would have been. A payment that failed for another reason (no money, a
 * frozen card) still fails.
 */
export class Replay {
  readonly #options: ReplayOptions;
  readonly #counters = new Map<string, Counting[]>();
  /**
   * The same counters by subject and name, since a lookup by name is cheaper than computing the
   * family name.
   */
  readonly #families = new Map<string, Map<string, Counting[]>>();
  readonly #states = new Map<string, CardState>();
  /** The amounts counted for approved payments, by payment id, with the newest part last. */
  readonly #parts = new Map<string, Part[]>();
  readonly #standing = new Map<string, { amountMinor: bigint; row: HistoryRow }>();
  #strategies: readonly CompiledStrategy[] = [];

  constructor(options: ReplayOptions) {
    this.#options = options;
    for (const card of options.cards) {
      this.#states.set(card.id, stateOf(card, options.customerId, this.#counters));
    }
    // The newest card in a chain comes last, since it has the most predecessors.
    const chains = options.cards.toSorted((a, b) => a.predecessors.length - b.predecessors.length);
    for (const { id, predecessors } of chains) {
      const state = this.#states.get(id);
      for (const former of predecessors) {
        this.#know(former, state);
      }
    }
  }

  #know(cardId: string, state: CardState | undefined): void {
    if (state !== undefined) {
      this.#states.set(cardId, state);
    }
  }

  /** The counters after the rows replayed so far, by `<subject> <family>`. */
  get counters(): ReadonlyMap<string, readonly CounterReading[]> {
    return this.#counters;
  }

  /** Records that a card had paid a merchant before the first row. */
  knowMerchant(cardId: string, title: string): void {
    const subject = this.#states.get(cardId)?.id ?? cardId;
    this.#count({ subject, counter: this.#options.merchantCounter(title) }, 0n, 1n);
  }

  /** Replays the next row. Returns its result if it was a request. */
  take(row: HistoryRow): Replayed | undefined {
    const state = this.#states.get(row.cardId);
    if (state === undefined) {
      return undefined;
    }
    const { calendar } = this.#options;
    const time = {
      now: row.at,
      period: calendar.periodAt(row.at),
      minuteOfDay: calendar.minuteAt(row.at),
    };
    this.#strategies = this.#options.strategiesAt(row.at);
    if (row.kind === "step") {
      return this.#takeStep(row, state, time);
    }
    if (row.merchant === null) {
      return undefined;
    }
    return row.kind === "force_post"
      ? this.#takeUnasked(row, row.merchant, state, time)
      : this.#takeQuestion(row, state, time, eventOf(row, row.merchant, state));
  }

  #takeStep(row: HistoryRow, state: CardState, time: DecisionTime): Replayed | undefined {
    const payment = this.#standing.get(row.parentId ?? "");
    if (payment === undefined || payment.row.merchant === null) {
      // The payment was declined in the replay, so its later steps do not apply.
      return undefined;
    }
    if (row.isIncrement) {
      const { merchant, channel } = payment.row;
      const event = eventOf({ ...row, channel }, merchant, state);
      return this.#takeQuestion(row, state, time, { ...event, earlierMinor: payment.amountMinor });
    }
    if (row.countedMinor > 0n) {
      payment.amountMinor += row.countedMinor;
      this.#countMore(row.parentId ?? "", payment.row, state, time, row.countedMinor, 0);
    } else {
      payment.amountMinor += row.countedMinor;
      this.#giveBack(row.parentId ?? "", -row.countedMinor, row.isUndone);
    }
    return undefined;
  }

  /** Adds a posting that could not be declined and only counts toward limits. */
  #takeUnasked(
    row: HistoryRow,
    merchant: NonNullable<HistoryRow["merchant"]>,
    state: CardState,
    time: DecisionTime,
  ): undefined {
    this.#countMore(row.id, { ...row, merchant }, state, time, row.amountMinor, 1);
  }

  #takeQuestion(
    row: HistoryRow,
    state: CardState,
    time: DecisionTime,
    event: PaymentEvent,
  ): Replayed {
    const wasApproved = row.declineCode === null;
    const isDoomed =
      !wasApproved &&
      (this.#options.asItWas === true ||
        (row.failed ?? [row.declineCode ?? ""]).some((check) => !REPLAYED.has(check)));
    if (isDoomed) {
      this.#countWrongCvv(row, state, event, time);
      return { row, wasApproved, isApproved: false, verdict: undefined };
    }
    const decision = decide(this.#prepared(state, row, event, time), event, time);
    const isApproved = decision.decision === "approve";
    if (isApproved) {
      const owner = row.parentId ?? row.id;
      const parts = this.#parts.get(owner) ?? [];
      for (const guard of decision.journals.flatMap(({ guards }) => guards)) {
        const { subject, window: counter, amountMinor, count } = guard;
        if (amountMinor !== 0n || count !== 0) {
          this.#count({ subject, counter }, amountMinor, BigInt(count));
          if (countsSpending(counter)) {
            parts.push({ subject, counter, amountMinor, count: BigInt(count) });
          }
        }
      }
      this.#parts.set(owner, parts);
      const earlier = this.#standing.get(owner);
      this.#standing.set(owner, {
        row: earlier?.row ?? row,
        amountMinor: (earlier?.amountMinor ?? 0n) + event.amountMinor,
      });
    }
    // Omits the trace, which is not needed when replaying a hundred thousand payments.
    const { code, hits } = decision;
    return { row, wasApproved, isApproved, verdict: { code, hits } };
  }

  /**
   * Returns the card's state with enough money for this payment, and with its owner's exceptions.
   */
  #prepared(state: CardState, row: HistoryRow, event: PaymentEvent, time: DecisionTime): CardState {
    const { period } = time;
    const windows = spendingWindows(period);
    const used = (counter: string) => this.#find(state.id, counter)?.amountMinor ?? 0n;
    const key = merchantKey(event.merchant.name);
    const merchantCounter = this.#options.merchantCounter(event.merchant.name);
    this.#ensure(state, merchantCounter, time);
    return {
      ...state,
      availableMinor: event.amountMinor,
      spent: { dayMinor: used(windows.day), monthMinor: used(windows.month) },
      risk: {
        ...state.risk,
        merchantCounter,
        strategies: this.#strategies,
        grants: row.allowed === null ? [] : [grantOf(row, state, event, key, this.#counters)],
      },
    };
  }

  /**
   * Adds families that have not counted anything yet, so that they read as empty rather than
   * unread.
   */
  #ensure(state: CardState, merchantCounter: string, time: DecisionTime): void {
    for (const { velocity, asksNewMerchant } of this.#strategies) {
      if (velocity !== undefined) {
        const key = velocityKey(velocity, state, time);
        if (!this.#counters.has(key)) {
          this.#counters.set(key, []);
        }
      }
      if (asksNewMerchant) {
        this.#family(state.id, merchantCounter);
      }
    }
  }

  #countWrongCvv(row: HistoryRow, state: CardState, event: PaymentEvent, time: DecisionTime): void {
    if (row.failed?.includes("cvv_match") !== true) {
      return;
    }
    const asked = {
      ...event,
      details: { expiryMonth: 0, expiryYear: 0, cvv: "mismatch" },
    } as const;
    const { journals } = decide(this.#prepared(state, row, asked, time), asked, time);
    for (const { subject, window: counter, count } of journals.flatMap(({ guards }) => guards)) {
      this.#count({ subject, counter }, 0n, BigInt(count));
    }
  }

  #countMore(
    owner: string,
    row: Pick<HistoryRow, "merchant" | "channel" | "amountMinor" | "merchantCurrency">,
    state: CardState,
    time: DecisionTime,
    moreMinor: bigint,
    count: 0 | 1,
  ): void {
    if (row.merchant === null) {
      return;
    }
    this.#ensure(state, this.#options.merchantCounter(row.merchant.name), time);
    const facts = factsOf(state, eventOf(row, row.merchant, state), time);
    const payment = { ...facts, isNewMerchant: count === 1 ? undefined : false };
    const strategies = this.#strategies.filter((strategy) => strategy.isFor(state));
    const more = { amountMinor: moreMinor, count };
    const parts = this.#parts.get(owner) ?? [];
    for (const guard of countingGuards(state, strategies, payment, more, time)) {
      const { subject, window: counter, amountMinor } = guard;
      this.#count({ subject, counter }, amountMinor, BigInt(guard.count));
      parts.push({ subject, counter, amountMinor, count: BigInt(guard.count) });
    }
    this.#parts.set(owner, parts);
  }

  /**
   * Releases an amount from each window that counted the payment, newest part first. If the payment
   * is undone, also releases its count.
   */
  #giveBack(owner: string, amountMinor: bigint, isUndone: boolean): void {
    const left = new Map<string, bigint>();
    for (const part of (this.#parts.get(owner) ?? []).toReversed()) {
      const family = `${part.subject} ${familyOf(part.counter)}`;
      const leftMinor = left.get(family) ?? amountMinor;
      const backMinor = lesser(part.amountMinor, leftMinor);
      left.set(family, leftMinor - backMinor);
      part.amountMinor -= backMinor;
      // A dropped bucket is too old to be in any window.
      const counting = this.#find(part.subject, part.counter);
      if (counting !== undefined) {
        counting.amountMinor -= backMinor;
        counting.count -= isUndone ? part.count : 0n;
      }
    }
  }

  #family(subject: string, counter: string): Counting[] {
    const own = this.#families.get(subject) ?? new Map<string, Counting[]>();
    this.#families.set(subject, own);
    let family = own.get(counter);
    if (family === undefined) {
      const key = readingKey({ subject, from: counter, to: counter });
      family = this.#counters.get(key) ?? [];
      this.#counters.set(key, family);
      if (own.size === MAX_NAMES) {
        own.clear();
      }
      own.set(counter, family);
    }
    return family;
  }

  #find(subject: string, counter: string): Counting | undefined {
    return this.#family(subject, counter).findLast((one) => one.counter === counter);
  }

  #count(
    { subject, counter }: { readonly subject: string; readonly counter: string },
    amountMinor: bigint,
    count: bigint,
  ): void {
    const found = this.#find(subject, counter);
    if (found !== undefined) {
      found.amountMinor += amountMinor;
      found.count += count;
      return;
    }
    const family = this.#family(subject, counter);
    family.push({ counter, amountMinor, count, baseAmountMinor: 0n, baseCount: 0n });
    if (family.length > MAX_BUCKETS) {
      family.shift();
    }
  }
}
