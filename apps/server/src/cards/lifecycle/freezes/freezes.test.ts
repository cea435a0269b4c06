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
let operator: TestCustomer;
beforeAll(async () => {
  app = await createCardsApp();
  operator = await app.newOperator();
});
afterAll(async () => {
  expect(await app.brokenBooks()).toEqual([]);
  await app.close();
});

async function fundedCard() {
  const customer = await app.newCustomer();
  const card = await openCard(app, customer);
  await fund(app, customer, card, 10_000n);
  return { customer, card };
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

const asOperator = (card: TestCard, what: "freeze" | "unfreeze", by = operator) =>
  app.call(by, `POST /api/operator/cards/${card.id}/${what}`, {
    ...(what === "freeze" && { reason: "suspected_fraud" }),
    note: "A note for the record",
  });
const asCustomer = (customer: TestCustomer, card: TestCard, what: "freeze" | "unfreeze") =>
  app.call(customer, `POST /api/cards/${card.id}/${what}`);

const pay = async (card: TestCard) =>
  (await network(app, "authorize", card, { amount: "1.00" })).code;

describe("freeze layers", () => {
  test("stay until lifted by someone who is allowed to, and are listed on the card", async () => {
    const { customer, card } = await fundedCard();
    await freezeForRisk(customer, card);
    expectStatus(await asCustomer(customer, card, "freeze"), 200);
    const frozen = expectStatus(await asOperator(card, "freeze"), 200).body;
    expect(frozen.freezes).toEqual([
      expect.objectContaining({ layer: "risk", reason: "strategy", until: null }),
      expect.objectContaining({ layer: "customer", reason: "requested" }),
      expect.objectContaining({ layer: "operator", reason: "suspected_fraud" }),
    ]);
    expect(await pay(card)).toBe("card_frozen_operator");

    const left = expectStatus(await asCustomer(customer, card, "unfreeze"), 200).body;
    expect(left).toMatchObject({ status: "frozen", freezes: [{ layer: "operator" }] });
    expect(await pay(card)).toBe("card_frozen_operator");
    expect(JSON.stringify(left)).not.toContain("note for the record");

    await asCustomer(customer, card, "freeze");
    const own = expectStatus(await asOperator(card, "unfreeze"), 200).body;
    expect(own).toMatchObject({ status: "frozen", freezes: [{ layer: "customer" }] });
    expect(await pay(card)).toBe("card_frozen_customer");
    const free = expectStatus(await asCustomer(customer, card, "unfreeze"), 200).body;
    expect(free).toMatchObject({ status: "active", freezes: [] });
    expect(await pay(card)).toBe("approved");
  });

  test("are all listed when a call is rejected", async () => {
    const { customer, card } = await fundedCard();
    const quote = () =>
      app.call(customer, `POST /api/cards/${card.id}/quote`, {
        operation: "withdraw",
        amount: "1.00",
      });
    const { quoteId } = expectStatus(await quote(), 201).body;
    await asCustomer(customer, card, "freeze");
    expect((await quote()).body).toMatchObject({
      status: 409,
      code: "card_frozen",
      blockedBy: ["customer"],
    });
    await freezeForRisk(customer, card);
    expect((await quote()).body).toMatchObject({
      code: "card_frozen_risk",
      blockedBy: ["customer", "risk"],
    });
    await asOperator(card, "freeze");
    expect((await quote()).body.code).toBe("card_frozen_operator");
    const path = `POST /api/cards/${card.id}/withdraw` as const;
    const spent = await app.call(customer, path, { quoteId }, { key: newId() });
    expect(spent.body).toMatchObject({
      status: 409,
      code: "card_frozen_operator",
      blockedBy: ["customer", "risk", "operator"],
    });
  });

  test("allow refunds, no matter who set the layers", async () => {
    const { customer, card } = await fundedCard();
    await freezeForRisk(customer, card);
    await asOperator(card, "freeze");
    expect((await network(app, "refund", card, { amount: "5.00" })).approved).toBe(true);
    expect((await readCard(app, customer, card)).balance).toBe("105.00");
  });

  test("keep a card from being closed if an operator set one of them", async () => {
    const { customer, card } = await fundedCard();
    await asOperator(card, "freeze");
    const path = `POST /api/cards/${card.id}/close` as const;
    const refused = await app.call(customer, path, undefined, { key: newId() });
    expect(refused.body).toMatchObject({ code: "card_frozen_operator", blockedBy: ["operator"] });
    await asOperator(card, "unfreeze");
    expectStatus(await app.call(customer, path, undefined, { key: newId() }), 200);
  });

  test("write one audit event per change, with its author", async () => {
    const { customer, card } = await fundedCard();
    for (let times = 0; times < 2; times++) {
      await asOperator(card, "freeze");
      await asCustomer(customer, card, "freeze");
    }
    await asCustomer(customer, card, "unfreeze");
    const records = await app.context.db.sql<{ action: string; actor: string; layer: string }[]>`
      select action, actor, data ->> 'layer' as layer from ledger.audit
      where object = ${parseId("card", card.id) ?? ""} and action like 'card.%freeze' order by id`;
    expect(records).toEqual([
      { action: "card.freeze", actor: operator.userId, layer: "operator" },
      { action: "card.freeze", actor: customer.userId, layer: "customer" },
      { action: "card.unfreeze", actor: customer.userId, layer: "customer" },
    ]);
  });

  test("match the card's status after many concurrent freezes and lifts", async () => {
    const { customer, card } = await fundedCard();
    await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        place % 3 === 0
          ? asOperator(card, place % 2 === 0 ? "freeze" : "unfreeze")
          : asCustomer(customer, card, place % 2 === 0 ? "freeze" : "unfreeze"),
      ),
    );
    const read = await readCard(app, customer, card);
    expect(read.status).toBe(read.freezes.length === 0 ? "active" : "frozen");
    expect(await pay(card)).toEqual(
      read.freezes.length === 0
        ? "approved"
        : expect.stringMatching(/^card_frozen_(customer|operator)$/),
    );
  });
});

describe("an operator's freeze", () => {
  test("can be set by operators but not by auditors", async () => {
    const { customer, card } = await fundedCard();
    const auditor = await app.newOperator("auditor");
    for (const caller of [customer, auditor]) {
      const refused = await asOperator(card, "freeze", caller);
      expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
    }
    expect((await readCard(app, customer, card)).status).toBe("active");
    const unknown = await app.call(operator, "POST /api/operator/cards/card_none/freeze", {
      reason: "other",
    });
    expect(unknown.status).toBe(404);
  });
});

describe("two editors of a card's schedule", () => {
  const window = { days: ["mon"], from: "08:00", to: "09:00" };
  const put = (customer: TestCustomer, card: TestCard, body: object) =>
    app.call(customer, `PUT /api/cards/${card.id}/schedule`, body);

  test("never overwrite each other: the second is rejected because the card changed", async () => {
    const { customer, card } = await fundedCard();
    const { revision } = await readCard(app, customer, card);
    const saved = expectStatus(await put(customer, card, { windows: [window], revision }), 200);
    expect(saved.body.revision).toBe(revision + 1);
    const late = await put(customer, card, { windows: [], revision });
    expect([late.status, late.body.code]).toEqual([409, "card_changed"]);
    expect((await readCard(app, customer, card)).schedule.windows).toEqual([window]);
  });

  test("save only one of many concurrent changes", async () => {
    const { customer, card } = await fundedCard();
    const { revision } = await readCard(app, customer, card);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => put(customer, card, { windows: [window], revision })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("can omit the revision, which a freeze does not change", async () => {
    const { customer, card } = await fundedCard();
    const { revision } = await readCard(app, customer, card);
    expectStatus(await app.call(customer, `POST /api/cards/${card.id}/freeze`), 200);
    expectStatus(await app.call(customer, `POST /api/cards/${card.id}/unfreeze`), 200);
    expect((await readCard(app, customer, card)).revision).toBe(revision);
    expectStatus(await put(customer, card, { windows: [window] }), 200);
    expectStatus(await put(customer, card, { windows: [] }), 200);
    expect((await readCard(app, customer, card)).revision).toBe(revision + 2);
  });
});

describe("a card schedule", () => {
  const everyDay = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  const set = (customer: TestCustomer, card: TestCard, windows: object[]) =>
    app.call(customer, `PUT /api/cards/${card.id}/schedule`, { windows });

  test("stops payments during a pause, but not transfers or refunds", async () => {
    const { customer, card } = await fundedCard();
    const window = { days: everyDay, from: "00:00", to: "00:00" };
    const resting = expectStatus(await set(customer, card, [window]), 200).body;
    expect(resting).toMatchObject({
      status: "active",
      freezes: [{ layer: "schedule", reason: "schedule", until: null }],
      schedule: { timeZone: "UTC", windows: [window] },
    });
    expect(await pay(card)).toBe("card_frozen_schedule");
    expect((await network(app, "refund", card, { amount: "5.00" })).approved).toBe(true);
    await fund(app, customer, card, 1_000n);
    const awake = expectStatus(await set(customer, card, []), 200).body;
    expect(awake).toMatchObject({ freezes: [], schedule: { windows: [] } });
    expect(await pay(card)).toBe("approved");
  });

  test("follows the clock and is not changed by lifting a freeze", async () => {
    const { customer, card } = await fundedCard();
    const now = app.context.clock.now();
    const clock = (minutes: number) =>
      new Date(now.getTime() + minutes * 60_000).toISOString().slice(11, 16);
    await set(customer, card, [{ days: everyDay, from: clock(0), to: clock(60) }]);
    await asCustomer(customer, card, "freeze");
    expect(await pay(card)).toBe("card_frozen_customer");
    const left = expectStatus(await asCustomer(customer, card, "unfreeze"), 200).body;
    expect(left.freezes).toMatchObject([{ layer: "schedule" }]);
    expect(Date.parse(left.freezes[0].until)).toBeGreaterThan(now.getTime());
    expect(await pay(card)).toBe("card_frozen_schedule");
    app.clock.advance(3_700);
    expect((await readCard(app, customer, card)).freezes).toEqual([]);
    expect(await pay(card)).toBe("approved");
  });

  test("is rejected with the name of the invalid field", async () => {
    const { customer, card } = await fundedCard();
    for (const [windows, path] of [
      [[{ days: [], from: "00:00", to: "01:00" }], "windows.0.days"],
      [[{ days: ["mon", "mon"], from: "00:00", to: "01:00" }], "windows.0.days"],
      [[{ days: ["mon"], from: "24:00", to: "01:00" }], "windows.0.from"],
      [Array.from({ length: 8 }, () => ({ days: ["mon"], from: "00:00", to: "01:00" })), "windows"],
    ] as const) {
      const refused = await set(customer, card, [...windows]);
      expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([400, path]);
    }
  });
});
