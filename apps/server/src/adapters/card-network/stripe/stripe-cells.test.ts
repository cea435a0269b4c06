import type { FastifyRequest } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cellRoutes } from "../../../platform/cells/cell-routes.ts";
import { replaceService } from "../../../platform/service.ts";
import { createStripeApp, type StripeApp } from "../../../testing/stripe-app.ts";

let app: StripeApp;
let passed: { readonly cell: number; readonly request: FastifyRequest }[];
let isElsewhere: boolean;
const asked: string[] = [];

beforeAll(async () => {
  app = await createStripeApp();
  replaceService(app.context, cellRoutes, {
    isOnly: false,
    isElsewhere: (cell): cell is number => cell === 2,
    first: () => 1,
    others: () => [2],
    ask: () => Promise.reject(new Error("nobody asks another cell here")),
    ofName: async () => 1,
    ofSignIn: async () => 1,
    ofNumber: async () => undefined,
    async ofIssuerCard(_issuer, id) {
      asked.push(id);
      return isElsewhere ? 2 : 1;
    },
    async passOn(request, reply, { cell }) {
      passed.push({ cell, request });
      return reply.send({ received: true });
    },
  });
}, 300_000);
afterAll(() => app?.close());

it("cells: a signed message about another cell's card is passed on as it is", async () => {
  passed = [];
  const card = await app.newCard(10_000n);
  const { request } = app.network.asks(card.stripeId, { amount: 1_000 });
  const elsewhere = structuredClone(request);
  elsewhere.data.object.card.id = "ic_elsewhere";
  isElsewhere = true;
  expect((await app.network.deliver(elsewhere)).status).toBe(200);
  expect(passed).toHaveLength(1);
  const [first] = passed;
  expect(first?.cell).toBe(2);
  expect(first?.request.rawBody?.toString()).toContain("ic_elsewhere");
  expect(first?.request.headers["stripe-signature"]).toMatch(/^t=\d+,v1=/);
  const [stored] = await app.context.db.sql`select count(*)::int as events from stripe_event`;
  expect(stored?.events).toBe(0);
});

it("cells: a message about this cell's card is answered without the directory", async () => {
  passed = [];
  isElsewhere = true;
  const card = await app.newCard(10_000n);
  for (let round = 0; round < 2; round += 1) {
    const { request } = app.network.asks(card.stripeId, { amount: 1_000 });
    expect((await app.network.deliver(request)).json.approved).toBe(true);
  }
  expect(passed).toEqual([]);
  expect(asked).not.toContain(card.stripeId);
});

it("cells: a message with a wrong signature is passed on to nobody", async () => {
  passed = [];
  const card = await app.newCard();
  const { request } = app.network.asks(card.stripeId, { amount: 1_000 });
  isElsewhere = true;
  const { status } = await app.network.deliver(request, { signature: "t=1,v1=00" });
  expect(status).toBe(400);
  expect(passed).toEqual([]);
});
