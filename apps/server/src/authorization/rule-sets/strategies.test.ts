import { MAX_STRATEGIES, type Strategy } from "@tessera/contract/authorization/risk.schemas";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId, parseId } from "../../platform/ids.ts";
import { type CardsApp, createCardsApp, type TestCustomer } from "../../testing/cards-app.ts";
import { expectStatus, openCard } from "../../testing/test-cards.ts";
import { draft, drafted, revise, ruleOver, turn } from "../../testing/test-strategies.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(() => app?.close());

/** Reads the revision of the customer's strategies and exceptions. */
async function revisionOf({ customerId }: TestCustomer): Promise<bigint | undefined> {
  const [row] = await app.context.db.sql<{ revision: bigint }[]>`
    select risk_revision as revision from customer where id = ${customerId}`;
  return row?.revision;
}

async function changesOf(strategyId: string): Promise<string[]> {
  const rows = await app.context.db.sql<{ version: number; status: string }[]>`
    select version, status from risk_strategy_change
    where strategy_id = ${strategyId.slice("stg_".length)} order by id`;
  return rows.map(({ version, status }) => `${version} ${status}`);
}

async function auditOf(strategyId: string): Promise<string[]> {
  const rows = await app.context.db.sql<{ action: string }[]>`
    select action from ledger.audit where object = ${strategyId.slice("stg_".length)} order by id`;
  return rows.map(({ action }) => action);
}

async function listed(customer: TestCustomer) {
  return expectStatus(await app.call(customer, "GET /api/risk/strategies"), 200).body;
}

describe("drafting a strategy", () => {
  test("creates a draft that has no effect; drafts are listed newest first", async () => {
    const customer = await app.newCustomer();
    const first = await drafted(app, customer);
    expect(first).toMatchObject({
      name: "Cap single payments",
      status: "draft",
      version: 1,
      rule: ruleOver("500.00"),
      hitsThisMonth: 0,
      triedThisMonth: 0,
      lastHitAt: null,
    });
    const second = await drafted(app, customer, ruleOver("9.00", { action: "review" }));
    const list = await listed(customer);
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(list).toMatchObject({ nextCursor: null, stoppedThisMonth: 0 });
    expect(await revisionOf(customer)).toBe(0n);
    expect(await changesOf(first.id)).toEqual([]);
    expect(await auditOf(first.id)).toEqual(["strategy.create"]);
  });

  test("creates one strategy per key, even if the response was lost", async () => {
    const customer = await app.newCustomer();
    const first = await draft(app, customer, ruleOver("500.00"), "one-key");
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    const again = await draft(app, customer, ruleOver("500.00"), "one-key");
    expect(again.body).toEqual(first.body);
    await app.context.db.sql`delete from idempotency_answer where owner = ${customer.customerId}`;
    const other = await draft(app, customer, ruleOver("600.00"), "one-key");
    expect([other.status, other.body.code]).toEqual([422, "idempotency_mismatch"]);
    expect((await listed(customer)).data).toHaveLength(1);
  });

  test("requires no Idempotency-Key: each call without one drafts a strategy", async () => {
    const customer = await app.newCustomer();
    const body = { name: "A rule", rule: ruleOver("500.00") };
    for (let call = 0; call < 2; call++) {
      expect((await app.call(customer, "POST /api/risk/strategies", body)).status).toBe(201);
    }
    expect((await listed(customer)).data).toHaveLength(2);
  });

  test.each([
    ["no condition", { when: {} }, "rule.when", "required"],
    [
      "an upper bound below the lower one",
      { when: { amount: { is: "between", amount: "9.00", to: "8.99" } } },
      "rule.when.amount.to",
      "contradiction",
    ],
    ["no currency for its amount", { currency: undefined }, "rule.currency", "required"],
    [
      "a card scope without card ids",
      { scope: { cards: "some" } },
      "rule.scope.cardIds",
      "required",
    ],
    [
      "every channel left out",
      { when: { channels: { match: "none_of", values: ["present", "remote", "merchant"] } } },
      "rule.when.channels.values",
      "contradiction",
    ],
  ])("rejects a rule with %s, naming the field", async (_name, changes, path, code) => {
    const refused = await draft(app, await app.newCustomer(), {
      ...ruleOver("500.00"),
      ...changes,
    });
    expect([refused.status, refused.body.code]).toEqual([400, "invalid_input"]);
    expect(refused.body.fields).toContainEqual(expect.objectContaining({ path, code }));
  });

  test("returns 404 for another customer's card; rejects a closed card by its index", async () => {
    const customer = await app.newCustomer();
    const own = await openCard(app, customer);
    const closed = await openCard(app, customer);
    await app.call(customer, `POST /api/cards/${closed.id}/close`, undefined, { key: newId() });
    const foreign = await openCard(app, await app.newCustomer());
    const about = (...cardIds: string[]) =>
      draft(app, customer, ruleOver("1.00", { scope: { cards: "some", cardIds } }));
    const another = await about(own.id, foreign.id);
    expect([another.status, another.body.code]).toEqual([404, "not_found"]);
    const refused = await about(own.id, closed.id);
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toMatchObject([
      { path: "rule.scope.cardIds.1", code: "not_allowed" },
    ]);
    expect((await about(own.id)).status).toBe(201);
  });

  test("is rejected beyond the limit, even concurrently; retired ones do not count", async () => {
    const customer = await app.newCustomer();
    const one = await drafted(app, customer);
    for (let made = 1; made < MAX_STRATEGIES - 1; made++) {
      await drafted(app, customer);
    }
    const last = await Promise.all([1, 2, 3].map(() => draft(app, customer)));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(last.find(({ status }) => status === 409)?.body.code).toBe("too_many_strategies");
    expectStatus(await turn(app, customer, one.id, "retired"), 200);
    expect((await draft(app, customer)).status).toBe(201);
    expect((await draft(app, customer)).status).toBe(409);
  });
});

describe("a strategy's status", () => {
  test("moves from draft through shadow and active to paused, recording each change", async () => {
    const customer = await app.newCustomer();
    const { id } = await drafted(app, customer);
    const turns = ["shadow", "active", "paused", "active", "shadow"];
    for (const status of turns) {
      expect((await turn(app, customer, id, status)).body.status).toBe(status);
    }
    expect(await revisionOf(customer)).toBe(5n);
    expect(await changesOf(id)).toEqual([
      "1 shadow",
      "1 active",
      "1 paused",
      "1 active",
      "1 shadow",
    ]);
    expect(await auditOf(id)).toEqual(["strategy.create", ...Array(5).fill("strategy.status")]);
  });

  test("can be set to its current value, which just returns the unchanged strategy", async () => {
    const customer = await app.newCustomer();
    const { id } = await drafted(app, customer);
    const first = await turn(app, customer, id, "active");
    expect((await turn(app, customer, id, "active")).body).toEqual(first.body);
    expect(await revisionOf(customer)).toBe(1n);
  });

  test("is final once retired: the strategy can be read, but not listed or changed", async () => {
    const customer = await app.newCustomer();
    const strategy = await drafted(app, customer);
    expectStatus(await turn(app, customer, strategy.id, "retired"), 200);
    expect(await revisionOf(customer)).toBe(0n);
    expect((await listed(customer)).data).toEqual([]);
    const read = await app.call(customer, `GET /api/risk/strategies/${strategy.id}`);
    expect(read.body.status).toBe("retired");
    expect((await turn(app, customer, strategy.id, "retired")).status).toBe(200);
    for (const refused of [
      await turn(app, customer, strategy.id, "active"),
      await revise(app, customer, strategy, { name: "Another name" }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, "strategy_retired"]);
    }
  });

  test("never goes from draft to paused, and never back to draft", async () => {
    const customer = await app.newCustomer();
    const { id } = await drafted(app, customer);
    for (const status of ["paused", "draft"]) {
      const refused = await turn(app, customer, id, status);
      expect(refused.status).toBe(400);
      expect(refused.body.fields).toMatchObject([{ path: "status", code: "not_allowed" }]);
    }
  });

  test("is published to open screens after the commit", async () => {
    const customer = await app.newCustomer();
    const { id } = await drafted(app, customer);
    // By id, because the server's own pump may deliver an event at the same time.
    const seen = new Map<bigint, { readonly topic: string; readonly body: unknown }>();
    const stop = app.context.events.listen({
      customerId: customer.customerId,
      onEvent: ({ id: eventId, topic, body }) => seen.set(eventId, { topic, body }),
    });
    await app.context.events.pump();
    await turn(app, customer, id, "active");
    await turn(app, customer, id, "active");
    await app.context.events.pump();
    stop();
    expect([...seen.values()].filter(({ topic }) => topic === "risk")).toEqual([
      { topic: "risk", body: { strategyId: id } },
    ]);
  });
});

describe("revising a strategy", () => {
  test("creates a new version and keeps the earlier one", async () => {
    const customer = await app.newCustomer();
    const strategy = await drafted(app, customer);
    const revised = await revise(app, customer, strategy, {
      name: "Cap payments",
      rule: ruleOver("90.00"),
    });
    expect(revised.body).toMatchObject({ version: 2, name: "Cap payments", status: "draft" });
    const { body } = await app.call(customer, `GET /api/risk/strategies/${strategy.id}`);
    expect(body.versions).toMatchObject([
      { version: 2, name: "Cap payments", rule: ruleOver("90.00") },
      { version: 1, name: "Cap single payments", rule: ruleOver("500.00") },
    ]);
    expect(await revisionOf(customer)).toBe(0n);
    expect(await auditOf(strategy.id)).toEqual(["strategy.create", "strategy.revise"]);
  });

  test("applies to payments immediately if the strategy is active", async () => {
    const customer = await app.newCustomer();
    const strategy = await drafted(app, customer);
    await turn(app, customer, strategy.id, "active");
    await revise(app, customer, strategy, { rule: ruleOver("90.00") });
    expect(await revisionOf(customer)).toBe(2n);
    expect(await changesOf(strategy.id)).toEqual(["1 active", "2 active"]);
  });

  test("creates no version for a retry, and rejects edits based on an older version", async () => {
    const customer = await app.newCustomer();
    const strategy = await drafted(app, customer);
    const first = await revise(app, customer, strategy, { rule: ruleOver("90.00") });
    const again = await revise(app, customer, strategy, { rule: ruleOver("90.00") });
    expect(again.body).toEqual(first.body);
    const late = await revise(app, customer, strategy, { rule: ruleOver("80.00") });
    expect([late.status, late.body.code]).toEqual([409, "strategy_changed"]);
  });

  test("accepts only one of two concurrent revisions", async () => {
    const customer = await app.newCustomer();
    const strategy = await drafted(app, customer);
    const both = await Promise.all(
      ["1.00", "2.00"].map((amount) => revise(app, customer, strategy, { rule: ruleOver(amount) })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("keeps a card that was closed in the meantime, and rejects other closed cards", async () => {
    const customer = await app.newCustomer();
    const [kept, added] = [await openCard(app, customer), await openCard(app, customer)];
    const scope = (...cardIds: string[]) => ({ scope: { cards: "some" as const, cardIds } });
    const strategy = await drafted(app, customer, ruleOver("1.00", scope(kept.id)));
    for (const { id } of [kept, added]) {
      await app.call(customer, `POST /api/cards/${id}/close`, undefined, { key: newId() });
    }
    const rule = ruleOver("2.00", scope(kept.id));
    const taken = await revise(app, customer, strategy, { rule });
    expect(taken.body.version).toBe(2);
    const refused = await revise(app, customer, taken.body, {
      rule: ruleOver("2.00", scope(kept.id, added.id)),
    });
    expect(refused.body.fields).toMatchObject([{ path: "rule.scope.cardIds.1" }]);
  });
});

describe("another customer's strategy", () => {
  test("returns 404 for every call", async () => {
    const owner = await app.newCustomer();
    const strategy = await drafted(app, owner);
    const other = await app.newCustomer();
    for (const answer of [
      await app.call(other, `GET /api/risk/strategies/${strategy.id}`),
      await turn(app, other, strategy.id, "active"),
      await revise(app, other, strategy),
      await turn(app, owner, "stg_none", "active"),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
    }
    expect((await listed(other)).data).toEqual([]);
    const hits = await app.call(other, `GET /api/risk/strategy-hits?strategyId=${strategy.id}`);
    expect(hits.body).toEqual({ data: [], nextCursor: null });
  });
});

interface Hit {
  readonly strategy: Pick<Strategy, "id" | "version">;
  readonly cardId: string;
  readonly at: Date;
  readonly action?: string;
  readonly shadow?: boolean;
  /** Shared by several hits if several strategies matched one payment. */
  readonly movementId?: string;
}

/** Records a strategy hit, as a payment would. */
async function hit(customer: TestCustomer, given: Hit): Promise<void> {
  const { strategy, at, action = "decline", shadow = false } = given;
  const id = newId(at);
  const { sql } = app.context.db;
  await sql`
    insert into risk_hit (id, customer_id, strategy_id, version, movement_id, card_id, action,
      shadow, amount_minor, currency, merchant, at)
    values (${id}, ${customer.customerId}, ${parseId("stg", strategy.id) ?? ""},
      ${strategy.version}, ${given.movementId ?? newId(at)},
      ${parseId("card", given.cardId) ?? ""}, ${action}, ${shadow}, 62000, 'USD',
      ${sql.json({ name: "Adobe", mcc: "5734", country: "US", category: "software" })}, ${at})`;
}

const MINUTE_MS = 60_000;

describe("strategy hits", () => {
  test("are counted once per payment and by calendar month, shadow hits separately", async () => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    const [cap, watch] = [await drafted(app, customer), await drafted(app, customer)];
    const now = app.context.clock.now();
    const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - 1);
    const both = newId(now);
    const of = (strategy: typeof cap, changes: object) =>
      hit(customer, { strategy, cardId: card.id, at: now, ...changes });
    await of(cap, { movementId: both });
    await of(watch, { movementId: both, action: "review" });
    await of(cap, { action: "freeze" });
    await of(cap, { shadow: true });
    await of(watch, { action: "notify" });
    await of(cap, { at: lastMonth });
    const { data, stoppedThisMonth } = await listed(customer);
    expect(stoppedThisMonth).toBe(2);
    expect(data).toMatchObject([
      { id: watch.id, hitsThisMonth: 2, triedThisMonth: 0 },
      { id: cap.id, hitsThisMonth: 3, triedThisMonth: 1, lastHitAt: now.toISOString() },
    ]);
  });

  test("are paged newest first, each with the strategy's name at that time", async () => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    const strategy = await drafted(app, customer);
    const other = await drafted(app, customer);
    const now = app.context.clock.now().getTime();
    // Two hits at the same time differ only in their ids.
    const times = [0, 1, 1, 2, 3].map((minutes) => new Date(now - minutes * MINUTE_MS));
    for (const at of times) {
      await hit(customer, { strategy, cardId: card.id, at });
    }
    await hit(customer, { strategy: other, cardId: card.id, at: new Date(now) });
    await revise(app, customer, strategy, { name: "Renamed" });
    const seen: string[] = [];
    let cursor = "";
    do {
      const list = `/api/risk/strategy-hits?limit=2&strategyId=${strategy.id}`;
      const { body } = expectStatus(await app.call(customer, `GET ${list}${cursor}`), 200);
      seen.push(...body.data.map(({ id, at }: { id: string; at: string }) => `${at} ${id}`));
      expect(body.data[0]).toMatchObject({
        strategyName: "Cap single payments",
        amount: "620.00",
        cardId: card.id,
        merchant: { name: "Adobe" },
      });
      cursor = body.nextCursor === null ? "" : `&cursor=${body.nextCursor}`;
    } while (cursor !== "");
    expect(seen).toEqual([...seen].sort().reverse());
    expect(new Set(seen).size).toBe(times.length);
  });

  test("use cursors that no other list accepts", async () => {
    const customer = await app.newCustomer();
    const card = await openCard(app, customer);
    const strategy = await drafted(app, customer);
    const at = app.context.clock.now();
    await hit(customer, { strategy, cardId: card.id, at });
    await hit(customer, { strategy, cardId: card.id, at });
    const { body } = await app.call(customer, "GET /api/risk/strategy-hits?limit=1");
    const list = `/api/risk/strategy-hits?strategyId=${strategy.id}`;
    const refused = await app.call(customer, `GET ${list}&cursor=${body.nextCursor}`);
    expect(refused.body.fields).toMatchObject([{ path: "cursor", code: "malformed_cursor" }]);
  });
});
