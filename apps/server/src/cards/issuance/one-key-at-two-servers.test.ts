import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { providers } from "../../adapters/providers/registry.ts";
import { type App, buildApp } from "../../app.ts";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { openCard, SEGMENTS } from "../../testing/test-cards.ts";
import { replaceCard } from "./replace-card.ts";

const ROUNDS = 12;
const CALLS_A_SERVER = 3;
const REPLACEMENTS = 40;
const REPLACEMENT_ROUNDS = 5;

let app: CardsApp;
let other: App;
beforeAll(async () => {
  app = await createCardsApp({ REVIEW_PREMIUM_CARDS: "on" });
  other = await buildApp({ ...app.context }, { maxEventLoopDelayMs: 0 });
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await other.server.close();
  await app.close();
});

/** Applies with the same key on each of two servers, several times concurrently. */
function applyAtBoth(customer: TestCustomer, segmentId: string, openingFee: string) {
  const key = newId();
  const call = ({ server }: App) =>
    server.inject({
      method: "POST",
      url: "/api/card-applications",
      headers: { authorization: `Bearer ${customer.token}`, "idempotency-key": key },
      payload: { segmentId, billingAddress: "auto", openingFee },
    });
  return Promise.all(
    Array.from({ length: CALLS_A_SERVER }, () => [call(app.app), call(other)]).flat(),
  );
}

async function expectOneApplication(segmentId: string, openingFee: string, money: bigint) {
  const customer = await app.newCustomer({ USD: money });
  const answers = await applyAtBoth(customer, segmentId, openingFee);
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
    answers.map(() => [201, answers[0]?.body]),
  );
  const made = answers.filter(({ headers }) => headers["idempotent-replayed"] !== "true");
  expect(made).toHaveLength(1);
  const list = await app.call(customer, "GET /api/card-applications");
  expect(list.body.data).toEqual([answers[0]?.json()]);
}

describe("an application sent with one key to two servers", () => {
  test("issues only one card, which every call returns", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await expectOneApplication(SEGMENTS.mastercardStandardUsd, "1.50", 1_000n);
    }
  });

  test("returns the card even if the balance covers only one fee", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await expectOneApplication(SEGMENTS.mastercardStandardUsd, "1.50", 150n);
    }
  });

  test("holds only one fee if it is reviewed first", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await expectOneApplication(SEGMENTS.amexPremiumUsd, "1.50", 150n);
    }
  });
});

describe("concurrent replacements with one key", () => {
  test("issue only one card, which every call returns", async () => {
    const { issuer } = app.context.use(providers);
    for (let round = 0; round < REPLACEMENT_ROUNDS; round++) {
      const customer = await app.newCustomer({ USD: 1_000n });
      const card = await openCard(app, customer);
      const command = {
        customerId: customer.customerId,
        cardId: parseId("card", card.id),
        reason: "damaged",
        idempotencyKey: newId(),
        actor: customer.username,
        requestId: "test",
      } as const;
      const replacements = await Promise.all(
        Array.from({ length: REPLACEMENTS }, async (_, place) => {
          // Some calls start while the first replacement is being written, when the old card is
          // already closing.
          await sleep(place);
          return replaceCard(app.context, issuer, command);
        }),
      );
      expect(new Set(replacements.map((one) => one.card.id)).size).toBe(1);
    }
  });
});
