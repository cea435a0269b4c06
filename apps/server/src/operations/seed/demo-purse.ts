import { type CurrencyCode, feeOf } from "@tessera/money";
import type { NetworkMerchant } from "../../authorization/messages/index.ts";
import { DEMO_CARDS, type DemoCardName } from "./demo-cards.ts";
import type {
  AddressEvent,
  ConversationEvent,
  DemoEvent,
  DepositEvent,
  FreezeEvent,
  HeldApplicationEvent,
  PaymentEvent,
  ProposalEvent,
  RuleEvent,
  SettleEvent,
  UnaskedEvent,
  WithdrawalEvent,
} from "./demo-events.ts";
import type { SeededRandom } from "./seeded-random.ts";

const MINUTE_MS = 60_000;

/**
 * The fee that the plan assumes, used only to make top-ups large enough. The actual fees come from
 * quotes.
 */
const FEE_BASIS_POINTS = 350;
const OPENING_FEE_MINOR: Readonly<Record<CurrencyCode, bigint>> = {
  USD: 150n,
  CNY: 1_070n,
  EUR: 130n,
};
/** More than the total fee of any demo withdrawal, in minor units. */
const PAYOUT_COST_MINOR = 1_000n;
/**
 * The assumed value of one USDT in minor units. It is no higher than on any rate sheet, so that no
 * balance is overestimated.
 */
const LEAST_WORTH: Readonly<Record<CurrencyCode, bigint>> = { USD: 100n, CNY: 650n, EUR: 75n };

function before(at: Date, minutes: number): Date {
  return new Date(at.getTime() - minutes * MINUTE_MS);
}

/**
 * Records events in chronological order and keeps track of the money, so that all money is loaded
 * before it is spent, and deposited before it is loaded.
 */
export class DemoPurse {
  readonly events: DemoEvent[] = [];
  readonly #random: SeededRandom;
  readonly #account: Record<CurrencyCode, bigint> = { USD: 0n, CNY: 0n, EUR: 0n };
  readonly #card: Record<DemoCardName, bigint> = {
    ads: 0n,
    software: 0n,
    travel: 0n,
    shopping: 0n,
  };
  #refs = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  deposit(at: Date, amountMinor: bigint, over: Partial<DepositEvent> = {}): void {
    const network = this.#random.one(["TRC20", "TRC20", "ERC20", "BEP20"] as const);
    const usual = { network, currency: "USD", paidMinor: amountMinor, ends: "paid" } as const;
    const event: DepositEvent = { type: "deposit", at, amountMinor, ...usual, ...over };
    this.events.push(event);
    const worth = LEAST_WORTH[event.currency];
    this.#account[event.currency] += ((event.paidMinor ?? 0n) * worth) / 100n;
  }

  issue(at: Date, card: DemoCardName): void {
    const { currency, topUpMinor } = DEMO_CARDS[card];
    this.#afford(at, currency, OPENING_FEE_MINOR[currency]);
    this.events.push({ type: "issue", at, card });
    this.#account[currency] -= OPENING_FEE_MINOR[currency];
    this.topUp(before(at, -5), card, topUpMinor);
  }

  topUp(at: Date, card: DemoCardName, amountMinor: bigint): void {
    const { currency } = DEMO_CARDS[card];
    const totalMinor = amountMinor + feeOf(amountMinor, FEE_BASIS_POINTS);
    this.#afford(at, currency, totalMinor);
    this.events.push({ type: "fund", at, card, operation: "deposit", amountMinor });
    this.#account[currency] -= totalMinor;
    this.#card[card] += amountMinor;
  }

  withdraw(at: Date, card: DemoCardName, amountMinor: bigint): void {
    this.#ensureOnCard(at, card, amountMinor);
    this.events.push({ type: "fund", at, card, operation: "withdraw", amountMinor });
    this.#card[card] -= amountMinor;
    this.#account[DEMO_CARDS[card].currency] += amountMinor;
  }

  /** Adds a payment for which there is enough money. Returns the reference for its clearing. */
  pay(at: Date, card: DemoCardName, merchant: NetworkMerchant, amountMinor: bigint): number {
    this.#ensureOnCard(at, card, amountMinor);
    this.#card[card] -= amountMinor;
    return this.#payment({ at, card, merchant, amountMinor });
  }

  /** Adds a payment that is declined, and therefore costs nothing. */
  fail(payment: Omit<PaymentEvent, "type" | "ref">): void {
    this.#payment(payment);
  }

  /** Adds a payment that a rule declines even though there is enough money for it. */
  meetRule(payment: Omit<PaymentEvent, "type" | "ref">): void {
    this.#ensureOnCard(payment.at, payment.card, payment.amountMinor);
    this.#payment(payment);
  }

  settle(event: Omit<SettleEvent, "type">): void {
    this.events.push({ type: "settle", ...event });
  }

  /** Adds a withdrawal. Its amount is held while the withdrawal waits for operators. */
  payOut(event: Omit<WithdrawalEvent, "type">): void {
    const totalMinor = event.amountMinor + PAYOUT_COST_MINOR;
    this.#afford(event.at, "USD", totalMinor);
    this.events.push({ type: "withdrawal", ...event });
    this.#account.USD -= totalMinor;
  }

  /** Adds a card application in US dollars whose opening fee is held until the decision. */
  applyAndWait(event: Omit<HeldApplicationEvent, "type">): void {
    this.#afford(event.at, "USD", OPENING_FEE_MINOR.USD);
    this.events.push({ type: "held_application", ...event });
    this.#account.USD -= OPENING_FEE_MINOR.USD;
  }

  add(
    event:
      | UnaskedEvent
      | FreezeEvent
      | RuleEvent
      | AddressEvent
      | ConversationEvent
      | ProposalEvent,
  ): void {
    this.events.push(event);
  }

  #payment(payment: Omit<PaymentEvent, "type" | "ref">): number {
    this.#refs += 1;
    this.events.push({ type: "payment", ref: this.#refs, ...payment });
    return this.#refs;
  }

  #ensureOnCard(at: Date, card: DemoCardName, neededMinor: bigint): void {
    const shortMinor = neededMinor - this.#card[card];
    if (shortMinor > 0n) {
      const { topUpMinor } = DEMO_CARDS[card];
      this.topUp(before(at, 12), card, topUpMinor * (shortMinor / topUpMinor + 1n));
    }
  }

  #afford(at: Date, currency: CurrencyCode, neededMinor: bigint): void {
    const shortMinor = neededMinor - this.#account[currency];
    if (shortMinor > 0n) {
      const usdtMinor = (shortMinor * 100n) / LEAST_WORTH[currency] + 100_000n;
      this.deposit(before(at, 40), (usdtMinor / 50_000n + 1n) * 50_000n, { currency });
    }
  }
}
