import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { inForce, payFor, replace } from "../../testing/ruled-cards.ts";
import { expectStatus, fundedCard, readCard, type TestCard } from "../../testing/test-cards.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const threeWrong = { wrongCvv: { atLeast: 3, window: "rolling_1h" } } as const;

function guess(card: TestCard) {
  return payFor(app, card, { amount: "1.00", cvv: card.cvv === "111" ? "222" : "111" });
}

async function hitsOf(customer: TestCustomer): Promise<unknown[]> {
  return (await app.call(customer, "GET /api/risk/strategy-hits?limit=100")).body.data;
}

/** Counts all emails ever enqueued, for any recipient. */
async function mails(): Promise<number> {
  const [row] = await app.context.db.sql<{ mails: number }[]>`
    select count(*)::int as mails from jobs.job where name = 'mail'`;
  return row?.mails ?? 0;
}

describe("wrong CVVs", () => {
  test("sent concurrently count like sequential ones: the third freezes the card", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, threeWrong, { action: "freeze" });
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(card)));
    expect(new Set(answers.map(({ approved }) => approved))).toEqual(new Set([false]));
    expect(await readCard(app, customer, card)).toMatchObject({
      status: "frozen",
      freezes: [{ layer: "risk" }],
    });
    expect(await hitsOf(customer)).toHaveLength(18);
    expect((await payFor(app, card, { amount: "1.00" })).approved).toBe(false);
  });

  test("are counted up to a rule's limit, after which the right CVV is declined too", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, threeWrong);
    expect((await guess(card)).code).toBe("cvv_mismatch");
    expect((await payFor(app, card, { amount: "1.00" })).approved).toBe(true);
    expect((await guess(card)).code).toBe("cvv_mismatch");
    expect(await hitsOf(customer)).toEqual([]);
    expect((await guess(card)).code).toBe("cvv_mismatch");
    expect(await hitsOf(customer)).toHaveLength(1);
    expect((await payFor(app, card, { amount: "1.00" })).code).toBe("too_many_attempts");
    app.clock.advance(66 * 60);
    expect((await payFor(app, card, { amount: "1.00" })).approved).toBe(true);
  });

  test("send no email for frozen or replaced cards; trigger no rule on closed ones", async () => {
    const { customer, card } = await fundedCard(app);
    await inForce(app, customer, threeWrong, { action: "freeze", email: true });
    const before = await mails();
    await Promise.all(Array.from({ length: 20 }, () => guess(card)));
    for (let tries = 0; tries < 3; tries++) {
      await guess(card);
    }
    expect(await hitsOf(customer)).toHaveLength(21);
    expect((await mails()) - before).toBe(1);
    expectStatus(await replace(app, customer, card, { reason: "stolen" }), 201);
    expect((await guess(card)).code).toBe("card_closed");
    expect(await hitsOf(customer)).toHaveLength(21);
    expect((await mails()) - before).toBe(1);
  });
});
