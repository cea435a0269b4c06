import type { CardSecrets } from "@tessera/contract/cards/cards.schemas";
import { formatAmount } from "@tessera/money";
import { providers } from "../../adapters/providers/registry.ts";
import { clearAuthorization, forcePost, refundCard } from "../../authorization/clearing/index.ts";
import {
  createPaymentCardLookup,
  expireAuthorization,
  type PaymentCardLookup,
  reverseAuthorization,
} from "../../authorization/holds/index.ts";
import {
  categoryOf,
  type NetworkMerchant,
  type PaymentRequest,
} from "../../authorization/messages/index.ts";
import { authorize, incrementAuthorization } from "../../authorization/requests/index.ts";
import { createStrategy, setStrategyStatus } from "../../authorization/rules/index.ts";
import { applyForCard } from "../../cards/applications/index.ts";
import { createQuote, findQuotedCard, spendQuote } from "../../cards/funding/index.ts";
import { revealCard } from "../../cards/issuance/index.ts";
import { setCardFrozen } from "../../cards/lifecycle/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId, wireId } from "../../platform/ids.ts";
import { DEMO_CARDS, type DemoCardName } from "./demo-cards.ts";
import type {
  FreezeEvent,
  FundEvent,
  IssueEvent,
  PaymentEvent,
  RuleEvent,
  SettleEvent,
  UnaskedEvent,
} from "./demo-events.ts";

const ACTOR = "demo";
const REQUEST_ID = "demo-seed";

/** Plays card events through the same operations as real traffic. */
export class CardPlayer {
  readonly #context: AppContext;
  readonly #customerId: string;
  readonly #cards: PaymentCardLookup;
  readonly #secrets = new Map<string, CardSecrets>();

  constructor(context: AppContext, customerId: string) {
    this.#context = context;
    this.#customerId = customerId;
    this.#cards = createPaymentCardLookup(context);
  }

  /**
   * Issues a card.
   *
   * @returns the card's UUID
   */
  async issue(event: IssueEvent, key: string, openingFee: string): Promise<string> {
    const { application } = await applyForCard(this.#context, this.#context.use(providers).issuer, {
      customerId: this.#customerId,
      segmentId: DEMO_CARDS[event.card].segmentId,
      nickname: undefined,
      billingAddress: "auto",
      usage: "standard",
      openingFee,
      idempotencyKey: key,
      mayBeReviewed: false,
      actor: ACTOR,
      requestId: REQUEST_ID,
    });
    if (application.card_id === null) {
      throw new Refusal("internal", { internal: "the demo's card was not issued" });
    }
    return application.card_id;
  }

  async fund(event: FundEvent, cardId: string, key: string): Promise<void> {
    const { operation } = event;
    const amount = formatAmount(event.amountMinor, DEMO_CARDS[event.card].currency);
    const own = { customerId: this.#customerId, cardId, operation };
    const quote = await createQuote(this.#context, { ...own, amount });
    const quoteId = parseId("quo", quote.quoteId);
    const quoted = quoteId === undefined ? null : await findQuotedCard(this.#context.db, quoteId);
    await spendQuote(this.#context, { ...own, quote: quoted, idempotencyKey: key });
  }

  /**
   * Makes a payment.
   *
   * @returns the authorization's UUID, or undefined if the payment was declined
   */
  async pay(event: PaymentEvent, cardId: string): Promise<string | undefined> {
    const request = await this.#request(event, cardId);
    const { expiryYear, cvv = "" } = request;
    const wrongCvv = [...cvv].map((digit) => (Number(digit) + 1) % 10).join("");
    const outcome = await authorize(this.#context, this.#cards, {
      ...request,
      ...(event.mistake === "cvv" && { cvv: wrongCvv }),
      ...(event.mistake === "expiry" && { expiryYear: expiryYear - 1 }),
    });
    return outcome.approved ? outcome.movementId : undefined;
  }

  async settle(event: SettleEvent, authorizationId: string): Promise<void> {
    const { currency } = DEMO_CARDS[event.card];
    const amount =
      event.amountMinor === undefined ? undefined : formatAmount(event.amountMinor, currency);
    const step = { authorisationId: authorizationId, amount };
    switch (event.how) {
      case "clear":
        await clearAuthorization(this.#context, { ...step, final: true });
        return;
      case "reverse":
        await reverseAuthorization(this.#context, step);
        return;
      case "increment":
        await incrementAuthorization(this.#context, step);
        return;
      case "expire":
        await expireAuthorization(this.#context, authorizationId);
    }
  }

  async takeUnasked(event: UnaskedEvent, cardId: string): Promise<void> {
    const request = await this.#request(event, cardId);
    await (event.type === "refund" ? refundCard : forcePost)(this.#context, this.#cards, request);
  }

  async freeze(event: FreezeEvent, cardId: string): Promise<void> {
    const command = { customerId: this.#customerId, cardId, actor: ACTOR, requestId: REQUEST_ID };
    await setCardFrozen(this.#context, command, event.type === "freeze");
  }

  async makeRule(event: RuleEvent, cardId: string, key: string): Promise<void> {
    const author = { customerId: this.#customerId, actor: ACTOR, requestId: REQUEST_ID };
    const strategy = await createStrategy(this.#context, {
      ...author,
      name: event.name,
      rule: {
        when: event.when,
        action: event.action,
        scope: { cards: "some", cardIds: [wireId("card", cardId)] },
        counts: "per_card",
        currency: DEMO_CARDS[event.card].currency,
        email: false,
      },
      idempotencyKey: key,
    });
    await setStrategyStatus(this.#context, {
      ...author,
      strategyId: parseId("stg", strategy.id),
      status: event.status,
    });
  }

  async #request(
    event: { card: DemoCardName; amountMinor: bigint; merchant: NetworkMerchant },
    cardId: string,
  ): Promise<PaymentRequest> {
    const { pan, cvv, expiryMonth, expiryYear } = await this.#secretsOf(cardId);
    const { name, mcc, country } = event.merchant;
    return {
      pan,
      cvv,
      expiryMonth,
      expiryYear,
      amountMinor: event.amountMinor,
      currency: DEMO_CARDS[event.card].currency,
      merchant: { name, mcc, country, category: categoryOf(mcc) },
    };
  }

  async #secretsOf(cardId: string): Promise<CardSecrets> {
    const known = this.#secrets.get(cardId);
    if (known !== undefined) {
      return known;
    }
    const command = { customerId: this.#customerId, cardId, actor: ACTOR, requestId: REQUEST_ID };
    const secrets = await revealCard(this.#context, { ...command, given: null });
    this.#secrets.set(cardId, secrets);
    return secrets;
  }
}
