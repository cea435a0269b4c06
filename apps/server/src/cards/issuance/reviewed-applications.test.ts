import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { rawFactIds } from "../../testing/raw-fact-ids.ts";
import { expectStatus, openingFeeFor, SEGMENTS } from "../../testing/test-cards.ts";
import { flag } from "../../testing/test-reviews.ts";
import { type OtherServer, openOtherServer, setLimits } from "../../testing/test-settings.ts";

let app: CardsApp;
let other: OtherServer;
let reviewer: TestCustomer;
beforeAll(async () => {
  app = await createCardsApp();
  other = await openOtherServer(app);
  reviewer = await app.newOperator("reviewer");
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await other.close();
  await app.close();
});

const MONEY = { USD: 1_000n, CNY: 2_000n, EUR: 1_000n };

const bodyOf = (segmentId: string, openingFee: string) => ({
  segmentId,
  nickname: "Ads",
  billingAddress: "auto",
  openingFee,
});

/**
 * Submits a new customer's application on each of the two servers, and returns the response
 * statuses.
 */
async function statusesOf(segmentId: string): Promise<string[]> {
  const [one, two] = [await app.newCustomer(MONEY), await app.newCustomer(MONEY)];
  const body = bodyOf(segmentId, openingFeeFor(segmentId));
  const key = () => newId();
  const here = await app.call(one, "POST /api/card-applications", body, { key: key() });
  const there = await other.post(two, "/api/card-applications", body, { "idempotency-key": key() });
  return [expectStatus(here, 201).body.status, there.body.status];
}

describe("a card application whose opening fee is above the review limit", () => {
  test("is reviewed under the latest limit set by administrators, on every server", async () => {
    await setLimits(app, { application: { reviewAbove: "1.50" } });
    expect(await statusesOf(SEGMENTS.mastercardStandardUsd)).toEqual(["completed", "completed"]);
    await setLimits(app, { application: { reviewAbove: "1.49" } });
    expect(await statusesOf(SEGMENTS.mastercardStandardUsd)).toEqual(["reviewing", "reviewing"]);
  });

  test("is reviewed according to the fee's value in dollars", async () => {
    // 1.30 EUR and 10.70 CNY are both worth 1.51 USD, rounded.
    await setLimits(app, { application: { reviewAbove: "1.50" } });
    expect(await statusesOf(SEGMENTS.visaStandardEur)).toEqual(["reviewing", "reviewing"]);
    await setLimits(app, { application: { reviewAbove: "1.51" } });
    expect(await statusesOf(SEGMENTS.unionpayStandardCny)).toEqual(["completed", "completed"]);
  });

  test("shows the reason for its review to the customer and to operators", async () => {
    await setLimits(app, { application: { reviewAbove: "0.00" } });
    const customer = await app.newCustomer(MONEY);
    const body = bodyOf(SEGMENTS.mastercardStandardUsd, "1.50");
    const applied = await app.call(customer, "POST /api/card-applications", body, { key: newId() });
    expect(expectStatus(applied, 201).body.status).toBe("reviewing");
    const [mine] = (await app.call(customer, "GET /api/reviews")).body.data;
    expect(mine.reasons).toEqual(["high_fee"]);
    const theirs = await app.call(reviewer, `GET /api/admin/reviews/${mine.id}`);
    expect(expectStatus(theirs, 200).body.reasons).toEqual(["high_fee"]);
  });
});

test("card applications: a flagged customer's application holds the lower fee", async () => {
  await setLimits(app, { application: { reviewAbove: "100.00" } });
  const segmentId = SEGMENTS.mastercardStandardUsd.replace("seg_", "");
  await app.context.db.sql`
    update card_segment set opening_fee_minor = 50 where id = ${segmentId}`;
  const customer = await app.newCustomer({ USD: 1_000n });
  await flag(app, customer);
  const { body: offered } = await app.call(customer, "GET /api/card-segments");
  const { openingFee } = offered.data.find(({ id }: { id: string }) => id.endsWith(segmentId));
  expect(openingFee).toBe("0.50");
  const body = bodyOf(SEGMENTS.mastercardStandardUsd, openingFee);
  const applied = await app.call(customer, "POST /api/card-applications", body, { key: newId() });
  expect(expectStatus(applied, 201).body).toMatchObject({
    status: "reviewing",
    openingFee: "0.50",
  });
  const usd = async () => (await app.call(customer, "GET /api/wallet")).body.balances[0];
  expect(await usd()).toMatchObject({ available: "9.50", held: "0.50" });
  const [mine] = (await app.call(customer, "GET /api/reviews")).body.data;
  const approve = `POST /api/admin/reviews/${mine.id}/approve` as const;
  expectStatus(await app.call(reviewer, approve, { revision: 1 }, { key: newId() }), 200);
  expect(await usd()).toMatchObject({ available: "9.50", held: "0.00" });
});

test("card applications: a case's facts contain no raw ids", async () => {
  expect(await rawFactIds(app.context)).toEqual({ kinds: ["card_application"], found: [] });
});
