import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../../platform/context.ts";
import { newId, parseId } from "../../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  readCard,
  step,
  type TestCard,
} from "../../../testing/test-cards.ts";
import { finishClosing, finishClosings } from "./finish-closing.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

/**
 * Creates a card with 100.00, 50.00 of which is on hold for two payments, and leaves 103.50 in the
 * account.
 */
async function heldCard() {
  const customer = await app.newCustomer({ USD: 20_850n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, 10_000n);
  const first = await network(app, "authorize", card, { amount: "30.00" });
  const second = await network(app, "authorize", card, { amount: "20.00" });
  const holds: [string, string] = [first.authorizationId, second.authorizationId];
  return { customer, card, holds };
}

function close(customer: TestCustomer, card: TestCard, key: string = newId(), whenSettled = true) {
  return app.call(customer, `POST /api/cards/${card.id}/close`, { whenSettled }, { key });
}

async function accountOf(customer: TestCustomer) {
  const [row] = await app.context.db.sql<{ posted: bigint }[]>`
    select b.posted from ledger.balance b join ledger.account a on a.id = b.account_id
    where a.customer_id = ${customer.customerId} and a.kind = 'account' and a.currency = 'USD'`;
  return row?.posted;
}

describe("a pending card closure", () => {
  test("keeps held money, declines payments, and completes when the last hold ends", async () => {
    const { customer, card, holds } = await heldCard();
    const asked = expectStatus(await close(customer, card), 200).body;
    expect(asked).toMatchObject({
      status: "closing",
      balance: "100.00",
      held: "50.00",
      closing: { pendingPayments: 2 },
    });
    expect((await network(app, "authorize", card, { amount: "1.00" })).code).toBe("card_closed");
    expect(await accountOf(customer)).toBe(10_350n);
    expectStatus(await step(app, "reverse", holds[0]), 200);
    expect((await readCard(app, customer, card)).closing.pendingPayments).toBe(1);
    expectStatus(await step(app, "clear", holds[1], "20.00"), 200);
    expect(await readCard(app, customer, card)).toMatchObject({
      status: "closed",
      balance: "0.00",
      closing: null,
    });
    expect(await accountOf(customer)).toBe(18_350n);
    expect((await network(app, "refund", card, { amount: "20.00" })).approved).toBe(true);
    expect(await accountOf(customer)).toBe(20_350n);
  });

  test("is rejected by default; a card without open holds closes right away", async () => {
    const { customer, card } = await heldCard();
    const path = `POST /api/cards/${card.id}/close` as const;
    for (const body of [undefined, {}, { whenSettled: false }]) {
      const refused = await app.call(customer, path, body, { key: newId() });
      expect([refused.status, refused.body.code]).toEqual([409, "card_has_holds"]);
    }
    expect((await readCard(app, customer, card)).status).toBe("active");
    const other = await openCard(app, customer);
    expect((await close(customer, other)).body.status).toBe("closed");
  });

  test("returns the same result on retry with any key, before and after it completes", async () => {
    const { customer, card, holds } = await heldCard();
    const first = await close(customer, card, "wait-key");
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    expect((await close(customer, card, "wait-key")).body).toEqual(first.body);
    expect((await close(customer, card)).body.status).toBe("closing");
    for (const authorizationId of holds) {
      expectStatus(await step(app, "reverse", authorizationId), 200);
    }
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    expect((await close(customer, card, "wait-key")).body.status).toBe("closed");
    expect((await close(customer, card)).body.code).toBe("card_closed");
    const other = await openCard(app, customer);
    const refused = await close(customer, other, "wait-key");
    expect([refused.status, refused.body.code]).toEqual([422, "idempotency_mismatch"]);
  });

  test("is final: the card can no longer be frozen, unfrozen, loaded or unloaded", async () => {
    const { customer, card } = await heldCard();
    await close(customer, card);
    for (const command of ["freeze", "unfreeze"]) {
      const answer = await app.call(customer, `POST /api/cards/${card.id}/${command}`);
      expect([answer.status, answer.body.code]).toEqual([409, "card_closing"]);
    }
    for (const operation of ["deposit", "withdraw"]) {
      const quote = { operation, amount: "1.00" };
      const answer = await app.call(customer, `POST /api/cards/${card.id}/quote`, quote);
      expect(answer.body.code).toBe("card_closing");
    }
  });

  test("completes when a hold expires or a clearing exceeds the hold", async () => {
    const { customer, card, holds } = await heldCard();
    await close(customer, card);
    expectStatus(await step(app, "expire", holds[0]), 200);
    expectStatus(await step(app, "clear", holds[1], "130.00"), 200);
    // The card had 100.00, but 130.00 was cleared, so the account pays the rest.
    expect(await readCard(app, customer, card)).toMatchObject({
      status: "closed",
      balance: "0.00",
    });
    expect(await accountOf(customer)).toBe(7_350n);
  });

  test("waits during an operator's freeze, and is later completed by a job", async () => {
    const { customer, card, holds } = await heldCard();
    const operator = await app.newOperator();
    await close(customer, card);
    const operate = (what: string, body: object) =>
      app.call(operator, `POST /api/operator/cards/${card.id}/${what}`, body);
    expectStatus(await operate("freeze", { reason: "compliance" }), 200);
    for (const authorizationId of holds) {
      expectStatus(await step(app, "reverse", authorizationId), 200);
    }
    await finishClosings(app.context);
    expect(await readCard(app, customer, card)).toMatchObject({
      status: "closing",
      freezes: [{ layer: "operator", reason: "compliance" }],
      closing: { pendingPayments: 0 },
    });
    expect(await accountOf(customer)).toBe(10_350n);
    expectStatus(await operate("unfreeze", { note: "Looked into" }), 200);
    await finishClosings(app.context);
    expect((await readCard(app, customer, card)).status).toBe("closed");
    expect(await accountOf(customer)).toBe(20_350n);
  });

  test("happens once, even with many concurrent calls", async () => {
    const { customer, card, holds } = await heldCard();
    await Promise.all(Array.from({ length: 5 }, () => close(customer, card)));
    const id = parseId("card", card.id) ?? "";
    const finish = () =>
      inTransaction(app.context.db, (tx) =>
        finishClosing(app.context, tx, { id, status: "closing" }),
      );
    await Promise.all([
      ...holds.map((authorizationId) => step(app, "reverse", authorizationId)),
      ...Array.from({ length: 5 }, finish),
    ]);
    await finishClosings(app.context);
    expect((await readCard(app, customer, card)).status).toBe("closed");
    expect(await accountOf(customer)).toBe(20_350n);
    const [closings] = await app.context.db.sql<{ count: bigint }[]>`
      select count(*) from ledger.movement where card_id = ${id} and kind = 'card_close'`;
    expect(closings?.count).toBe(1n);
  });

  test("ends with the card closed and the freeze removed", async () => {
    const { customer, card, holds } = await heldCard();
    await app.call(customer, `POST /api/cards/${card.id}/freeze`);
    expect((await close(customer, card)).body.status).toBe("closing");
    for (const authorizationId of holds) {
      expectStatus(await step(app, "reverse", authorizationId), 200);
    }
    expect(await readCard(app, customer, card)).toMatchObject({ status: "closed", freezes: [] });
  });
});

describe("reusing a closure's key with another body after the stored response is deleted", () => {
  const forget = ({ customerId }: TestCustomer) =>
    app.context.db.sql`delete from idempotency_answer where owner = ${customerId}`;

  test("is rejected while the card is closing and after it is closed", async () => {
    const { customer, card, holds } = await heldCard();
    expectStatus(await close(customer, card, "waiting"), 200);
    await forget(customer);
    const meanwhile = await close(customer, card, "waiting", false);
    expect([meanwhile.status, meanwhile.body.code]).toEqual([422, "idempotency_mismatch"]);
    for (const authorizationId of holds) {
      expectStatus(await step(app, "reverse", authorizationId), 200);
    }
    const afterwards = await close(customer, card, "waiting", false);
    expect([afterwards.status, afterwards.body.code]).toEqual([422, "idempotency_mismatch"]);
    expect((await close(customer, card, "waiting")).body.status).toBe("closed");
  });

  test.each([true, false])("is rejected for a card that closed immediately (%s)", async (asked) => {
    const customer = await app.newCustomer({ USD: 1_000n });
    const card = await openCard(app, customer);
    expectStatus(await close(customer, card, "at-once", asked), 200);
    await forget(customer);
    const refused = await close(customer, card, "at-once", !asked);
    expect([refused.status, refused.body.code]).toEqual([422, "idempotency_mismatch"]);
    expect((await close(customer, card, "at-once", asked)).body.status).toBe("closed");
  });
});
