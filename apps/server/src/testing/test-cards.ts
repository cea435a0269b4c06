import type { CardUsage } from "@tessera/contract/cards/cards.schemas";
import { formatAmount } from "@tessera/money";
import { revealCard } from "../cards/issuance/index.ts";
import { newId, parseId } from "../platform/ids.ts";
import type { Answer, CardsApp, TestCustomer } from "./cards-app.ts";

/** The card products that the migrations add, by their role in tests. */
export const SEGMENTS = {
  visaBusinessUsd: "seg_01900000-0000-7000-8000-000000000001",
  mastercardStandardUsd: "seg_01900000-0000-7000-8000-000000000002",
  amexPremiumUsd: "seg_01900000-0000-7000-8000-000000000003",
  unionpayStandardCny: "seg_01900000-0000-7000-8000-000000000004",
  visaStandardEur: "seg_01900000-0000-7000-8000-000000000006",
  soldOut: "seg_01900000-0000-7000-8000-00000000000b",
} as const;

export interface TestCard {
  readonly id: string;
  readonly pan: string;
  readonly cvv: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

/** The card opening fees in a new database. */
export const OPENING_FEES = { USD: "1.50", CNY: "10.70", EUR: "1.30" } as const;

export function openingFeeFor(segmentId: string): string {
  if (segmentId === SEGMENTS.unionpayStandardCny) {
    return OPENING_FEES.CNY;
  }
  return segmentId === SEGMENTS.visaStandardEur ? OPENING_FEES.EUR : OPENING_FEES.USD;
}

/** Applies for a card and reveals its PAN. */
export async function openCard(
  app: CardsApp,
  customer: TestCustomer,
  segmentId: string = SEGMENTS.mastercardStandardUsd,
  usage: CardUsage = "standard",
): Promise<TestCard> {
  const application = await app.call(
    customer,
    "POST /api/card-applications",
    { segmentId, billingAddress: "auto", openingFee: openingFeeFor(segmentId), usage },
    { key: newId() },
  );
  const id: string = expectStatus(application, 201).body.cardId;
  return revealed(app, customer, id);
}

/** Reveals a card's PAN. */
export async function revealed(
  app: CardsApp,
  customer: TestCustomer,
  id: string,
): Promise<TestCard> {
  // Calls the operation directly rather than over HTTP, where issuing a step-up token would require
  // a slow password hash.
  const { pan, cvv, expiryMonth, expiryYear } = await revealCard(app.context, {
    customerId: customer.customerId,
    cardId: parseId("card", id),
    given: null,
    actor: customer.username,
    requestId: "test",
  });
  return { id, pan, cvv, expiryMonth, expiryYear };
}

/** Quotes and confirms a load. The amount is in minor units. */
export async function fund(
  app: CardsApp,
  customer: TestCustomer,
  card: Pick<TestCard, "id">,
  amountMinor: bigint,
): Promise<Answer> {
  const quote = await app.call(customer, `POST /api/cards/${card.id}/quote`, {
    operation: "deposit",
    amount: formatAmount(amountMinor, "USD"),
  });
  const { quoteId } = expectStatus(quote, 201).body;
  const deposit = await app.call(
    customer,
    `POST /api/cards/${card.id}/deposit`,
    { quoteId },
    { key: newId() },
  );
  return expectStatus(deposit, 201);
}

/** Creates a customer with one USD card that has the given amount on it, in minor units. */
export async function fundedCard(
  app: CardsApp,
  amountMinor = 100_000n,
  usage: CardUsage = "standard",
) {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const card = await openCard(app, customer, SEGMENTS.mastercardStandardUsd, usage);
  await fund(app, customer, card, amountMinor);
  return { customer, card };
}

export interface Purchase {
  readonly amount: string;
  readonly currency?: string;
  readonly mcc?: string;
  readonly cvv?: string | null;
  readonly expiryMonth?: number;
  readonly expiryYear?: number;
  readonly pan?: string;
  /** Message fields beyond those of the payment. */
  readonly named?: {
    readonly messageId?: string;
    readonly networkReference?: string;
    readonly presence?: string;
    readonly partialApproval?: boolean;
  };
  readonly merchant?: { readonly name: string; readonly mcc: string; readonly country: string };
  /** The network's own amount in the card's currency. */
  readonly billing?: { readonly amount: string; readonly currency: string };
}

function networkBody(card: TestCard, purchase: Purchase): object {
  const cvv = purchase.cvv === undefined ? card.cvv : purchase.cvv;
  return {
    pan: purchase.pan ?? card.pan,
    expiryMonth: purchase.expiryMonth ?? card.expiryMonth,
    expiryYear: purchase.expiryYear ?? card.expiryYear,
    ...(cvv !== null && { cvv }),
    amount: purchase.amount,
    currency: purchase.currency ?? "USD",
    ...(purchase.billing !== undefined && { billing: purchase.billing }),
    merchant: purchase.merchant ?? {
      name: "Adobe",
      mcc: purchase.mcc ?? "5734",
      country: "US",
    },
    ...purchase.named,
  };
}

type OnCard = "authorize" | "single-message" | "refund" | "force-post";

/**
 * Returns the payment details that a message repeats, so that the message can wait for its
 * authorization.
 */
export function ownPayment(card: TestCard, mcc = "5734") {
  return { pan: card.pan, currency: "USD", merchant: { name: "Adobe", mcc, country: "US" } };
}

/** Sends a merchant's message about a card. Throws if the server rejects it. */
export async function network(
  app: CardsApp,
  message: OnCard,
  card: TestCard,
  purchase: Purchase,
): Promise<Answer["body"]> {
  return expectStatus(await send(app, message, networkBody(card, purchase)), 200).body;
}

/** Sends a merchant's message about a card. The server may reject it. */
export function pay(
  app: CardsApp,
  message: OnCard,
  card: TestCard,
  purchase: Purchase,
): Promise<Answer> {
  return send(app, message, networkBody(card, purchase));
}

type OnAuthorization = "increment" | "advice" | "clear" | "reverse" | "expire";

/** Sends any network message. */
export function send(
  app: CardsApp,
  message: OnCard | OnAuthorization | "return-reversal",
  body: object,
): Promise<Answer> {
  return app.call(undefined, `POST /sandbox/network/${message}`, body);
}

/** Sends a merchant's message about an existing authorization. */
export async function step(
  app: CardsApp,
  message: OnAuthorization,
  authorizationId: string,
  amount?: string,
): Promise<Answer> {
  return send(app, message, { authorizationId, ...(amount !== undefined && { amount }) });
}

/** Allows or blocks payments in other currencies on a card. */
export async function setForeignPayments(
  app: CardsApp,
  customer: TestCustomer,
  card: Pick<TestCard, "id">,
  foreignPayments: "allowed" | "blocked",
): Promise<Answer> {
  const { ownLimits, revision } = await readCard(app, customer, card);
  const body = { ...ownLimits, revision, foreignPayments };
  return expectStatus(await app.call(customer, `PUT /api/cards/${card.id}/limits`, body), 200);
}

export async function readCard(
  app: CardsApp,
  customer: TestCustomer,
  card: Pick<TestCard, "id">,
): Promise<Answer["body"]> {
  return expectStatus(await app.call(customer, `GET /api/cards/${card.id}`), 200).body;
}

/** Returns the response if it has the expected status. Otherwise, throws an error. */
export function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status !== status) {
    throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`);
  }
  return answer;
}
