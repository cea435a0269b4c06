import { houseAccount } from "@tessera/ledger";
import { formatAmount } from "@tessera/money";
import { newId, parseId } from "../../platform/ids.ts";
import type { Answer, CardsApp, TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, fund, openCard, readCard, type TestCard } from "../../testing/test-cards.ts";
import { findOwnCard } from "./card-for-customer.ts";

export interface Drawing {
  readonly customer: TestCustomer;
  readonly card: TestCard;
}

interface Setting {
  /** The most that is drawn in a day; null to draw nothing but for the merchants to keep paid. */
  readonly daily?: string | null;
  readonly merchants?: readonly string[] | null;
  /** The merchants to keep paid; unchanged if absent. */
  readonly keepAlive?: { readonly daily: string; readonly merchants: readonly string[] } | null;
}

/** Sets what a card draws on the account, at the fee in force. The server may reject it. */
export async function setDraw(
  app: CardsApp,
  { customer, card }: Drawing,
  setting: Setting | null = {},
): Promise<Answer> {
  const { depositFeeBasisPoints: feeBasisPoints, revision } = await readCard(app, customer, card);
  const { daily = "100.00", merchants = null, keepAlive } = setting ?? {};
  return app.call(customer, `PUT /api/cards/${card.id}/draw`, {
    revision,
    draw: setting === null || daily === null ? null : { daily, feeBasisPoints, merchants },
    ...(keepAlive !== undefined && { keepAlive: keepAlive && { ...keepAlive, feeBasisPoints } }),
  });
}

/**
 * Opens a card that draws on the account. Amounts are in minor units.
 *
 * @param accountMinor what the account has left
 */
export async function drawingCard(
  app: CardsApp,
  money: { readonly cardMinor?: bigint; readonly accountMinor?: bigint } = {},
  setting: Setting = {},
): Promise<Drawing> {
  const { cardMinor = 0n, accountMinor = 100_000n } = money;
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const drawing = { customer, card: await openCard(app, customer) };
  if (cardMinor > 0n) {
    await fund(app, customer, drawing.card, cardMinor);
  }
  await leave(app, drawing, accountMinor);
  expectStatus(await setDraw(app, drawing, setting), 200);
  return drawing;
}

/** Takes money from the account, so that it has `leftMinor`. */
async function leave(app: CardsApp, drawing: Drawing, leftMinor: bigint): Promise<void> {
  const { account, postedMinor } = await accountOf(app, drawing);
  const now = app.context.clock.now();
  const result = await app.context.ledger.submit({
    id: newId(now),
    customerId: drawing.customer.customerId,
    ...{ kind: "correction", cardId: null, parentId: null, status: "completed", currency: "USD" },
    ...{ amountMinor: leftMinor - postedMinor, feeMinor: 0n, title: "", data: {} },
    ...{ eventAt: now, clientKey: null },
    legs: [
      {
        ...{ type: "transfer", debit: account, amountMinor: postedMinor - leftMinor },
        credit: houseAccount("suspense", "USD"),
      },
    ],
  });
  if (result.outcome !== "posted") {
    throw new Error(`the account could not be emptied: ${result.outcome}`);
  }
}

/** Reads the account that a card draws on. */
export async function accountOf(app: CardsApp, { customer: { customerId }, card }: Drawing) {
  const { context } = app;
  const own = await findOwnCard(context, { customerId, cardId: parseId("card", card.id) });
  const [balance] = await context.ledger.balances(context.db, [own?.fundingAccount ?? 0n]);
  if (balance === undefined) {
    throw new Error("the card has no account");
  }
  return balance;
}

/**
 * Reads the money of the card and the account, as amounts, and what counts as drawn today toward
 * each ceiling.
 */
export async function moneyOf(app: CardsApp, drawing: Drawing) {
  const { balance, held, draw, keepAlive } = await readCard(app, drawing.customer, drawing.card);
  const account = await accountOf(app, drawing);
  return {
    card: [balance, held],
    account: [formatAmount(account.postedMinor, "USD"), formatAmount(account.heldMinor, "USD")],
    drawn: draw?.drawnToday,
    ...(keepAlive !== null && { kept: keepAlive.drawnToday }),
  };
}
