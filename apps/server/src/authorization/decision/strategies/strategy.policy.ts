import type {
  Channel,
  StrategyAction,
  StrategyWindow,
} from "@tessera/contract/authorization/risk.schemas";
import type { DeclineCode } from "@tessera/contract/errors/declines";
import type { Merchant } from "@tessera/contract/insights/bills.schemas";
import type { CurrencyCode } from "@tessera/money";

/**
 * A payment in the form that rules evaluate. Amounts are in minor units of the card's currency.
 */
export interface PaymentFacts {
  /** The total, including the amount requested earlier under the same authorization. */
  readonly amountMinor: bigint;
  /** The ISO 4217 code of the currency in which the merchant asks. */
  readonly currency: string;
  readonly merchant: Pick<Merchant, "mcc" | "country" | "category">;
  readonly merchantKey: string;
  /** Absent if the network does not send it. */
  readonly channel: Channel | undefined;
  /** Minutes since 00:00 in the program's time zone. */
  readonly minuteOfDay: number;
  /** Whether the card has never paid this merchant; undefined if this was not read. */
  readonly isNewMerchant: boolean | undefined;
}

/** A card that a rule may apply to. */
export interface RuledCard {
  readonly id: string;
  readonly customerId: string;
  /** The cards that this one replaced. A rule that names one of them also covers this card. */
  readonly predecessors?: readonly string[];
  readonly tier: string;
  readonly currency: CurrencyCode;
}

/** Returns whether a card is the named card or a direct or indirect replacement of it. */
export function isSaidOf(
  { id, predecessors = [] }: Pick<RuledCard, "id" | "predecessors">,
  cardId: string,
): boolean {
  return id === cardId || predecessors.includes(cardId);
}

/** A condition on a single payment, with its decline code. */
export interface Condition {
  readonly code: DeclineCode;
  holds(payment: PaymentFacts): boolean;
}

/** What a rule counts, in which window, and the limit above which the rule applies. */
export interface Velocity {
  readonly counts: "spending" | "payments" | "wrong_cvv";
  /**
   * The limit above which the rule applies: in minor units for `spending`, otherwise a number of
   * payments.
   */
  readonly limit: bigint;
  readonly window: StrategyWindow;
  /** Empty if every payment counts. */
  readonly filter: string;
  readonly per: "card" | "customer";
  readonly code: DeclineCode;
}

/** A compiled strategy version. */
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
  /** The maximum or minimum per payment, for the trace. In minor units. */
  readonly amountLimitMinor: bigint | undefined;
  readonly code: DeclineCode;
  isFor(card: RuledCard): boolean;
}
