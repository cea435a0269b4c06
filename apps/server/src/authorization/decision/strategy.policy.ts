import type {
  Channel,
  StrategyAction,
  StrategyWindow,
} from "@tessera/contract/authorization/risk.schemas";
import type { DeclineCode } from "@tessera/contract/errors/declines";
import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";

/** A payment as rules see it. Minor units of `currency`. */
export interface PaymentFacts {
  /** All of it, with what was asked for before under the same authorisation. */
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
  readonly merchant: Pick<Merchant, "mcc" | "country" | "category">;
  readonly merchantKey: string;
  /** Absent where the network does not say. */
  readonly channel: Channel | undefined;
  /** On the programme's clock, since 00:00. */
  readonly minuteOfDay: number;
  /** The card never paid this merchant; undefined where nobody looked. */
  readonly isNewMerchant: boolean | undefined;
}

/** The card that a rule may be for. */
export interface RuledCard {
  readonly id: string;
  readonly customerId: string;
  /** The cards that this one took the place of: what is said of them is said of it. */
  readonly predecessors?: readonly string[];
  readonly tier: string;
  readonly currency: CurrencyCode;
}

/** Whether what was said of a card is said of this one: it is that card, or took its place. */
export function isSaidOf(
  { id, predecessors = [] }: Pick<RuledCard, "id" | "predecessors">,
  cardId: string,
): boolean {
  return id === cardId || predecessors.includes(cardId);
}

/** One condition that a payment alone fulfils or not, and the code that it declines with. */
export interface Condition {
  readonly code: DeclineCode;
  holds(payment: PaymentFacts): boolean;
}

/** What is counted in which window, and from where on the rule is about it. */
export interface Velocity {
  readonly counts: "spending" | "payments" | "wrong_cvv";
  /** `spending`: minor units; otherwise a number of payments. More than this fulfils it. */
  readonly limit: bigint;
  readonly window: StrategyWindow;
  /** Empty where every payment counts. */
  readonly filter: string;
  readonly per: "card" | "customer";
  readonly code: DeclineCode;
}

/** A version of a strategy, ready to judge. */
export interface CompiledStrategy {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly isShadow: boolean;
  readonly action: StrategyAction;
  readonly email: boolean;
  readonly conditions: readonly Condition[];
  readonly velocity: Velocity | undefined;
  readonly asksNewMerchant: boolean;
  /** A single payment's ceiling or floor, for the trace; minor units. */
  readonly amountLimitMinor: bigint | undefined;
  readonly code: DeclineCode;
  isFor(card: RuledCard): boolean;
}
