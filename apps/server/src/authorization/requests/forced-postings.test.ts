import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { fund, network, openCard } from "../../testing/test-cards.ts";
import { authorized, moneyOf } from "./authorization-steps.fixtures.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

describe("a force post", () => {
  test("beyond the balance leaves debt and blocks payments until a deposit repays it", async () => {
    const { customer, card } = await authorized(app, "10.00");
    const forced = await network(app, "force-post", card, { amount: "150.00" });
    expect(forced).toMatchObject({ approved: true, amount: "150.00" });
    expect(await moneyOf(app, customer, card)).toEqual({
      balance: "-50.00",
      held: "10.00",
      spentToday: "160.00",
    });
    const declined = await network(app, "authorize", card, { amount: "1.00" });
    expect(declined.code).toBe("negative_balance");
    const part = await fund(app, customer, card, 2_000n);
    expect(part.body.cardBalance).toBe("-30.00");
    const rest = await fund(app, customer, card, 10_000n);
    expect(rest.body.cardBalance).toBe("70.00");
    expect((await network(app, "authorize", card, { amount: "1.00" })).approved).toBe(true);
  });

  test("is posted even on a frozen card and beyond every limit", async () => {
    const { customer, card } = await authorized(app, "10.00", 1_000_000n);
    await app.call(customer, `POST /api/cards/${card.id}/freeze`);
    await network(app, "force-post", card, { amount: "6000.00" });
    expect((await moneyOf(app, customer, card)).balance).toBe("4000.00");
  });

  test("leaves a debt that a refund repays first", async () => {
    const { customer, card } = await authorized(app, "10.00");
    await network(app, "force-post", card, { amount: "150.00" });
    await network(app, "refund", card, { amount: "60.00" });
    const [row] = await app.context.db.sql<{ owed: bigint }[]>`
      select owed_minor as owed from card_standing where id = ${card.id.slice("card_".length)}`;
    expect(row?.owed).toBe(0n);
    expect((await moneyOf(app, customer, card)).balance).toBe("10.00");
  });

  test("leaves a debt that is repaid from the account when the card is closed", async () => {
    const customer = await app.newCustomer({ USD: 10_150n });
    const card = await openCard(app, customer);
    await network(app, "force-post", card, { amount: "30.00" });
    const closed = await app.call(customer, `POST /api/cards/${card.id}/close`, undefined, {
      key: "close",
    });
    expect(closed.body).toMatchObject({ status: "closed", balance: "0.00" });
    const [row] = await app.context.db.sql<{ posted: bigint }[]>`
      select sum(posted)::bigint as posted from ledger.balance
      where customer_id = ${customer.customerId}`;
    expect(row?.posted).toBe(7_000n);
  });

  test("leaves a debt on a closed card that a refund repays first", async () => {
    const customer = await app.newCustomer({ USD: 10_150n });
    const card = await openCard(app, customer);
    await app.call(customer, `POST /api/cards/${card.id}/close`, undefined, { key: "close" });
    await network(app, "force-post", card, { amount: "150.00" });
    await network(app, "refund", card, { amount: "30.00" });
    const moneyNow = () => app.context.db.sql<{ kind: string; posted: bigint }[]>`
      select a.kind, sum(b.posted)::bigint as posted
      from ledger.balance b join ledger.account a on a.id = b.account_id
      where a.customer_id = ${customer.customerId} and a.currency = 'USD' and a.kind <> 'card'
      group by a.kind order by a.kind`;
    expect(await moneyNow()).toEqual([
      { kind: "account", posted: 0n },
      { kind: "receivable", posted: -2_000n },
    ]);
    await network(app, "refund", card, { amount: "120.00" });
    expect(await moneyNow()).toEqual([
      { kind: "account", posted: 10_000n },
      { kind: "receivable", posted: 0n },
    ]);
  });

  test("overlapping a deposit leaves debt and funds; the next payment repays debt", async () => {
    const { customer, card } = await authorized(app, "10.00");
    await network(app, "force-post", card, { amount: "100.00" });
    const [row] = await app.context.db.sql<{ account: bigint; receivable: bigint }[]>`
      select card_account as account, receivable_account as receivable from card
      where id = ${card.id.slice("card_".length)}`;
    const { ledger, clock } = app.context;
    await ledger.submit({
      id: newId(clock.now()),
      customerId: customer.customerId,
      kind: "correction",
      cardId: card.id.slice("card_".length),
      parentId: null,
      status: "completed",
      currency: "USD",
      amountMinor: 5_000n,
      feeMinor: 0n,
      title: "",
      data: {},
      eventAt: clock.now(),
      clientKey: null,
      legs: [
        {
          type: "transfer",
          debit: ledger.houseAccount("suspense", "USD"),
          credit: row?.account ?? 0n,
          amountMinor: 5_000n,
        },
      ],
    });
    expect((await network(app, "authorize", card, { amount: "40.01" })).code).toBe(
      "insufficient_card_balance",
    );
    expect((await network(app, "authorize", card, { amount: "40.00" })).approved).toBe(true);
  });
});
