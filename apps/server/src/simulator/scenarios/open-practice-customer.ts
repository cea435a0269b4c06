import { houseAccount } from "@tessera/ledger";
import { type CurrencyCode, formatAmount } from "@tessera/money";
import { createPracticeIssuer } from "../../adapters/providers/registry.ts";
import { applyForCard } from "../../cards/applications/index.ts";
import { findActiveSegment } from "../../cards/issuance/index.ts";
import { segmentFeesAt } from "../../cards/pricing/index.ts";
import { accountOf, openCustomer } from "../../identity/people/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { type PracticeCard, topUpCard } from "./top-up-card.ts";

/** Card products from the migrations. Their limits are high enough for every scenario. */
const SEGMENTS: Readonly<Record<CurrencyCode, string>> = {
  USD: "01900000-0000-7000-8000-000000000008",
  CNY: "01900000-0000-7000-8000-000000000009",
  EUR: "01900000-0000-7000-8000-00000000000a",
};
const ACCOUNT_MINOR = 10_000_00n;
const CARD_MINOR = 1_000_00n;

/**
 * Creates a simulated customer with a card, and puts simulated money in the account and on the
 * card, using the real operations.
 */
export async function openPracticeCustomer(
  context: AppContext,
  currency: CurrencyCode,
): Promise<PracticeCard> {
  const customerId = await inTransaction(context.db, async (tx) => {
    const person = await openCustomer(context, tx, {
      // Nobody signs in to the simulator's database. This hash matches no password.
      email: `${newId()}@practice.invalid`,
      username: `player-${newId().replaceAll("-", "")}`,
      passwordHash: "none",
      locale: "en",
      requestId: null,
      acceptance: null,
    });
    if (person === undefined || person.customerId === null) {
      throw new Error("a simulated customer could not be created");
    }
    return person.customerId;
  });
  await fundAccount(context, customerId, currency);
  const cardId = await issue(context, customerId, currency);
  await topUpCard(context, { customerId, cardId }, CARD_MINOR, currency, "practice opening");
  return { customerId, cardId };
}

/** Deposits simulated money from the bank account in the simulator's ledger. */
async function fundAccount(
  context: AppContext,
  customerId: string,
  currency: CurrencyCode,
): Promise<void> {
  const now = context.clock.now();
  const credit = await accountOf(context.db.kysely, customerId, currency);
  const result = await context.ledger.submit({
    id: newId(now),
    customerId,
    kind: "deposit",
    cardId: null,
    parentId: null,
    status: "completed",
    currency,
    amountMinor: ACCOUNT_MINOR,
    feeMinor: 0n,
    title: "",
    data: {},
    eventAt: now,
    clientKey: null,
    legs: [
      {
        type: "transfer",
        debit: houseAccount("bank_clearing", currency),
        credit,
        amountMinor: ACCOUNT_MINOR,
      },
    ],
  });
  if (result.outcome === "refused") {
    throw new Error(`the ledger refused simulated money: ${result.reason}`);
  }
}

async function issue(
  context: AppContext,
  customerId: string,
  currency: CurrencyCode,
): Promise<string> {
  const { db, clock } = context;
  const segmentId = SEGMENTS[currency];
  const segment = await findActiveSegment(db.kysely, segmentId);
  if (segment === undefined) {
    throw new Error(`the simulator offers no cards in ${currency}`);
  }
  const fees = await segmentFeesAt(db.kysely, clock.now(), segment);
  const { application } = await applyForCard(context, createPracticeIssuer(context), {
    customerId,
    segmentId,
    nickname: undefined,
    billingAddress: "auto",
    usage: "standard",
    openingFee: formatAmount(fees.cardOpeningFeeMinor, currency),
    idempotencyKey: "practice",
    mayBeReviewed: false,
    actor: "practice",
    requestId: "practice",
  });
  if (application.card_id === null) {
    throw new Error("a simulated card could not be issued");
  }
  return application.card_id;
}
