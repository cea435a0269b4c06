import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import {
  expectStatus,
  fund,
  network,
  openCard,
  ownPayment,
  readCard,
  send,
  type TestCard,
} from "../../testing/test-cards.ts";
import { settleUnmatched } from "./settle-unmatched.ts";

let app: CardsApp;
let reviewer: TestCustomer;
beforeAll(async () => {
  app = await createCardsApp();
  reviewer = await app.newOperator("reviewer");
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

const PATH = "/api/admin/network/unmatched";

interface World {
  readonly customer: TestCustomer;
  readonly card: TestCard;
}

async function funded(): Promise<World> {
  const customer = await app.newCustomer({ USD: 1_000_000n });
  const card = await openCard(app, customer);
  await fund(app, customer, card, 50_000n);
  return { customer, card };
}

/** Sends a clearing with an unknown reference, for operators to match. */
async function stray({ card }: World, amount = "40.00") {
  const networkReference = newId().slice(-12);
  const message = { messageId: newId(), networkReference, amount, payment: ownPayment(card) };
  expect((await send(app, "clear", message)).body.code).toBe("unmatched");
  const { body } = await app.call(reviewer, `GET ${PATH}?q=${networkReference}`);
  expect(body.data).toHaveLength(1);
  return detail(body.data[0].id);
}

async function detail(id: string) {
  return expectStatus(await app.call(reviewer, `GET ${PATH}/${id}`), 200).body;
}

const match = (id: string, authorizationId: string, pending: string, who = reviewer) =>
  app.call(who, `POST ${PATH}/${id}/match`, { authorizationId, pending });
const dismiss = (id: string, reason: string, who = reviewer) =>
  app.call(who, `POST ${PATH}/${id}/dismiss`, { reason });

async function money({ customer, card }: World) {
  const { balance, held } = await readCard(app, customer, card);
  return [balance, held];
}

describe("matching by hand", () => {
  test("applies the message to the authorization exactly once, with an audit event", async () => {
    const world = await funded();
    const { authorizationId } = await network(app, "authorize", world.card, { amount: "45.00" });
    await network(app, "authorize", world.card, {
      amount: "12.00",
      merchant: { name: "Other", mcc: "5734", country: "US" },
    });
    const one = await stray(world);
    expect(one).toMatchObject({ state: "waiting", kind: "clearing", amount: "40.00" });
    expect(one.postsAt).not.toBeNull();
    expect(one.candidates).toHaveLength(2);
    expect(one.candidates[0]).toMatchObject({
      authorizationId,
      pending: "45.00",
      sameMerchant: true,
      sameAmount: false,
    });
    const done = expectStatus(await match(one.id, authorizationId, "45.00"), 200).body;
    expect(done).toMatchObject({
      state: "applied",
      decision: { by: reviewer.username, authorizationId },
      candidates: [],
    });
    expect(await money(world)).toEqual(["460.00", "12.00"]);
    expectStatus(await match(one.id, authorizationId, "45.00"), 200);
    expect(await money(world)).toEqual(["460.00", "12.00"]);
    const [record] = await app.context.db.sql`
      select action, actor, data from ledger.audit where object = ${one.id.slice(4)}`;
    expect(record).toMatchObject({
      action: "network.match",
      actor: reviewer.userId,
      data: { amountMinor: "4000", role: "reviewer" },
    });
  });

  test("compares a message in another currency by the merchant's amount", async () => {
    const world = await funded();
    const pounds = { amount: "40.00", currency: "GBP", cvv: null } as const;
    const { authorizationId } = await network(app, "authorize", world.card, pounds);
    const other = await network(app, "authorize", world.card, { ...pounds, amount: "41.00" });
    // The pound has risen since the authorizations, by five percent.
    await app.context.db.sql`
      insert into rate_sheet (provider, rated_at, source, usd_per_euro, cny_per_euro, fetched_at,
        others_per_euro)
      select provider, rated_at + interval '1 day', source, usd_per_euro, cny_per_euro, fetched_at,
        jsonb_build_object('GBP', ((others_per_euro ->> 'GBP')::bigint * 100 / 105)::text)
      from rate_sheet where others_per_euro ? 'GBP' order by rated_at desc limit 1`;
    const networkReference = newId().slice(-12);
    const payment = { ...ownPayment(world.card), currency: "GBP" };
    const message = { messageId: newId(), networkReference, amount: "40.00", payment };
    expect((await send(app, "clear", message)).body.code).toBe("unmatched");
    const { body } = await app.call(reviewer, `GET ${PATH}?q=${networkReference}`);
    const one = await detail(body.data[0].id);
    expect(one.merchantAmount).toEqual({ amount: "40.00", currency: "GBP" });
    expect(
      one.candidates.map(
        ({ authorizationId: id, merchantPending, sameAmount }: Record<string, unknown>) => ({
          ...{ id, merchantPending, sameAmount },
        }),
      ),
    ).toEqual([
      {
        ...{ id: authorizationId, merchantPending: { amount: "40.00", currency: "GBP" } },
        sameAmount: true,
      },
      {
        ...{ id: other.authorizationId, merchantPending: { amount: "41.00", currency: "GBP" } },
        sameAmount: false,
      },
    ]);
  });

  test("settles a message only once in twenty concurrent matches and dismissals", async () => {
    const world = await funded();
    const { authorizationId } = await network(app, "authorize", world.card, { amount: "40.00" });
    const one = await stray(world);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        place % 2 === 0 ? match(one.id, authorizationId, "40.00") : dismiss(one.id, "A test"),
      ),
    );
    const states = new Set(answers.map(({ body }) => body.state ?? body.code));
    expect(states.size).toBe(2);
    expect(states).toContain("unmatched_settled");
    const applied = (await detail(one.id)).state === "applied";
    expect(await money(world)).toEqual(applied ? ["460.00", "0.00"] : ["500.00", "40.00"]);
  });

  test("rejects changed, declined and other cards' payments, and moves no money", async () => {
    const [world, other] = [await funded(), await funded()];
    const { authorizationId } = await network(app, "authorize", world.card, { amount: "40.00" });
    const theirs = await network(app, "authorize", other.card, { amount: "40.00" });
    const declined = await network(app, "authorize", world.card, { amount: "9000.00" });
    const one = await stray(world);
    const moved = await match(one.id, authorizationId, "39.00");
    expect(moved).toMatchObject({ status: 409, body: { code: "programme_changed" } });
    for (const wrong of [theirs.authorizationId, declined.authorizationId, `auth_${newId()}`]) {
      const refused = await match(one.id, wrong, "40.00");
      expect(refused).toMatchObject({ status: 409, body: { code: "not_a_match" } });
    }
    expect((await match(`msg_${newId()}`, authorizationId, "40.00")).status).toBe(404);
    expect((await detail(one.id)).state).toBe("waiting");
    expect(await money(world)).toEqual(["500.00", "40.00"]);
  });
});

describe("dismissing an unmatched message", () => {
  test("keeps a clearing from being posted when its waiting period ends", async () => {
    const world = await funded();
    const one = await stray(world);
    const done = expectStatus(await dismiss(one.id, "Sent in error"), 200).body;
    expect(done).toMatchObject({
      state: "dismissed",
      decision: { by: reviewer.username, reason: "Sent in error", authorizationId: null },
    });
    app.clock.advance(2 * 86_400);
    await settleUnmatched(app.context);
    expect((await detail(one.id)).state).toBe("dismissed");
    expect(await money(world)).toEqual(["500.00", "0.00"]);
    expectStatus(await dismiss(one.id, "Sent in error"), 200);
    const late = await match(one.id, `auth_${newId()}`, "40.00");
    expect(late.body.code).toBe("unmatched_settled");
  });
});

describe("the list of unmatched messages", () => {
  test("can be filtered by state and text, and is paged", async () => {
    const world = await funded();
    for (const amount of ["1.00", "2.00", "3.00"]) {
      await stray(world, amount);
    }
    const first = await app.call(reviewer, `GET ${PATH}?state=waiting&limit=2`);
    expect(first.body.data.map((one: { amount: string }) => one.amount)).toEqual(["3.00", "2.00"]);
    const next = await app.call(
      reviewer,
      `GET ${PATH}?state=waiting&limit=2&cursor=${first.body.nextCursor}`,
    );
    expect(next.body.data[0].amount).toBe("1.00");
    const none = await app.call(reviewer, `GET ${PATH}?q=no%20such%20shop`);
    expect(none.body).toEqual({ data: [], nextCursor: null });
    const dismissed = await app.call(reviewer, `GET ${PATH}?state=dismissed&q=adobe`);
    expect(dismissed.body.data.length).toBeGreaterThan(0);
    const foreign = `${PATH}?kind=advice&cursor=${first.body.nextCursor}`;
    expect((await app.call(reviewer, `GET ${foreign}`)).status).toBe(400);
  });

  test("contains no card number", async () => {
    const world = await funded();
    const one = await stray(world);
    expect(JSON.stringify(one)).not.toContain(world.card.pan);
  });
});
