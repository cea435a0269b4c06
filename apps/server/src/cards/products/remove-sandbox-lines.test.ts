import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardsApp, createCardsApp } from "../../testing/cards-app.ts";
import { openCard, SEGMENTS } from "../../testing/test-cards.ts";
import { removeSandboxLines } from "./remove-sandbox-lines.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  await app.close();
});

const lines = () =>
  app.context.db.sql<{ id: string; active: boolean; stock: number }[]>`
    select 'seg_' || id as id, active, stock from card_segment order by position`;

const startAs = (mode: "sandbox" | "live") =>
  removeSandboxLines({ ...app.context, config: { ...app.context.config, mode } });

test("card products: a sandbox keeps its eleven products when it starts", async () => {
  await startAs("sandbox");
  expect(await lines()).toHaveLength(11);
});

test("card products: live mode withdraws all sandbox products, even used ones", async () => {
  const customer = await app.newCustomer();
  await openCard(app, customer, SEGMENTS.mastercardStandardUsd);
  await startAs("live");
  const { body } = await app.call(customer, "GET /api/card-segments");
  expect(body.data).toEqual([]);
  expect(await lines()).toEqual([{ id: SEGMENTS.mastercardStandardUsd, active: false, stock: 0 }]);
  const limits = await app.call(undefined, "GET /api/card-limits");
  expect(limits.body.data).toEqual([]);
});

test("card products: live mode leaves the program's own products unchanged", async () => {
  await app.context.db.sql`
    update card_segment set origin = 'programme', active = true, stock = 3`;
  await startAs("live");
  expect(await lines()).toEqual([{ id: SEGMENTS.mastercardStandardUsd, active: true, stock: 3 }]);
});
