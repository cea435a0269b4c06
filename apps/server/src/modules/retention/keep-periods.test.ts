import { afterAll, beforeAll, expect, it } from "vitest";
import { newId, parseId } from "../../platform/ids.ts";
import { overBefore, type DatedClass } from "../../platform/retention.policy.ts";
import { type CardsApp, createCardsApp, expectStatus } from "../../testing/cards-app.ts";
import { openTestCase, testPdf } from "../../testing/test-reviews.ts";
import { keepPeriods } from "./keep-periods.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(() => app.close());

/** Moves the product's clock until just before, or just after, a class's period from now. */
function ageOf(name: DatedClass, by: number): number {
  const now = app.context.clock.now();
  return (now.getTime() - overBefore(name, now).getTime()) / 1_000 + by;
}

async function count(query: Promise<readonly { count: number }[]>): Promise<number> {
  return (await query)[0]?.count ?? -1;
}

it("a conversation is deleted three years after its last message, and not before", async () => {
  const customer = await app.newCustomer();
  const { sql } = app.context.db;
  const talk = { subject: "Where is my money", text: "It left on Monday." };
  expectStatus(await app.call(customer, "POST /api/support/conversations", talk, { key: newId() }), 201);
  const conversations = () =>
    count(sql`select count(*)::int as count from support_conversation
      where customer_id = ${customer.customerId}`);
  const offset = ageOf("conversations", -3_600);
  app.clock.advance(offset);
  await keepPeriods(app.context);
  expect(await conversations()).toBe(1);
  app.clock.advance(7_200);
  await keepPeriods(app.context);
  expect(await conversations()).toBe(0);
  expect(
    await count(sql`select count(*)::int as count from support_message
      where text = 'It left on Monday.'`),
  ).toBe(0);
});
