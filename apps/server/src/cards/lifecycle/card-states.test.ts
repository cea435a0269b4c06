import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  readCard,
  step,
  type TestCard,
} from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function fundedCard() {
  const customer = await app.newCustomer({ USD: 20_850n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, 10_000n);
  return { customer, card };
}

function close(customer: TestCustomer, card: TestCard, key: string = newId()) {
  return app.call(customer, `POST /api/cards/${card.id}/close`, undefined, { key });
}

async function accountOf(customer: TestCustomer) {
  const [row] = await app.context.db.sql<{ posted: bigint }[]>`
    select b.posted from ledger.balance b join ledger.account a on a.id = b.account_id
    where a.customer_id = ${customer.customerId} and a.kind = 'account' and a.currency = 'USD'`;
  return row?.posted;
}

describe("a card that an operator has blocked", () => {
  test("stays blocked when its owner freezes or unfreezes it, and cannot be closed", async () => {
    const { customer, card } = await fundedCard();
    const [row] = await app.context.db.sql<{ account: bigint }[]>`
      select card_account as account from card where id = ${card.id.slice("card_".length)}`;
    const { ledger, db } = app.context;
    const account = row?.account ?? 0n;
    await ledger.setAccountStatus(db, account, "blocked");
    for (const change of ["freeze", "unfreeze"]) {
      expectStatus(await app.call(customer, `POST /api/cards/${card.id}/${change}`), 200);
      const declined = await network(app, "authorize", card, { amount: "1.00" });
      expect(declined.approved).toBe(false);
    }
    const refused = await close(customer, card);
    expect([refused.status, refused.body.code]).toEqual([409, "account_suspended"]);
    expect(await ledger.setAccountStatus(db, account, "open")).toBe("blocked");
    expect((await network(app, "authorize", card, { amount: "1.00" })).approved).toBe(true);
  });
});

describe("a frozen card", () => {
  test("gets no quote or charge until unfrozen; freezing it again changes nothing", async () => {
    const { customer, card } = await fundedCard();
    const before = await app.call(customer, `POST /api/cards/${card.id}/quote`, {
      operation: "deposit",
      amount: "1.00",
    });
    for (let times = 0; times < 2; times++) {
      const frozen = await app.call(customer, `POST /api/cards/${card.id}/freeze`);
      expect(frozen.body.status).toBe("frozen");
    }
    for (const operation of ["deposit", "withdraw"]) {
      const quote = { operation, amount: "1.00" };
      const refused = await app.call(customer, `POST /api/cards/${card.id}/quote`, quote);
      expect([refused.status, refused.body.code]).toEqual([409, "card_frozen"]);
    }
    const deposit = await app.call(
      customer,
      `POST /api/cards/${card.id}/deposit`,
      { quoteId: before.body.quoteId },
      { key: newId() },
    );
    expect(deposit.body.code).toBe("card_frozen");
    const thawed = await app.call(customer, `POST /api/cards/${card.id}/unfreeze`);
    expect(thawed.body.status).toBe("active");
    expect((await network(app, "authorize", card, { amount: "1.00" })).approved).toBe(true);
    const records = await app.context.db.sql<{ action: string }[]>`
      select action from ledger.audit where object = ${card.id.slice("card_".length)}
        and action in ('card.freeze', 'card.unfreeze') order by id`;
    expect(records.map(({ action }) => action)).toEqual(["card.freeze", "card.unfreeze"]);
  });

  test("is also refused by the ledger if it was frozen after it was read", async () => {
    const { card } = await fundedCard();
    // The account is blocked in the ledger while the card's row is still active, so only the ledger
    // can refuse the payment. The payment is then declined as if the account had been stopped.
    const [row] = await app.context.db.sql<{ account: bigint }[]>`
      select card_account as account from card where id = ${card.id.slice("card_".length)}`;
    const account = row?.account ?? 0n;
    await app.context.ledger.setAccountStatus(app.context.db, account, "debits_blocked");
    const answer = await network(app, "authorize", card, { amount: "1.00" });
    expect(answer).toMatchObject({ approved: false, code: "account_under_review" });
    await app.context.ledger.setAccountStatus(app.context.db, account, "open");
  });

  test("still accepts clearings for payments that were authorized before the freeze", async () => {
    const { customer, card } = await fundedCard();
    const { authorizationId } = await network(app, "authorize", card, { amount: "30.00" });
    await app.call(customer, `POST /api/cards/${card.id}/freeze`);
    expect((await step(app, "clear", authorizationId)).body.approved).toBe(true);
    expect(await readCard(app, customer, card)).toMatchObject({
      status: "frozen",
      balance: "70.00",
      held: "0.00",
    });
  });
});

describe("closing a card", () => {
  test("returns its balance to the account, once per idempotency key", async () => {
    const { customer, card } = await fundedCard();
    expect(await accountOf(customer)).toBe(10_350n);
    const first = await close(customer, card, "close-key");
    expect(first.body).toMatchObject({ status: "closed", balance: "0.00" });
    expect(await accountOf(customer)).toBe(20_350n);
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    expect((await close(customer, card, "close-key")).body).toEqual(first.body);
    const again = await close(customer, card);
    expect([again.status, again.body.code]).toEqual([409, "card_closed"]);
    expect(await accountOf(customer)).toBe(20_350n);
  });

  test("rejects a key that closed another card, even after its response is deleted", async () => {
    const { customer, card } = await fundedCard();
    const other = await openCard(app, customer);
    expectStatus(await close(customer, other, "one-key"), 200);
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    const refused = await close(customer, card, "one-key");
    expect([refused.status, refused.body.code]).toEqual([422, "idempotency_mismatch"]);
    expect((await readCard(app, customer, card)).status).toBe("active");
  });

  test("waits for pending payments", async () => {
    const { customer, card } = await fundedCard();
    const { authorizationId } = await network(app, "authorize", card, { amount: "30.00" });
    const refused = await close(customer, card);
    expect([refused.status, refused.body.code]).toEqual([409, "card_has_holds"]);
    expect((await readCard(app, customer, card)).status).toBe("active");
    expectStatus(await step(app, "reverse", authorizationId), 200);
    expect((await close(customer, card)).status).toBe(200);
  });

  test("leaves the card listed, but rejects freezes, reveals, loads and payments", async () => {
    const { customer, card } = await fundedCard();
    await close(customer, card);
    for (const command of ["freeze", "unfreeze"]) {
      const answer = await app.call(customer, `POST /api/cards/${card.id}/${command}`);
      expect(answer.body.code).toBe("card_closed");
    }
    const reveal = await app.call(customer, `POST /api/cards/${card.id}/reveal`, undefined, {
      headers: { "x-proof": await app.prove(customer) },
    });
    expect(reveal.body.code).toBe("card_closed");
    const quote = { operation: "deposit", amount: "1.00" };
    const refused = await app.call(customer, `POST /api/cards/${card.id}/quote`, quote);
    expect(refused.body.code).toBe("card_closed");
    expect((await network(app, "authorize", card, { amount: "1.00" })).code).toBe("card_closed");
    expect((await app.call(customer, "GET /api/cards")).body.data).toHaveLength(1);
  });

  test("never returns money that a concurrent payment holds", async () => {
    const { customer, card } = await fundedCard();
    const [closed, ...payments] = await Promise.all([
      close(customer, card),
      ...Array.from({ length: 6 }, () => network(app, "authorize", card, { amount: "10.00" })),
    ]);
    const approved = payments.filter((payment) => payment.approved).length;
    expect(closed.status).toBe(approved === 0 ? 200 : 409);
    const total = (await accountOf(customer)) ?? 0n;
    expect(total).toBe(approved === 0 ? 20_350n : 10_350n);
  });
});

describe("an expired card", () => {
  test("is reported as expired and can be unloaded, but cannot pay or be loaded", async () => {
    const { customer, card } = await fundedCard();
    app.clock.advance(4 * 366 * 86_400);
    expect((await readCard(app, customer, card)).status).toBe("expired");
    expect((await network(app, "authorize", card, { amount: "1.00" })).code).toBe("card_expired");
    const ask = (operation: string) =>
      app.call(customer, `POST /api/cards/${card.id}/quote`, { operation, amount: "100.00" });
    expect((await ask("deposit")).body.code).toBe("card_expired");
    const { quoteId } = expectStatus(await ask("withdraw"), 201).body;
    const options = { key: newId() };
    const path = `POST /api/cards/${card.id}/withdraw` as const;
    expect((await app.call(customer, path, { quoteId }, options)).status).toBe(201);
  });
});

test("card calls: a path without a valid card id returns 404 before any other error", async () => {
  const customer = await app.newCustomer();
  for (const path of ["/api/cards/", `/api/cards/${"x".repeat(65)}`, "/api/cards/%0a"]) {
    const answer = await app.call(customer, `GET ${path}`);
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, "not_found"]);
  }
});
