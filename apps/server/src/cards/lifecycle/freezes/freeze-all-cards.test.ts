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
  type TestCard,
} from "../../../testing/test-cards.ts";
import { lockCard } from "../cards.repository.ts";
import { freezeWithin } from "./freeze-within.ts";

let app: CardsApp;
beforeAll(async () => {
  app = await createCardsApp();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function withCards(count: number, amountMinor = 10_000n) {
  const customer = await app.newCustomer({ USD: 10_000_000n });
  const cards: TestCard[] = [];
  for (let n = 0; n < count; n++) {
    const card = await openCard(app, customer);
    await fund(app, customer, card, amountMinor);
    cards.push(card);
  }
  return { customer, cards };
}

const freezeAll = async (customer: TestCustomer, key = newId()) =>
  expectStatus(await app.call(customer, "POST /api/cards/freeze-all", undefined, { key }), 201)
    .body;
const undo = (customer: TestCustomer, id: string) =>
  app.call(customer, `POST /api/cards/freeze-all/${id}/undo`);
const current = async (customer: TestCustomer) =>
  expectStatus(await app.call(customer, "GET /api/cards/freeze-all"), 200).body.current;
const single = (customer: TestCustomer, card: TestCard, what: "freeze" | "unfreeze") =>
  app.call(customer, `POST /api/cards/${card.id}/${what}`);
const pay = async (card: TestCard) =>
  (await network(app, "authorize", card, { amount: "1.00" })).code;

async function statuses(customer: TestCustomer, cards: readonly TestCard[]) {
  return Promise.all(cards.map(async (card) => (await readCard(app, customer, card)).status));
}

function freezeForRisk(customer: TestCustomer, card: TestCard) {
  return inTransaction(app.context.db, async (tx) => {
    const locked = await lockCard(tx, customer.customerId, parseId("card", card.id) ?? "");
    if (locked === undefined) {
      throw new Error("no card");
    }
    await freezeWithin(app.context, tx, locked, { strategies: ["one"] });
  });
}

describe("freezing all cards", () => {
  test("stops payments on every card, and undoing it allows payments again", async () => {
    const { customer, cards } = await withCards(3);
    const done = await freezeAll(customer);
    expect(done).toMatchObject({ frozenCards: 3, stillFrozenCards: 3, undoneAt: null });
    expect(done.cardIds.toSorted()).toEqual(cards.map(({ id }) => id).toSorted());
    expect(await Promise.all(cards.map(pay))).toEqual(Array(3).fill("card_frozen_customer"));
    expect(await current(customer)).toMatchObject({ id: done.id, stillFrozenCards: 3 });
    const undone = expectStatus(await undo(customer, done.id), 200).body;
    expect(undone).toMatchObject({ unfrozenCards: 3, stillFrozenCards: 0 });
    expect(await Promise.all(cards.map(pay))).toEqual(Array(3).fill("approved"));
    expect(await current(customer)).toBeNull();
    // A retry returns the same response and changes nothing.
    await single(customer, cards[0] as TestCard, "freeze");
    expect((await undo(customer, done.id)).body).toEqual({ ...undone });
    expect((await statuses(customer, cards)).toSorted()).toEqual(["active", "active", "frozen"]);
  });

  test("leaves holds in place, so a clearing and a refund are still accepted", async () => {
    const { customer, cards } = await withCards(1);
    const [card] = cards as [TestCard];
    const { authorizationId } = await network(app, "authorize", card, { amount: "10.00" });
    await freezeAll(customer);
    const cleared = await app.call(undefined, "POST /sandbox/network/clear", { authorizationId });
    expectStatus(cleared, 200);
    await network(app, "refund", card, { amount: "4.00" });
    expect(await readCard(app, customer, card)).toMatchObject({ balance: "94.00", held: "0.00" });
  });

  test("can be undone only for cards that it froze and that have not changed since", async () => {
    const { customer, cards } = await withCards(4);
    const [own, again, risky, plain] = cards as [TestCard, TestCard, TestCard, TestCard];
    await single(customer, own, "freeze");
    const done = await freezeAll(customer);
    expect(done.cardIds).toHaveLength(3);
    await single(customer, again, "unfreeze");
    await single(customer, again, "freeze");
    await freezeForRisk(customer, risky);
    expect(await current(customer)).toMatchObject({ frozenCards: 3, stillFrozenCards: 2 });
    expect((await undo(customer, done.id)).body).toMatchObject({ unfrozenCards: 1 });
    expect(await statuses(customer, [own, again, risky, plain])).toEqual([
      "frozen",
      "frozen",
      "frozen",
      "active",
    ]);
    expect((await readCard(app, customer, risky)) as object).toMatchObject({
      freezes: [{ layer: "risk" }],
    });
  });

  test("adds the owner's layer to a card that a rule froze, and skips closing cards", async () => {
    const { customer, cards } = await withCards(3);
    const [risky, closing, closed] = cards as [TestCard, TestCard, TestCard];
    await freezeForRisk(customer, risky);
    await network(app, "authorize", closing, { amount: "1.00" });
    for (const card of [closing, closed]) {
      const path = `POST /api/cards/${card.id}/close` as const;
      expectStatus(await app.call(customer, path, { whenSettled: true }, { key: newId() }), 200);
    }
    const done = await freezeAll(customer);
    expect(done.cardIds).toEqual([risky.id]);
    expect(await statuses(customer, cards)).toEqual(["frozen", "closing", "closed"]);
  });

  test("freezes once per idempotency key, and does nothing if all cards are frozen", async () => {
    const { customer, cards } = await withCards(2);
    const key = newId();
    const answers = await Promise.all([freezeAll(customer, key), freezeAll(customer, key)]);
    expect(answers[0]).toEqual(answers[1]);
    // Without the stored response, the key exists only in the row that the call wrote.
    await app.context.db.sql`delete from idempotency_answer where key = ${key}`;
    expect(await freezeAll(customer, key)).toEqual(answers[0]);
    expect(await freezeAll(customer)).toMatchObject({ frozenCards: 0, cardIds: [] });
    expect(await current(customer)).toMatchObject({ id: answers[0]?.id });
    const records = await app.context.db.sql`
      select from ledger.audit where action = 'card.freeze'
        and object = any(${cards.map(({ id }) => parseId("card", id) ?? "")})`;
    expect(records).toHaveLength(2);
  });

  test("freezes each card once, even with several concurrent calls", async () => {
    const { customer, cards } = await withCards(3);
    const done = await Promise.all(Array.from({ length: 5 }, () => freezeAll(customer)));
    expect(done.flatMap(({ cardIds }) => cardIds).toSorted()).toEqual(
      cards.map(({ id }) => id).toSorted(),
    );
  });

  test("no longer offers an undo once dismissed, and the cards stay frozen", async () => {
    const { customer, cards } = await withCards(1);
    const { id } = await freezeAll(customer);
    const path = `POST /api/cards/freeze-all/${id}/dismiss` as const;
    expectStatus(await app.call(customer, path), 200);
    expectStatus(await app.call(customer, path), 200);
    expect(await current(customer)).toBeNull();
    expect(await statuses(customer, cards)).toEqual(["frozen"]);
  });

  test("cannot be undone or dismissed by another customer", async () => {
    const { customer, cards } = await withCards(1);
    const { id } = await freezeAll(customer);
    const stranger = await app.newCustomer();
    expect((await undo(stranger, id)).status).toBe(404);
    const dismissed = await app.call(stranger, `POST /api/cards/freeze-all/${id}/dismiss`);
    expect(dismissed.status).toBe(404);
    expect((await undo(customer, "fza_nothing")).status).toBe(404);
    expect(await statuses(customer, cards)).toEqual(["frozen"]);
  });

  test("never deadlocks with concurrent payments, single freezes and undos", async () => {
    const { customer, cards } = await withCards(6, 100_000n);
    const held = await network(app, "authorize", cards[0] as TestCard, { amount: "5.00" });
    const payments = Array.from({ length: 10 }, () => cards.map(pay)).flat();
    const rounds = Array.from({ length: 4 }, async () => {
      const { id } = await freezeAll(customer);
      return expectStatus(await undo(customer, id), 200).body;
    });
    const singles = cards.map((card, n) => single(customer, card, n % 2 ? "freeze" : "unfreeze"));
    const clearing = app.call(undefined, "POST /sandbox/network/clear", {
      authorizationId: held.authorizationId,
    });
    const codes = new Set(await Promise.all(payments));
    codes.delete("approved");
    codes.delete("card_frozen_customer");
    // A payment that loses three races against freezes is declined. It is never approved without a
    // decision.
    codes.delete("system_timeout");
    codes.delete("account_under_review");
    expect([...codes]).toEqual([]);
    await Promise.all(rounds);
    expect((await Promise.all(singles)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    expectStatus(await clearing, 200);
    await freezeAll(customer);
    expect(new Set(await statuses(customer, cards))).toEqual(new Set(["frozen"]));
  });
});

/** Gives a customer copies of a card, without PANs or money. */
async function multiply(customer: TestCustomer, like: TestCard, count: number) {
  const { db, ledger } = app.context;
  await inTransaction(db, async (tx) => {
    const card = await lockCard(tx, customer.customerId, parseId("card", like.id) ?? "");
    if (card === undefined) {
      throw new Error("no card");
    }
    const { customerId } = customer;
    const accounts = await ledger.openAccounts(
      tx,
      Array.from({ length: count * 2 }, (_, n) => ({
        customerId,
        kind: n % 2 === 0 ? ("card" as const) : ("receivable" as const),
        currency: "USD" as const,
      })),
    );
    const { status: _, frozen_at: __, closed_at: ___, ...kept } = card;
    const rows = Array.from({ length: count }, (_____, n) => ({
      ...kept,
      id: newId(),
      status: "active" as const,
      card_account: accounts[n * 2] ?? 0n,
      receivable_account: accounts[n * 2 + 1] ?? 0n,
    }));
    for (let from = 0; from < rows.length; from += 500) {
      await tx
        .withTables<{ card: (typeof rows)[number] }>()
        .insertInto("card")
        .values(rows.slice(from, from + 500))
        .execute();
    }
  });
}

test("freezing all cards: takes only seconds for 3,000 cards while one of them pays", async () => {
  const { customer, cards } = await withCards(1, 1_000_000n);
  const other = await withCards(1, 1_000_000n);
  const [card] = cards as [TestCard];
  const [elsewhere] = other.cards as [TestCard];
  await multiply(customer, card, 2_999);
  let slowestMs = 0;
  let running = true;
  const traffic = (async () => {
    const codes = new Set<string>();
    while (running) {
      const began = performance.now();
      codes.add(await pay(elsewhere));
      codes.add(await pay(card));
      slowestMs = Math.max(slowestMs, performance.now() - began);
    }
    return codes;
  })();
  const began = performance.now();
  const { id, frozenCards } = await freezeAll(customer);
  const frozenMs = performance.now() - began;
  expect(frozenCards).toBe(3_000);
  const undone = (await undo(customer, id)).body;
  const undoneMs = performance.now() - began - frozenMs;
  running = false;
  expect(undone.unfrozenCards).toBe(3_000);
  const codes = await traffic;
  expect([...codes].filter((code) => !/^(approved|card_frozen_customer)$/.test(code))).toEqual([]);
  expect(frozenMs).toBeLessThan(10_000);
  expect(undoneMs).toBeLessThan(10_000);
  expect(slowestMs).toBeLessThan(4_000);
});
