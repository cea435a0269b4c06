import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { expectStatus, network, readCard } from "../../testing/test-cards.ts";
import { cardWith, type Owned, order, runsAfter, send, termsOf } from "./auto-top-up.fixtures.ts";

let app: CardsApp;
let owner: postgres.Sql;
beforeAll(async () => {
  app = await createCardsApp();
  owner = postgres(app.database.ownerUrl, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await owner.end();
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

function buy({ card }: Owned, amount: string) {
  return network(app, "authorize", card, { amount });
}

async function mailsTo({ customer }: Owned): Promise<readonly { subject: string }[]> {
  const { body } = await app.call(undefined, "GET /sandbox/mail.json");
  return body.data.filter(({ to }: { to: string }) => to === customer.email);
}

test("a card is topped up by the server's own jobs after a payment", async () => {
  const owned = await cardWith(app, 3_000n);
  expectStatus(await order(app, owned), 200);
  await buy(owned, "15.00");
  expect(await runsAfter(app, owned)).toMatchObject([{ outcome: "funded", amount: "50.00" }]);
});

describe("a top-up is refused, and nothing is charged,", () => {
  /** Makes a payment that leaves too little, and expects a refusal. */
  async function expectRefusal(owned: Owned, reason: string, count = 1): Promise<void> {
    const { balance } = await readCard(app, owned.customer, owned.card);
    await buy(owned, "1.00");
    const runs = await runsAfter(app, owned, count);
    expect(runs[0]).toMatchObject({ outcome: "refused", reason, amount: null, movementId: null });
    expect((await readCard(app, owned.customer, owned.card)).balance).toBe(balance);
  }

  test("if the account has too little; its owner gets one email", async () => {
    // The account keeps 51.74: one cent less than the amount and its fee.
    const owned = await cardWith(app, 2_000n, 150n + 2_070n + 5_174n);
    expectStatus(await order(app, owned), 200);
    await expectRefusal(owned, "insufficient_funds");
    await expectRefusal(owned, "insufficient_funds", 2);
    const { subject, text } = await app.mailTo(owned.customer.email);
    expect(subject).toBe(`Your card ending in ${owned.card.pan.slice(-4)} was not topped up`);
    expect(text).toContain("too little money for the amount and its fee");
    expect(await mailsTo(owned)).toHaveLength(1);
  });

  test("if it would exceed the cap of the month, whatever order replaces the first", async () => {
    const owned = await cardWith(app, 2_000n);
    expectStatus(await order(app, owned, { monthlyCap: "60.00" }), 200);
    await buy(owned, "19.00");
    await runsAfter(app, owned);
    await buy(owned, "49.00");
    expect((await runsAfter(app, owned, 2))[0]).toMatchObject({ reason: "cap_reached" });
    expectStatus(await order(app, owned, { monthlyCap: "61.00" }), 200);
    expect((await runsAfter(app, owned, 3))[0]).toMatchObject({ reason: "cap_reached" });
  });

  test.each(["a stopped account", "a security hold", "an account to be closed"])(
    "with %s",
    async (what) => {
      const owned = await cardWith(app, 2_000n);
      expectStatus(await order(app, owned), 200);
      const { customerId, username } = owned.customer;
      if (what === "a stopped account") {
        await owner`update ledger.balance set status = 3 where account_id = (
          select funding_account from card where id = ${parseId("card", owned.card.id) ?? ""})`;
      } else if (what === "a security hold") {
        await owner`insert into security_hold (id, customer_id, about_id, began_at)
          values (${newId()}, ${customerId}, ${newId()}, now())`;
      } else {
        await owner`insert into account_closing (id, customer_id, person_id, client_key, factor,
            asked_at, ends_at)
          select ${newId()}, ${customerId}, person.id, ${newId()}, 'password', now(),
            now() + interval '1 day'
          from person where person.username = ${username}`;
      }
      await expectRefusal(owned, "account_stopped");
    },
  );

  test("if the card was frozen in the meantime", async () => {
    const owned = await cardWith(app, 500n);
    const path = `/api/cards/${owned.card.id}`;
    expectStatus(await app.call(owned.customer, `POST ${path}/freeze`, {}), 200);
    expectStatus(await order(app, owned), 200);
    expect(await runsAfter(app, owned)).toMatchObject([
      { outcome: "refused", reason: "card_frozen" },
    ]);
  });

  test("at a higher fee than agreed, until the owner agrees to it", async () => {
    const owned = await cardWith(app, 2_000n);
    const { id } = expectStatus(await order(app, owned), 200).body.order;
    // As if the fee in force had risen since.
    await owner`
      update auto_top_up set fee_basis_points = 100 where id = ${parseId("atu", id) ?? ""}`;
    await expectRefusal(owned, "fee_rose");
    const path = `GET /api/cards/${owned.card.id}/auto-top-up` as const;
    const { body } = await app.call(owned.customer, path);
    expect(body.order).toMatchObject({ pausedByFee: true, feeBasisPoints: 100 });
    expectStatus(await send(app, owned, { order: termsOf() }), 200);
    expect((await runsAfter(app, owned, 2))[0]).toMatchObject({ outcome: "funded" });
  });

  test("if the card has been closed, which ends the order", async () => {
    const owned = await cardWith(app, 2_000n);
    expectStatus(await order(app, owned), 200);
    const { customer, card } = owned;
    const closed = await app.call(
      customer,
      `POST /api/cards/${card.id}/close`,
      {},
      { key: card.id },
    );
    expectStatus(closed, 200);
    const { body } = await app.call(customer, `GET /api/cards/${card.id}/auto-top-up`);
    expect(body.order).toBeNull();
    expect(await send(app, owned, { order: termsOf() })).toMatchObject({
      body: { code: "card_closed" },
    });
  });
});

test("a card that replaces another one has no order, and neither has the former card", async () => {
  const owned = await cardWith(app, 2_000n);
  expectStatus(await order(app, owned), 200);
  const { customer, card } = owned;
  const { password } = customer;
  const { proof } = (await app.call(customer, "POST /api/auth/proof", { password })).body;
  const path = `/api/cards/${card.id}`;
  const options = { key: newId(), headers: { "x-proof": proof } };
  const replaced = await app.call(customer, `POST ${path}/replace`, { reason: "lost" }, options);
  const { id } = expectStatus(replaced, 201).body.card;
  for (const one of [id, card.id]) {
    const { body } = await app.call(customer, `GET /api/cards/${one}/auto-top-up`);
    expect(body.order).toBeNull();
  }
});
